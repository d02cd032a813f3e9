"""Hints, and playing at a table with people."""

import io
import json
from pathlib import Path

import pytest

from scopone import Position, Rules
from scopone.cli import main
from scopone.hint import hint, reasons_for
from scopone.players import cicuti, greedy, make_player
from scopone.players.chitarrella import RULES
from scopone.players.sight import Sight
from scopone.record import Record
from scopone.table import Table
from scopone.view import View

NINE = Rules.preset("scopone9")
LINE = "scopone9 AcAs3c3s4c7s7bFbCb/?9/?/?9 Ab2c4s5s -/- 0-0 0:-"
QUICK = "ismcts:iterations=300"


def test_a_position_line_with_hidden_hands() -> None:
    view = View.parse(LINE)
    assert str(view) == LINE.replace("/?/", "/?9/")
    found = hint(view, adviser=make_player(QUICK))
    assert {e.move for e in found.estimates} == set(view.legal_moves)
    assert found.best == found.estimates[0].move
    for e in found.estimates:
        low, high = e.points.interval
        assert low <= e.points.mean <= high
        assert e.win.share + e.draw.share <= 1 + 1e-9


def test_hint_repeats_itself() -> None:
    view = View.parse(LINE)
    assert hint(view, 3, make_player(QUICK)) == hint(view, 3, make_player(QUICK))


def test_reasons_never_contradict_the_move() -> None:
    """Every reason's rule ranks the move among its best and tells it from some other."""
    by_name = {rule.name: rule for rule in RULES}
    some = 0
    for seed in range(30):
        position = Position.deal(NINE, seed)
        view = View.of(position)
        sight = Sight(view)
        for move in view.legal_moves:
            for reason in reasons_for(view, move):
                kept = by_name[reason.rule].best(sight, sight.moves)
                assert move in kept and len(kept) < len(sight.moves)
                assert not (move.captured and by_name[reason.rule].laying)
                some += 1
    assert some > 50


def test_every_rule_is_said_in_italian() -> None:
    for rule in (*greedy.RULES, *RULES, *cicuti.RULES):
        assert rule.reason.in_words("en") == rule.says != rule.reason.in_words("it")


def test_no_hint_when_the_hand_is_over() -> None:
    position = Position.deal(NINE, 1)
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    with pytest.raises(ValueError, match="over"):
        hint(View.of(position))


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", LINE, "--player", QUICK, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["best"] == found["moves"][0]["move"]
    for m in found["moves"]:
        assert m["ci95"][0] <= m["value"] <= m["ci95"][1]
        assert m["win_ci95"][0] <= m["win"] <= m["win_ci95"][1]


def test_command_does_not_look_at_open_hands(capsys: pytest.CaptureFixture[str]) -> None:
    """A line with every hand known gives the same hint as one where the others are hidden."""
    deal = Position.deal(NINE, 3)
    outputs = []
    for text in (str(deal), str(View.of(deal))):
        assert main(["hint", text, "--player", QUICK, "--json"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_command_reads_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = Position.deal(NINE, 3)
    move = deal.legal_moves[0]
    path = tmp_path / "game.txt"
    path.write_text(str(Record(deal, (move,))))
    assert main(["hint", str(path), "--player", QUICK, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == str(View.of(deal.play(move)))


@pytest.mark.parametrize("args", [["scopone9 nonsense"], [LINE.replace("AcAs3c3s4c7s7bFbCb", "?9")],
                                  [LINE, "--player", "greedy"], [LINE, "--player", "x"],
                                  [LINE, "--player", "oracle"], ["no-such-name"]])  # fmt: skip
def test_command_errors(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", *args]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


# the table


def test_sides_stay_while_the_dealer_moves_on() -> None:
    players = tuple(make_player(p) for p in ("greedy", "random", "greedy", "random"))
    table = Table(Rules.preset("scopone9", target=500), players, ("g", "r", "g", "r"), 5)
    total = [0, 0]
    first = []
    for number in range(8):
        assert table.match.deals == number
        first.append(table.chair(0))
        while not table.position.is_over:
            table.play(table.think().move)
        total = [a + b for a, b in zip(total, table.close(), strict=True)]
    assert first == [0, 1, 2, 3, 0, 1, 2, 3]
    assert table.match.scores == tuple(total)
    assert total[0] > total[1]  # greedy's side, wherever it sat


def test_a_match_ends_at_its_target() -> None:
    """Deals go on until one side is ahead with enough points; then there is no other."""
    rules = Rules.preset("scopa2")
    table = Table(rules, (make_player("greedy"), make_player("random")), ("g", "r"), 1)
    while not table.match.is_over:
        assert max(table.match.scores) < rules.target or len(set(table.match.scores)) == 1
        while not table.deal_is_over:
            table.play(table.think().move)
        table.close()
    assert max(table.match.scores) >= rules.target
    assert table.match.scores[table.match.winner] == max(table.match.scores)
    with pytest.raises(ValueError, match="the match is over"):
        table.close()


def test_play_a_whole_match(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(Rules.preset("scopa2"), (None, make_player("first")), ("you", "first"), 8)
    typed = []
    while not table.match.is_over:
        while not table.deal_is_over:
            if table.waits_for is None:
                table.play(table.think().move)
            else:
                typed.append(str(table.play(table.view.legal_moves[-1])))
        table.close()
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    assert main(["play", "--rules", "scopa2", "--seed", "8", "--opponents", "first", "--match"]) == 0
    end = "won" if table.match.winner == 0 else "lost"
    assert capsys.readouterr().out.endswith(f"you have {end} the match\n")


def test_undo_goes_back_to_the_person() -> None:
    table = Table(
        NINE, (None, make_player("first"), make_player("first"), make_player("first")), tuple("abcd"), 1
    )
    assert table.waits_for == 0 and not table.undo()
    table.play(table.view.legal_moves[0])
    while table.waits_for is None:
        table.play(table.think().move)
    assert len(table.moves) == 4
    assert table.undo()
    assert table.moves == [] and table.position == table.deal
    assert "Practice" in table.record().tags
    with pytest.raises(ValueError, match="no player"):
        table.think()
    with pytest.raises(ValueError, match="not over"):
        table.close()


def test_play_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "played.txt"
    typed = "help\nmoves\nzz\nundo\nrecord\n3sx3b\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    args = ["play", "--seed", "3", "--opponents", "greedy", "--partner", "greedy", "--record", str(path)]
    assert main(args) == 0
    out = capsys.readouterr().out
    assert "you (seat 0): 3sx3b" in out and "no move" in out and "nothing to take back" in out
    record = Record.parse(path.read_text())
    assert len(record.moves) == 4 and record.tags["Seat0"] == "you"


def test_play_a_whole_deal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A person who types every card of the pack plays each when it is held and has one meaning."""
    table = Table(Rules.preset("scopa2"), (None, make_player("first")), ("you", "first"), 8)
    typed = []
    while not table.position.is_over:
        if table.waits_for is None:
            table.play(table.think().move)
        else:
            typed.append(str(table.play(table.view.legal_moves[0])))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    args = ["play", "--rules", "scopa2", "--seed", "8", "--opponents", "first"]
    assert main(args) == 0
    points = table.close()
    assert f"points of the deal: you {points[0]}, they {points[1]}" in capsys.readouterr().out
