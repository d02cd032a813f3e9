"""Reviews: both costs against other ways to find them, verdicts, marks of known players, what is shown."""

import io
import json
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest

from scopone import Bounds, Limit, Move, Position, Rules, Solver, solve
from scopone.cards import Card
from scopone.cli import main
from scopone.host import play_deal
from scopone.players import make_player
from scopone.players.chitarrella import RULES
from scopone.players.cicuti import RULES as RULES_ON_SEVENS
from scopone.players.search import believed, worlds_of
from scopone.players.weights import SHARPNESS
from scopone.presets import preset_data
from scopone.record import Record
from scopone.review import (
    VERDICTS,
    FairCost,
    Judge,
    Mark,
    Review,
    as_json,
    fair_cost,
    review,
    sparkline,
    verdict_of,
    verdict_words,
)
from scopone.review.verdicts import luck_of
from scopone.review.words import VERDICT_WORDS
from scopone.table import Table
from scopone.view import View

QUICK = Judge(64)
TEN = Rules.preset("scopone10")


def played(spec: str, seed: int, rules: Rules = TEN) -> Record:
    """A deal in which one player sits at every seat."""
    deal = Position.deal(rules, seed)
    return Record(deal, tuple(play_deal(deal, [make_player(spec)] * rules.players, seed).moves))


def ending(record: Record, cards: int) -> Record:
    """The last moves of a record, from so many cards left on."""
    n = next(n for n, p in enumerate(record.positions()) if p.cards_left <= cards)
    return Record(list(record.positions())[n], record.moves[n:])


@pytest.fixture(scope="module")
def five() -> Review:
    """The last five rounds of a hand, with exact open costs."""
    return review(ending(played("greedy", 5), 20), judge=QUICK, limit=Limit(seconds=60))


def test_open_costs_are_exact(five: Review) -> None:
    positions = list(five.record.positions())
    assert [v.value if v else None for v in five.values] == [solve(p).value for p in positions]
    assert five.values[-1] == Bounds(positions[-1].score().value, positions[-1].score().value)
    lost = [0, 0]
    for m, before in zip(five.moves, positions, strict=False):
        side = before.rules.sides[m.seat]
        assert m.open_cost is not None and m.open_cost.exact
        could = max(
            (solve(before.play(move)).for_side(side).lower for move in before.legal_moves),
        )
        assert m.open_cost.lower == could - solve(before.play(m.move)).for_side(side).lower
        assert m.open_best is not None
        assert solve(before.play(m.open_best)).for_side(side).lower == could
        lost[side] += m.open_cost.lower
    assert sum(lost) > 0
    start, end = five.values[0], five.values[-1]
    assert start is not None and end is not None
    assert end.lower == start.lower - lost[0] + lost[1]  # every point that was lost is accounted for


def test_bounds_hold_where_a_limit_stops_the_search(five: Review) -> None:
    short = review(five.record, seats=[1], judge=QUICK, limit=Limit(nodes=300))
    assert not all(v.exact for v in short.values if v)
    for wide, exact in zip(short.values, five.values, strict=True):
        assert wide is not None and exact is not None
        assert wide.lower <= exact.lower <= wide.upper
    for m in short.moves:
        exact_cost = next(x.open_cost for x in five.moves if x.ply == m.ply)
        assert m.open_cost is not None and exact_cost is not None
        assert 0 <= m.open_cost.lower <= exact_cost.lower <= m.open_cost.upper
    assert {m.seat for m in short.moves} == {1} == set(short.marks)


def test_turning_points(five: Review) -> None:
    def leader(v: Bounds | None) -> int:
        assert v is not None
        return (v.lower > 0) - (v.lower < 0)

    wanted = []
    for n, (before, after) in enumerate(zip(five.values, five.values[1:], strict=False)):
        assert before is not None and after is not None
        if leader(before) != leader(after) or abs(before.lower - after.lower) >= 2:
            wanted.append(n)
    assert list(five.turning_points) == wanted and wanted


def test_fair_costs_of_an_ending_are_means_over_all_worlds() -> None:
    """Two cards a hand: each world solved move by move, weighted as the player may believe."""
    record = played("chitarrella", 3)
    positions = list(record.positions())
    checked = 0
    for n in range(32, 36):
        view = View.of(positions[n], record.moves[:n])
        if len(view.legal_moves) == 1:
            continue
        worlds = worlds_of(view)
        worlds.enumerate(believed(TEN), SHARPNESS)
        pool = [worlds[i] for i in range(len(worlds))]
        assert len(pool) == worlds.count
        total = sum(weight for _, weight in pool)
        worth = dict.fromkeys(view.legal_moves, 0.0)
        for world, weight in pool:
            state = world if isinstance(world, Position) else Position.parse(_line(view, world))
            for move in worth:
                worth[move] += weight / total * solve(state.play(move)).for_side(view.side).lower
        found = fair_cost(view, record.moves[n])
        assert found.cost == pytest.approx(max(worth.values()) - worth[record.moves[n]], abs=1e-6)
        assert found.low == found.high == found.cost  # nothing was sampled
        assert found.blind == pytest.approx(max(worth.values()) - mean(worth.values()), abs=1e-6)
        assert worth[found.best] == pytest.approx(max(worth.values()), abs=1e-6)
        checked += 1
    assert checked >= 3


def _line(view: View, world: object) -> str:
    hands = tuple(world.hands)  # type: ignore[attr-defined]
    return str(replace(view, hands=hands))


def test_fair_costs_know_no_hidden_card() -> None:
    """The same plays with the unseen cards dealt otherwise: the same opinion."""
    record = played("chitarrella", 7)
    n = 12
    position = list(record.positions())[n]
    view = View.of(position, record.moves[:n])
    others = [seat for seat in range(4) if seat != position.turn]
    hands = list(position.hands)
    hands[others[0]], hands[others[1]] = hands[others[1]], hands[others[0]]
    other = Position.make(
        position.rules, hands, position.table, position.piles, position.scope, position.bonus, position.turn,
        position.last_capturer, position.last_laid, position.stock,
    )  # fmt: skip
    assert other != position
    again = View.of(other, record.moves[:n])
    assert fair_cost(view, record.moves[n], QUICK) == fair_cost(again, record.moves[n], QUICK)


def test_intervals_shrink_with_worlds_and_hold_the_better_estimate() -> None:
    record = played("random", 2)
    positions = list(record.positions())
    within = total = 0
    for n in (1, 7, 13, 19):
        view = View.of(positions[n], record.moves[:n])
        worst = max(view.legal_moves, key=lambda m: fair_cost(view, m, QUICK).cost)
        small, large = (fair_cost(view, worst, Judge(w), seed=1) for w in (128, 4096))
        assert 0 <= small.low <= small.cost <= small.high
        assert large.high - large.low < small.high - small.low
        within += small.low <= large.cost <= small.high
        total += 1
    assert within >= total - 1


def cost(points: float, low: float = 0.01) -> FairCost:
    return FairCost(Move(Card("7d")), cost=points, low=low, high=points)


def test_verdicts_and_luck() -> None:
    limits = {"best": 0.05, "good": 0.25, "slip": 0.5, "mistake": 1.0, "blunder": 10.0}
    assert [v.name for v in VERDICTS] == list(limits)
    for name, most in limits.items():
        assert verdict_of(cost(most)).name == name
    for below, above in zip(limits, list(limits)[1:], strict=False):
        assert verdict_of(cost(limits[below] + 1e-9)).name == above
    assert verdict_of(cost(3.0, low=0.0)).name == "good"  # it may have cost nothing
    assert verdict_of(FairCost(Move(Card("7d")), only=True)).name == "only"
    best, blunder = VERDICTS[0], VERDICTS[-1]
    assert luck_of(best, Bounds(2, 2)) == "unlucky" and luck_of(best, Bounds(1, 5)) == ""
    assert luck_of(blunder, Bounds(0, 0)) == "lucky" and luck_of(blunder, Bounds(0, 1)) == ""
    assert luck_of(best, None) == luck_of(blunder, None) == ""
    assert [v.sign for v in VERDICTS] == ["", "", "?!", "?", "??"]
    assert VERDICT_WORDS["it"].keys() == VERDICT_WORDS["en"].keys()


def test_marks_know_who_can_play() -> None:
    """Blind players get poor marks, one who plays by the book fair ones, the strongest good ones."""
    marks = {}
    judge = Judge(256)
    for spec in ("random", "first", "chitarrella", "maestro:seconds=0.03"):
        found = []
        for seed in (31, 32, 33):
            record = played(spec, seed)
            found += [m.score for m in fair_marks(record, judge)]
        marks[spec] = mean(s for s in found if s is not None)
    assert marks["random"] < 25 and marks["first"] < 25
    assert marks["chitarrella"] > 40
    assert marks["maestro:seconds=0.03"] > 75


def fair_marks(record: Record, judge: Judge) -> list[Mark]:
    """The marks of the four seats, without a search of the open values worth its name."""
    return list(review(record, judge=judge, limit=Limit(nodes=1)).marks.values())


def test_same_arguments_same_review() -> None:
    record = ending(played("chitarrella", 5), 12)
    assert review(record, judge=QUICK, seed=4) == review(record, judge=QUICK, seed=4)


def test_progress_counts_up_and_can_end_it() -> None:
    record = ending(played("chitarrella", 5), 12)
    told: list[tuple[int, int]] = []
    review(record, judge=QUICK, progress=lambda done, steps: told.append((done, steps)))
    assert told == sorted(told) and told[0][0] == 0 and told[-1][0] == told[-1][1]

    def stop(done: int, steps: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(record, judge=QUICK, progress=stop)


def test_unfinished_and_empty_records() -> None:
    start = Position.deal(TEN, 1)
    found = review(Record(start), judge=QUICK, limit=Limit(nodes=1))
    assert found.moves == () and len(found.values) == 1 and found.marks[0].score is None
    found = review(Record(start, (start.legal_moves[0],)), judge=QUICK, limit=Limit(nodes=1))
    assert len(found.moves) == 1 and found.marks[0].choices == 1
    with pytest.raises(ValueError, match="seat 4"):
        review(Record(start), seats=[4])


@pytest.mark.parametrize("game", sorted(preset_data()))
def test_every_game(game: str) -> None:
    rules = Rules.preset(game)
    record = ending(played("first", 3, rules), 2 * rules.players)
    with Solver(memory_mib=4) as solver:
        found = review(record, judge=Judge(16), limit=Limit(nodes=2000), solver=solver)
    assert len(found.moves) == len(record.moves)
    if rules.n_sides != 2:
        assert all(v is None for v in found.values) and all(m.open_cost is None for m in found.moves)
    assert json.dumps(as_json(found))


def test_reasons_speak_italian() -> None:
    for rule in (*RULES, *RULES_ON_SEVENS):
        assert rule.reason.in_words("it") not in ("", rule.says)
        assert rule.reason.in_words() == rule.says


def test_sparkline() -> None:
    assert sparkline([None, Bounds(0, 1)]) == "··"
    assert sparkline([Bounds(n, n) for n in range(-3, 5)]) == "▁▂▃▄▅▆▇█"
    assert sparkline([Bounds(2, 2), None, Bounds(2, 2)]) == "▁·▁"


# the commands


@pytest.fixture
def file(tmp_path: Path) -> Path:
    record = replace(ending(played("random", 2), 12), tags={"Seat0": "Ada"})
    path = tmp_path / "hand.txt"
    path.write_text(str(record), encoding="utf-8")
    return path


def test_the_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["review", str(file), "--worlds", "64"]
    assert main([*args, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    record = Record.parse(file.read_text(encoding="utf-8"))
    assert found == json.loads(json.dumps(as_json(review(record, judge=QUICK))))
    assert [m["move"] for m in found["moves"]] == list(map(str, record.moves))
    for language in ("it", "en"):
        assert main([*args, "--language", language, "--seat", "0"]) == 0
        out = capsys.readouterr().out
        assert verdict_words("best", language) in out and "Ada" in out and str(record.moves[0]) in out
    assert main([*args, "--json", "--seat", "0", "--seat", "2"]) == 0
    some = json.loads(capsys.readouterr().out)
    assert some["moves"] == [m for m in found["moves"] if m["seat"] in (0, 2)]


@pytest.mark.parametrize(
    ("text", "args", "said"),
    [
        (None, [], "cannot read {file}: No such file"),
        ("", [], "{file}: no record in it"),
        ("hello\n", [], "{file}: line 1"),
        ("\udcff", [], "cannot read {file}: not UTF-8"),
        ("record", ["--seat", "7"], "seat 7: scopone10 has seats 0 to 3"),
        ("record", ["--worlds", "3"], "worlds"),
        ("record", ["--language", "fr"], "fr"),
    ],
)
def test_bad_input(
    text: str | None, args: list[str], said: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is None:
        file.unlink()
    elif text != "record":
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["review", str(file), *args]) == 2
    out, err = capsys.readouterr()
    assert said.replace("{file}", str(file)) in err and err.count("\n") == 1 and not out


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_trainer(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A verdict on the first move, none on the second, and both in the review."""
    table = Table(Rules.preset("scopa2"), (None, make_player("greedy:slips=0.3")), ("you", "they"), 8)
    first = str(table.play(table.view.legal_moves[0]))
    table.play(table.think().move)
    second = str(table.view.legal_moves[0])
    typed = ["suggerimento", "mosse", "zz", first, "verdicts", second, "esci"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    args = ["play", "--rules", "scopa2", "--seed", "8", "--opponents", "principiante", "--train"]
    assert main([*args, "--language", language]) == 0
    talk, _, looked_back = capsys.readouterr().out.partition("scopa2. ")
    said = [line for line in talk.splitlines() if line.startswith((f"  {first}", f"  {second}"))]
    assert len(said) == 1 and any(verdict_words(v.name, language) in said[0] for v in VERDICTS)
    south = "Sud" if language == "it" else "South"
    assert f"1. {south}  {first}" in looked_back and f"2. {south}  {second}" in looked_back
    assert "no move" in talk and ("punti per te" if language == "it" else "points for you") in talk
