"""French-suited cards for Italian ones."""

import io
import json
from random import Random

import pytest

from scopone import Card, Move, Position, Rules
from scopone.cards import CardError, pack
from scopone.cli import main
from scopone.french import MAPPINGS, card_name, from_french, mapping_for, read_card, to_french, write_card
from scopone.rules import preset_names


@pytest.mark.parametrize(
    ("french", "mapping", "italian"),
    [
        ("QD", "fr40_court", "Cd"), ("jd", "fr40_court", "Fd"), ("KS", "fr40_court", "Rs"),
        ("7H", "fr40_court", "7c"), ("7C", "fr40_court", "7b"), ("AS", "fr40_court", "As"),
        ("8D", "fr40_pip", "Fd"), ("9H", "fr40_pip", "Cc"), ("10C", "fr40_pip", "Rb"), ("tc", "fr40_pip", "Rb"),
        ("QD", "queen_low", "Fd"), ("JS", "queen_low", "Cs"), ("KH", "queen_low", "Rc"),
        ("10S", "fr52", "Ts"), ("8D", "fr52", "8d"), ("QC", "fr52", "Cb"),
    ],
)  # fmt: skip
def test_cards(french: str, mapping: str, italian: str) -> None:
    card = read_card(french, mapping)
    assert card is Card(italian)
    assert write_card(card, mapping) == french.upper().replace("T", "10")


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_every_card_of_a_pack_goes_both_ways(mapping: str) -> None:
    cards = pack("it52" if mapping == "fr52" else "it40")
    texts = [write_card(c, mapping) for c in cards]
    assert len(set(texts)) == len(cards)
    assert [read_card(text, mapping) for text in texts] == list(cards)
    for language in ("it", "en"):
        assert len({card_name(c, language, mapping) for c in cards}) == len(cards)


def test_names() -> None:
    assert card_name(Card("Cd")) == "donna di quadri"
    assert card_name(Card("Cd"), "en") == "queen of diamonds"
    assert card_name(Card("Rc"), "en", "fr40_pip") == "ten of hearts"


@pytest.mark.parametrize(
    ("text", "mapping"),
    [("8D", "fr40_court"), ("QD", "fr40_pip"), ("Cd", "fr40_court"), ("7d7", "fr40_court"), ("1D", "fr52")],
)
def test_no_such_card(text: str, mapping: str) -> None:
    with pytest.raises(CardError):
        read_card(text, mapping)


def test_a_card_of_another_pack() -> None:
    with pytest.raises(CardError):
        write_card(Card("8d"), "fr40_court")
    with pytest.raises(CardError):
        from_french("9Dx4C", "fr40_court")


def test_moves() -> None:
    for french, italian in (("KDx4S6H", "Rdx4s6c"), ("7c", "7b"), ("!tris:QD", "!tris:Cd"), ("!7D", "!7d")):
        assert from_french(french) == italian
        assert Move.parse(from_french(french.lower()))
    assert to_french("!buona=A:7cx2d") == "!buona=A:7Hx2D"


@pytest.mark.parametrize("name", preset_names())
def test_positions_of_every_game(name: str) -> None:
    rules = Rules.preset(name)
    mapping = mapping_for(rules)
    rng = Random(name)
    p = Position.deal(rules, 3)
    while not p.is_over:
        line = to_french(str(p), mapping)
        assert from_french(line, mapping) == str(p)
        assert line.split()[0] == name
        for move in p.legal_moves:
            assert from_french(to_french(str(move), mapping), mapping) == str(move)
        p = p.play(rng.choice(p.legal_moves))


def test_the_mapping_of_a_game() -> None:
    assert mapping_for(Rules.preset("chkobba")) == "queen_low"
    assert mapping_for(Rules.preset("cicera")) == "fr52"
    assert mapping_for(Rules.parse("scopa2+napola")) == "fr40_court"


def test_lines_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [str(Position.deal(Rules.preset("cicera"), seed)) for seed in range(3)]
    for text, expected, more in (
        ("\n\n".join(lines), [to_french(line, "fr52") for line in lines], []),
        ("\n".join(to_french(line, "fr52") for line in lines), lines, ["--french"]),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert main(["cards", "-", "--mapping", "fr52", *more]) == 0
        assert capsys.readouterr().out.splitlines() == expected


def test_the_command_cards(capsys: pytest.CaptureFixture[str]) -> None:
    def out(*args: str) -> str:
        assert main(["cards", *args]) == 0
        return capsys.readouterr().out

    assert out("Cd", "RdxAc4s5b") == "QD\nKDxAH4S5C\n"
    assert out("QD", "7c", "--french") == "Cd\n7b\n"
    assert out("8D", "--french", "--mapping", "fr40_pip") == "Fd\n"
    assert json.loads(out("7d", "--json")) == {"italian": "7d", "french": "7D", "mapping": "fr40_court"}
    line = str(Position.deal(Rules.preset("scopa2"), 1))
    assert out(line).strip() == to_french(line)
    assert "donna di quadri" in out()
    assert len(out("--json", "--mapping", "fr52").splitlines()) == 52
    for args in (["xx"], ["9D", "--french"], ["7d", "--mapping", "x"], ["scopa2 x"]):
        assert main(["cards", *args]) == 2
        assert capsys.readouterr().err.count("\n") == 1
