"""Finding puzzles: hands played by decent players, and in each the positions that the solver proves to be puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import permutations

from ..analysis import Solver
from ..cards import SUITS, Card
from ..host import play_deal, seed_of
from ..move import Move
from ..players import make_player
from ..position import Position
from ..rules import Rules
from .grade import finders, rating
from .proof import Proof, prove
from .puzzle import LEVELS, Puzzle
from .themes import themes_of

PLAYERS = ("chitarrella", "cicuti", "pimc:worlds=20,exact=0")
MOST_CARDS = 24  # left to play: more take seconds to solve,
MOST_FREE = 20  # and where captures are free, more than so many
LEAST_MOVES = 3  # legal in the position: fewer are no choice
TABLE_MIB = 64
LACK = 0.05  # what a level or game that is one puzzle short adds to the worth of a choice


def canonical(position: Position) -> str:
    """A text that is the same for positions that differ only in the names of suits that the rules do not name."""
    plain = plain_suits(position.rules)
    rest = {suit: suit for suit in SUITS if suit not in plain}
    return min(
        _renamed(position, rest | dict(zip(plain, names, strict=True))) for names in permutations(plain)
    )


def plain_suits(rules: Rules) -> str:
    """The suits that no item of the rules tells from the others: coppe, spade and bastoni in most games."""
    cards = [card for i in rules.card_items for card in (i.card, i.requires) if card is not None]
    cards += [card for group in (*(i.cards for i in rules.set_items), *rules.wins) for card in group]
    cards += [card for card, _ in rules.scopa_card_points]
    if rules.declarations is not None and rules.declarations.wild is not None:
        cards.append(rules.declarations.wild)
    named = {card.suit for card in cards} | {run.suit for run in rules.run_items}
    named |= {m.of.removeprefix("suit:") for m in rules.majorities if m.of.startswith("suit:")}
    return "".join(suit for suit in SUITS if suit not in named)


def _renamed(position: Position, names: dict[str, str]) -> str:
    def cards(group: Iterable[Card]) -> str:
        return "".join(sorted(c.rank + names[c.suit] for c in group))

    laid = () if position.last_laid is None else (position.last_laid,)
    groups = (*position.hands, position.table, *position.piles, position.stock, laid)
    rest = (position.rules, position.scope, position.bonus, position.turn, position.last_capturer)
    return "/".join((*map(cards, groups), *map(str, rest)))


def name_of(position: Position) -> str:
    """The id of a puzzle: eight characters from its canonical position."""
    digest = int.from_bytes(blake2b(canonical(position).encode(), digest_size=8).digest())
    letters = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another one
    return "".join(letters[digest // len(letters) ** n % len(letters)] for n in range(8))


def puzzle_of(proof: Proof, history: Sequence[Move]) -> Puzzle:
    """The puzzle of a proof, graded and tagged; `history` are the moves before it."""
    found_by = finders(proof, history)
    return Puzzle(
        name_of(proof.position),
        proof.position,
        proof.line,
        proof.value,
        proof.gap,
        rating(proof, found_by),
        themes_of(proof),
        found_by,
    )


def hand_puzzle(rules: Rules, seed: int, solver: Solver) -> Puzzle | None:
    """Plays one hand and looks for a puzzle in one of its late rounds, which the seed chooses; None if there is none.

    The same rules and seed give the same puzzle.
    """
    rng = random.Random(seed)
    deal = Position.deal(rules, rng.getrandbits(60))
    by_side = [make_player(rng.choice(PLAYERS)) for _ in range(rules.n_sides)]
    played = play_deal(deal, [by_side[side] for side in rules.sides], seed)
    positions = [deal]
    for move in played.moves[:-1]:
        positions.append(positions[-1].play(move))
    most = min(MOST_CARDS // rules.players, rules.hand)
    least = 2 if rules.players > 2 else 3
    hand = rng.choice([*range(least, most + 1), min(most, 5)])
    room = MOST_CARDS if rules.capture_compulsory else MOST_FREE
    round_ = [
        n for n, p in enumerate(positions)
        if not p.stock and p.cards_left <= room and max(map(len, p.hands)) == hand and len(p.legal_moves) >= LEAST_MOVES
    ]  # fmt: skip
    rng.shuffle(round_)
    solver.reset()
    for n in round_:
        proof = prove(positions[n], solver)
        if proof is not None:
            return puzzle_of(proof, played.moves[:n])
    return None


def candidates(games: Sequence[Rules], seed: int) -> Iterator[Puzzle | None]:
    """A puzzle or None for hand after hand, the games in turns, without end and without doubles."""
    known: set[str] = set()
    with Solver(memory_mib=TABLE_MIB) as solver:
        number = 0
        while True:
            rules = games[number % len(games)]
            puzzle = hand_puzzle(rules, seed_of("puzzles", seed, rules, number), solver)
            number += 1
            if puzzle is not None and puzzle.id in known:
                puzzle = None
            if puzzle is not None:
                known.add(puzzle.id)
            yield puzzle


def make(
    games: Sequence[Rules],
    count: int,
    seed: int,
    pool: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Puzzle]:
    """So many puzzles of these games, the easiest first: the same for the same arguments.

    They are chosen from `pool` puzzles (by default as many as are wanted: no choice) so that levels, themes and
    games are spread. `progress` is called after every hand with the number of puzzles and of hands so far; if it
    or Ctrl-C raises KeyboardInterrupt, the choice is made from what there is. Raises `Unsolvable` for games
    without two sides.
    """
    found: list[Puzzle] = []
    try:
        for hands, puzzle in enumerate(candidates(games, seed), 1):
            if puzzle is not None:
                found.append(puzzle)
            if progress is not None:
                progress(len(found), hands)
            if len(found) >= max(pool or 0, count):
                break
    except KeyboardInterrupt:
        if not found:
            raise
    return choose(found, count)


def choose(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """At most so many of some puzzles, the easiest first: one after the other that which adds most.

    A theme counts the more the rarer it is among those chosen before; levels shall be equally many, games in the
    shares that they have among all.
    """
    left = list(puzzles)
    chosen: list[Puzzle] = []
    levels: Counter[int] = Counter()
    themes: Counter[str] = Counter()
    games: Counter[str] = Counter()
    share = {game: n / len(left) for game, n in Counter(map(_game, left)).items()}

    def worth(p: Puzzle) -> float:
        rare = (
            sum(1 / (1 + themes[theme]) for theme in p.themes) if p.themes else -1
        )  # about nothing: the last resort
        level_lacks = len(chosen) / len(LEVELS) - levels[p.level]
        game_lacks = len(chosen) * share[_game(p)] - games[_game(p)]
        return rare + LACK * (level_lacks + game_lacks)

    while left and len(chosen) < count:
        best = max(left, key=worth)
        left.remove(best)
        chosen.append(best)
        levels[best.level] += 1
        themes.update(best.themes)
        games[_game(best)] += 1
    return sorted(chosen, key=lambda p: (p.rating, p.id))


def _game(puzzle: Puzzle) -> str:
    return str(puzzle.position.rules)
