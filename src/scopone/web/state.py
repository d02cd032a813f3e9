"""A position as the page shows it: what lies where, what may be played, and how the score stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from ..analysis import why_unsolvable
from ..cards import Card, pack
from ..items import Primiera, RunItem
from ..move import Move
from ..notation import Hidden
from ..position import Position
from ..rules import Rules
from ..solver.rules import PRIMIERA_VALUES
from ..view import View
from . import models


def read(text: str) -> Position | View:
    """A position line, with hidden hands or without. Raises `NotationError`."""
    return View.parse(text) if "?" in text else Position.parse(text)


def line_of(deal: Position, moves: Sequence[str]) -> tuple[list[Position], list[Move]]:
    """The positions of a line, from the deal on, and its moves. Raises `ValueError`, which names the move."""
    positions, played = [deal], []
    for number, text in enumerate(moves, 1):
        try:
            move = positions[-1].read_move(text)
            positions.append(positions[-1].play(move))
        except ValueError as error:
            raise ValueError(f"move {number}: {error}") from None
        played.append(move)
    return positions, played


def state(seen: Position | View) -> models.State:
    """All that there is to show of a position, or of what a seat knows of one."""
    p = seen.placeholder if isinstance(seen, View) else seen
    rules = p.rules
    why_not = "some cards are hidden" if isinstance(seen, View) else why_unsolvable(p)
    return models.State(
        position=str(seen),
        rules=str(rules),
        players=rules.players,
        sides=rules.n_sides,
        side_of=list(rules.sides),
        dealer=rules.players - 1,
        hands=[
            models.Hidden(unknown=hand.count) if isinstance(hand, Hidden) else _texts(hand)
            for hand in seen.hands
        ],
        table=_texts(p.table),
        piles=list(map(_texts, p.piles)),
        pile_side=[rules.side_of_pile(i) for i in range(rules.n_piles)],
        scope=list(p.scope),
        turn=p.turn,
        last=p.last_capturer,
        over=p.is_over,
        winner=p.instant_winner,
        solvable=why_not is None,
        why_not=why_not,
        legal=[_legal(p, move) for move in p.legal_moves],
        score=_points(p),
        strip=list(_strip(p)),
        stock=len(p.stock),
        cards_left=p.cards_left,
    )


def _texts(cards: Sequence[Card]) -> list[str]:
    return list(map(str, cards))


def _legal(p: Position, move: Move) -> models.LegalMove:
    side = p.rules.sides[p.turn]
    return models.LegalMove(
        move=str(move),
        card=str(move.card),
        takes=_texts(move.captured),
        scopa=p.play(move).scope[side] > p.scope[side],
        declares=None if move.declared is None else str(move.declared).removeprefix("!"),
    )


def _points(p: Position) -> models.Points:
    score = p.score()
    return models.Points(points=list(score.points), items={name: list(each) for name, each in score.items()})


def _strip(p: Position) -> Iterator[models.StripItem]:
    """The items of the score, with what each side has of them.

    An item is decided when it comes to the same whoever takes all cards that are left: more cards never make
    less of an item that is counted in cards. Points made in play are open to the end.
    """
    score = p.score()
    extremes = [] if p.is_over else [_if_all_went_to(p, pile).score() for pile in range(p.rules.n_piles)]
    for name, points in score.items():
        counted = _Counted(p.rules, name)
        decided: int | Literal[False] | None = False
        if p.is_over or (counted.known and all(end[name] == extremes[0][name] for end in extremes)):
            decided = _winner((score if p.is_over else extremes[0])[name])
        yield models.StripItem(
            item=name,
            sides=[
                counted.holding(p.captured_by(side), points[side], p.scope[side])
                for side in range(p.rules.n_sides)
            ],
            decided=decided,
        )


def _winner(points: Sequence[int]) -> int | None:
    """The side that an item belongs to: the only one with points of it, or with most."""
    scorers = [side for side, each in enumerate(points) if each]
    if len(scorers) == 1:
        return scorers[0]
    return points.index(max(points)) if points.count(max(points)) == 1 else None


def _if_all_went_to(p: Position, pile: int) -> Position:
    piles = [list(cards) for cards in p.piles]
    piles[pile] += [*p.table, *(c for hand in p.hands for c in hand), *p.stock]
    empty: tuple[tuple[Card, ...], ...] = ((),) * p.rules.players
    owner = p.rules.sides.index(p.rules.side_of_pile(pile))
    return Position.make(p.rules, empty, (), piles, p.scope, p.bonus, 0, owner, None, ())


class _Counted:
    """Which cards make an item of the score. `known`: it is counted in cards, and not made in play."""

    def __init__(self, rules: Rules, name: str) -> None:
        self.rules = rules
        self.scope = name == "scope"
        self.primiera = rules.primiera if name == "primiera" else None
        self.cards = frozenset(_cards_of(rules, name))
        self.known = bool(self.cards)

    def holding(self, captured: frozenset[Card], points: int, scope: int) -> models.Holding:
        """What a side has of the item."""
        own = sorted(captured & self.cards)
        if self.primiera is not None and self.primiera.mode == "points":
            values = PRIMIERA_VALUES[self.primiera.values]
            best = _best_of_suits(own, values)
            count = sum(values.get(card.rank, values["F"]) for card in best)
            return models.Holding(points=points, count=count, cards=_texts(best))
        return models.Holding(points=points, count=scope if self.scope else len(own), cards=_texts(own))


def _best_of_suits(cards: Sequence[Card], values: dict[str, int]) -> list[Card]:
    best: dict[str, Card] = {}
    for card in cards:
        if card.suit not in best or values.get(card.rank, 0) > values.get(best[card.suit].rank, 0):
            best[card.suit] = card
    return [best[suit] for suit in "dcsb" if suit in best]


def _cards_of(rules: Rules, name: str) -> Iterator[Card]:
    """The cards that an item counts; none for points made in play."""
    for majority in rules.majorities:
        if name == ("cards" if majority.name == "carte" else majority.name):
            yield from majority.cards(rules.deck)
    for item in rules.card_items:
        if item.name == name:
            yield item.card
    for group in rules.set_items:
        if group.name == name:
            yield from group.cards
    for run in rules.run_items:
        if run.name == name:
            yield from _run(rules, run)
    if name == "primiera" and rules.primiera is not None:
        yield from _primiera(rules, rules.primiera)


def _run(rules: Rules, run: RunItem) -> Iterator[Card]:
    return (Card(rank + run.suit) for rank in rules.ranks[: run.max])


def _primiera(rules: Rules, primiera: Primiera) -> Iterator[Card]:
    wanted = primiera.ranks if primiera.mode == "count_lex" else rules.ranks
    return (card for card in pack(rules.deck) if card.rank in wanted)
