"""Endgame tables: values equal to the search's, files that stay whole, and what a player reads from them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scopone import Move, Position, Rules, Solver
from scopone.cli import main
from scopone.solver.exact import Exact
from scopone.tables import (
    BuildProgress,
    Catalogue,
    Ending,
    Table,
    TableError,
    build,
    default_directory,
    outlook,
    verify,
)
from scopone.tables.file import BLOCK, MAGIC
from scopone.view import View
from tests.solving import slow
from tests.twin import Twin, brute_moves

GAMES = (
    "scopone10", "scopone9", "scopa2", "scopa4", "asso_pigliatutto_pairs", "quindici", "chkobba",
    "scopone10+napola+rebello+last_scopa", "scopa2+leftovers=dealer", "scopone10+optional",
)  # fmt: skip


def ending(rules: str, left: int, seed: int) -> Position:
    """A position with so many cards left, after random play that captures where it can."""
    rng = random.Random(seed)
    p = Position.deal(Rules.parse(rules), seed)
    while p.cards_left > left:
        p = p.play(rng.choice([m for m in p.legal_moves if m.captured] or list(p.legal_moves)))
    return p


def value_of(p: Position) -> int:
    return (min if p.rules.sides[p.turn] else max)(value for *_, value in Exact(p).analyse(p))


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return build(ending("scopone10", 12, 1), tmp_path_factory.mktemp("tables"))


# ---- the numbering of layouts


@pytest.mark.parametrize(
    ("rules", "left", "layouts"),
    [
        ("scopone10", 4, 24),
        ("scopone10", 8, 2_520),
        ("scopone10", 7, 630),
        ("scopa2", 6, 20),
        ("scopa2", 9, 5_040),
    ],
)
def test_every_layout_has_one_number(rules: str, left: int, layouts: int) -> None:
    of = Ending.of(ending(rules, left, 3))
    assert len(of.layouts) == layouts
    seen = set()
    for number in range(layouts):
        p = of.deal(number)
        assert of.layouts.index(p) == number
        assert tuple(sorted(c for group in (*p.hands, p.stock) for c in group)) == of.cards
        assert Position.parse(str(p)).hands == p.hands
        seen.add((p.hands, p.stock))
    assert len(seen) == layouts
    with pytest.raises(IndexError):
        of.deal(layouts)


@pytest.mark.parametrize(("left", "layouts"), [(12, 369_600), (16, 63_063_000)])
def test_larger_classes(left: int, layouts: int) -> None:
    of = Ending.of(ending("scopone10", left, 3))
    assert len(of.layouts) == layouts
    assert of.layouts.index(of.deal(layouts - 1)) == layouts - 1
    p = of.position
    assert of.deal(of.layouts.index(p)).hands == p.hands
    # the layouts that the seat to move holds possible are numbered in a row
    first = of.layouts.index(p) // of.layouts.block * of.layouts.block
    for number in (first, first + of.layouts.block - 1):
        assert of.deal(number).hands[p.turn] == p.hands[p.turn]


# ---- values


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("n", [1, 2])
def test_every_value_is_the_solvers(rules: str, n: int, tmp_path: Path) -> None:
    for seed in range(2):
        p = ending(rules, n * Rules.parse(rules).players, seed)
        table = build(p, tmp_path)
        assert verify(table) == len(table)


@pytest.mark.parametrize("left", [1, 2, 3, 5, 6, 7, 9])
def test_classes_in_the_middle_of_a_round(left: int, tmp_path: Path) -> None:
    for rules in ("scopone10", "scopa2"):
        table = build(ending(rules, left, 5), tmp_path)
        assert verify(table, 600) == min(600, len(table))


def test_values_are_those_of_brute_force(tmp_path: Path) -> None:
    for rules in ("scopone10", "scopa2"):
        table = build(ending(rules, 4, 11), tmp_path)
        for number in range(len(table)):
            p = table.ending.deal(number)
            moves = brute_moves(Twin.parse(str(p)))
            entry = table.entry(number)
            assert entry.value == (min if p.rules.sides[p.turn] else max)(moves.values())
            assert moves[str(entry.best)] == entry.value


def test_three_cards_a_hand(twelve: Table) -> None:
    assert verify(twelve, 400, seed=1) == 400


LENGTHY = [slow(rules) for rules in ("scopone10", "scopone9", "scopa4", "quindici+players=4+sides=2")]


@pytest.mark.parametrize("rules", LENGTHY)
def test_three_cards_a_hand_at_length(rules: str, tmp_path: Path) -> None:
    for seed in (21, 22):
        assert verify(build(ending(rules, 12, seed), tmp_path), 2_000, seed) == 2_000


def test_two_players_with_a_handful_in_the_stock(tmp_path: Path) -> None:
    p = ending("scopa2", 12, 2)
    assert len(p.stock) == 6
    table = build(p, tmp_path)
    assert len(table) == 369_600
    assert verify(table, 300) == 300
    assert table.probe(p).value == value_of(p)


def test_memory_decides_the_time_and_not_the_values(twelve: Table, tmp_path: Path) -> None:
    small = build(twelve.ending.position, tmp_path, memory_mib=4)
    assert small.path.read_bytes() == twelve.path.read_bytes()


def test_two_pasts_of_one_class(twelve: Table) -> None:
    """Other cards in the piles, the same class: one table answers for both, with their own points."""
    p = twelve.ending.position
    rng = random.Random(4)
    found = 0
    for _ in range(400):
        piles = [list(pile) for pile in p.piles]
        a, b = rng.randrange(len(piles[0])), rng.randrange(len(piles[1]))
        piles[0][a], piles[1][b] = piles[1][b], piles[0][a]
        q = Position.make(
            p.rules, p.hands, p.table, piles, (1, 0), p.bonus, p.turn, p.last_capturer, None, p.stock
        )
        if Ending.of(q).key != twelve.ending.key:
            with pytest.raises(TableError, match="another past"):
                twelve.probe(q)
            continue
        found += 1
        entry = twelve.probe(q)
        assert entry.value == value_of(q)
        assert value_of(q.play(entry.best)) == entry.value
    assert 5 < found < 400


def test_eight_threads_at_once(twelve: Table) -> None:
    numbers = random.Random(9).sample(range(len(twelve)), 800)
    alone = [twelve.entry(number) for number in numbers]

    def work(shift: int) -> bool:
        order = numbers[shift:] + numbers[:shift]
        answers = {number: twelve.probe(twelve.ending.deal(number)) for number in order}
        return [answers[number] for number in numbers] == alone

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(0, 800, 100)))


@pytest.mark.parametrize("rules", ["cicera", "ponino", "maresciallo", "bazzica", "scopa3"])
def test_games_without_tables(rules: str, tmp_path: Path) -> None:
    game = Rules.parse(rules)
    with pytest.raises(ValueError, match=rules):
        build(ending(rules, game.players, 1), tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_has_no_table(tmp_path: Path) -> None:
    over = ending("scopone10", 0, 1)
    with pytest.raises(ValueError, match="over"):
        build(over, tmp_path)
    with pytest.raises(OverflowError, match="layouts"):
        build(ending("scopone10", 24, 1), tmp_path)
    with pytest.raises(OverflowError, match="layouts"):
        build(Position.deal(Rules.preset("scopa2"), 1), tmp_path)


# ---- from one player's own cards


def check_outlook(p: Position) -> None:
    view = View.of(p)
    found = outlook(view)
    of = Ending.of(p)
    first = of.layouts.index(p) // of.layouts.block * of.layouts.block
    values: dict[Move, list[int]] = {m.move: [] for m in found.moves}
    for number in range(first, first + of.layouts.block):
        q = of.deal(number)
        for card, takes, taken, value in Exact(q).analyse(q):
            values[q.move(card, takes, taken)].append(value)
    better = min if view.side else max
    most = [better(row) for row in zip(*values.values(), strict=True)]
    assert found.layouts == len(most) == of.layouts.block
    assert found.open_mean == pytest.approx(sum(most) / len(most))
    for m in found.moves:
        row = values[m.move]
        assert m.mean == pytest.approx(sum(row) / len(row))
        assert (m.best, m.worst) == (better(row), (max if view.side else min)(row))
        assert m.right == pytest.approx(sum(a == b for a, b in zip(row, most, strict=True)) / len(row))
    means = [m.mean for m in found.moves]
    assert means == sorted(means, reverse=view.side == 0)


@pytest.mark.parametrize("left", [6, 7, 8, 9])
@pytest.mark.parametrize("rules", ["scopone10", "scopa2", "scopa4"])
def test_an_outlook_is_what_all_layouts_say(rules: str, left: int) -> None:
    check_outlook(ending(rules, left, 6))


def test_an_outlook_is_a_row_of_the_table(twelve: Table) -> None:
    for number in (0, 123_456, len(twelve) - 1):
        found = outlook(View.of(twelve.ending.deal(number)))
        n = twelve.ending.layouts.block
        first = number // n * n
        values = [twelve.entry(i).value for i in range(first, first + n)]
        assert (found.layouts, found.open_mean) == (n, pytest.approx(sum(values) / n))


def test_hands_that_lie_open_are_known() -> None:
    p = ending("scopone10", 8, 6)
    view = View.of(p)
    half = View.parse(str(view).replace("?2", "".join(map(str, p.hands[1])), 1))
    found = outlook(half)
    assert found.layouts == 6
    everything = outlook(View.parse(str(p)))
    assert everything.layouts == 1
    exact = {q.move(*m[:3]): m[3] for q in (p,) for m in Exact(p).analyse(p)}
    assert {m.move: m.worst for m in everything.moves} == exact
    with pytest.raises(ValueError, match="over"):
        outlook(View.parse(str(ending("scopone10", 0, 1))))


# ---- files


def test_a_build_that_was_killed_goes_on(tmp_path: Path) -> None:
    p = ending("scopone10", 13, 1)
    whole = build(p, tmp_path / "whole")
    place = tmp_path / "killed"
    parts = (place / whole.path.name).with_suffix(".parts")
    command = [sys.executable, "-m", "scopone", "tables", "build", "--tables", str(place), str(p)]
    process = subprocess.Popen(command)
    while process.poll() is None and len(list(parts.glob("12-*"))) < 4:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "it was done before it could be killed"
    kept = sorted(parts.glob("12-????????"))
    assert kept and not (place / whole.path.name).exists()
    kept[0].write_bytes(b"half a part")
    (parts / "12-00000001.new").write_bytes(b"left by the killed one")
    seen: list[BuildProgress] = []
    again = build(p, place, progress=seen.append)
    assert 0 < seen[-1].found < seen[-1].runs == seen[-1].done
    assert again.path.read_bytes() == whole.path.read_bytes()
    assert sorted(f.name for f in place.iterdir()) == ["catalogue.jsonl", again.path.name]


def test_an_exception_of_the_watch_ends_a_build(tmp_path: Path) -> None:
    def stop(progress: BuildProgress) -> None:
        if progress.runs and progress.share > 0:
            raise KeyboardInterrupt

    p = ending("scopone10", 13, 2)
    with pytest.raises(KeyboardInterrupt):
        build(p, tmp_path, memory_mib=1, progress=stop)
    assert not list(tmp_path.glob("*.table"))
    assert verify(build(p, tmp_path), 20) == 20


def damage(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 4
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda f: damage(f, 5000), "damaged in block 0"),
        (lambda f: damage(f, -20), "damaged at its beginning or end"),
        (lambda f: damage(f, -1), "damaged at its beginning or end"),
        (lambda f: damage(f, 40), "damaged at its beginning"),
        (lambda f: damage(f, 0), "not a table"),
        (lambda f: damage(f, len(MAGIC) - 2), "another format"),
        (lambda f: os.truncate(f, f.stat().st_size - 1), "cut off or damaged"),
        (lambda f: os.truncate(f, 100), "cut off or damaged"),
        (lambda f: os.truncate(f, 0), "not a table"),
        (lambda f: f.write_bytes(f.read_bytes() + b"more"), "cut off or damaged"),
        (lambda f: f.write_text("scopone checkpoint 1\n"), "not a table"),
    ],
)
def test_what_is_no_whole_table_is_refused(
    spoil: Callable[[Path], object], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    p = ending("scopone10", 8, 4)
    path = build(p, tmp_path).path
    spoil(path)
    with pytest.raises(TableError, match=told):
        Table(path)
    with pytest.raises(TableError, match=told):
        Catalogue(tmp_path).probe(p)
    for command in ("tables probe", "solve"):
        assert main([*command.split(), "--tables", str(tmp_path), str(p)]) == 2
        err = capsys.readouterr().err
        assert err.startswith("scopone: ") and told in err and err.count("\n") == 1


def test_every_byte_is_checked(tmp_path: Path) -> None:
    path = build(ending("scopone10", 4, 4), tmp_path).path
    whole = path.read_bytes()
    for at in [*range(0, 600, 7), *range(4000, len(whole))]:
        damage(path, at)
        with pytest.raises(TableError):
            Table(path)
        path.write_bytes(whole)
    Table(path)


def test_large_tables_have_many_blocks(tmp_path: Path) -> None:
    table = build(ending("scopone10", 13, 3), tmp_path)
    assert 2 * len(table) > 2 * BLOCK
    damage(table.path, 4096 + len(table) + 10)  # among the best moves
    with pytest.raises(TableError, match="damaged in block 1 of 3"):
        Table(table.path)


def test_the_catalogue(tmp_path: Path) -> None:
    assert len(Catalogue(tmp_path / "nowhere")) == 0
    positions = [ending("scopone10", 8, 7), ending("scopa2", 6, 7), ending("scopone10", 4, 7)]
    tables = [build(p, tmp_path) for p in positions]
    (tmp_path / "foreign.table").write_bytes(b"nothing of ours")
    catalogue = Catalogue(tmp_path)
    catalogue.refresh()
    names = [entry["file"] for entry in catalogue.entries]
    assert names == sorted(t.path.name for t in tables)
    written = (tmp_path / "catalogue.jsonl").read_bytes()
    (tmp_path / "catalogue.jsonl").unlink()
    again = Catalogue(tmp_path)
    assert again.entries == catalogue.entries
    assert (tmp_path / "catalogue.jsonl").read_bytes() == written
    for p, table in zip(positions, tables, strict=True):
        assert again.probe(p) == table.probe(p)
        assert again.find(p) is again.find(p)
        after = p.play(p.legal_moves[0])
        assert again.probe(after) is None
    assert again.probe(ending("scopa3", 3, 1)) is None


def test_the_default_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOPONE_TABLES", "/somewhere")
    assert default_directory() == Path("/somewhere")
    monkeypatch.delenv("SCOPONE_TABLES")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_directory() == Path("/data/scopone/tables")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_directory() == Path.home() / ".local/share/scopone/tables"


# ---- the solver and the commands


def test_the_solver_looks_into_tables(twelve: Table) -> None:
    catalogue = Catalogue(twelve.path.parent)
    for number in random.Random(2).sample(range(len(twelve)), 20):
        p = twelve.ending.deal(number)
        plain = Solver().solve(p)
        found = Solver(tables=catalogue).solve(p)
        assert (found.value, found.best) == twelve.probe(p)
        assert found.value == plain.value and found.exact
        q = p
        for move in found.line:
            q = q.play(move)
        assert q.is_over and q.score().value == found.value
        analysis = Solver(tables=catalogue).analyse(p)
        assert {m.move: m.value for m in analysis.moves} == {
            m.move: m.value for m in Solver().analyse(p).moves
        }


def test_a_position_with_a_table_is_not_searched() -> None:
    p = ending("scopone10", 8, 1)
    asked: list[Position] = []

    class Told:
        def probe(self, position: Position) -> tuple[int, Move] | None:
            asked.append(position)
            return (42, p.legal_moves[0]) if position == p else None

    found = Solver(tables=Told()).solve(p)
    assert (found.value, found.best) == (42, p.legal_moves[0])
    assert asked[0] == p


def json_of(capsys: pytest.CaptureFixture[str], *args: str, status: int = 0) -> list[dict[str, object]]:
    assert main([*args, "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--tables", str(tmp_path))
    p = ending("scopone10", 8, 12)
    (built,) = json_of(capsys, "tables", "build", *place, str(View.of(p)))
    assert built["layouts"] == 2_520
    (listed,) = json_of(capsys, "tables", "list", *place)
    (told,) = json_of(capsys, "tables", "info", *place)
    assert {**told, "file": listed["file"]} == listed
    (value,) = json_of(capsys, "tables", "probe", *place, str(p))
    (solved,) = json_of(capsys, "solve", *place, str(p))
    assert value["value"] == solved["value"] and value["best"] == solved["best"]
    (view,) = json_of(capsys, "tables", "probe", *place, str(View.of(p)))
    assert view["layouts"] == 90
    (checked,) = json_of(capsys, "tables", "verify", *place, "--all")
    assert (checked["checked"], checked["right"]) == (2_520, True)
    for command in ("build", "probe"):
        assert main(["tables", command, *place, str(p)]) == 0
    for command in ("list", "info", "verify"):
        assert main(["tables", command, *place]) == 0


def test_a_directory_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "missing")
    for command in ("list", "info", "verify"):
        assert main(["tables", command, "--tables", missing]) == 2
        assert capsys.readouterr().err == f"scopone: {missing}: no such directory\n"


def test_a_wrong_value_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from scopone.tables.file import write_table

    table = build(ending("scopone10", 4, 3), tmp_path)
    values = table.values.copy()
    values[7] += 1
    write_table(table.path, table.ending, list(table.moves), values, table.best.copy())
    with pytest.raises(TableError, match="layout 7 is worth"):
        verify(Table(table.path))
    (told,) = json_of(capsys, "tables", "verify", "--tables", str(tmp_path), status=1)
    assert told["right"] is False


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ("build", "no position given"),
        ("build scopone10", "is no position"),
        ("build {over}", "over"),
        ("probe {position}", "no table of this class"),
        ("verify", "no tables here"),
        ("info nonsense", "no such table"),
        ("build --memory 0 {position}", "memory"),
        ("verify --count 0", "count"),
    ],
)
def test_bad_input(args: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = {"{over}": str(ending("scopone10", 0, 1)), "{position}": str(ending("scopone10", 8, 1))}
    words = [lines.get(word, word) for word in args.split()]
    assert main(["tables", *words, "--tables", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1
