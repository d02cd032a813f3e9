"""Tables worked out level by level: the same bytes as from one go in memory, whatever happens on the way."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from scopone import Position
from scopone.cli import main
from scopone.files import try_lock
from scopone.solver.levels import Levels
from scopone.tables import BuildProgress, Ending, Table, build, verify
from tests.test_tables import ending

MIB = 1 << 20


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Makes builds keep their levels in files, down to the one that is told, however small they are."""

    def force(lowest: int) -> None:
        monkeypatch.setattr("scopone.tables.scratch.KEPT_LEAST", 0)
        monkeypatch.setattr("scopone.tables.scratch.BELOW", 1 << 40)
        monkeypatch.setattr("scopone.tables.scratch.LOWEST", lowest)

    yield force


@pytest.fixture(scope="module")
def thirteen(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Worked out in one go."""
    seen: list[BuildProgress] = []
    table = build(ending("scopone10", 13, 1), tmp_path_factory.mktemp("tables"), progress=seen.append)
    assert {p.left for p in seen if p.runs} == {12}
    return table


def parts_of(place: Path) -> Path:
    (parts,) = place.glob("*.parts")
    return parts


def run_files(place: Path) -> list[Path]:
    return sorted(place.glob("*.parts/[0-9]*"))


@pytest.mark.parametrize(
    ("rules", "left", "lowest"),
    [
        ("scopone10", 8, 1),
        ("scopone10", 9, 7),
        ("scopone10", 10, 2),
        ("scopone10", 11, 6),
        ("scopone10", 12, 5),
        ("scopone9", 11, 9),
        ("scopa2", 9, 3),
        ("scopa2", 12, 8),
        ("scopa2+leftovers=dealer", 9, 3),
        ("scopone10+optional", 8, 4),
        ("scopone10+napola+rebello+last_scopa", 10, 5),
    ],
)
def test_levels_give_the_same_bytes(
    rules: str, left: int, lowest: int, always: Callable[[int], None], tmp_path: Path
) -> None:
    p = ending(rules, left, 1)
    whole = build(p, tmp_path / "whole").path
    always(lowest)
    seen: list[BuildProgress] = []
    levels = build(p, tmp_path / "levels", progress=seen.append).path
    assert levels.read_bytes() == whole.read_bytes()
    working = [q for q in seen if q.runs]
    assert [*dict.fromkeys(q.left for q in working)] == [*range(lowest, left)]
    assert working[-1].done == working[-1].runs and working[-1].share == 1 and working[-1].found == 0
    assert all(a.share <= b.share for a, b in pairwise(working))
    assert sorted(f.name for f in levels.parent.iterdir()) == ["catalogue.jsonl", levels.name]


def test_the_lowest_level_is_as_low_as_disk_and_memory_allow(tmp_path: Path) -> None:
    p = ending("scopone10", 12, 1)
    whole = build(p, tmp_path / "whole").path.read_bytes()

    def lowest(memory: int, scratch: int) -> int:
        place = tmp_path / f"{memory}-{scratch}"
        seen, used = [], []

        def told(progress: BuildProgress) -> None:
            if progress.runs:
                seen.append(progress.left)
                used.append(sum(f.stat().st_size for f in run_files(place)))

        assert build(p, place, memory, told, scratch).path.read_bytes() == whole
        assert 0 < max(used) <= scratch * MIB
        return min(seen)

    assert lowest(1024, 1000) == 11
    assert 6 == lowest(8, 1000) < lowest(8, 4) < lowest(8, 3) < 11
    assert 6 < lowest(1, 1000) < 11


def test_too_little_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    p = ending("scopone10", 13, 2)
    with pytest.raises(OSError, match="needs 5 MiB of disk, allowed 4"):
        build(p, tmp_path, scratch_mib=4)
    assert main(["tables", "build", "--tables", str(tmp_path), "--scratch", "0", str(p)]) == 2
    err = capsys.readouterr().err
    assert "needs 5 MiB of disk, allowed 0" in err and err.count("\n") == 1
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9 - MIB, MIB))
    with pytest.raises(OSError, match="needs 5 MiB of disk, there are 1"):
        build(p, tmp_path)


def test_a_build_that_was_killed_goes_on_within_a_level(thirteen: Table, tmp_path: Path) -> None:
    p = thirteen.ending.position
    command = [sys.executable, "-m", "scopone", "tables", "build", "--memory", "32"]
    process = subprocess.Popen([*command, "--tables", str(tmp_path), str(p)])
    while process.poll() is None and not list(tmp_path.glob("*.parts/09-*")):
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "it was done before it could be killed"
    kept = run_files(tmp_path)
    assert {f.name[:2] for f in kept} == {"08", "09"}
    below, above = kept[0], kept[-1]
    spoiled = bytearray(below.read_bytes())
    spoiled[-100] ^= 1
    below.write_bytes(spoiled)
    above.write_bytes(above.read_bytes()[:-1])
    kept[1].write_bytes(kept[2].read_bytes())  # whole, but of other classes
    (parts_of(tmp_path) / "09-00000000.new").write_bytes(b"left by the killed one")
    (parts_of(tmp_path) / "05-00000000").write_bytes(b"of a level that is not needed")
    seen: list[BuildProgress] = []
    again = build(p, tmp_path, memory_mib=32, progress=seen.append)
    working = [q for q in seen if q.runs]
    assert 0 < working[-1].found < working[-1].runs == working[-1].done
    assert again.path.read_bytes() == thirteen.path.read_bytes()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["catalogue.jsonl", again.path.name]


@pytest.mark.parametrize("memory", [32, 1024])
def test_an_interrupt_keeps_what_is_done(memory: int, thirteen: Table, tmp_path: Path) -> None:
    """With other memory there are other levels, but their runs are the same."""

    def stop(progress: BuildProgress) -> None:
        if len(list(tmp_path.glob("*.parts/12-*"))) == 4:
            raise KeyboardInterrupt

    p = thirteen.ending.position
    with pytest.raises(KeyboardInterrupt):
        build(p, tmp_path, memory, stop)
    assert not list(tmp_path.glob("*.table"))
    seen: list[BuildProgress] = []
    again = build(p, tmp_path, 32, seen.append)
    assert again.path.read_bytes() == thirteen.path.read_bytes()
    assert 4 <= seen[-1].found < seen[-1].runs


def test_one_process_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(_: BuildProgress) -> None:
        raise KeyboardInterrupt

    p = ending("scopone10", 13, 2)
    with pytest.raises(KeyboardInterrupt):
        build(p, tmp_path, 8, lambda q: stop(q) if q.done else None)
    with open(parts_of(tmp_path) / "lock", "w") as file:
        assert try_lock(file)
        assert main(["tables", "build", "--tables", str(tmp_path), str(p)]) == 2
        err = capsys.readouterr().err
        assert "another process is building this table" in err and err.count("\n") == 1
    assert verify(build(p, tmp_path), 20) == 20


def levels_of(p: Position) -> Levels:
    return Levels(p, [False] * p.rules.players, MIB)


def test_levels_by_hand() -> None:
    """Every class once, in an order that does not depend on the position that the class was named by."""
    p = ending("scopone10", 8, 3)
    levels = levels_of(p)
    assert (levels.top, levels.lowest, levels.size(7), levels.size(4)) == (8, 7, 630, 24)
    while levels.lowest > 4:
        assert levels.descend()
    keys = levels.keys(4, 0, levels.count(4))
    assert len(set(zip(*[iter(keys)] * 40, strict=True))) == levels.count(4) > 100
    other = levels_of(Ending.of(p).deal(77))
    while other.lowest > 4:
        other.descend()
    assert other.keys(4, 0, other.count(4)) == keys
    listed = levels.listed
    assert not levels.descend(listed) and (levels.lowest, levels.listed) == (4, listed)
    assert levels.descend(2 * listed + MIB)
    levels.ascend()
    assert (levels.lowest, levels.listed) == (4, listed)


def test_levels_that_are_misused() -> None:
    levels = levels_of(ending("scopone10", 4, 3))
    while levels.lowest > 1:
        levels.descend()
    with pytest.raises(ValueError, match="no more levels"):
        levels.descend()
    n = levels.count(2)
    for left, first, size in ((2, 0, 1 + 2 * n), (2, 1, 2 * n), (4, 0, 24), (0, 0, 1)):
        with pytest.raises(ValueError, match="no such classes"):
            levels.fill(left, first, np.empty(size, np.uint8))
    with pytest.raises(ValueError, match="other lengths"):
        levels.lend(2, [np.empty(5, np.uint8)], n)
    with pytest.raises(ValueError, match="whole level"):
        levels.lend(2, [np.empty(2, np.uint8)], 1)
    with pytest.raises(IndexError):
        levels.keys(2, 0, n + 1)
