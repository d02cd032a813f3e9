"""Rule cases on which sources disagree: they hold under the reading that they name, and under no other."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests import caserun
from tests.core_engine import CoreEngine
from tests.twin import TwinRules
from tests.twin.engine import TwinEngine

CASES = {case["id"]: case for case in caserun.load() if case.get("disputed")}
ENGINES: tuple[caserun.Engine[Any], ...] = (CoreEngine(), TwinEngine())

# Disputed cases that follow the default: the option of another reading, under which they fail.
OTHERWISE: dict[str, dict[str, Any]] = {
    "ass-009": {"ace_sweep": "always"},
    "cap-013": {"single_priority": "off"},
    "nap-005": {"run_items": [{"name": "napola", "suit": "D", "min": 3, "max": 3}]},
    "pla-019": {"leftovers_to": "dealer"},
    "qui-009": {"fewest_cards": True},
    "sco-007": {"primiera_missing": "sum"},
    "sco-010": {"primiera_missing": "sum"},
    "sco-014": {"primiera_missing": "sum"},
    "sco-016": {"primiera_missing": "sum"},
    "var-012": {"sides": [0, 1, 2, 3, 4, 5]},
    "var-028": {"ace_sweep": "always"},
    "var-033": {"ace_sweep_scopa": True},
    "var-035": {"ace_on_empty": "takes_itself"},
    "var-039": {"capture_modes": ["equal", "fifteen"]},
    "var-044": {"dealer_table_bonus": []},
    "var-045": {"dealer_table_bonus": []},
    "var-047": {"primiera": {"mode": "points", "values": "classic"}},
    "var-053": {"declarations": {"stack": "sum"}},
    "var-059": {"single_priority": "same_value"},
    "var-065": {"declarations": {"wild": None, "wild_keeps_value": "no"}},
    "var-067": {"dealer_table_bonus": []},
    "var-069": {"declarations": {"items": [["buona", "low", 1], ["buona_da_dieci", "three_equal", 2]]}},
    "var-073": {"run_items": [{"name": "piccola", "suit": "D", "min": 3, "max": 4}]},
    "var-075": {"hand": 12, "table": 4},
    "var-076": {"hand": 13, "table": 0},
    "var-080": {"capture_compulsory": True},
    "var-084": {"majorities": [{"name": "carte", "of": "cards", "points": 2, "tie": "none", "min": None}]},
    "var-087": {"scopa_card_replaces": False},
    "var-101": {"run_items": []},
    "var-102": {"card_items": []},
    "var-104": {"hand": 9, "table": 4},
    "var-108": {"primiera": {"mode": "count_lex", "ranks": ["7", "6", "A"]}},
    "var-114": {"instant_win": []},
    "var-143": {"max_capture_cards": 2},
    "var-145": {"fewest_cards": True},
}
# Disputed cases to which no other reading of the specification gives an option.
NO_OPTION = {
    "ass-003": "an ace that takes itself is written as one that is laid (var-035 shows the difference)",
    "dea-005": "the deal is the name of the game",
    "nap-008": "the case says itself who has won at once",
    "pri-006": "asks what a pile is worth by itself (sco-016 shows the difference)",
    "var-083": "the other game is cicera",
    "var-089": "only one program scores otherwise",
    "var-105": "card mappings are not rules",
    "var-115": "the case says itself who has won at once",
    "var-124": "three sevens that win the primiera are another game",
    "var-132": "the other table of values is an error of one program",
    "var-133": "the other table of values is an error of one program",
    "var-147": "a reading of one word that the other texts exclude",
    "var-156": "no text but one plays on, and no option does",
    "var-164": "card mappings are not rules",
}


def options_of(case: Mapping[str, Any]) -> dict[str, Any]:
    return {**case["input"].get("options", {}), **case["input"].get("rules", {})}


def with_rules(case: Mapping[str, Any], rules: Mapping[str, Any] | None) -> dict[str, Any]:
    """The same question under other rules."""
    bare = {k: v for k, v in case["input"].items() if k not in ("options", "rules", *(rules or ()))}
    return {**case, "input": bare | ({"rules": rules} if rules else {})}


def test_every_disputed_case_is_looked_at() -> None:
    for name, case in CASES.items():
        looked_at = (name in OTHERWISE) + (name in NO_OPTION) + bool(options_of(case))
        assert looked_at == 1 or name == "nap-008"


@pytest.mark.parametrize("engine", ENGINES, ids=["core", "twin"])
@pytest.mark.parametrize("name", [n for n, c in CASES.items() if options_of(c)])
def test_a_disputed_case_passes_under_its_option_only(name: str, engine: caserun.Engine[Any]) -> None:
    assert caserun.run(CASES[name], engine) == []
    if name not in NO_OPTION:
        assert caserun.run(with_rules(CASES[name], None), engine) != []


@pytest.mark.parametrize("engine", ENGINES, ids=["core", "twin"])
@pytest.mark.parametrize("name", OTHERWISE)
def test_a_disputed_case_fails_under_the_other_reading(name: str, engine: caserun.Engine[Any]) -> None:
    case = CASES[name]
    rules = dict(OTHERWISE[name])
    if "declarations" in rules:
        rules["declarations"] = {**TwinRules.data(case["variant"])["declarations"], **rules["declarations"]}
    assert caserun.run(case, engine) == []
    if case["input"]["type"] == "deal_sizes":
        sizes = engine.deal_sizes(engine.rules(case["variant"], rules))
        assert (sizes.hand, sizes.table) != (case["input"]["hand"], case["input"]["table"])
    elif name == "var-012":
        assert engine.side_of(engine.rules(case["variant"], rules)) != tuple(case["expected"]["side_of"])
    else:
        assert caserun.run(with_rules(case, rules), engine) != []
