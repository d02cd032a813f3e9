"""Which options go together: `check` refuses rules that cannot be played, and names the two that clash."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import TYPE_CHECKING

from .cards import PACKS, Card
from .items import TESTS, CardItem, Declarations, Majority, SetItem, win_cards, win_text

if TYPE_CHECKING:
    from .rules import Rules


class RulesError(ValueError):
    """Options that do not go together, or a name that no rules have."""


CHOICES = {
    "deck": tuple(PACKS),
    "direction": ("anticlockwise", "clockwise"),
    "dealer_rotation": ("right", "left"),
    "single_priority": ("all", "same_value", "off"),
    "ace_sweep": ("off", "if_no_ace", "always"),
    "ace_on_empty": ("stays", "takes_itself"),
    "ace_opening": ("free", "no_sweep", "forbidden"),
    "last_card_scopa": ("never", "counts"),
    "primiera_missing": ("void", "fewer_suits_lose", "sum"),
    "scuderia": ("off", "player", "side"),
    "leftovers_to": ("last_capturer", "dealer"),
    "reach": ("at_least", "exceed"),
    "tie_break": ("play_on", "count_order"),
}
DECLARATION_CHOICES = {
    "stack": ("best", "sum"),
    "mode": ("optional", "automatic"),
    "wild_keeps_value": ("no", "when_played"),
}
RANGES = {
    "players": (2, 6),
    "hand": (1, 26),
    "table": (0, 50),
    "scopa_points": (0, 9),
    "picada_points": (0, 9),
    "target": (1, 999),
}
MODES = ("equal", "sum", "fifteen")
MOST_MAJORITIES = 6
MOST_ITEMS = 12
MOST_REDEALS = 4
MOST_DECLARATIONS = 6
MOST_POINTS = 20  # of one item
TAKEN_NAMES = {"scope", "cards", "primiera", "scuderia", "scopa_cards", "picada", "declarations"}


def is_name(text: str) -> bool:
    """Fit to name something that scores."""
    return re.fullmatch(r"[a-z][a-z0-9_]{0,29}", text, re.ASCII) is not None


def check(r: Rules) -> None:
    """Raises `RulesError` for options that cannot be played, or cannot be played together."""
    _check_values(r)
    _check_seats(r)
    _check_items(r)
    _check_parts(r)
    for one, other, reason in _clashes(r):
        raise RulesError(f"{one} and {other} do not go together: {reason}")


def _check_values(r: Rules) -> None:
    for field, allowed in CHOICES.items():
        if getattr(r, field) not in allowed:
            raise RulesError(f"{field} is {getattr(r, field)!r}, not one of {', '.join(allowed)}")
    for field, (least, most) in RANGES.items():
        value = getattr(r, field)
        if not isinstance(value, int) or not least <= value <= most:
            raise RulesError(f"{field} is {value!r}, not a number from {least} to {most}")
    if not r.capture_modes or not r.capture_modes <= set(MODES):
        raise RulesError(f"capture is made of {', '.join(MODES)}, not {', '.join(sorted(r.capture_modes))}")
    if r.max_capture_cards is not None and not 1 <= r.max_capture_cards <= 51:
        raise RulesError(f"max_capture_cards is {r.max_capture_cards}, not a number from 1 to 51")


def _check_seats(r: Rules) -> None:
    if len(r.sides) != r.players:
        raise RulesError(f"sides names {len(r.sides)} seats, players is {r.players}")
    evenly = tuple(seat % r.n_sides for seat in range(r.players))
    if r.n_sides < 2 or r.players % r.n_sides or r.sides != evenly:
        raise RulesError(
            f"sides {', '.join(map(str, r.sides))}: there are two or more of equal size, and partners sit"
            " evenly round the table"
        )
    cards = 4 * len(r.ranks)
    dealt = r.players * r.hand
    if (cards - r.table) % dealt or r.table > cards - dealt:
        raise RulesError(
            f"{r.players} players with hands of {r.hand} and {r.table} on the table"
            f" do not share {cards} cards evenly"
        )


def _check_items(r: Rules) -> None:
    valued: list[Majority | CardItem | SetItem] = [*r.majorities, *r.card_items, *r.set_items]
    names = [i.name for i in valued] + [i.name for i in r.run_items]
    for name, times in Counter(names).items():
        if times > 1 or name in TAKEN_NAMES:
            raise RulesError(f"two items are called {name}")
        if not is_name(name):
            raise RulesError(f"an item called {name!r}: names are made of a-z, 0-9 and _")
    if len(r.majorities) > MOST_MAJORITIES or len(r.run_items) > MOST_MAJORITIES:
        raise RulesError(f"more than {MOST_MAJORITIES} majorities, or runs")
    if len(r.card_items) + len(r.set_items) > MOST_ITEMS:
        raise RulesError(f"more than {MOST_ITEMS} cards and sets that score")
    for item in valued:
        if not 1 <= abs(item.points) <= MOST_POINTS:
            raise RulesError(
                f"{item.name} for {item.points} points: there can be 1 to {MOST_POINTS}, or less 1"
            )
    for m in r.majorities:
        if not m.cards(r.deck) or m.tie not in ("none", "split") or m.points < 1:
            raise RulesError(f"{m.name} counts {m.of} for {m.points}, tie {m.tie}: nothing of that kind")
        if m.tie == "split" and m.points % 2:
            raise RulesError(f"{m.name}={m.points} and split do not go together: half a point")
    for one, other in combinations(r.majorities, 2):
        if one.of == other.of:
            raise RulesError(f"{one.name} and {other.name} do not go together: both count {one.of}")
    for card in r.card_items:
        if card.card is card.requires:
            raise RulesError(f"{card.name} requires itself")
    for some in r.set_items:
        if len(set(some.cards)) < max(len(some.cards), 2):
            raise RulesError(f"{some.name} is a set of fewer than two different cards")
    for run in r.run_items:
        if not 1 <= run.min <= run.max <= len(r.ranks) or run.suit not in "dcsb":
            raise RulesError(f"{run.name} runs from {run.min} to {run.max} of {len(r.ranks)} ranks of a suit")
    _check_primiera(r)


def _check_primiera(r: Rules) -> None:
    p = r.primiera
    if p is None:
        return
    if p.mode not in ("points", "count_lex") or p.values not in ("classic", "veneto"):
        raise RulesError(f"a primiera by {p.mode} with {p.values} values: there is no such")
    if (p.mode == "count_lex") != bool(p.ranks):
        raise RulesError("a primiera either adds points, or counts the cards of some ranks")
    if not set(p.ranks) <= set(r.ranks) or len(set(p.ranks)) < len(p.ranks):
        raise RulesError(f"the primiera counts {''.join(p.ranks)}, the ranks are {r.ranks}")


def _check_parts(r: Rules) -> None:
    if len(r.redeal) > MOST_REDEALS:
        raise RulesError(f"more than {MOST_REDEALS} reasons for a new deal")
    for redeal in r.redeal:
        if redeal.total_at_most is None and (
            redeal.rank not in ("*", *r.ranks) or not 1 <= redeal.at_least <= 4
        ):
            raise RulesError(f"redeal with {redeal.at_least} of {redeal.rank}: the ranks are {r.ranks}")
    for total, scope in r.dealer_table_bonus:
        if not (1 <= total <= 100 and 1 <= scope <= 9):
            raise RulesError(f"opening={total}:{scope} is no total with a number of scope")
    for win in r.instant_win:
        try:
            canonical = win_text(win)
        except ValueError as error:
            raise RulesError(str(error)) from None
        if canonical != win:
            raise RulesError(f"{win} is written {canonical}")
    for card, points in r.scopa_card_points:
        if not 1 <= abs(points) <= MOST_POINTS:
            raise RulesError(f"scopa_card={card}:{points}: there can be 1 to {MOST_POINTS} points, or less 1")
    if r.declarations is not None:
        _check_declarations(r.declarations)
    _check_cards(r)


def _check_declarations(d: Declarations) -> None:
    if not 1 <= len(d.items) <= MOST_DECLARATIONS or not {test for _, test, _ in d.items} <= set(TESTS):
        raise RulesError(f"declarations are 1 to {MOST_DECLARATIONS} of the tests {', '.join(TESTS)}")
    if any(not 1 <= points <= MOST_POINTS for _, _, points in d.items):
        raise RulesError(f"a declaration gives 1 to {MOST_POINTS} points")
    names = [name for name, _, _ in d.items]
    if len(set(names)) < len(names) or not all(map(is_name, names)):
        raise RulesError(f"declarations {', '.join(names)}: names differ and are made of a-z, 0-9 and _")
    for part, allowed in DECLARATION_CHOICES.items():
        if getattr(d, part) not in allowed:
            raise RulesError(f"declarations: {part} is {getattr(d, part)!r}, not one of {', '.join(allowed)}")


def _check_cards(r: Rules) -> None:
    """Every card that an option names is in the pack."""
    named = list(_named_cards(r))
    for option, card in named:
        if card.rank not in r.ranks:
            raise RulesError(f"{option} and deck={r.deck} do not go together: {card} is not in the pack")


def _named_cards(r: Rules) -> Iterator[tuple[str, Card]]:
    for item in r.card_items:
        yield from ((item.name, card) for card in (item.card, item.requires) if card is not None)
    yield from ((item.name, card) for item in r.set_items for card in item.cards)
    yield from ((f"scopa_card={card}", card) for card, _ in r.scopa_card_points)
    yield from ((f"wins={win}", card) for win in r.instant_win for card in win_cards(win, r.deck))
    if r.declarations is not None and r.declarations.wild is not None:
        yield f"wild={r.declarations.wild}", r.declarations.wild


def _clashes(r: Rules) -> Iterator[tuple[str, str, str]]:
    """Pairs of options that do not go together, and why."""
    if r.ace_sweep == "off" and r.ace_sweep_scopa:
        yield "ace_scopa", "ace=off", "no ace sweeps the table"
    if r.ace_sweep == "off" and r.ace_opening == "no_sweep":
        yield "ace_opening=no_sweep", "ace=off", "no ace sweeps the table"
    if r.table == 0 and r.dealer_table_bonus:
        yield "opening", "table=0", "no cards are turned up whose total could count"
    if r.deck == "it52":
        yield from _clashes_of_52(r)
    if r.primiera_missing != "void" and (r.primiera is None or r.primiera.mode != "points"):
        yield f"incomplete={r.primiera_missing}", "primiera", "nobody adds up the best card of each suit"
    if not r.scopa_card_replaces and not r.scopa_card_points:
        yield "scopa_card_adds", "scopa_card=none", "no card has its own price for a scopa"
    if r.declarations is not None and r.hand != 3:
        yield "declare", f"hand={r.hand}", "hands of three cards are declared"
    if r.last_handful_open and r.handfuls == 1:
        yield "open_last", f"hand={r.hand}", "the only handful would be dealt face up"
    if r.declarations is not None and r.declarations.wild_keeps_value != "no" and r.declarations.wild is None:
        yield "wild_value", "wild=none", "no card stands for another"
    yield from _shared_place(r)
    yield from _priced_scope(r)


def _clashes_of_52(r: Rules) -> Iterator[tuple[str, str, str]]:
    if r.dealer_table_bonus:
        yield "opening", "deck=it52", "courts have no number there"
    if any(redeal.total_at_most is not None for redeal in r.redeal):
        yield "redeal=max", "deck=it52", "courts have no number there"
    if r.declarations is not None:
        yield "declare", "deck=it52", "courts have no number there"
    if r.primiera is not None and r.primiera.mode == "points":
        yield f"primiera={r.primiera.values}", "deck=it52", "eights, nines and tens have no value in it"


def _shared_place(r: Rules) -> Iterator[tuple[str, str, str]]:
    """Points won in play stand in one number of a position line: it must tell what they are for."""
    sources = [
        name
        for name, on in (
            ("picada", r.picada_points),
            ("scopa_card", r.scopa_card_points),
            ("declare", r.declarations),
        )
        if on
    ]
    for one, other in combinations(sources, 2):
        yield one, other, "their points share one place in a position line"


def _priced_scope(r: Rules) -> Iterator[tuple[str, str, str]]:
    prices = [points for _, points in r.scopa_card_points]
    sums = list(map(sum, subsets(prices)))
    if len(sums) != len(set(sums)):
        one, *_, other = (f"scopa_card={card}:{points}" for card, points in r.scopa_card_points)
        yield one, other, "the points would not tell which of the cards made a scopa"
    priced = {card for card, _ in r.scopa_card_points}
    for item in r.card_items:
        if r.scopa_card_replaces and item.card in priced and item.requires is not None:
            yield (
                item.name,
                f"scopa_card={item.card}",
                "its price would stand for points that depend on another card",
            )


def subsets(things: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """All choices among some numbers, that of none included."""
    things = tuple(things)
    return chain.from_iterable(combinations(things, n) for n in range(len(things) + 1))
