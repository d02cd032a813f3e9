"""The drawings: every card in both styles, positions, notebooks, and the files that render writes."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest

from scopone import Card, Position, Rules, analyse, examples, solve
from scopone.cards import pack
from scopone.cli import main
from scopone.names import card_name, seat_name, side_name
from scopone.svg import STYLES, back_svg, card_svg, position_svg
from scopone.svg.card import PLACES
from scopone.svg.palette import PAPER, TINTS
from scopone.svg.pips import PIPS
from scopone.svg.png import png_bytes
from scopone.view import View

SVG = "{http://www.w3.org/2000/svg}"
EVERY = pack("it52")


def titles(svg: str) -> list[str]:
    return [t.text or "" for t in ET.fromstring(svg).iter(f"{SVG}title")]


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("style", STYLES)
def test_every_card(style: str) -> None:
    drawn = {card: card_svg(card, style) for card in EVERY}
    assert len(set(drawn.values())) == len(EVERY)
    for card, svg in drawn.items():
        root = ET.fromstring(svg)
        assert root.get("viewBox") == "0 0 100 150" and root.get("width") is None
        assert len(titles(svg)) == 1
        assert not any(e.get("id") for e in root.iter())  # many cards share a page
        assert "{" not in svg and "None" not in svg
        assert len(svg) < (6000 if card.rank in "89T" else 4100), card


@pytest.mark.parametrize("style", STYLES)
def test_numbers_have_as_many_pips(style: str) -> None:
    in_corners = 2
    for card in EVERY:
        if card.rank not in PLACES:
            continue
        number = "A23456789T".index(card.rank) + 1
        assert card_svg(card, style).count(PIPS[style][card.suit]) == number + in_corners
        assert {(100 - x, y) for x, y in PLACES[card.rank]} == set(PLACES[card.rank])


def test_names_and_mappings() -> None:
    assert titles(card_svg(Card("7d"))) == ["sette di denari"]
    assert titles(card_svg(Card("Cd"), "french", "en")) == ["queen of diamonds"]
    assert titles(card_svg(Card("Fd"), "french", "en", "queen_low")) == ["queen of diamonds"]
    eight = titles(card_svg(Card("Fd"), "french", "en", "fr40_pip"))
    assert eight == ["eight of diamonds"]
    with pytest.raises(ValueError, match="unknown style 'x'"):
        card_svg(Card("7d"), "x")
    with pytest.raises(ValueError, match="8d is not among the cards"):
        card_svg(Card("8d"), "french", mapping="fr40_court")


def test_backs_differ_from_each_other() -> None:
    assert len({back_svg(style) for style in STYLES}) == 2
    assert titles(back_svg(language="en")) == ["face-down card"]


def test_colours_stay_apart() -> None:
    for style in STYLES:
        for tint in TINTS[style].values():
            assert contrast(tint.ink, PAPER) >= 7
    mains = [TINTS["italian"][suit].main for suit in "dcb"]
    for a, b in combinations(mains, 2):
        assert contrast(a, b) > 1.5


@pytest.mark.parametrize("game", ["scopone10", "scopa2", "scopa3", "scopa6", "cicera", "cirulla"])
def test_a_position_shows_every_card_once(game: str) -> None:
    p = Position.deal(Rules.preset(game), 4)
    for _ in range(3):
        p = p.play(p.legal_moves[0])
    found = titles(position_svg(p))
    seen = [card_name(c) for c in (*p.table, *(c for hand in p.hands for c in hand))]
    assert sorted(t for t in found[1:] if " di " in t) == sorted(seen)
    assert seat_name(p.turn, p.rules.players) in found[0]


def test_hidden_hands_are_backs() -> None:
    p = Position.deal(Rules.preset("scopone9"), 4)
    view = View.of(p)
    svg = position_svg(view, language="en")
    assert titles(svg).count("face-down card") == 27
    for seat, hand in enumerate(p.hands):
        for card in hand:
            assert (card_name(card, "en") in titles(svg)) == (seat == view.turn)


def test_the_strip_counts_what_was_won() -> None:
    p = Position.parse(examples.line("example"))
    texts = [t.text for t in ET.fromstring(position_svg(p, language="en")).iter(f"{SVG}text")]
    at = texts.index(side_name(0, p.rules.sides, "en"))
    taken = p.captured_by(0)
    assert texts[at + 1 : at + 5] == [
        str(len(taken)), str(sum(c.suit == "d" for c in taken)), str(p.scope[0]), str(p.score().points[0]),
    ]  # fmt: skip


def test_the_viewer_sits_at_the_bottom() -> None:
    p = Position.deal(Rules.preset("scopone10"), 4)
    lowest = []
    for viewer in range(4):
        root = ET.fromstring(position_svg(p, viewer=viewer))
        cards = {s[0].text: float(s.get("y", "0")) for s in root.iter(f"{SVG}svg") if s.get("x")}
        lowest.append({name for name, y in cards.items() if y == max(cards.values())})
    assert lowest == [set(map(card_name, hand)) for hand in p.hands]
    with pytest.raises(ValueError, match="seat 4"):
        position_svg(p, viewer=4)


class Closed(HTMLParser):
    """Counts tags that are opened and closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open = {"div": 0, "table": 0, "svg": 0, "p": 0}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.open:
            self.open[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            self.open[tag] -= 1


def test_notebooks() -> None:
    p = Position.parse(examples.line("keep-the-settebello"))
    assert p._repr_svg_() == position_svg(p, language="en")
    for found in (solve(p), analyse(p)):
        page = found._repr_html_()
        reader = Closed()
        reader.feed(page)
        assert not any(reader.open.values())
        assert str(found.bounds) in page and str(found.best) in page
    assert page.count("<tr") == len(p.legal_moves) + 1


def test_render_files(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    args = ["render", "example", "--style", "french", "--language", "en"]
    assert main([*args, "--svg", str(svg), "--png", str(png), "--width", "300"]) == 0
    text = svg.read_text(encoding="utf-8")
    assert text == position_svg(Position.parse(examples.line("example")), "french", "en")
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG\r\n") and int.from_bytes(data[16:20]) == 300
    assert data == png_bytes(text, 300)
    assert capsysbinary.readouterr().out == b""
    assert main([*args, "--svg", "-"]) == 0
    assert capsysbinary.readouterr().out == text.encode()
    assert sorted(tmp_path.iterdir()) == [png, svg]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["example", "--svg", "/nowhere/a.svg"], "cannot write /nowhere/a.svg"),
        (["example", "--svg", "a\0b"], "cannot write"),
        (["example", "--style", "x"], "--style x: one of italian, french"),
        (["example", "--language", "fr", "--svg", "-"], "fr"),
        (["example", "--png", "-", "--width", "0"], "0 pixels"),
        (["example", "two-players", "--svg", "{tmp}/a.svg"], "a picture is of one position"),
    ],
)
def test_render_errors(
    args: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["render", *(a.replace("{tmp}", str(tmp_path)) for a in args)])
    out, err = capsys.readouterr()
    assert status == (1 if len(args) > 3 and args[1] == "two-players" else 2)
    assert said in err and err.count("\n") == 1 and not out


def test_a_picture_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    path.chmod(0o640)
    assert main(["render", "example", "--png", str(path), "--width", "99999999"]) == 2
    assert path.read_bytes() == b"old"
    assert main(["render", "example", "--png", str(path), "--width", "50"]) == 0
    assert path.read_bytes() != b"old" and path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]
