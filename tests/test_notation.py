"""Cards, moves and position lines: what is written is read back, and what is malformed is a ValueError."""

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopone import Card, Move, NotationError, Position, Rules
from scopone.cards import CardError, pack, write_cards
from scopone.notation import MAX_LINE, read_fields, write_fields
from scopone.rules import preset_names

SIX = (
    "scopone10 4s5b7sFdCdCc/Ac4d5s7bFcCb/4c4b6c7d7cRc/Ad3s6bFsFbRd 3cCs 2d2s3d3b/AsAb2c2b5d5c6d6sRsRb 0-1 0:1"
)
STOCK = (
    "scopa2 6s6bRs/As4s5s 7s7bFdRb -/- 0-0 0:- 6cCdCb3s4cAdRc6dAbCc3d3bFc5d2bFb7dRdCs5c4dAc2d2c3cFs7c2s5b4b"
)


def game(name: str, seed: int) -> list[Position]:
    """The positions of a random game."""
    rng = random.Random(seed)
    positions = [Position.deal(Rules.preset(name), seed)]
    while not positions[-1].is_over:
        moves = positions[-1].legal_moves
        positions.append(positions[-1].play(moves[rng.randrange(len(moves))]))
    return positions


# Cards and moves


def test_cards_are_read_in_any_case_and_written_in_one() -> None:
    for card in pack("it52"):
        assert Card(str(card)) is Card(str(card).lower()) is Card(str(card).upper()) is card
    assert [str(c) for c in sorted(map(Card, ("Rb", "7d", "Ab", "Ad", "Fs")))] == [
        "Ad",
        "Ab",
        "7d",
        "Fs",
        "Rb",
    ]
    assert write_cards(map(Card, ("Rd", "4s", "5b"))) == "4s5bRd"
    assert write_cards([]) == "-"


@pytest.mark.parametrize("text", ["", "7", "7x", "1d", "7dd", "d7", " 7d", None, 7, b"7d", "ßd", "7\u017f"])
def test_no_card(text: object) -> None:
    with pytest.raises(CardError):
        Card(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "written"),
    [("7d", "7d"), ("7dx7c", "7dx7c"), ("7DX7C", "7dx7c"), ("rdx4SAC5b", "RdxAc4s5b"), ("AdxAd", "AdxAd")],
)
def test_moves_are_written_in_card_order(text: str, written: str) -> None:
    assert str(Move.parse(text)) == written
    assert Move.parse(written) == Move.parse(text)
    assert eval(repr(Move.parse(text))) == Move.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "7dx",
        "x7d",
        "7dxx7c",
        "7dx7c7c",
        "7d7c",
        "7dx7",
        "7d x7c",
        "7d\n",
        "7dx-",
        None,
        b"7d",
        "7" * 2000,
    ],
)
def test_no_move(text: object) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)  # type: ignore[arg-type]


def test_a_bare_card_is_enough_where_it_has_one_meaning() -> None:
    p = Position.parse(SIX)
    assert p.read_move("Cc") == Move.parse("CcxCs")
    p = p.play("7s").play("Ac").play("7d")
    assert str(p.read_move("Rd")) == "RdxAcCs"
    rules = Rules.preset("scopa2")
    hand = ["7d", "2b", "2c"]
    table = ["3d", "4d", "5d", "2d"]
    rest = [c for c in map(str, pack()) if c not in hand + table]
    p = Position.from_pack(rules, [Card(c) for c in table + hand + rest])
    with pytest.raises(ValueError, match="7d has 2 meanings: 7dx2d5d, 7dx3d4d"):
        p.play("7d")
    assert p.play("7dx4d3d") == p.play("7dx3d4d")


def test_illegal_moves_say_why() -> None:
    p = Position.parse(SIX)
    for text, why in [
        ("Rd", "seat 0 to move does not hold Rd"),
        ("Ccx3c", "Cc can only be played as CcxCs"),
        ("4sx3c", "4s can only be played as 4s"),
    ]:
        with pytest.raises(ValueError, match=why):
            p.play(text)
    with pytest.raises(ValueError, match="the hand is over"):
        game("scopone10", 1)[-1].play("7d")


# Position lines


@pytest.mark.parametrize("name", preset_names())
def test_every_position_of_random_games_is_read_back(name: str) -> None:
    for seed in range(3):
        for p in game(name, seed):
            line = str(p)
            q = Position.parse(line)
            assert q == p
            assert hash(q) == hash(p)
            assert str(q) == line
            assert q.legal_moves == p.legal_moves
            assert Position.parse(line.upper()) == Position.parse(line.lower()) == p
            assert eval(repr(p)) == p
            assert Position.parse(line + "\r\n") == p
        assert pickle.loads(pickle.dumps(p)) == p
        assert pickle.loads(pickle.dumps(p.legal_moves)) == tuple(p.legal_moves)


@given(st.sampled_from(preset_names()), st.integers(0, 10**6), st.integers(0, 60))
def test_reading_back_at_any_time_of_any_game(name: str, seed: int, ply: int) -> None:
    positions = game(name, seed)
    p = positions[min(ply, len(positions) - 1)]
    assert Position.parse(str(p)) == p


def test_the_parts_of_a_position() -> None:
    p = Position.parse(SIX)
    assert str(p.rules) == "scopone10"
    assert write_cards(p.hands[1]) == "Ac4d5s7bFcCb"
    assert write_cards(p.table) == "3cCs"
    assert [len(pile) for pile in p.piles] == [4, 10]
    assert (p.scope, p.turn, p.last_capturer, p.stock) == ((0, 1), 0, 1, ())
    p = Position.parse(STOCK)
    assert [str(c) for c in p.stock[:3]] == ["6c", "Cd", "Cb"]  # in dealing order, not in card order
    assert p.last_capturer is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("scopone10", "scopone11", "rules, column 1: unknown rules 'scopone11'"),
        ("4s5b", "4x5b", "hands, column 11: unknown card '4x'"),
        ("Cc/Ac", "CcAc", "hands, column 11: 3 where the rules have 4 hands"),
        ("4d5s", "4d4d", "hands, column 28: 4d stands twice"),
        ("4s5b7s", "4s5b7sAb", "hands, column 11: hands of 7, 6, 6, 6 cards do not fit seat 0 to move"),
        ("3cCs ", "3cC ", "table, column 65: unknown card 'C'"),
        ("3cCs ", "- ", "hands, column 11: 2 cards are nowhere (3c Cs), 0 are hidden"),
        ("3cCs ", "3cCs4s ", "table, column 67: 4s stands twice (already in hands)"),
        ("2d2s3d3b/", "2d2s3d3b", "piles, column 68: 1 where the rules have 2 piles"),
        (" 0-1 ", " 0-9 ", "scope, column 98: side 1 has 9 scope with 10 captured cards"),
        (" 0-1 ", " 01 ", "scope, column 98: '01' where the scope of 2 sides belong"),
        (" 0-1 ", " 0(1)-1 ", "scope, column 98: these rules give no points in play other than scope"),
        (" 0:1", " 1:1", "hands, column 11: hands of 6, 6, 6, 6 cards do not fit seat 1 to move"),
        (" 0:1", " 4:1", "turn, column 102: '4' where a number from 0 to 3 belongs"),
        (" 0:1", " 0:-", "turn, column 102: no last capturer, but piles hold cards"),
        (" 0:1", " 0:1:3c", "turn, column 102: 3c cannot be the card just laid"),
        (" 0:1", " 0", "turn, column 102: '0' where the seat to move"),
        (" 0:1", " 0:1 7d", "stock, column 106: a stock of 1 cards"),
        (" 0:1", "", "5 fields where a position has 6"),
        (" 3cCs", "  3cCs", "7 fields where a position has 6 (7 with a stock), with single spaces"),
        ("4s5b7sFdCdCc", "?", "hands, column 11: hidden cards"),
    ],
)
def test_errors_name_the_field_the_column_and_what_was_found(old: str, new: str, said: str) -> None:
    assert SIX.count(old) == 1
    with pytest.raises(NotationError) as caught:
        Position.parse(SIX.replace(old, new))
    assert str(caught.value).startswith(said)


def test_the_end_of_a_hand() -> None:
    over = str(game("scopone10", 4)[-1])
    assert Position.parse(over).is_over
    with pytest.raises(NotationError):
        Position.parse(over.replace(" 0:", " 1:"))
    hands, table, piles = over.split(" ")[1:4]
    assert (hands, table) == ("-/-/-/-", "-")
    with pytest.raises(NotationError, match="the hand is over: what was left belongs to the last capturer"):
        Position.parse(over.replace(f" - {piles}", f" {piles[:2]} {piles[2:]}"))


def test_stocks_have_the_size_of_handfuls() -> None:
    with pytest.raises(NotationError, match="stock, column"):
        Position.parse(STOCK[:-2])
    with pytest.raises(NotationError, match="4b stands twice"):
        Position.parse(STOCK[:-4] + "4b4b")


def test_hidden_hands_are_fields_but_no_position() -> None:
    hidden = SIX.replace("Ac4d5s7bFcCb", "?").replace("4c4b6c7d7cRc", "?6")
    fields = read_fields(hidden)
    assert fields.is_hidden
    assert write_fields(fields) == SIX.replace("Ac4d5s7bFcCb", "?6").replace("4c4b6c7d7cRc", "?6")
    with pytest.raises(NotationError, match="hands, column 24: hidden"):
        Position.parse(hidden)
    for wrong in ("?5", "?7", "?99", "?-1", "??"):
        with pytest.raises(NotationError):
            read_fields(SIX.replace("Ac4d5s7bFcCb", wrong))
    dealt = STOCK.rpartition(" ")[0]
    assert write_fields(read_fields(f"{dealt} ?")) == f"{dealt} ?30"
    with pytest.raises(NotationError, match="stock, column"):
        Position.parse(f"{dealt} ?30")


# Malformed input: ValueError or a position, nothing else


def reads_or_refuses(text: object) -> None:
    try:
        p = Position.parse(text)  # type: ignore[arg-type]
    except ValueError as error:
        assert len(str(error)) < 400
        assert "\n" not in str(error)
    else:
        assert Position.parse(str(p)) == p
        assert sum(map(len, (*p.hands, p.table, *p.piles, p.stock))) == len(pack(p.rules.deck))
        for move in p.legal_moves:
            p.play(move)
        p.score()


LINES = [str(p) for name in preset_names() for p in game(name, 11)[::7]]
SCRAPS = [
    "",
    "-",
    "/",
    ":",
    " ",
    "?",
    "?3",
    "7d",
    "x",
    "(1)",
    "0",
    "9" * 30,
    "\n",
    "\0",
    "é",
    "٣",
    "\ud800",
    "+napola",
]


@given(st.text())
def test_any_text(text: str) -> None:
    reads_or_refuses(text)


@given(st.one_of(st.none(), st.integers(), st.binary(), st.lists(st.text())))
def test_any_thing(thing: object) -> None:
    with pytest.raises(ValueError):
        Position.parse(thing)  # type: ignore[arg-type]


@given(st.binary())
def test_any_bytes_as_text(data: bytes) -> None:
    reads_or_refuses(data.decode("utf-8", "surrogateescape"))
    reads_or_refuses(data.decode("latin-1"))


@given(st.sampled_from(LINES), st.data())
def test_damaged_lines(line: str, data: st.DataObject) -> None:
    """Pieces cut out, put in, doubled or exchanged."""
    for _ in range(data.draw(st.integers(1, 4))):
        a = data.draw(st.integers(0, len(line)))
        b = data.draw(st.integers(a, min(len(line), a + 4)))
        c = data.draw(st.integers(b, min(len(line), b + 4)))
        scrap = data.draw(st.one_of(st.sampled_from(SCRAPS), st.text(max_size=3)))
        line = data.draw(
            st.sampled_from(
                [
                    line[:a] + line[b:],
                    line[:a] + scrap + line[b:],
                    line[:a] + line[b:c] + line[a:b] + line[c:],
                    line[:b] + line[a:b] + line[b:],
                ]
            )
        )
    reads_or_refuses(line)


@given(st.sampled_from(LINES), st.sampled_from(LINES), st.data())
def test_fields_of_different_lines(one: str, other: str, data: st.DataObject) -> None:
    fields = [data.draw(st.sampled_from(pair)) for pair in zip(one.split(), other.split(), strict=False)]
    reads_or_refuses(" ".join(fields))


@given(st.sampled_from(preset_names()), st.data())
def test_lines_made_of_the_right_pieces(name: str, data: st.DataObject) -> None:
    """Every card in a place of its own, sizes and numbers at random: much of it nearly right."""
    rules = Rules.preset(name)
    cards = [str(c) for c in data.draw(st.permutations(pack(rules.deck)))]

    def take(most: int) -> str:
        n = min(data.draw(st.integers(0, most)), len(cards))
        taken = [cards.pop() for _ in range(n)]
        return "".join(taken) or "-"

    size = data.draw(st.integers(0, rules.hand))
    turn = data.draw(st.integers(0, rules.players - 1))
    hands = [
        "".join(cards.pop() for _ in range(size - (seat < turn))) or "-" for seat in range(rules.players)
    ]
    table = take(10)
    stock = ["".join(cards.pop() for _ in range(min(len(cards), rules.hand * rules.players)))]
    piles = [take(40) for _ in range(rules.n_piles - 1)]
    piles.append("".join(cards) or "-")
    scope = "-".join(str(data.draw(st.integers(0, 9))) for _ in range(rules.n_sides))
    last = data.draw(st.sampled_from([*map(str, range(rules.players)), "-"]))
    fields = [str(rules), "/".join(hands), table, "/".join(piles), scope, f"{turn}:{last}"]
    reads_or_refuses(" ".join(fields + stock * data.draw(st.integers(0, 1))))


def test_long_lines_are_refused_at_once() -> None:
    with pytest.raises(
        NotationError, match=f"line of 10000000 characters: a position has at most {MAX_LINE}"
    ):
        Position.parse("7" * 10_000_000)


@given(st.text(max_size=12))
def test_any_move_text(text: str) -> None:
    p = Position.parse(SIX)
    try:
        move = p.read_move(text)
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        assert move in p.legal_moves
