"""The rules engine of the library: against the rule cases, and against the twin."""

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any

import pytest

from scopone import Card, Position, Rules
from scopone.cards import pack
from scopone.position import dealer_scope, is_void
from scopone.rules import ALIASES, preset_names
from tests import caserun
from tests.core_engine import CoreEngine, cards, items
from tests.twin import Twin, TwinRules
from tests.twin.deal import opening

CASES = caserun.load()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_rule_case(case: Mapping[str, Any]) -> None:
    assert caserun.run(case, CoreEngine()) == []


# Two engines agree ---------------------------------------------------------------------------------------

MAIN = ("scopone10", "scopone9", "scopa2", "scopa3", "scopa4", "scopa6")
OTHERS = tuple(name for name in preset_names() if name not in map(ALIASES.get, MAIN) and name not in MAIN)
MIN_SIX = [
    {"name": "carte", "of": "cards", "points": 1, "tie": "none", "min": None},
    {"name": "denari", "of": "suit:D", "points": 1, "tie": "none", "min": 6},
]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("asso_pigliatutto", {"ace_on_empty": "takes_itself"}),
    (
        "asso_pigliatutto",
        {"ace_on_empty": "takes_itself", "ace_sweep": "always", "last_card_scopa": "counts"},
    ),
    ("asso_pigliatutto", {"ace_on_empty": "takes_itself", "capture_compulsory": False}),
    ("asso_pigliatutto_pairs", {"ace_on_empty": "takes_itself", "ace_opening": "no_sweep"}),
    ("asso_pigliatutto", {"ace_opening": "no_sweep"}),
    ("asso_pigliatutto", {"ace_opening": "no_sweep", "ace_sweep": "always"}),
    ("cirulla", {"ace_opening": "no_sweep", "single_priority": "same_value", "primiera_missing": "sum"}),
    ("cirulla", {"ace_opening": "no_sweep", "ace_sweep_scopa": False}),
    ("cirulla", {"ace_sweep_scopa": False, "ace_sweep": "always", "fewest_cards": True}),
    ("quindici", {"ace_sweep": "always"}),
    ("quindici", {"ace_sweep": "if_no_ace", "max_capture_cards": 2}),
    ("scopa_dassi", {"ace_opening": "forbidden"}),
    ("scopa2", {"hand": 18}),
    ("scopa2", {"hand": 6, "last_card_scopa": "counts", "single_priority": "off", "scopa_points": 2}),
    ("scopa2", {"capture_compulsory": False, "primiera_missing": "fewer_suits_lose"}),
    ("scopa3", {"hand": 6, "max_capture_cards": 3, "majorities": MIN_SIX}),
    ("ponino", {"players": 4, "sides": [0, 1, 0, 1]}),
    ("ponino", {"scuderia": "side", "players": 6, "sides": [0, 1, 0, 1, 0, 1], "scopa_points": 2}),
    ("maresciallo", {"scopa_card_replaces": False, "scopa_card_points": {"RS": -4, "RC": 2}}),
    ("maresciallo_full", {"last_card_scopa": "counts", "ace_sweep_scopa": True}),
    ("cicera", {"single_priority": "same_value", "scopa_points": 2, "picada_points": 3}),
    ("cicera_bigia", {"single_priority": "off", "capture_compulsory": True}),
    ("escoba", {"redeal": [{"total_at_most": 12}, {"rank": "*", "at_least": 2}]}),
]


def both_play(rules: Rules, twin_rules: TwinRules, rng: Random) -> Iterator[tuple[Position, Twin]]:
    """One random hand; both engines have the same position, all cards of the pack and the same moves."""
    deck = dealt(rules, twin_rules, rng)
    every = sorted(deck)
    twin, p = Twin.start(twin_rules, deck), Position.from_pack(rules, cards(deck))
    while True:
        assert str(p) == str(twin)
        assert sorted(twin.all_cards()) == every  # and so in the equal line
        moves = [str(move) for move in p.legal_moves]
        assert sorted(moves) == twin.legal_moves()
        assert p.is_over == twin.is_over == (not moves)
        yield p, twin
        if p.is_over:
            return
        move = rng.choice(moves)
        p, twin = p.play(move), twin.play(move)


def check_hand(rules: Rules, twin_rules: TwinRules, rng: Random) -> None:
    """Both engines count alike at every node as well, and the line of a position says all of it."""
    seen = []
    for p, twin in both_play(rules, twin_rules, rng):
        line = str(p)
        assert Position.parse(line) == p
        assert items(p) == twin.score()
        assert p.cards_left == twin.cards_left
        assert sorted(every_card(p)) == list(pack(rules.deck))
        assert len(set(p.legal_moves)) == len(p.legal_moves)
        seen.append((p, line))
    assert all(str(p) == line for p, line in seen)  # a position does not change


def dealt(rules: Rules, twin_rules: TwinRules, rng: Random) -> list[str]:
    """A shuffled pack; both engines say alike which are void."""
    deck = list(map(str, pack(rules.deck)))
    while True:
        rng.shuffle(deck)
        table = deck[: rules.table]
        called = opening(twin_rules, table)
        assert is_void(rules, cards(table)) == called.redeal
        assert dealer_scope(rules, cards(table)) == called.dealer_scope
        if not called.redeal:
            return deck


def every_card(p: Position) -> Iterator[Card]:
    return chain(*p.hands, p.table, *p.piles, p.stock)


@pytest.mark.parametrize("name", [*MAIN, *OTHERS])
def test_engines_agree(name: str) -> None:
    rng = Random(name)
    for _ in range(40):
        check_hand(Rules.preset(name), TwinRules.preset(name), rng)


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=[f"{i}-{o[0]}" for i, o in enumerate(OPTIONS)])
def test_engines_agree_with_options(name: str, options: dict[str, Any]) -> None:
    """Options that no preset has."""
    rng = Random(name)
    for _ in range(20):
        rules = Rules.from_data(name, options)
        twin_rules = TwinRules.from_string(str(rules))
        check_hand(rules, twin_rules, rng)
