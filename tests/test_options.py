"""Rules strings: options, their canonical texts, what does not go together, and rules in words."""

import json
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopone import Position, Rules, RulesError
from scopone.cli import main
from scopone.describe import about, about_option, describe, is_uncertain, option_words
from scopone.options import BUNDLES, OPTIONS, option_names
from scopone.presets import ALIASES, known_items
from scopone.rules import preset_names
from tests.twin import TwinRules

# Texts and what they are written as.
CANONICAL = [
    ("scopa2", "scopa2"),
    ("SCOPA2+Target=21", "scopa2+target=21"),
    ("scopa4_pairs", "scopa4"),
    ("scopa2+target=21+napola", "scopa2+target=21+napola"),
    ("scopa2+napola+target=21", "scopa2+target=21+napola"),
    ("scopa2+redeal=r3+hand=3", "scopa2"),
    ("scopa2+redeal=max10,A2,*3", "scopa2+redeal=*3,A2,max10"),
    ("scopa2+redeal=none", "scopa2+redeal=none"),
    ("scopa2+napoleone", "scopa2+wins=all:d+napola"),
    ("scopa2+sei_punti", "scopa2+nove_bello+dieci_bello"),
    ("scopa2+two_cards", "scopa2+max_cards=2+fewest"),
    ("scopa2+napola=6", "scopa2+napola=6"),
    ("napola+napola=6", "napola+napola=6"),
    ("napola+no_napola", "napola+no_napola"),
    ("scopa2+run=basto:B:2:4", "scopa2+run=basto:b:2:4"),
    ("rebello+no_rebello+primiera=none", "rebello+primiera=none+no_rebello"),
    ("scopa2+primiera=most_76A", "scopa2+primiera=milanese"),
    ("scopa2+primiera=most_7", "scopa2+primiera=most_7"),
    ("primiera_veneta+primiera=classic", "primiera_veneta+primiera=classic"),
    ("scopa2+capture=fifteen,equal", "scopa2+capture=equal,fifteen"),
    ("scopa_two_card+no_fewest+max_cards=none", "scopa_two_card+max_cards=none+no_fewest"),
    ("cicera+no_optional", "cicera+no_optional"),
    ("scopa2+optional+ace_self", "scopa2+optional+ace_self"),
    ("scopa2+players=4", "scopa2+players=4"),
    ("scopa2+players=4+sides=2", "scopa2+players=4+sides=2"),
    ("scopa4+sides=each", "scopa4+sides=each"),
    ("scopa4+players=6", "scopa4+players=6"),
    ("scopa6+sides=3", "scopa6+sides=3"),
    ("scopa2+majority=denari:suit.d:1:min6", "scopa2+majority=denari:suit.d:1:min6"),
    ("scopa2+majority=Sette:rank.7:2:split", "scopa2+majority=sette:rank.7:2:split"),
    ("scopa2+card=bello:rb:2", "scopa2+card=bello:Rb:2"),
    ("scopa2+argentina", "scopa2+argentina"),
    ("scopa2+card=paio:Cd:1:Cc", "scopa2+card=paio:Cd:1:Cc"),
    ("scopa2+card=settebello:7d:2", "scopa2+card=settebello:7d:2"),
    ("scopa2+set=sette:7s7d7c7b:1", "scopa2+set=sette:7d7c7s7b:1"),
    ("scopa2+wins=all:D,cards:3d2dad", "scopa2+wins=all:d,cards:Ad2d3d"),
    ("maresciallo+scopa_card=none", "maresciallo+scopa_card=none"),
    ("maresciallo+scopa_card=rs:-5+scopa_card_adds", "maresciallo+scopa_card=Rs:-5+scopa_card_adds"),
    ("scopa2+declare=tris:three_equal:3", "scopa2+declare=tris:three_equal:3"),
    ("cirulla+declare=none", "cirulla+declare=none"),
    ("cirulla+wild=none+wild_value=no", "cirulla+wild=none+wild_value=no"),
    ("bazzica+declare_stack=sum+declare_mode=automatic", "bazzica+declare_stack=sum+declare_mode=automatic"),
    ("escoba+opening=30:2,15:1", "escoba"),
    ("escoba+opening=none+leftovers=dealer", "escoba+opening=none+leftovers=dealer"),
    ("scopone10+target=11+reach=exceed+tie=count_order", "scopone10+target=11+reach=exceed+tie=count_order"),
    ("scopone9+direction=clockwise+dealer=left", "scopone9+direction=clockwise+dealer=left"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_canonical_texts(text: str, canonical: str) -> None:
    rules = Rules.parse(text)
    assert str(rules) == canonical
    assert Rules.parse(canonical) == rules


@pytest.mark.parametrize("name", preset_names())
def test_a_game_is_its_name(name: str) -> None:
    rules = Rules.preset(name)
    assert (str(rules), rules.name) == (name, name)
    assert Rules.parse(name.upper()) is rules
    assert Rules.parse(f"{name}+target={rules.target}+hand={rules.hand}") == rules


def test_aliases_and_dealings() -> None:
    for alias, full in ALIASES.items():
        assert Rules.parse(full) is Rules.parse(alias)
    dealt = {n: (Rules.preset(n).hand, Rules.preset(n).handfuls) for n in preset_names() if n[-1].isdigit()}
    assert dealt["scopa2_6"] == (6, 3)
    assert dealt["scopa2_9"] == (9, 2)
    assert dealt["scopa2_18"] == (18, 1)
    assert dealt["scopa3_6"] == (6, 2)
    assert dealt["scopa4_9"] == (9, 1)
    assert Rules.parse("scopa2+hand=6") == replace(Rules.preset("scopa2_6"), name="scopa2")


# Clashes: the text, and what the error must name.
CLASHES = [
    ("scopa2+hand=5", "hands of 5", "40 cards"),
    ("scopa3+hand=9", "hands of 9", "40 cards"),
    ("scopa6_individual+players=5", "5 players", "40 cards"),
    ("scopa2+ace_scopa", "ace_scopa", "ace=off"),
    ("scopa2+ace_opening=no_sweep", "ace_opening=no_sweep", "ace=off"),
    ("escoba+players=4+hand=10+table=0", "opening", "table=0"),
    ("scopa4+deck=it52+hand=13+table=0+opening=15:1", "opening", "table=0"),
    ("cicera+opening=15:1", "opening", "deck=it52"),
    ("cicera+redeal=max10", "redeal=max", "deck=it52"),
    ("cicera+primiera=veneto", "primiera=veneto", "deck=it52"),
    ("scopa4+deck=it52+hand=13+table=0", "primiera=classic", "deck=it52"),
    ("scopa2+mata+card=dieci:Td:1", "dieci", "deck=it40"),
    ("scopa2+wild=7c", "wild=7c", "declare=none"),
    ("scopa2+primiera=none+incomplete=sum", "incomplete=sum", "primiera"),
    ("chkobba+incomplete=fewer_suits_lose", "incomplete=fewer_suits_lose", "primiera"),
    ("scopa2+scopa_card_adds", "scopa_card_adds", "scopa_card=none"),
    ("bazzica+hand=6", "declare", "hand=6"),
    ("scopa2_18+open_last", "open_last", "hand=18"),
    ("cirulla+wild=none", "wild_value", "wild=none"),
    ("bazzica+picada=1", "picada", "declare"),
    ("maresciallo+picada=1", "picada", "scopa_card"),
    ("maresciallo+scopa_card=Rs:-4,Rc:4", "scopa_card=Rc:4", "scopa_card=Rs:-4"),
    ("maresciallo_full+scopa_card=Cd:-2", "argentina", "scopa_card=Cd"),
    ("scopa2+majority=carte:cards:1:split", "carte=1", "split"),
    ("scopa2+majority=oro:suit.d:1", "denari", "oro"),
    ("scopa2+card=denari:Rd:1", "two items", "denari"),
    ("scopa2+card=primiera:Rd:1", "two items", "primiera"),
    ("scopa2+target=5+target=6", "'target=5'", "'target=6'"),
    ("scopa2+fewest+no_fewest", "'fewest'", "'no_fewest'"),
    ("scopa2+napola+napola=6", "'napola'", "'napola=6'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "one", "other"), CLASHES)
def test_what_does_not_go_together_is_named(text: str, one: str, other: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules.parse(text)
    assert one in str(error.value)
    assert other in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "", "+", "scopa2+", "scopa2++napola", "scopa7", "scopa2+nappola", "scopa2+target", "scopa2+target=",
        "scopa2+target=x", "scopa2+target=0", "scopa2+target=1000", "scopa2+fewest=1", "scopa2+no_target",
        "scopa2+no_rebello", "scopa2+ace=maybe", "scopa2+capture=none", "scopa2+capture=", "scopa2+redeal=K3",
        "scopa2+redeal=R9", "scopa2+opening=15", "scopa2+opening=0:1", "scopa2+players=7", "scopa2+players=1",
        "scopa2+sides=1", "scopa4+sides=3", "scopa2+primiera=best", "scopa2+primiera=most_",
        "scopa2+primiera=most_77",
        "scopa2+primiera=most_8", "scopa2+card=x", "scopa2+card=x:7d", "scopa2+card=x:9d:1", "scopa2+card=x:7d:0",
        "scopa2+card=x:7d:1:7d", "scopa2+card=X Y:7d:1", "scopa2+set=x:7d:1", "scopa2+run=x:d:4:3",
        "scopa2+run=x:q:1:3",
        "scopa2+majority=x:suit:1", "scopa2+majority=x:suit.q:1", "scopa2+majority=x:cards:1:half", "scopa2+wins=all:x",
        "scopa2+wins=cards:", "scopa2+scopa_card=Rs", "scopa2+scopa_card=Rs:0", "scopa2+declare=x:y:1",
        "scopa2+declare=x:low", "bazzica+declare_stack=all", "scopa2+settebello=3", "scopa2+rebello=2",
        "scopa2+redeal=R3,R4,A2,A3,22", "scopa2+napola=11", "scopa2+napola=2", "scopa2+hand=-3", "scopa2+deck=it78",
    ],
)  # fmt: skip
def test_bad_options_are_refused(text: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules.parse(text)
    assert "\n" not in str(error.value)


def test_a_near_word_is_suggested() -> None:
    with pytest.raises(RulesError, match="is it napola"):
        Rules.parse("scopa2+nappola")


def test_python_fields_are_checked_too() -> None:
    bad: list[dict[str, Any]] = [
        {"sides": (0, 0)}, {"sides": (0, 1, 0)}, {"players": 4, "sides": (0, 0, 1, 1)}, {"tie_break": "lot"},
        {"target": "11"}, {"capture_modes": frozenset()}, {"max_capture_cards": 0},
        {"instant_win": ("all:D",)}, {"instant_win": ("cards:",)}, {"name": "scopa7"},
    ]  # fmt: skip
    for changes in bad:
        with pytest.raises(RulesError):
            replace(Rules.preset("scopa2"), **changes)
    assert Rules.preset("scopa4", players=6).sides == (0, 1, 0, 1, 0, 1)


# Each option alone, and all of them together at random ----------------------------------------------------

BASES = ("scopa2", "scopa4", "scopone9", "cirulla", "bazzica", "maresciallo_full", "cicera", "ponino")
SOME = (
    "players=4", "sides=2", "sides=each", "hand=6", "hand=9", "table=0", "direction=clockwise", "dealer=left",
    "redeal=A2", "redeal=max10,R3", "redeal=none", "opening=15:1", "opening=none", "open_last", "no_open_last",
    "capture=equal,sum,fifteen", "capture=fifteen", "priority=off", "priority=same_value", "max_cards=2",
    "max_cards=none", "fewest", "optional", "no_optional", "ace=if_no_ace", "ace=always", "ace=off", "ace_scopa",
    "no_ace_scopa", "ace_self", "ace_opening=forbidden", "ace_opening=no_sweep", "last_scopa", "scopa=2",
    "primiera=none", "primiera=veneto", "primiera=milanese", "primiera=most_7654", "incomplete=sum",
    "scuderia=player", "scuderia=side", "scuderia=off", "scopa_card=Rs:-3", "scopa_card=none", "scopa_card_adds",
    "picada=1", "picada=0", "declare=tris:three_equal:3", "declare=none", "wild=7c", "wild=none", "wild_value=no",
    "declare_stack=sum", "declare_mode=automatic", "wins=all:d", "wins=none", "leftovers=dealer", "target=16",
    "reach=exceed", "tie=count_order", "napola", "napola=5", "no_napola", "rebello", "rosmarino", "settanta",
    "grande", "piccola", "no_settebello", "no_denari", "argentina", "majority=spade:suit.s:1",
    "majority=carte:cards:2:split", "card=x:2c:-2", "card=y:3c:1:4c", "set=z:2s3s4s:2", "run=w:b:2:9",
)  # fmt: skip


def test_every_option_is_tried() -> None:
    tried = {text.partition("=")[0].removeprefix("no_") for text in SOME} | {"deck"}
    assert {option.key for option in OPTIONS} <= tried
    assert set(option_names()) == {o.key for o in OPTIONS} | set(known_items()) | set(BUNDLES) | {
        "majority", "card", "set", "run",
    }  # fmt: skip


def as_twin_has_it(rules: Rules, twin: TwinRules) -> dict[str, tuple[Any, Any]]:
    """Fields in which the two readings of one text differ."""

    def plain(value: Any) -> Any:
        if isinstance(value, tuple | list | frozenset | set):
            return sorted((plain(v) for v in value), key=str)
        if hasattr(value, "__dataclass_fields__"):
            return plain([getattr(value, f.name) for f in fields(value)])
        return None if value in ("", None) else str(value)

    ours = {f.name: getattr(rules, f.name) for f in fields(rules)}
    theirs: dict[str, Any] = {f.name: getattr(twin, f.name) for f in fields(twin)}
    theirs["sides"] = twin.side_of
    theirs["name"] = rules.name
    ours["instant_win"] = rules.wins
    if rules.primiera is not None and rules.primiera.mode == "count_lex":
        ours["primiera"], theirs["primiera"] = rules.primiera.ranks, tuple(twin.primiera.ranks)  # type: ignore[union-attr]
    elif rules.primiera is not None:
        ours["primiera"], theirs["primiera"] = rules.primiera.values, twin.primiera.values  # type: ignore[union-attr]
    if rules.deck == "it40":
        theirs["instant_win"] = [w & frozenset(twin.pack) for w in twin.instant_win]
    return {k: (ours[k], theirs[k]) for k in ours if plain(ours[k]) != plain(theirs[k])}


@pytest.mark.parametrize("name", preset_names())
def test_both_engines_read_a_game_alike(name: str) -> None:
    assert as_twin_has_it(Rules.parse(name), TwinRules.from_string(name)) == {}


@pytest.mark.parametrize("option", SOME)
@pytest.mark.parametrize("base", BASES)
def test_an_option_alone(base: str, option: str) -> None:
    try:
        rules = Rules.parse(f"{base}+{option}")
    except RulesError:
        return
    text = str(rules)
    assert Rules.parse(text) == rules
    assert as_twin_has_it(rules, TwinRules.from_string(text)) == {}


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(BASES), st.lists(st.sampled_from(SOME), max_size=7))
def test_options_together(base: str, options: list[str]) -> None:
    try:
        rules = Rules.parse("+".join((base, *options)))
    except RulesError as error:
        assert "\n" not in str(error)
        return
    text = str(rules)
    assert Rules.parse(text) == rules
    assert str(Rules.parse(text)) == text
    assert as_twin_has_it(rules, TwinRules.from_string(text)) == {}
    p = Position.deal(rules, 1)
    rng = Random(text)
    for _ in range(rng.randrange(p.cards_left)):
        p = p.play(rng.choice(p.legal_moves))
    assert Position.parse(str(p)) == p
    assert describe(rules, "it") and describe(rules, "en")


@given(st.text(alphabet="scopa2+=:,.RdA7x_0-\x00é ", max_size=40))
def test_any_text_is_rules_or_a_rules_error(text: str) -> None:
    for candidate in (text, "scopa2+" + text):
        try:
            rules = Rules.parse(candidate)
        except RulesError:
            continue
        assert Rules.parse(str(rules)) == rules


def test_equal_positions_under_equal_rules() -> None:
    one = Position.deal(Rules.parse("scopa2+napola+target=21"), 5)
    other = Position.parse(str(one).replace("target=21+napola", "napola+target=21"))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Position.deal(Rules.parse("scopa2"), 5)


# In words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_every_game_is_told_in_both_languages(name: str) -> None:
    rules = Rules.preset(name)
    for language in ("it", "en"):
        title, text, _ = about(name, language)
        sentences = describe(rules, language)
        assert title and text.endswith(".")
        assert len(sentences) > 10
        assert all(s.endswith(".") and "{" not in s for s in sentences)
        assert any(str(rules.target) in s for s in sentences)
    assert describe(rules, "it") != describe(rules, "en")
    assert bool(about(name, "it").doubt) == bool(about(name, "en").doubt)


def test_uncertain_readings_are_marked() -> None:
    assert {name for name in preset_names() if is_uncertain(name)} == {
        "scopone_trentino",
        "scopone_de_trente_bga",
    }
    assert "INCERTO" in about("scopone_trentino", "it").doubt


def test_every_option_is_told() -> None:
    assert set(option_words()) == set(option_names())
    for word in option_words():
        assert about_option(word, "it") and about_option(word, "en")
    with pytest.raises(KeyError):
        about_option("nonsense")


def test_rules_that_differ_are_told_differently() -> None:
    told = {}
    for option in SOME:
        for base in BASES:
            try:
                rules = Rules.parse(f"{base}+{option}")
            except RulesError:
                continue
            if str(rules) == base:
                continue
            text = "\n".join(describe(rules, "en"))
            assert text != "\n".join(describe(Rules.preset(base), "en")), str(rules)
            told[str(rules)] = text
    assert len(told) > 300


def out(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(args) == 0
    return capsys.readouterr().out


def test_the_command_rules(capsys: pytest.CaptureFixture[str]) -> None:
    listed = out(capsys, "rules")
    assert all(f"{name} " in listed or f"{name}?" in listed for name in preset_names())
    assert "scopone_trentino?" in listed
    both = out(capsys, "rules", "cirulla")
    assert "Gioco" not in out(capsys, "rules", "cirulla", "--language", "en")
    assert "51" in both
    assert "Genoa" not in both
    assert "INCERTO" in out(capsys, "rules", "scopone_trentino")
    assert "scopa2+target=21+napola" in out(capsys, "rules", "scopa2+napola+target=21")
    assert "most sevens" in out(capsys, "rules", "primiera")
    assert out(capsys, "rules", "grande", "--language", "en").startswith("Grande: 5 points")
    for args in (["rules", "scopa9"], ["rules", "scopa2+x"], ["rules", "x", "--language", "fr"]):
        assert main(args) != 0
        error = capsys.readouterr().err
        assert error.count("\n") == 1


def test_the_command_rules_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(line) for line in out(capsys, "rules", "--json").splitlines()]
    games = {row["rules"]: row for row in rows if "rules" in row}
    assert list(games) == list(preset_names())
    assert games["scopone_trentino"]["uncertain"]
    assert games["cirulla"]["it"]["title"] == "Cirulla"
    assert {row["option"] for row in rows if "option" in row} == set(option_words()) - set(preset_names())
    (row,) = [json.loads(line) for line in out(capsys, "rules", "scopa2+napola", "--json").splitlines()]
    assert row["rules"] == "scopa2+napola"


def test_deal_and_moves_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    line = out(capsys, "deal", "scopone10+napola+rebello", "--seed", "7").strip()
    assert line.startswith("scopone10+rebello+napola ")
    assert json.loads(out(capsys, "score", line, "--json"))["items"]["napola"] == [0, 0]
