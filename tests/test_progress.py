"""The file of progress: figures, several processes, kills, damage; and the commands of the puzzles."""

import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scopone.cli import main
from scopone.puzzles import Puzzle, find, read_puzzles, shipped, write_puzzles
from scopone.puzzles.progress import EARLY, START, Progress, ProgressError, Standing, default_path, rated
from scopone.puzzles.themes import THEMES


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands keep progress in a test."""
    path = tmp_path / "data" / "progress.sqlite3"
    monkeypatch.setenv("SCOPONE_PROGRESS", str(path))
    return path


def test_figures(path: Path) -> None:
    a, b, c = shipped()[:3]
    kept = Progress()
    assert kept.path == path
    assert kept.standing() == Standing(0, 0, 0, 0, 0, 1200)
    assert kept.solved() == frozenset()
    assert not path.exists()  # nothing to keep yet
    for puzzle, solved in ((a, True), (b, True), (c, False), (c, True)):
        standing = kept.record(puzzle, solved)
    assert (standing.solved, standing.tried, standing.attempts) == (3, 3, 4)
    assert (standing.streak, standing.best_streak) == (1, 2)
    assert Progress(path).standing() == standing
    assert kept.solved() == {a.id, b.id, c.id}
    assert kept.record(a, False).solved == 3


def test_the_rating_moves_with_the_first_attempt_only(path: Path) -> None:
    kept = Progress()
    hard = shipped()[-1]
    first = kept.record(hard, True).rating
    assert first == round(rated(START, hard.rating, True, 0)) > START
    assert kept.record(hard, False).rating == first
    assert kept.record(hard, True).rating == first
    assert kept.record(shipped()[0], False).rating < first


def test_rating_formula() -> None:
    assert rated(1500, 1500, True, EARLY) == 1510
    assert rated(1500, 1500, False, EARLY) == 1490
    assert rated(1500, 1500, True, 0) == 1520
    assert rated(1500, 1900, True, EARLY) == pytest.approx(1500 + 20 * 10 / 11)  # ten to one


def test_where_progress_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SCOPONE_PROGRESS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "scopone" / "progress.sqlite3"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")  # to be ignored, says the specification
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".local" / "share" / "scopone" / "progress.sqlite3"


WRITER = """
import sys
from scopone.puzzles import shipped
from scopone.puzzles.progress import Progress
kept, count = Progress(sys.argv[1]), int(sys.argv[2])
for n in range(count):
    kept.record(shipped()[n % 100], n % 2 == 0)
    if n == 0:
        print("go", flush=True)
"""


def writer(path: Path, count: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(count)], stdout=subprocess.PIPE)


def test_several_processes_lose_nothing(tmp_path: Path) -> None:
    """From the first moment on, when all of them find no file yet."""
    path = tmp_path / "p.sqlite3"
    writers = [writer(path, 20) for _ in range(4)]
    assert [w.wait() for w in writers] == [0] * 4
    standing = Progress(path).standing()
    assert (standing.attempts, standing.tried, standing.solved) == (80, 20, 10)


def test_a_kill_leaves_the_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    before = 0
    for pause in (0.0, 0.05, 0.11, 0.2):
        process = writer(path, 10**6)
        assert process.stdout is not None and process.stdout.readline() == b"go\n"
        time.sleep(pause)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        after = Progress(path).standing().attempts
        assert after >= before
        before = after
    assert before > 0
    assert Progress(path).record(shipped()[0], True).attempts == before + 1


def damaged(path: Path, kind: str) -> None:
    """Makes a file that is not fit to be used."""
    if kind == "text":
        path.write_text("progress\n" * 100)
    elif kind == "directory":
        path.mkdir()
    elif kind in ("other", "newer"):
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE notes (text TEXT)")
            if kind == "newer":
                db.execute(f"PRAGMA application_id = {0x53434F50}")
                db.execute("PRAGMA user_version = 9")
        db.close()
    else:
        kept = Progress(path)
        for puzzle in shipped()[:100]:
            kept.record(puzzle, True)
        data = bytearray(path.read_bytes())
        assert len(data) > 4096
        if kind == "cut":
            del data[len(data) // 2 :]
        else:
            data[4096:8192] = b"\xa5" * 4096
        path.write_bytes(data)


@pytest.mark.parametrize("kind", ["text", "directory", "other", "newer", "cut", "overwritten"])
def test_damage_is_told_in_one_line_and_left_alone(
    path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path.parent.mkdir()
    damaged(path, kind)
    data = None if path.is_dir() else path.read_bytes()
    with pytest.raises(ProgressError) as error:
        Progress(path)
    assert str(error.value).startswith(f"{path}: ") and "\n" not in str(error.value)
    assert main(["puzzles", "list"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1 and str(path) in err
    assert path.is_dir() or path.read_bytes() == data


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ProgressError, match="file is no directory"):
        Progress(tmp_path / "file" / "p.sqlite3").record(shipped()[0], True)


# the commands


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def two_steps() -> Puzzle:
    return next(p for p in shipped() if p.steps == 2)


def test_list(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Progress(path).record(find(two_steps().id), True)
    assert main(["puzzles", "list", "--json", "--level", str(two_steps().level)]) == 0
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert [row["id"] for row in rows] == [p.id for p in shipped() if p.level == two_steps().level]
    assert [row["id"] for row in rows if row["solved"]] == [two_steps().id]
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if line.startswith("| `puzzles "))
    assert row.rsplit("|", 2)[1].strip() == ", ".join(rows[0])
    assert main(["puzzles", "list", "--unsolved", "--rules", "scopa2", "--theme", "denari"]) == 0
    out = capsys.readouterr().out
    assert (
        f"{len([p for p in shipped() if p.position.rules.name == 'scopa2' and 'denari' in p.themes])} puzzles, "
        in out
    )


@pytest.mark.parametrize("language", ["it", "en"])
def test_solve(
    path: Path, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = two_steps()
    typed(monkeypatch, "help", "moves", "zz", str(puzzle.line[0]), str(puzzle.line[2]))
    assert main(["puzzles", "solve", puzzle.id, "--language", language]) == 0
    out = capsys.readouterr().out
    assert ("Giusto: " in out and "Risolto: " in out) == (language == "it")
    assert ("Right: " in out and "Solved: " in out) == (language == "en")
    assert "no move: 'zz'" in out
    assert " ".join(map(str, puzzle.position.legal_moves)) in out
    assert Progress(path).standing().solved == 1


def test_solve_wrong_and_give_up(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = two_steps()
    wrong = next(m for m in puzzle.position.legal_moves if m != puzzle.line[0])
    typed(monkeypatch, str(wrong))
    assert main(["puzzles", "solve", puzzle.id]) == 0
    assert f"{wrong} is not the best: the right move is {puzzle.line[0]}." in capsys.readouterr().out
    typed(monkeypatch, "solution")
    assert main(["puzzles", "solve", puzzle.id]) == 0
    typed(monkeypatch)  # leaving is no attempt
    assert main(["puzzles", "solve", puzzle.id]) == 0
    standing = Progress(path).standing()
    assert (standing.attempts, standing.tried, standing.solved) == (2, 1, 0)


def test_solve_goes_on_with_those_next_to_the_rating(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = [p for p in shipped() if p.steps == 1][:: len(shipped()) // 30][:3]
    file = path.parent.parent / "few.jsonl"
    write_puzzles(file, few)
    order = sorted(few, key=lambda p: abs(p.rating - START))
    typed(monkeypatch, "next", "next", "next")
    assert main(["puzzles", "solve", "--file", str(file)]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"Puzzle (\w+), level", out) == [p.id for p in order]
    assert "No puzzle is left" in out


def test_make(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.jsonl"
    args = ["puzzles", "make", "--rules", "scopa2", "--count", "3", "--seed", "2", "--out", str(out)]
    assert main(args) == 0
    made = read_puzzles(out)
    assert len(made) == 3
    assert main([*args, "--pool", "6"]) == 0
    assert len(read_puzzles(out)) == 3
    assert main(["puzzles", "list", "--file", str(out)]) == 0
    assert "3 puzzles, 0 solved" in capsys.readouterr().out


@pytest.mark.parametrize(
    "args",
    [
        ["list", "--theme", "nonsense"],
        ["list", "--file", "/nonexistent"],
        ["list", "--level", "6"],
        ["solve", "nonsense"],
        ["solve", "--language", "fr"],
        ["make"],
        ["make", "--out", "/nonexistent/x"],
        ["make", "--out", "OUT", "--rules", "nonsense"],
        ["make", "--out", "OUT", "--rules", "scopa3"],
        [],
    ],
)
def test_errors(path: Path, args: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(tmp_path / "out") if word == "OUT" else word for word in args]
    assert main(["puzzles", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_every_theme_can_be_asked_for(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for theme in THEMES:
        assert main(["puzzles", "list", "--json", "--theme", theme]) == 0
        rows = capsys.readouterr().out.splitlines()
        assert all(theme in json.loads(row)["themes"] for row in rows)
