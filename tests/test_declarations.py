"""Declarations as moves, the wild card, what all have seen, and what they are worth with open cards."""

from random import Random

import pytest

from scopone import IllegalMove, Move, NotationError, Position, Rules, Unsolvable, analyse, solve
from scopone.view import View
from tests.core_engine import line_with
from tests.twin import TwinRules, brute_moves, random_position


def test_declaring_is_part_of_the_first_move_of_a_hand() -> None:
    p = Position.parse(line_with("bazzica+no_open_last 7d7c7s/2d3c4s Rd", "Rc", "0-0 0:0"))
    assert {str(d): n for d, n in p.declarations.items()} == {"!tris": 7}
    assert [str(m) for m in p.legal_moves] == ["7d", "7c", "7s", "!tris:7d", "!tris:7c", "!tris:7s"]
    q = p.play("!tris:7c")
    assert str(q).split()[1] == "7d7s!/2d3c4s"
    assert str(q).split()[4] == "0(+7)-0"
    assert (q.bonus, q.shown, q.revealed) == (
        (7, 0),
        (Move.parse("7d").card, Move.parse("7s").card),
        ((*q.hands[0],), ()),
    )
    assert q.score()["declarations"] == (7, 0)
    assert Position.parse(str(q)) == q
    silent = p.play("7c")
    assert str(silent).split()[1] == "7d7s/2d3c4s"
    assert (silent.bonus, silent.shown) == ((0, 0), ())
    later = q.play("!nove_diverse:2d")  # and the other side
    assert str(later).split()[1] == "7d7s!/3c4s!"
    assert later.play("7s").declarations == {}  # only with three cards in hand
    assert later.play("7s").shown == (Move.parse("3c").card, Move.parse("4s").card, Move.parse("7d").card)


def test_short_forms_of_declarations() -> None:
    p = Position.parse(line_with("bazzica 7d7c7s/2d3c4s Rd", "Rc", "0-0 0:0"))
    assert p.read_move("!7d") == p.read_move("!TRIS:7D") == Move.parse("!tris:7d")
    assert p.read_move("7d").declared is None
    for text in ("!buona:7d", "!tris=A:7d", "!tris:2d", "!:7d7c", "!tris"):
        with pytest.raises((IllegalMove, NotationError)):
            p.play(text)
    with pytest.raises(IllegalMove, match=r"cannot be played|not legal"):
        p.play("7d").play("7c")
    automatic = Position.parse(str(p).replace("bazzica", "bazzica+declare_mode=automatic"))
    assert automatic.read_move("7d") == Move.parse("!tris:7d")
    assert all(m.declared for m in automatic.legal_moves)


def test_the_wild_card_plays_as_what_it_was_declared() -> None:
    p = Position.parse(line_with("cirulla CdCs7c/2d3c4s Cc5s", "Rc", "0-0 0:0"))
    assert {str(d): n for d, n in p.declarations.items()} == {"!buona_da_dieci=C": 10}
    takes = [str(m) for m in p.legal_moves if m.card == Move.parse("7c").card]
    assert takes == ["7c", "!buona_da_dieci=C:7cxCc"]  # as a knight it takes the knight, 9 + 5 are no fifteen
    q = p.play("!buona_da_dieci=C:CdxCc").play("2d")
    assert str(q).split()[1] == "7cCs!C/3c4s"
    assert q.wild_as == "C"
    assert [str(m) for m in q.legal_moves] == ["7c", "Cs"]
    laid = q.play("7c")
    assert laid.wild_as is None
    assert str(laid).split()[1] == "Cs!/3c4s"
    assert laid.table[-1].rank == "7"
    plain = Position.parse(str(q).replace("cirulla", "cirulla+wild_value=no").replace("!C", "!"))
    assert [str(m) for m in plain.legal_moves] == ["7cx2d5s", "Cs"]


def test_a_wild_ace_sweeps() -> None:
    p = Position.parse(line_with("cirulla 3d5s7c/2d3c4s CcRd", "Rc", "0-0 0:0"))
    assert "!buona=A:7cxCcRd" in map(str, p.legal_moves)
    q = p.play("!buona=A:7cxCcRd")
    assert (q.scope, q.bonus) == ((1, 0), (3, 0))


def test_a_declared_hand_without_the_wild_card_leaves_the_other_be() -> None:
    p = Position.parse(line_with("cirulla Ac2d7c/As2c3c CcRd", "Rc", "0-0 0:0"))
    q = p.play("!buona=3:2d").play("!buona:3c")
    assert str(q).split()[1] == "Ac7c!3/As2c!"


@pytest.mark.parametrize(
    ("hands", "scope", "turn", "said"),
    [
        ("7d7s!/2d3c4s", "0(-7)-0", 1, "cannot have -7 points"),
        ("7d7s!A/2d3c4s", "0(+7)-0", 1, "nothing belongs"),
        ("7d7s7c!/2d3c4s", "0(+7)-0", 0, "first card has been played"),
        ("-!/2d", "0(+7)-0", 1, "first card has been played"),
    ],
)
def test_marks_that_cannot_be(hands: str, scope: str, turn: int, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        Position.parse(line_with(f"bazzica {hands} Rd", "Rc", f"{scope} {turn}:0"))


def test_marks_are_for_games_that_declare() -> None:
    line = line_with("scopa2 7d7s!/2d3c4s Rd", "Rc", "0-0 1:0")
    with pytest.raises(NotationError, match="a mark ! in a game without declarations"):
        Position.parse(line)
    line = line_with("cirulla 7d7c!/2d3c4s Rd", "Rc", "0(+3)-0 1:0")
    with pytest.raises(NotationError, match="the rank that 7c stands for"):
        Position.parse(line)


def test_declared_hands_and_the_last_handful_are_seen_by_all() -> None:
    p = Position.deal(Rules.preset("bazzica"), 1)
    assert p.revealed == ((), ())
    assert str(View.of(p)).split()[1].endswith("/?3")
    while p.stock:
        p = p.play(p.legal_moves[0])
    assert p.revealed == p.hands
    assert str(View.of(p)).split()[1] == "/".join(str(p).split()[1].split("/"))
    q = Position.parse(line_with("bazzica+no_open_last 7d7c7s/2d3c4s Rd", "Rc", "0-0 0:0")).play("!7c")
    seen = View.of(q)
    assert str(seen).split()[1] == "7d7s!/2d3c4s"
    assert str(View.of(q.play("2d"))).split()[1] == "7d7s!/?2"
    assert str(View.parse(str(seen))) == str(seen)


# Exact values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bazzica", "cirulla", "bazzica+declare_mode=automatic"])
def test_declarations_have_their_values(name: str) -> None:
    twin_rules = TwinRules.from_string(name)
    rng = Random(name)
    declaring = 0
    while declaring < 6:
        twin = random_position(twin_rules, 3, rng)
        p = Position.parse(str(twin))
        if not p.declarations:
            continue
        try:
            a = analyse(p)
        except Unsolvable:
            continue
        declaring += 1
        assert {str(m.move): m.value for m in a.moves} == brute_moves(twin)
        assert a.best is not None and a.best.declared is not None
        end = p
        for move in a.line:
            end = end.play(move)
        assert end.is_over and end.score().value == a.value == solve(p).value


def test_a_wild_card_still_to_be_played_has_no_value() -> None:
    held = line_with("cirulla 7cCs!C/3c4s 2d5s", "Rc", "0(+10)-0 0:0")
    for line in (held, line_with("cirulla CdCs7c/2d3c4s Cc5s", "Rc", "0-0 0:0")):
        with pytest.raises(Unsolvable, match="7c may still be played as another card"):
            solve(Position.parse(line))
    assert solve(Position.parse(held.replace("!C", "!7"))).exact
    assert solve(Position.parse(held).play("7c")).exact
    assert solve(Position.parse(line_with("cirulla CdCs7d/2d3c4s Cc5s", "Rc", "0-0 0:0"))).exact
