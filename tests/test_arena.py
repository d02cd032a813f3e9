"""Matches, what they say about strength, and the records of deals."""

import json
import random
import sys
from pathlib import Path

import pytest

from scopone import Position, Rules
from scopone.arena import contest, standings
from scopone.cli import main
from scopone.estimate import Chance, Estimate
from scopone.host import play_deal, seed_of
from scopone.players import make_player
from scopone.record import Record, RecordError, read_records

NINE = Rules.preset("scopone9")


def test_same_result_whatever_the_jobs() -> None:
    a, b = make_player("random"), make_player("pimc:worlds=5,exact=1")
    one = contest(a, b, NINE, deals=6, seed=3)
    two = contest(a, b, NINE, deals=6, seed=3, jobs=3)
    assert [(g.deal, g.a_side, g.points) for g in one.games] == [
        (g.deal, g.a_side, g.points) for g in two.games
    ]
    other = contest(a, b, NINE, deals=6, seed=4)
    assert [g.points for g in other.games] != [g.points for g in one.games]


def test_every_deal_in_both_seatings() -> None:
    result = contest(make_player("greedy"), make_player("random"), NINE, deals=5, seed=1)
    assert [(g.deal, g.a_side) for g in result.games] == [(d, s) for d in range(5) for s in (0, 1)]
    # 36 plies a deal, half of them by each player
    assert all(g.a_turns == g.b_turns == 18 for g in result.games)
    assert sum(result.wins()) == 10
    assert len(result.on_side(0)) == len(result.on_side(1)) == 5


def test_a_player_against_itself_is_level() -> None:
    result = contest(make_player("greedy"), make_player("greedy"), NINE, deals=20, seed=1)
    won, lost, _ = result.wins()
    assert won == lost and result.points.mean == 0


def test_known_order_of_strength() -> None:
    """random < greedy < chitarrella, beyond chance: at these sizes the gaps are five errors wide and more."""
    for weaker, stronger, deals in (("random", "greedy", 60), ("greedy", "chitarrella", 400)):
        result = contest(make_player(stronger), make_player(weaker), NINE, deals=deals, seed=2)
        assert result.points.interval[0] > 0


def test_standings() -> None:
    names = ["random", "greedy", "first"]
    players = [make_player(n) for n in names]
    results = [contest(a, b, NINE, deals=10, seed=1) for i, a in enumerate(players) for b in players[i + 1 :]]
    rows = {row.player: row for row in standings(names, results)}
    assert rows["greedy"].rate.share > rows["random"].rate.share
    assert sum(r.wins for r in rows.values()) == sum(r.losses for r in rows.values())
    assert rows["greedy"].against["random"] == -rows["random"].against["greedy"]
    assert sum(r.points for r in rows.values()) == pytest.approx(0)


def test_only_games_of_two_sides() -> None:
    with pytest.raises(ValueError, match="two sides"):
        contest(make_player("random"), make_player("first"), Rules.preset("scopa3"), deals=1, seed=1)
    with pytest.raises(ValueError, match="0 deals"):
        contest(make_player("random"), make_player("first"), NINE, deals=0, seed=1)


KEYS = {"a", "b", "rules", "deals", "games", "a_wins", "b_wins", "ties", "a_win_rate", "ci95", "dealer_side",
        "hand_side", "points_per_deal", "points_ci95", "seconds_per_move"}  # fmt: skip


def test_command_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "random", "--deals", "4", "--seed", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.keys() >= KEYS
    assert found["games"] == 8 == found["a_wins"] + found["b_wins"] + found["ties"]
    low, high = found["ci95"]
    assert low <= found["a_win_rate"] <= high
    assert found["dealer_side"]["games"] == found["hand_side"]["games"] == 4


def test_command_all_and_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    chart = tmp_path / "table.svg"
    args = ["arena", "greedy", "random", "first", "--all", "--deals", "3", "--plot", str(chart)]
    assert main(args) == 0
    assert "greedy" in capsys.readouterr().out
    assert chart.read_text().lstrip().startswith("<?xml")


BAD = """greedy
greedy nobody
greedy random first
greedy random --rules scopa3
greedy random --rules x
greedy random --plot x.png
greedy greedy --all
greedy random --all --deals 1 --plot x.doc"""


@pytest.mark.parametrize("args", [line.split() for line in BAD.splitlines()])
def test_command_errors(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *args]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


# estimates


def test_interval_of_a_mean() -> None:
    e = Estimate.from_values([1.0, 2.0, 3.0, 4.0])
    assert e.mean == 2.5
    assert e.error == pytest.approx((5 / 3 / 4) ** 0.5)  # sample variance over n
    assert e.interval[0] == pytest.approx(2.5 - 1.959964 * e.error)
    assert (-e).interval == (-e.interval[1], -e.interval[0])


def test_intervals_hold_the_truth_about_95_times_in_100() -> None:
    rng = random.Random(1)
    chances = means = 0
    for _ in range(1000):
        throws = [float(rng.random() < 0.3) for _ in range(50)]
        low, high = Chance(sum(throws) / 50, 50).interval
        chances += low <= 0.3 <= high
        low, high = Estimate.from_values(throws).interval
        means += low <= 0.3 <= high
    assert 920 <= chances <= 980
    assert 900 <= means <= 980


def test_chance_is_a_probability() -> None:
    with pytest.raises(ValueError, match="chance"):
        Chance(1.2, 10)
    assert Chance(0, 0).interval == (0.0, 1.0)
    assert Chance(1, 5).interval[1] == 1.0


# records


def some_record(game: str, seed: int, stop: int | None = None) -> Record:
    deal = Position.deal(Rules.preset(game), seed)
    played = play_deal(deal, [make_player("random")] * deal.rules.players, seed)
    return Record(deal, tuple(played.moves[:stop]), {0: "the deal", 3: "a comment"}, {"South": "random"})


@pytest.mark.parametrize(
    "game", ["scopone9", "scopone10", "scopa2", "scopa3", "cirulla", "bazzica", "ponino"]
)
def test_records_replay_exactly(game: str) -> None:
    for seed in range(5):
        record = some_record(game, seed)
        again = Record.parse(str(record))
        assert again == record and str(again) == str(record)
        assert list(again.positions()) == list(record.positions())
        assert again.end.is_over


def test_unfinished_and_many() -> None:
    records = [some_record("scopone9", 1, 10), some_record("scopa2", 2, 3), some_record("scopone9", 3)]
    assert read_records("\n".join(map(str, records))) == records
    assert "Points" not in str(records[0]) and "Points" in str(records[2])


def test_what_no_record_is() -> None:
    good = str(some_record("scopone9", 1))
    lines = good.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1."))
    card = lines[first].split()[1]
    bad = [
        "1. 7d",
        good.replace("[Deal", "[Dale"),
        good.replace("1. ", "2. ", 1),
        good.replace(f"1. {card}", "1. 7dx7d", 1),
        good.replace('[Rules "scopone9"]', '[Rules "scopone10"]'),
        good.replace('[Points "', '[Points "1'),
        good + "\n1. Rd",
        "",
    ]
    for text in bad:
        with pytest.raises(RecordError):
            Record.parse(text)
    with pytest.raises(RecordError):
        Record(Position.deal(NINE, 1), (), {1: "too far"})
    with pytest.raises(RecordError):
        Record(Position.deal(NINE, 1), (), {}, {"Deal": "reserved"})


def test_a_mark_of_scopa_must_be_true() -> None:
    good = str(some_record("scopone9", 1))
    plain = next(w for line in good.splitlines() if line.startswith("1.") for w in line.split()[1:])
    with pytest.raises(RecordError, match="no scopa"):
        Record.parse(good.replace(f" {plain}", f" {plain}*", 1))


def test_seeds_are_independent_of_each_other() -> None:
    seeds = {seed_of(1, i, j) for i in range(50) for j in range(4)}
    assert len(seeds) == 200
    assert seed_of(1, 23) != seed_of(12, 3)


def test_a_bar_on_a_terminal_and_nothing_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["arena", "greedy", "first", "--deals", "3", "--json"]
    assert main(args) == 0
    plain = capsys.readouterr()
    assert plain.err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(args) == 0
    drawn = capsys.readouterr()
    assert "greedy v first: 3 of 3 deals" in drawn.err
    keep = ("a_wins", "b_wins", "ties", "points_per_deal")
    one, other = json.loads(plain.out), json.loads(drawn.out)
    assert [one[key] for key in keep] == [other[key] for key in keep]
