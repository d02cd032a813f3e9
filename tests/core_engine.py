"""The library behind the protocol of the case runner, reached through its public names and `State.make`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any

from scopone import Card, Move, Position, Rules, match
from scopone.cards import SUITS, pack
from scopone.french import read_card
from scopone.position import dealer_scope, is_void
from scopone.solver.rules import PRIMIERA_VALUES
from tests.caserun import Count, Counted, DealSizes, Opening, Play, Played, Sides, Start


def cards(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(Card, texts))


def texts(some: Iterable[Card]) -> frozenset[str]:
    return frozenset(map(str, some))


def partial(
    rules: Rules,
    hands: Iterable[Iterable[str]],
    table: Iterable[str],
    *,
    piles: Iterable[Iterable[str]] = (),
    scope: Iterable[int] = (),
    bonus: Iterable[int] = (),
    turn: int = 0,
    last: int | None = None,
    stock: Iterable[str] = (),
) -> Position:
    """A position that may be a part of a deal only."""
    return Position.make(
        rules,
        map(cards, hands),
        cards(table),
        map(cards, piles),
        scope,
        bonus,
        turn,
        last,
        None,
        cards(stock),
    )


def line_with(head: str, rest: str, tail: str) -> str:
    """A position line whose first pile holds all cards that are nowhere else."""
    rules = Rules.parse(head.split(maxsplit=1)[0])
    named = head.split(" ", 1)[1] + rest
    left = "".join(str(c) for c in pack(rules.deck) if str(c) not in named)
    return f"{head} {left}/{rest} {tail}"


class CoreEngine:
    """Has no state; see `tests.caserun.Engine` for what each method means."""

    def rules(self, preset: str, overrides: Mapping[str, Any]) -> Rules:
        return Rules.from_data(preset, overrides)

    def moves(self, rules: Rules, hand: Collection[str], table: Collection[str]) -> list[Play]:
        # cards in the other hands as well, so that this is neither the first nor the last card of a deal
        p = partial(rules, [hand, *[hand] * (rules.players - 1)], table, stock=["2d"])
        return [(str(m.card), texts(m.captured)) for m in p.legal_moves]

    def play(self, rules: Rules, start: Start, plays: Sequence[Play]) -> Played:
        last = None if start.last_side is None else rules.sides.index(start.last_side)
        p = partial(
            rules, start.hands, start.table, scope=start.scope, turn=start.turn, last=last, stock=start.stock
        )
        priced = {str(card) for card, _ in rules.scopa_card_points}
        scopa_by_play = []
        for card, taking in plays:
            after = p.play(Move(Card(card), tuple(sorted(cards(taking)))))
            scopa_by_play.append(after.scope != p.scope or (card in priced and after.bonus != p.bonus))
            p = after
        return Played(scopa_by_play, p.scope, texts(p.table), side_piles(p), items(p))

    def leftovers(self, rules: Rules, seed: int) -> frozenset[str]:
        rng = Random(seed)
        p = Position.deal(rules, seed)
        while p.cards_left > 1:
            p = p.play(rng.choice(p.legal_moves))
        move: Move = rng.choice(p.legal_moves)
        return texts({*p.table, move.card} - {move.card if move.captured else None, *move.captured})

    def count(self, rules: Rules, won: Count) -> Counted:
        prices = {str(card): points for card, points in rules.scopa_card_points}
        made = [[prices[card] for card in some if card in prices] for some in won.scopa_cards]
        scope = won.scope
        if rules.scopa_card_replaces:  # the library keeps these apart from the scope
            scope = tuple(n - len(some) for n, some in zip(scope, made, strict=True))
        piles = won.seat_piles if won.seat_piles and rules.scuderia == "player" else won.piles
        p = partial(rules, [[]] * rules.players, [], piles=piles, scope=scope, bonus=map(sum, made), last=0)
        return Counted(items(p), p.instant_winner)

    def primiera(self, rules: Rules, cards: Collection[str]) -> float | None:
        """Found from outside: the total of a pile that it draws with."""
        void: Sides = (0, 0)
        for total, pile in primiere(rules):
            p = partial(rules, [[]] * rules.players, [], piles=[cards, pile], last=0)
            if p.score()["primiera"] == void and total:
                return total
        lowest = min(primiere(rules))[1]
        p = partial(rules, [[]] * rules.players, [], piles=[cards, lowest], last=0)
        assert p.score()["primiera"] == (0, 1)  # even the lowest primiera beats none
        return None

    def opening(self, rules: Rules, table: Sequence[str]) -> Opening:
        laid = cards(table)
        scope = dealer_scope(rules, laid)
        p = Position.from_pack(rules, [*laid, *(c for c in pack(rules.deck) if c not in laid)])
        taken = not p.table and len(laid) > 0
        assert taken == (p.last_capturer == rules.players - 1)
        assert p.scope[rules.sides[-1]] == scope
        return Opening(is_void(rules, laid), scope, taken)

    def deal_sizes(self, rules: Rules) -> DealSizes:
        p = Position.deal(rules, 0)
        assert {len(hand) for hand in p.hands} == {rules.hand}
        handfuls = 1 + len(p.stock) // (rules.players * rules.hand)
        assert handfuls == rules.handfuls
        return DealSizes(rules.hand, rules.table, handfuls, [handfuls] if rules.last_handful_open else [])

    def turn_order(self, rules: Rules, dealer: int) -> tuple[int, ...]:
        """As played: seat 0 of a position is the first after the dealer."""
        order = []
        p = Position.deal(rules, 0)
        for _ in range(rules.players):
            order.append((dealer + 1 + p.turn) % rules.players)
            p = p.play(p.legal_moves[0])
        return tuple(order)

    def side_of(self, rules: Rules) -> tuple[int, ...]:
        return rules.sides

    def next_dealer(self, rules: Rules, dealer: int) -> int:
        return match.next_dealer(rules, dealer)

    def declaration(self, rules: Rules, hand: Sequence[str]) -> tuple[str | None, int, str | None]:
        p = partial(rules, [hand, *[hand] * (rules.players - 1)], [], stock=["2d"])
        said = p.declarations
        if not said:
            return None, 0, None
        best = max(said, key=said.__getitem__)
        return best.name, said[best], best.wild_as

    def match_winner(
        self, rules: Rules, scores: Sides, instant: int | None, last_deal: Mapping[str, Sides] | None
    ) -> int | None:
        return match.match_winner(rules, scores, instant, last_deal)

    def french(self, mapping: str, card: str) -> str:
        return str(read_card(card, mapping))


def side_piles(p: Position) -> tuple[frozenset[str], ...]:
    """Partners' piles put together."""
    together = [frozenset[str]()] * p.rules.n_sides
    for i, pile in enumerate(p.piles):
        together[p.rules.side_of_pile(i)] |= texts(pile)
    return tuple(together)


def items(p: Position) -> dict[str, Sides]:
    return dict(p.score())


@cache
def primiere(rules: Rules) -> list[tuple[float, frozenset[str]]]:
    """Every total that a primiera can have (in whole points), with a pile that has it."""
    assert rules.primiera is not None
    values = PRIMIERA_VALUES[rules.primiera.values]
    unit = 2 if rules.primiera.values == "veneto" else 1
    found = {
        sum(values[rank] for rank in ranks) / unit: frozenset(
            r + s for r, s in zip(ranks, SUITS, strict=True)
        )
        for ranks in product(values, repeat=4)
    }
    return sorted(found.items())
