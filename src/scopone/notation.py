"""Reading and writing position lines (see "Notation" in the README).

Reading is strict. An error is a `NotationError`, a `ValueError` whose message names the field, the column
and what was found there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from .cards import Card, CardError, pack, read_cards, shown, write_cards
from .checks import subsets
from .move import Declaration, Move, NotationError
from .rules import Rules, RulesError

MAX_LINE = 1000  # no position line comes near this


__all__ = ["Declaration", "Fields", "Hidden", "Move", "NotationError", "read_fields", "write_fields"]


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hand of which only the number of cards is known."""

    count: int


@dataclass(frozen=True, slots=True)
class Fields:
    """The contents of a position line, read and checked for themselves and against each other."""

    rules: Rules
    hands: tuple[tuple[Card, ...] | Hidden, ...]
    table: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    scope: tuple[int, ...]
    bonus: tuple[int, ...]
    turn: int
    last: int | None
    laid: Card | None
    stock: tuple[Card, ...] | Hidden
    shown: tuple[Card, ...] = ()
    wild_as: str | None = None

    @property
    def is_hidden(self) -> bool:
        """Some cards are not known."""
        return isinstance(self.stock, Hidden) or any(isinstance(h, Hidden) for h in self.hands)


class _Field(NamedTuple):
    name: str
    text: str
    column: int  # of its first character in the line, counted from 1

    def error(self, message: str, offset: int = 0) -> NotationError:
        return NotationError(f"{self.name}, column {self.column + offset}: {message}")

    def parts(self, separator: str, expected: int, what: str) -> Iterator[_Field]:
        texts = self.text.split(separator)
        if len(texts) != expected:
            raise self.error(f"{len(texts)} where the rules have {expected} {what}: {shown(self.text)}")
        column = self.column
        for text in texts:
            yield _Field(self.name, text, column)
            column += len(text) + len(separator)

    def cards(self) -> tuple[Card, ...]:
        if not self.text:
            raise self.error("nothing here (write - for no cards)")
        try:
            return tuple(read_cards(self.text))
        except CardError as error:
            raise self.error(str(error), error.column) from None

    def hand(self) -> tuple[Card, ...] | Hidden:
        found = re.fullmatch(r"\?(\d{0,2})", self.text, re.ASCII)
        if found is None:
            return self.cards()
        return Hidden(int(found[1]) if found[1] else -1)

    def place(self, card: Card) -> int:
        """Where in the text a card stands, the last time if it stands there twice."""
        found = start = 0
        for part in self.text.split("/"):
            for at in range(0, len(part), 2):
                if part[at : at + 2].lower() == str(card).lower():
                    found = start + at
            start += len(part) + 1
        return found

    def number(self, text: str, least: int, most: int) -> int:
        if not re.fullmatch(r"\d{1,3}", text, re.ASCII) or not least <= int(text) <= most:
            raise self.error(f"{shown(text)} where a number from {least} to {most} belongs")
        return int(text)


FIELDS = ("rules", "hands", "table", "piles", "scope", "turn", "stock")


def read_fields(line: str) -> Fields:
    """The fields of one position line. Raises `NotationError`."""
    if not isinstance(line, str):
        raise NotationError(f"a position is a line of text, not {type(line).__name__}")
    line = line.rstrip("\r\n")
    if len(line) > MAX_LINE:
        raise NotationError(f"line of {len(line)} characters: a position has at most {MAX_LINE}")
    texts = line.split(" ")
    if not 6 <= len(texts) <= 7 or "" in texts:
        raise NotationError(
            f"{len(texts)} fields where a position has 6 (7 with a stock), with single spaces: {shown(line)}"
        )
    fields = []
    column = 1
    for name, text in zip(FIELDS, texts, strict=False):
        fields.append(_Field(name, text, column))
        column += len(text) + 1
    try:
        rules = Rules.parse(fields[0].text)
    except RulesError as error:
        raise fields[0].error(str(error)) from None
    parts = list(fields[1].parts("/", rules.players, "hands"))
    declared = [_read_declared(part, rules) for part in parts]
    hands = tuple(part.hand() for part, _ in declared)
    table = fields[2].cards()
    piles = tuple(part.cards() for part in fields[3].parts("/", rules.n_piles, "piles"))
    scope, bonus = _read_scope(fields[4], rules)
    turn, last, laid = _read_turn(fields[5], rules)
    stock = fields[6].hand() if len(fields) == 7 else ()
    open_cards = tuple(c for part, wild in declared if wild is not None for c in part.cards())
    wild_as = next((wild for _, wild in declared if wild), None)
    found = Fields(rules, hands, table, piles, scope, bonus, turn, last, laid, stock, open_cards, wild_as)
    found = _check(found, fields)
    for (part, wild), hand in zip(declared, found.hands, strict=True):
        if wild is not None:
            _check_declared(part, wild, hand, rules)
    return found


def _read_declared(part: _Field, rules: Rules) -> tuple[_Field, str | None]:
    """A hand without the mark of a declared one, and the rank after the mark (none: "", no mark: None)."""
    text, mark, wild = part.text.partition("!")
    if not mark:
        return part, None
    if rules.declarations is None:
        raise part.error("a mark ! in a game without declarations", len(text))
    return part._replace(text=text), wild.upper()


def _check_declared(part: _Field, wild: str, hand: tuple[Card, ...] | Hidden, rules: Rules) -> None:
    """A hand is declared with its first card, and the rank of a wild card is told if it matters."""
    declared = rules.declarations
    if isinstance(hand, Hidden) or not 0 < len(hand) < rules.hand or declared is None:
        raise part.error("a mark ! belongs to a hand whose first card has been played", len(part.text))
    matters = declared.wild in hand and declared.wild_keeps_value != "no"
    if matters != (wild != "") or wild not in ("", *rules.ranks):
        what = f"the rank that {declared.wild} stands for belongs" if matters else "nothing belongs"
        raise part.error(f"after the mark ! {what}, not {shown(wild)}", len(part.text) + 1)


_SCOPE = re.compile(r"(\d+)(?:\(([+-]?\d+)\))?", re.ASCII)


def _read_scope(field: _Field, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`1-0`, or with points won in play other than scope `1(-4)-0`."""
    form = "-".join([_SCOPE.pattern] * rules.n_sides)
    found = re.fullmatch(form, field.text, re.ASCII)
    if found is None or max(map(len, found.groups(""))) > 4:
        raise field.error(f"{shown(field.text)} where the scope of {rules.n_sides} sides belong, such as 0-1")
    numbers = [int(text or 0) for text in found.groups()]
    return tuple(numbers[0::2]), tuple(numbers[1::2])


def _read_turn(field: _Field, rules: Rules) -> tuple[int, int | None, Card | None]:
    parts = field.text.split(":")
    if len(parts) not in (2, 3):
        raise field.error(
            f"{shown(field.text)} where the seat to move and the last capturer belong, such as 0:3"
        )
    turn = field.number(parts[0], 0, rules.players - 1)
    last = None if parts[1] == "-" else field.number(parts[1], 0, rules.players - 1)
    laid = None
    if len(parts) == 3:
        try:
            laid = Card(parts[2])
        except CardError as error:
            raise field.error(str(error)) from None
    return turn, last, laid


def _check(f: Fields, fields: Sequence[_Field]) -> Fields:
    f = _check_sizes(f, fields)
    _check_pack(f, fields)
    scope, turn = fields[4], fields[5]
    captured = sum(map(len, f.piles))
    if (f.last is None) != (captured == 0):
        raise turn.error(
            f"last capturer {f.last} with empty piles"
            if not captured
            else "no last capturer, but piles hold cards"
        )
    for side in range(f.rules.n_sides):
        owned = sum(len(p) for i, p in enumerate(f.piles) if f.rules.side_of_pile(i) == side)
        if 2 * f.scope[side] > owned and not f.rules.dealer_table_bonus:
            raise scope.error(f"side {side} has {f.scope[side]} scope with {owned} captured cards")
        if f.last is not None and f.rules.sides[f.last] == side and not owned:
            raise turn.error(f"last capturer {f.last}, but that side has no captured card")
    _check_bonus(f, scope)
    if f.laid is not None and (not f.rules.picada_points or f.laid not in f.table):
        raise turn.error(f"{f.laid} cannot be the card just laid")
    if f.turn == 0 and not any(map(_size, f.hands)) and captured and f.table:
        raise fields[2].error("the hand is over: what was left belongs to the last capturer's pile")
    return f


def _check_bonus(f: Fields, scope: _Field) -> None:
    """Points won in play other than scope are such as the rules can give."""
    if any(f.bonus) and not f.rules.has_bonus:
        raise scope.error("these rules give no points in play other than scope")
    for side, points in enumerate(f.bonus):
        owned = {c for i, p in enumerate(f.piles) if f.rules.side_of_pile(i) == side for c in p}
        prices = [price for card, price in f.rules.scopa_card_points if card in owned]
        if f.rules.scopa_card_points:
            possible = points in map(sum, subsets(prices))
        else:
            possible = points >= 0 and points % max(f.rules.picada_points, 1) == 0
        if not possible:
            raise scope.error(f"side {side} cannot have {points:+d} points in play beside its scope")


def _size(cards: tuple[Card, ...] | Hidden) -> int:
    return cards.count if isinstance(cards, Hidden) else len(cards)


def _check_sizes(f: Fields, fields: Sequence[_Field]) -> Fields:
    """Hand sizes that the turn allows; gives a hidden hand without a count the only size that it can have."""
    hands = list(f.hands)
    known = [_size(h) + (seat < f.turn) for seat, h in enumerate(hands) if _size(h) >= 0]
    full = max(known, default=f.rules.hand)
    for seat, h in enumerate(hands):
        if _size(h) < 0:
            hands[seat] = Hidden(full - (seat < f.turn))
    sizes = [_size(h) for h in hands]
    if any(size != full - (seat < f.turn) for seat, size in enumerate(sizes)) or (full == 0 and f.turn):
        raise fields[1].error(f"hands of {', '.join(map(str, sizes))} cards do not fit seat {f.turn} to move")
    if full > f.rules.hand:
        raise fields[1].error(f"a hand of {full} cards where the rules deal {f.rules.hand}")
    handful = f.rules.players * f.rules.hand
    stock = f.stock
    if isinstance(stock, Hidden) and stock.count < 0:
        known_cards = sum(sizes) + len(f.table) + sum(map(len, f.piles))
        stock = Hidden(len(pack(f.rules.deck)) - known_cards)
    if _size(stock) % handful or _size(stock) > handful * (f.rules.handfuls - 1):
        where = fields[6] if len(fields) == 7 else fields[1]
        raise where.error(f"a stock of {_size(stock)} cards where handfuls take {handful} cards each")
    if full == 0 and _size(stock):
        raise fields[1].error("empty hands with cards still in the stock")
    return replace(f, hands=tuple(hands), stock=stock)


def _check_pack(f: Fields, fields: Sequence[_Field]) -> None:
    """Exactly the pack: no card twice, none missing that is not hidden."""
    every = set(pack(f.rules.deck))
    seen: dict[Card, str] = {}
    places: list[tuple[_Field, Iterable[Card]]] = []
    for field, groups in (
        (fields[1], f.hands),
        (fields[2], (f.table,)),
        (fields[3], f.piles),
        (fields[-1], (f.stock,)),
    ):
        places += [(field, group) for group in groups if not isinstance(group, Hidden)]
    for field, cards in places:
        for card in cards:
            if card not in every:
                raise field.error(f"{card} is not in the pack of {len(every)} cards", field.place(card))
            if card in seen:
                raise field.error(f"{card} stands twice (already in {seen[card]})", field.place(card))
            seen[card] = field.name
    hidden = sum(g.count for g in (*f.hands, f.stock) if isinstance(g, Hidden))
    missing = every - seen.keys()
    if len(missing) != hidden:
        some = " ".join(str(c) for c in sorted(missing)[:6])
        more = " ..." if len(missing) > 6 else ""
        raise fields[1].error(f"{len(missing)} cards are nowhere ({some}{more}), {hidden} are hidden")


def write_fields(f: Fields) -> str:
    """The position line of the fields."""
    scope = "-".join(f"{n}({b:+d})" if b else f"{n}" for n, b in zip(f.scope, f.bonus, strict=True))
    turn = f"{f.turn}:{'-' if f.last is None else f.last}" + (f":{f.laid}" if f.laid else "")
    groups = [
        "/".join(_written(hand) + _mark(f, hand) for hand in f.hands),
        write_cards(f.table),
        "/".join(map(write_cards, f.piles)),
        scope,
        turn,
    ]
    if isinstance(f.stock, Hidden):
        groups.append(_written(f.stock))
    elif f.stock:
        groups.append("".join(map(str, f.stock)))
    return " ".join([str(f.rules), *groups])


def _mark(f: Fields, hand: tuple[Card, ...] | Hidden) -> str:
    """What follows a declared hand."""
    if not f.shown or isinstance(hand, Hidden) or not hand or hand[0] not in f.shown:
        return ""
    wild = f.rules.declarations.wild if f.rules.declarations else None
    return "!" + (f.wild_as if f.wild_as and wild in hand else "")


def _written(cards: tuple[Card, ...] | Hidden) -> str:
    return f"?{cards.count}" if isinstance(cards, Hidden) else write_cards(cards)
