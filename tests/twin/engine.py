"""The twin behind the protocol of the case runner."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from tests.caserun import Count, Counted, DealSizes, Opening, Play, Played, Sides, Start

from . import deal, scoring
from .brute import random_position
from .cards import french, in_order, read, show
from .rules import TwinRules
from .state import Twin
from .won import nothing_won


class TwinEngine:
    """Has no state; see `tests.caserun.Engine` for what each method means."""

    def rules(self, preset: str, overrides: Mapping[str, Any]) -> TwinRules:
        return TwinRules.preset(preset, **overrides)

    def moves(self, rules: TwinRules, hand: Collection[str], table: Collection[str]) -> list[Play]:
        others = (frozenset[str](),) * (rules.players - 1)
        twin = Twin(rules, (frozenset(hand), *others), frozenset(table), nothing_won(rules))
        return [(move[:2], taken(move)) for move in twin.legal_moves()]

    def play(self, rules: TwinRules, start: Start, plays: Sequence[Play]) -> Played:
        twin = Twin(
            rules,
            start.hands,
            start.table,
            nothing_won(rules)._replace(scope=start.scope),
            turn=start.turn,
            last=None if start.last_side is None else rules.side_of.index(start.last_side),
            stock=start.stock,
        )
        scopa_by_play = []
        for card, taking in plays:
            after = twin.play(f"{card}x{show(in_order(taking))}" if taking else card)
            scopa_by_play.append(
                (after.won.scope, after.won.scopa_cards) != (twin.won.scope, twin.won.scopa_cards)
            )
            twin = after
        return Played(scopa_by_play, twin.scope, twin.table, twin.piles, twin.score())

    def leftovers(self, rules: TwinRules, seed: int) -> frozenset[str]:
        rng = Random(seed)
        twin = random_position(rules, 1, rng)
        while twin.cards_left > 1:
            twin = twin.play(rng.choice(twin.legal_moves()))
        _, outcome = twin.choices[rng.choice(twin.legal_moves())]
        return outcome.table

    def count(self, rules: TwinRules, won: Count) -> Counted:
        priced = frozenset(card for card, _ in rules.scopa_card_points)
        made = tuple(priced & cards for cards in won.scopa_cards)
        scope = won.scope
        if rules.scopa_card_replaces:  # the twin keeps these apart from the scope
            scope = tuple(n - len(cards) for n, cards in zip(scope, made, strict=True))
        piles = won.seat_piles if won.seat_piles and rules.scuderia == "player" else won.piles
        all_won = nothing_won(rules)._replace(piles=piles, scope=scope, scopa_cards=made)
        return Counted(scoring.score(rules, all_won), scoring.instant_winner(rules, piles))

    def primiera(self, rules: TwinRules, cards: Collection[str]) -> float | None:
        assert rules.primiera is not None
        total = scoring.primiera_total(rules.primiera.values, cards)
        return total / 2 if total and rules.primiera.values == "veneto" else total

    def opening(self, rules: TwinRules, table: Sequence[str]) -> Opening:
        return Opening(*deal.opening(rules, table))

    def deal_sizes(self, rules: TwinRules) -> DealSizes:
        return DealSizes(rules.hand, rules.table, rules.handfuls, deal.open_handfuls(rules))

    def turn_order(self, rules: TwinRules, dealer: int) -> tuple[int, ...]:
        return deal.turn_order(rules, dealer)

    def side_of(self, rules: TwinRules) -> tuple[int, ...]:
        return rules.side_of

    def next_dealer(self, rules: TwinRules, dealer: int) -> int:
        return deal.next_dealer(rules, dealer)

    def declaration(self, rules: TwinRules, hand: Sequence[str]) -> tuple[str | None, int, str | None]:
        return deal.declaration(rules, hand)

    def match_winner(
        self, rules: TwinRules, scores: Sides, instant: int | None, last_deal: Mapping[str, Sides] | None
    ) -> int | None:
        return deal.match_winner(rules, scores, instant, last_deal)

    def french(self, mapping: str, card: str) -> str:
        return french(mapping, card)


def taken(move: str) -> frozenset[str]:
    """The cards that a move captures."""
    _, _, cards = move.partition("x")
    return frozenset(read(cards)) if cards else frozenset()
