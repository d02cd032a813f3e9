"""Runs the rule cases on any engine.

A case is one JSON object: a variant, an input with a type, and what is expected. The engine is reached only
through the small `Engine` protocol below, so the same cases can check the twin and the library.
Cards inside this module and the protocol are canonical two-letter strings ("7d").
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

CASES = Path(__file__).resolve().parent / "data" / "cases"
R = TypeVar("R")
Play = tuple[str, frozenset[str]]  # the card, and what it takes (nothing: it is laid)
Sides = tuple[int, ...]  # a number for each side


@dataclass(frozen=True)
class Start:
    """A part of a deal to play from: only the cards that matter are there."""

    hands: tuple[frozenset[str], ...]
    table: frozenset[str]
    scope: Sides
    turn: int
    last_side: int | None
    stock: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """What the plays led to."""

    scopa_by_play: list[bool]
    scope: Sides
    table: frozenset[str]
    gained: tuple[frozenset[str], ...]  # each side, from the start on
    items: Mapping[str, Sides]


@dataclass(frozen=True)
class Count:
    """Piles to be counted."""

    piles: tuple[frozenset[str], ...]
    scope: Sides  # every scopa made
    scopa_cards: tuple[frozenset[str], ...]  # cards that made one, where it matters
    seat_piles: tuple[frozenset[str], ...] | None = None


class Counted(NamedTuple):
    items: Mapping[str, Sides]
    instant_winner: int | None


class Opening(NamedTuple):
    redeal: bool
    dealer_scope: int
    dealer_takes_table: bool


class DealSizes(NamedTuple):
    hand: int
    table: int
    handfuls: int
    open_handfuls: list[int]


class Engine(Protocol[R]):
    """What an engine has to answer; `R` is its own rules object."""

    def rules(self, preset: str, overrides: Mapping[str, Any]) -> R:
        """A preset with fields replaced (spelled as in the presets file); ValueError if it cannot be."""

    def moves(self, rules: R, hand: Collection[str], table: Collection[str]) -> list[Play]:
        """Every legal move of a hand in the middle of a deal."""

    def play(self, rules: R, start: Start, plays: Sequence[Play]) -> Played: ...

    def leftovers(self, rules: R, seed: int) -> frozenset[str]:
        """The cards that nobody has captured at the end of a random deal."""

    def count(self, rules: R, won: Count) -> Counted: ...

    def primiera(self, rules: R, cards: Collection[str]) -> float | None:
        """The primiera of a pile in its own units (halves in the Venetian count); None if void."""

    def opening(self, rules: R, table: Sequence[str]) -> Opening: ...

    def deal_sizes(self, rules: R) -> DealSizes: ...

    def turn_order(self, rules: R, dealer: int) -> tuple[int, ...]: ...

    def side_of(self, rules: R) -> tuple[int, ...]: ...

    def next_dealer(self, rules: R, dealer: int) -> int: ...

    def declaration(self, rules: R, hand: Sequence[str]) -> tuple[str | None, int, str | None]:
        """Name, points, and the rank that a wild card stands for."""

    def match_winner(
        self, rules: R, scores: Sides, instant: int | None, last_deal: Mapping[str, Sides] | None
    ) -> int | None: ...

    def french(self, mapping: str, card: str) -> str:
        """The Italian card for a French one ("10H"); mappings as in rules section 25."""


def load(*names: str) -> list[dict[str, Any]]:
    """The cases of some files, of all of them by default."""
    files = [CASES / f"{name}.json" for name in names] or sorted(CASES.glob("*.json"))
    return [case for file in files for case in json.loads(file.read_text(encoding="utf-8"))["cases"]]


def run(case: Mapping[str, Any], engine: Engine[R]) -> list[str]:
    """The differences between what a case expects and what the engine says; empty if there are none."""
    answers = ANSWERS[case["input"]["type"]](CaseRun(case, engine))
    differences = []
    for name, value in case["expected"].items():
        expected = UNORDERED[name](value) if name in UNORDERED else value
        got = answers.get(ITEM_NAMES.get(name, name), "no answer")
        if got != expected:
            differences.append(f"{case['id']} {name}: expected {expected}, got {got}")
    return differences


def canonical(card: str) -> str:
    return card[0].upper() + card[1].lower()


def cards(codes: Iterable[str]) -> frozenset[str]:
    return frozenset(map(canonical, codes))


def as_sets(piles: Iterable[Iterable[str]]) -> tuple[frozenset[str], ...]:
    return tuple(map(cards, piles))


def ordered(sets: Iterable[Iterable[str]]) -> list[list[str]]:
    """Sets of cards in a form that can be compared and read."""
    return sorted(sorted(cards(some)) for some in sets)


def ordered_moves(moves: Iterable[Play]) -> list[tuple[str, list[str]]]:
    return sorted((canonical(card), sorted(cards(taken))) for card, taken in moves)


# What is expected where the order of cards does not matter.
UNORDERED: dict[str, Callable[[Any], Any]] = {
    "captures": ordered,
    "moves": lambda moves: ordered_moves((move["card"], move["take"]) for move in moves),
    "table_after": lambda table: sorted(cards(table)),
    "piles_after": lambda piles: [sorted(cards(pile)) for pile in piles],
}


# Older names in some cases -------------------------------------------------------------------------------

VARIANTS = {"scopa": "scopa2", "asso": "asso_pigliatutto", "scopone": "scopone10"}
ITEM_NAMES = {"carte": "cards"}
SETTEBELLO = {"name": "settebello", "card": "7D", "points": 1}
REBELLO = {"name": "rebello", "card": "RD", "points": 1}
PRIMIERE = {
    "veneto": {"mode": "points", "values": "veneto"},
    "milano": {"mode": "count_lex", "ranks": ["7", "6", "A"]},
}
OLD_OPTIONS: dict[str, Callable[[Any], tuple[str, Any]]] = {
    "fewest": lambda v: ("fewest_cards", v),
    "max_cards": lambda v: ("max_capture_cards", v),
    "last_scopa": lambda v: ("last_card_scopa", "counts" if v else "never"),
    "ace_sweep_no_scopa": lambda v: ("ace_sweep_scopa", not v),
    "win": lambda v: ("reach", v),
    "primiera": lambda v: ("primiera", PRIMIERE[v]),
    "rebello": lambda v: ("card_items", [SETTEBELLO, REBELLO] if v else [SETTEBELLO]),
    "napola": lambda v: ("run_items", [{"name": "napola", "suit": "D", "min": 3, "max": 10}] if v else []),
    "napoleone_wins": lambda v: ("instant_win", ["all:D"] if v else []),
    "redeal_on_aces": lambda v: ("redeal", [{"rank": "A", "at_least": 1}] if v else []),
    "redeal_if_sum_at_most": lambda v: ("redeal", [{"total_at_most": v}]),
}
# Inputs that are fields of the rules.
RULE_INPUTS = ("players", "hand", "table", "target")


class CaseRun(Generic[R]):
    """One case on one engine: reads the input and collects the answers."""

    def __init__(self, case: Mapping[str, Any], engine: Engine[R]) -> None:
        self.engine = engine
        self.given: Mapping[str, Any] = case["input"]
        self.expected: Mapping[str, Any] = case["expected"]
        self.preset: str = VARIANTS.get(case["variant"], case["variant"])

    def overrides(self) -> dict[str, Any]:
        given = {**self.given.get("options", {}), **self.given.get("rules", {})}
        found = dict(OLD_OPTIONS[k](v) if self.is_old(k, v) else (k, v) for k, v in given.items())
        found.update((k, self.given[k]) for k in RULE_INPUTS if isinstance(self.given.get(k), int))
        if "side_of" in self.given:
            found |= {"sides": self.given["side_of"], "players": len(self.given["side_of"])}
        return found

    @staticmethod
    def is_old(name: str, value: Any) -> bool:
        return name in OLD_OPTIONS and not (name == "primiera" and isinstance(value, dict))

    def rules(self) -> R:
        return self.engine.rules(self.preset, self.overrides())

    def options(self, card: str) -> list[frozenset[str]]:
        """What the card may take on the table; an empty set is laying it."""
        played = canonical(card)
        return [taken for _, taken in self.engine.moves(self.rules(), [played], cards(self.given["table"]))]

    def captures(self) -> dict[str, Any]:
        found = self.options(self.given["card"])
        return {
            "captures": ordered(some for some in found if some),
            "may_be_laid": frozenset() in found,
        }

    def capturable_values(self) -> dict[str, Any]:
        values = {rank: i + 1 for i, rank in enumerate("A234567FCR")}
        return {"values": [value for rank, value in values.items() if any(self.options(rank + "d"))]}

    def legal(self) -> dict[str, Any]:
        return {"legal": cards(self.given["take"]) in self.options(self.given["card"])}

    def legal_moves(self) -> dict[str, Any]:
        found = self.engine.moves(self.rules(), cards(self.given["hand"]), cards(self.given["table"]))
        return {"moves": ordered_moves(found)}

    def play(self) -> dict[str, Any]:
        given = self.given
        start = Start(
            hands=as_sets(given["hands"]),
            table=cards(given["table"]),
            scope=tuple(given.get("scope", [0] * (max(given["side_of"]) + 1))),
            turn=given["turn"],
            last_side=given["last_capturing_side"],
            stock=tuple(map(canonical, given["deck"])),
        )
        plays = [(canonical(p["card"]), cards(p["take"])) for p in given["plays"]]
        done = self.engine.play(self.rules(), start, plays)
        return listed(done.items) | {
            "scopa_by_play": done.scopa_by_play,
            "scope": list(done.scope),
            "table_after": sorted(done.table),
            "piles_after": [sorted(pile) for pile in done.gained],
        }

    def score(self) -> dict[str, Any]:
        piles = as_sets(self.given["piles"])
        seat_piles = self.given.get("seat_piles")
        won = Count(
            piles=piles,
            scope=tuple(self.given["scope"]),
            scopa_cards=as_sets(self.given.get("scopa_cards", [[]] * len(piles))),
            seat_piles=as_sets(seat_piles) if seat_piles else None,
        )
        items, winner = self.engine.count(self.rules(), won)
        total = [sum(points) for points in zip(*items.values(), strict=True)]
        return listed(items) | {"total": total, "instant_winner": winner}

    def napola(self) -> dict[str, Any]:
        empty = frozenset[str]()
        won = Count((cards(self.given["cards"]), empty), (0, 0), (empty, empty))
        return {"napola": self.engine.count(self.rules(), won).items["napola"][0]}

    def primiera(self) -> dict[str, Any]:
        return {"primiera": self.engine.primiera(self.rules(), cards(self.given["cards"]))}

    def opening_table(self) -> dict[str, Any]:
        # "wild" in the input only repeats what the preset says
        return self.engine.opening(self.rules(), tuple(map(canonical, self.given["table"])))._asdict()

    def deal_sizes(self) -> dict[str, Any]:
        if "players" not in self.given:  # asks for several presets
            presets = {name: VARIANTS.get(name, name) for name in self.expected}
            sizes = {n: self.engine.deal_sizes(self.engine.rules(p, {})) for n, p in presets.items()}
            return {name: {"hand": size.hand, "table": size.table} for name, size in sizes.items()}
        try:
            return self.engine.deal_sizes(self.rules())._asdict()
        except ValueError:
            return {"handfuls": None}

    def turn_order(self) -> dict[str, Any]:
        rules = self.rules()
        dealer = self.given["dealer"]
        order = self.engine.turn_order(rules, dealer)
        first: Any = order[0]
        last: Any = order[-1]
        if isinstance(self.expected["first"], str):  # seat numbers rise to the right
            first = "right of dealer" if first == (dealer + 1) % len(order) else first
            last = "dealer" if last == dealer else last
        return {
            "first": first,
            "last": last,
            "order": list(order),
            "side_of": list(self.engine.side_of(rules)),
        }

    def next_dealer(self) -> dict[str, Any]:
        return {"next_dealer": self.engine.next_dealer(self.rules(), self.given["dealer"])}

    def match_end(self) -> dict[str, Any]:
        given = self.given
        instant = given.get("instant_winner")
        scores = given.get("scores")
        if scores is None:  # the score before a deal, and a napola in it
            scores = [a + b for a, b in zip(given["scores_before"], given["napola"], strict=True)]
            instant = given["napola"].index(10) if 10 in given["napola"] else None
        deal = given.get("last_deal")
        named = deal and {ITEM_NAMES.get(name, name): tuple(points) for name, points in deal.items()}
        return {"winner": self.engine.match_winner(self.rules(), tuple(scores), instant, named)}

    def declaration(self) -> dict[str, Any]:
        hand = tuple(map(canonical, self.given["hand"]))
        name, points, wild_as = self.engine.declaration(self.rules(), hand)
        return {"declaration": name, "points": points, "wild_as": wild_as}

    def card_mapping(self) -> dict[str, Any]:
        mapping = {"chkobba": "queen_low"}.get(self.given["mapping"], self.given["mapping"])
        found = [self.engine.french(mapping, card) for card in self.given["french"]]
        return {
            "cards": [card.upper() for card in found],
            "values": ["A234567FCR".index(card[0]) + 1 for card in found],
        }

    def invariant(self) -> dict[str, Any]:
        """Several random deals in place of "every deal"."""
        values = {rank: i + 1 for i, rank in enumerate("A234567FCR")}
        rests = [self.engine.leftovers(self.rules(), seed) for seed in range(10)]
        totals = {sum(values[card[0]] for card in rest) for rest in rests}
        answers: dict[str, Any] = {"leftover_sum_mod_15": totals}
        if {total % 15 for total in totals} == {10}:
            answers["leftover_sum_mod_15"] = 10
        allowed = self.expected.get("leftover_sums")
        answers["leftover_sums"] = allowed if allowed and totals <= set(allowed) else sorted(totals)
        return answers


def listed(items: Mapping[str, Sides]) -> dict[str, Any]:
    return {name: list(points) for name, points in items.items()}


ANSWERS: dict[str, Callable[[CaseRun[Any]], dict[str, Any]]] = {
    "captures": CaseRun.captures,
    "capturable_values": CaseRun.capturable_values,
    "legal": CaseRun.legal,
    "legal_moves": CaseRun.legal_moves,
    "play": CaseRun.play,
    "score": CaseRun.score,
    "napola": CaseRun.napola,
    "primiera": CaseRun.primiera,
    "opening_table": CaseRun.opening_table,
    "deal_sizes": CaseRun.deal_sizes,
    "turn_order": CaseRun.turn_order,
    "next_dealer": CaseRun.next_dealer,
    "match_end": CaseRun.match_end,
    "declaration": CaseRun.declaration,
    "card_mapping": CaseRun.card_mapping,
    "invariant": CaseRun.invariant,
}
