"""Writes data/brute.tsv: positions with the value of every move, by the twin's plain minimax.

    python -m tests.make_brute [processes]

A line is a position, its value, and move=value for each legal move, with tabs between. Lines that follow a
comment line belong to one deal: a solver may keep what it knows from one to the next. Where the comment ends
with a position, they all follow from it, or could. The file is the same on every run.

Five kinds of families of positions:

    played   random play from one position of a deal, on different ways
    pasts    one board (hands, table, stock), with different pasts: piles, scope, last capturer
    swaps    one board but for cards of equal rank in each hand, of which one or another is gone; any past
    nobody   one position in which nobody has captured anything yet
    mixed    one position only: of random play or put together at random

Boards put together at random need not be reachable, but the notation allows them, so they have a value too.
Some have few ranks, so that many cards are equal.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.twin import Twin, TwinRules, brute_moves
from tests.twin.deal import opening
from tests.twin.rules import preset_names
from tests.twin.won import Won

FILE = Path(__file__).resolve().parent / "data" / "brute.tsv"
MAIN = ("scopone10", "scopone9", "scopa4", "scopa2", "scopa6")


class Recipe(NamedTuple):
    """Some families of one kind."""

    rules: str
    kind: str
    families: int
    members: int
    least: int  # cards left
    most: int


def recipes() -> Iterator[Recipe]:
    for name in ("scopone10", "scopone9", "scopa4", "scopa2"):
        yield Recipe(name, "nobody", 12, 1, 1, 5)
    for name in ("scopone10", "scopone9"):
        yield Recipe(name, "played", 24, 8, 9, 13)
        yield Recipe(name, "pasts", 24, 6, 10, 12)
        yield Recipe(name, "swaps", 40, 8, 10, 12)
        yield Recipe(name, "mixed", 160, 1, 1, 12)
        yield Recipe(name, "mixed", 20, 1, 13, 15)
    yield Recipe("scopa4", "played", 12, 6, 8, 12)
    yield Recipe("scopa4", "pasts", 12, 6, 10, 12)
    yield Recipe("scopa4", "mixed", 80, 1, 1, 12)
    yield Recipe("scopa4", "played", 10, 5, 13, 15)
    yield Recipe("scopa4", "pasts", 10, 5, 13, 15)
    yield Recipe("scopa4", "swaps", 10, 6, 13, 15)
    yield Recipe("scopa4", "mixed", 30, 1, 13, 16)
    yield Recipe("scopa2", "mixed", 60, 1, 1, 6)
    yield Recipe("scopa2", "played", 16, 6, 8, 12)
    yield Recipe("scopa2", "pasts", 16, 6, 9, 12)
    yield Recipe("scopa2", "swaps", 30, 8, 7, 11)
    yield Recipe("scopa2", "mixed", 60, 1, 7, 12)
    yield Recipe("scopa2", "mixed", 20, 1, 13, 15)
    yield Recipe("scopa6", "played", 8, 5, 8, 12)
    yield Recipe("scopa6", "pasts", 8, 5, 9, 13)
    yield Recipe("scopa6", "swaps", 8, 6, 9, 12)
    yield Recipe("scopa6", "mixed", 60, 1, 1, 13)
    yield Recipe("scopa6", "mixed", 12, 1, 14, 19)
    for name in others():
        most = 7 if "cicera" in name else 12
        more = 3 if most == 7 or name in ("ponino", "maresciallo", "maresciallo_full") else 1
        yield Recipe(name, "played", 2 * more, 6, most - 4, most)
        yield Recipe(name, "pasts", 2 * more, 5, most - 3, most)
        yield Recipe(name, "swaps", 2 * more, 6, most - 5, most - 1)
        yield Recipe(name, "mixed", 12, 1, 1, most)


def others() -> list[str]:
    """All other games of two sides without declarations."""
    main = {str(TwinRules.preset(name)) for name in MAIN} | {"scopa4_pairs", "scopa6_teams"}
    found = []
    for name in preset_names():
        rules = TwinRules.preset(name)
        if rules.side_count == 2 and rules.declarations is None and name not in main:
            found.append(name)
    return found


class Family(NamedTuple):
    """Positions of one deal, and one that they could follow from, if there is one."""

    members: list[Twin]
    root: Twin | None = None


def family(recipe: Recipe, rng: Random) -> Family:
    rules = TwinRules.preset(recipe.rules)
    left = rng.randint(recipe.least, recipe.most)
    if recipe.kind == "mixed":
        return Family([some_position(rules, left, 0.5, rng)])
    if recipe.kind == "nobody":
        return Family([nobody_took(rules, left, rng)])
    if recipe.kind == "pasts":
        board = some_position(rules, left, 0.6, rng)
        return Family(distinct([board, *(another_past(board, rng) for _ in range(recipe.members - 1))]))
    if recipe.kind == "swaps":
        while in_full_hand(rules, left) == rules.hand:
            left -= 1
        root = paired(rules, left, rng)
        return Family(distinct([swapped(root, left, rng) for _ in range(recipe.members)]), root)
    root_left = min(recipe.most + rng.randint(1, 6), rules.cards_to_play)
    root = some_position(rules, root_left, 0.5, rng)
    lefts = [rng.randint(recipe.least, recipe.most) for _ in range(recipe.members)]
    return Family(distinct([played(root, n, rng) for n in lefts]), root)


def some_position(rules: TwinRules, left: int, wild: float, rng: Random) -> Twin:
    if rng.random() < wild:
        return at_random(rules, left, rng)
    return played(fresh(rules, rng), left, rng)


def paired(rules: TwinRules, left: int, rng: Random) -> Twin:
    """A board in which every hand has one card more, and two of one rank if that is possible."""
    board = at_random(rules, left, rng)
    free = [c for pile in board.won.piles for c in sorted(pile)]
    hands = []
    for hand in board.hands:
        equal = [c for c in free if c[0] in {h[0] for h in hand}]
        extra = rng.choice(equal or free)
        free.remove(extra)
        hands.append(hand | {extra})
    return another_past(replace(board, hands=tuple(hands)), rng)


def swapped(root: Twin, left: int, rng: Random) -> Twin:
    """The root with a card of each hand gone, of those that are two of a rank: captured or on the table."""
    hands, table = [], set(root.table)
    for hand in root.hands:
        held = sorted(hand)
        twice = [c for c in held if sum(h[0] == c[0] for h in held) > 1]
        gone = rng.choice(twice or held)
        hands.append(hand - {gone})
        if rng.random() < 0.2:
            table.add(gone)
    assert sum(map(len, hands)) + len(root.stock) == left
    return another_past(replace(root, hands=tuple(hands), table=frozenset(table)), rng)


def nobody_took(rules: TwinRules, left: int, rng: Random) -> Twin:
    """All cards on the table that are not in hands, with one of equal rank for each in a hand."""
    while True:
        board = at_random(rules, left, rng)
        held = frozenset[str]().union(*board.hands)
        table = frozenset(rules.pack) - held
        if {c[0] for c in held} <= {c[0] for c in table}:
            return Twin(rules, board.hands, table, fresh(rules, rng).won, board.turn)


def distinct(twins: list[Twin]) -> list[Twin]:
    return list({str(twin): twin for twin in twins}.values())


def fresh(rules: TwinRules, rng: Random) -> Twin:
    deck = list(rules.pack)
    rng.shuffle(deck)
    while opening(rules, deck[: rules.table]).redeal:
        rng.shuffle(deck)
    return Twin.start(rules, deck)


def played(twin: Twin, left: int, rng: Random) -> Twin:
    while twin.cards_left > left:
        twin = twin.play(rng.choice(twin.legal_moves()))
    return twin


def in_full_hand(rules: TwinRules, left: int) -> int:
    """How many cards the players hold who have not played yet in a round."""
    handful = rules.hand * rules.players
    return -(-(left % handful or handful) // rules.players)


def at_random(rules: TwinRules, left: int, rng: Random) -> Twin:
    """Any position that the notation allows, with so many cards to play."""
    full = in_full_hand(rules, left)
    in_hand = left % (rules.hand * rules.players) or rules.hand * rules.players
    turn = full * rules.players - in_hand
    sizes = [full - (seat < turn) for seat in range(rules.players)]
    on_table = rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7))
    deck = list(rules.pack)
    rng.shuffle(deck)
    if rng.random() < 0.4:  # few ranks in play
        ranks = rng.sample(sorted({c[0] for c in deck}), max(3, (left + on_table) // 4 + 1))
        deck.sort(key=lambda c: c[0] not in ranks)
        some = 4 * len(ranks)
        first = deck[:some]
        rng.shuffle(first)
        deck[:some] = first
    hands = []
    for size in sizes:
        hands.append(frozenset(deck[:size]))
        del deck[:size]
    stock = tuple(deck[: left - in_hand])
    del deck[: left - in_hand]
    table = frozenset(deck[:on_table])
    blank = Twin(rules, tuple(hands), table, fresh(rules, rng).won, turn, None, stock)
    return another_past(blank, rng)


def another_past(twin: Twin, rng: Random) -> Twin:
    """The same board with another past."""
    rules = twin.rules
    seen = {*twin.table, *twin.stock, *(c for hand in twin.hands for c in hand)}
    captured = [c for c in rules.pack if c not in seen]
    bias = rng.choice((0.1, 0.3, 0.45, 0.5, 0.5, 0.55, 0.7, 0.9))
    ours = frozenset(c for c in captured if rng.random() < bias)
    piles: tuple[frozenset[str], ...] = (ours, frozenset(captured) - ours)
    scope = tuple(min(rng.choice((0, 0, 1, 2)), len(pile) // 2) for pile in piles)
    owners = [seat for seat in range(rules.players) if piles[rules.side_of[seat]]]
    last = rng.choice(owners) if owners else None
    picada = tuple(rng.choice((0, 1, 2)) if rules.picada_points else 0 for _ in piles)
    priced = frozenset(c for c, _ in rules.scopa_card_points)
    made = tuple(priced & pile if rng.random() < 0.5 else frozenset[str]() for pile in piles)
    if len(rules.pile_sides) > 2:
        piles = shared_out(rules, piles, rng)
    won = Won(piles, scope, picada, made, (0, 0))
    laid = sorted(twin.table) if rules.picada_points else []
    previous = rng.choice([*laid, None])
    return Twin(rules, twin.hands, twin.table, won, twin.turn, last, twin.stock, previous)


def slightly_other_past(twin: Twin, rng: Random) -> Twin:
    """The same board and nearly the same past: another last capturer, or a card or two in other piles."""
    if twin.last is None:
        return twin
    if rng.random() < 0.3:
        seats = [seat for seat in range(twin.rules.players) if twin.piles[twin.rules.side_of[seat]]]
        return replace(twin, last=rng.choice(seats))
    piles = list(map(set, twin.won.piles))
    for giver in rng.choice(((0,), (1,), (0, 1))):
        free = sorted(piles[giver] - {c for cards in twin.won.scopa_cards for c in cards})
        if len(free) > 2 * max(twin.scope) + 1:
            moved = rng.choice(free)
            piles[giver].remove(moved)
            piles[(giver + 1) % len(piles)].add(moved)
    return replace(twin, won=twin.won._replace(piles=tuple(map(frozenset, piles))))


def shared_out(
    rules: TwinRules, piles: tuple[frozenset[str], ...], rng: Random
) -> tuple[frozenset[str], ...]:
    """The piles of the players, where partners keep their own."""
    shares: list[set[str]] = [set() for _ in rules.pile_sides]
    for side, pile in enumerate(piles):
        seats = [seat for seat, of in enumerate(rules.pile_sides) if of == side]
        for c in sorted(pile):
            shares[rng.choice(seats)].add(c)
    return tuple(map(frozenset, shares))


def lines(seed_and_recipe: tuple[str, Recipe]) -> list[str]:
    seed, recipe = seed_and_recipe
    members, root = family(recipe, Random(seed))
    found = [f"# {seed}\t{root}" if root else f"# {seed}"]
    for twin in members:
        values = brute_moves(twin)
        best = max if twin.rules.side_of[twin.turn] == 0 else min
        moves = ",".join(f"{move}={value}" for move, value in sorted(values.items()))
        found.append(f"{twin}\t{best(values.values())}\t{moves}")
    return found


def main(processes: int) -> None:
    work = [(f"{r.rules} {r.kind} {r.least}-{r.most} {i}", r) for r in recipes() for i in range(r.families)]
    with Pool(processes) as pool, FILE.open("w", encoding="utf-8") as out:
        out.write("# position, value, value of each move (side 0 minus side 1); made by make_brute.py\n")
        for some in pool.imap(lines, work):
            print(*some, sep="\n", file=out)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
