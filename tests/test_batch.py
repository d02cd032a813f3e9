"""Many positions at once: every row there once and right, whatever happens on the way."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from scopone import Limit, Position, Rules, analyse, solve
from scopone.batch import (
    BatchError,
    Row,
    Work,
    WrongEngine,
    local_executor,
    run_batch,
    this_engine,
)
from scopone.batch.runner import run_chunks
from scopone.batch.store import StoreError
from scopone.batch.work import CHUNK_MOST, chunks_of, do_chunk
from scopone.batch.write import write_batch
from scopone.bench import random_position
from scopone.cli import main
from tests.solving import positions

FOUR = [Position.parse(line) for line, _ in positions("scopone10-4")]
VALUES = dict(positions("scopone10-4"))
DEAL = Position.deal(Rules.preset("scopone10"), 1)
THREE_SIDES = Position.deal(Rules.preset("scopa3"), 1)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process: (exit status, stdout, stderr)."""

    def run(*args: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(list(map(str, args)))
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def here() -> Iterator[Executor]:
    """Threads of this process: an executor that starts at once."""
    with ThreadPoolExecutor(2) as pool:
        yield pool


def rows_of(path: Path) -> list[dict[str, Any]]:
    return pq.read_table(path).to_pylist()


def but_for_time(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: v for name, v in row.items() if name != "seconds"} for row in rows]


# In Python


def test_every_position_has_its_result_and_equal_ones_are_solved_once(here: Executor) -> None:
    given = [*FOUR[:10], FOUR[3], *FOUR[10:], FOUR[3], FOUR[0]]
    found = dict(run_batch(iter(given), executor=here))
    assert sorted(found) == list(range(len(given)))
    for index, p in enumerate(given):
        row = found[index]
        assert (row.position, row.value, row.lower, row.upper, row.exact) == (
            str(p), VALUES[str(p)], row.value, row.value, True,
        )  # fmt: skip
    assert found[3] is found[10] is found[len(given) - 2]


def test_a_row_is_what_the_solver_says(here: Executor) -> None:
    p = FOUR[0]
    ((_, row),) = run_batch([p], executor=here)
    s = solve(p)
    assert row.line == tuple(map(str, s.line))
    assert (row.best, row.nodes, row.moves, row.error) == (str(s.best), s.nodes, None, None)
    assert (row.version, row.signature) == this_engine()
    ((_, row),) = run_batch([p], Work(every_move=True), executor=here)
    assert row.moves is not None
    assert [(m.move, m.value, m.lower, m.upper, m.exact) for m in row.moves] == [
        (str(m.move), m.value, m.lower, m.upper, m.exact) for m in analyse(p).moves
    ]


def test_processes_of_its_own() -> None:
    found = dict(run_batch(FOUR))
    assert [found[i].value for i in range(len(FOUR))] == [VALUES[str(p)] for p in FOUR]


def test_a_row_does_not_depend_on_its_chunk() -> None:
    p = random_position(Rules.preset("scopone10"), 3, 20)
    q = p.play(
        p.legal_moves[0]
    )  # of the same deal: a solver kept for both would know of the one from the other
    together = do_chunk(Work(), this_engine(), [str(p), str(q)])
    alone = [do_chunk(Work(), this_engine(), [str(x)])[0] for x in (p, q)]
    assert [replace(row, seconds=0) for row in together] == [replace(row, seconds=0) for row in alone]


def test_a_position_over_its_limit_has_bounds_and_one_without_a_value_an_error(here: Executor) -> None:
    work = Work(limit=Limit(nodes=20_000), memory_mib=16)
    found = dict(run_batch([DEAL, THREE_SIDES, FOUR[0]], work, executor=here))
    assert found[0].value is None
    assert found[0].lower is not None
    assert found[0].upper is not None
    assert found[0].lower < found[0].upper
    assert "not a game of two sides" in (found[1].error or "")
    assert found[1].lower is None
    assert found[2].exact


class Counting:
    """An executor that does each call when it is waited for, and counts those not yet waited for."""

    def __init__(self) -> None:
        self.waiting = self.most = self.calls = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any:
        self.calls += 1
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        counting = self

        class Late(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                counting.waiting -= 1
                return fn(*args)

        future = Late()
        future.set_result(None)
        return future


def test_so_many_chunks_are_in_flight_and_no_more() -> None:
    counting = Counting()
    lines = [(str(p),) for p in FOUR]
    found = [row for _, rows in run_chunks(lines, Work(), this_engine(), counting, 3) for row in rows]
    assert {row.position: row.value for row in found} == {str(p): VALUES[str(p)] for p in FOUR}
    assert (counting.most, counting.calls) == (3, len(FOUR))
    with pytest.raises(ValueError, match="0 chunks in flight"):
        list(run_chunks(lines, Work(), this_engine(), counting, 0))


def test_positions_are_read_as_they_are_needed() -> None:
    read = 0

    def endless() -> Iterator[Position]:
        nonlocal read
        while True:
            read += 1
            yield Position.deal(DEAL.rules, read)

    results = run_batch(
        endless(), Work(limit=Limit(nodes=1000), memory_mib=1), executor=Counting(), in_flight=2
    )
    assert next(results).place == 0
    assert read == 3  # the third tells that the second is alone in its chunk


def test_chunks_are_a_second_of_work() -> None:
    small = [FOUR[0]] * (2 * CHUNK_MOST + 1)
    assert [len(c) for c in chunks_of(small, Work())] == [CHUNK_MOST, CHUNK_MOST, 1]
    assert [len(c) for c in chunks_of([DEAL, DEAL], Work())] == [1, 1]
    assert [len(c) for c in chunks_of([DEAL] * 8, Work(limit=Limit(seconds=0.25)))] == [4, 4]


def test_a_worker_that_searches_otherwise_gets_no_work(here: Executor) -> None:
    other = this_engine()._replace(signature=1)
    with pytest.raises(WrongEngine, match=r"is scopone .* not scopone .* with signature 1$"):
        do_chunk(Work(), other, [str(FOUR[0])])
    with pytest.raises(WrongEngine):
        list(run_chunks([(str(FOUR[0]),)], Work(), other, here, 2))


def kill_worker() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_worker_is_told() -> None:
    with pytest.raises(BatchError, match="a worker failed"), local_executor(1) as pool:
        pool.submit(kill_worker)
        list(run_batch(FOUR, executor=pool))


# The file


def written(out: Path, here: Executor, given: list[Position], work: Work | None = None) -> Any:
    return write_batch(enumerate(given, 1), out, work or Work(), executor=here, in_flight=4)


def test_the_file_has_a_row_for_each_input_in_order(tmp_path: Path, here: Executor) -> None:
    given = [*FOUR, FOUR[5], THREE_SIDES]
    count = written(tmp_path / "out", here, given)
    rows = rows_of(tmp_path / "out")
    assert [row["input"] for row in rows] == list(range(1, len(given) + 1))
    assert [row["position"] for row in rows] == list(map(str, given))
    assert [row["value"] for row in rows[:-1]] == [VALUES[str(p)] for p in given[:-1]]
    assert (count.positions, count.unique, count.known, count.solved) == (32, 31, 0, 31)
    assert [number for number, _ in count.failed] == [32]
    assert list(rows[0]) == ["input", *Row.__dataclass_fields__]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_what_is_known_is_not_searched_again(tmp_path: Path, here: Executor) -> None:
    out = tmp_path / "out"
    written(out, here, FOUR[:20])
    before = rows_of(out)
    assert written(out, here, FOUR[:20]).solved == 0
    assert rows_of(out) == before
    count = written(out, here, list(reversed(FOUR)))
    assert (count.known, count.solved) == (20, 10)
    assert [row["position"] for row in rows_of(out)] == [str(p) for p in reversed(FOUR)]


def test_another_file_is_not_overwritten(tmp_path: Path, here: Executor) -> None:
    out = tmp_path / "out"
    written(out, here, FOUR[:2])
    whole = out.read_bytes()
    with pytest.raises(StoreError, match=r"holds solve, .*remove it"):
        written(out, here, FOUR[:2], Work(every_move=True))
    assert out.read_bytes() == whole
    out.write_bytes(b"a letter")
    with pytest.raises(StoreError, match="something else"):
        written(out, here, FOUR[:2])
    assert out.read_bytes() == b"a letter"
    with pytest.raises(StoreError, match="no directory"):
        written(tmp_path / "no" / "out", here, FOUR[:2])
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]


def test_a_chunk_that_the_disk_has_lost_is_done_again(tmp_path: Path, here: Executor) -> None:
    out = tmp_path / "out"

    def failing(count: Any) -> None:
        if count.solved:
            raise KeyboardInterrupt

    work = Work(limit=Limit(seconds=100))
    with pytest.raises(KeyboardInterrupt):
        write_batch(enumerate(FOUR), out, work, executor=here, in_flight=1, progress=failing)
    assert not out.exists()
    (part,) = (tmp_path / "out.parts").glob("*/*.parquet")
    part.write_bytes(part.read_bytes()[:-30])
    count = written(out, here, FOUR, work)
    assert (count.known, count.solved) == (0, len(FOUR))
    assert [row["value"] for row in rows_of(out)] == [VALUES[str(p)] for p in FOUR]


# The command


def test_batch_solve(run: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "in.txt", tmp_path / "out"
    lines = ["# some", "", str(FOUR[0]), "nonsense", str(FOUR[1]), str(FOUR[0]), str(THREE_SIDES)]
    source.write_text("\n".join(lines))
    status, said, err = run("batch", "solve", source, out, "--jobs", 1, "--json")
    assert status == 1
    first, second = err.splitlines()
    assert first.startswith(f"scopone: {source}, line 4: ")
    assert second.startswith(f"scopone: {source}, line 7: scopa3 is not a game of two sides")
    rows = rows_of(out)
    assert [row["input"] for row in rows] == [3, 5, 6, 7]
    assert [row["value"] for row in rows] == [VALUES[str(FOUR[i])] for i in (0, 1, 0)] + [None]
    data = json.loads(said)
    assert (data["positions"], data["unique"], data["solved"], data["bad"]) == (4, 3, 3, 2)


def test_batch_analyse_of_deals(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    args = ("batch", "analyse", "scopone9", out, "--deals", 5, "--seed", 3, "--left", 12, "--jobs", 1)
    status, said, err = run(*args)
    assert (status, err) == (0, "")
    assert "5 positions; 5 solved in" in said
    rows = rows_of(out)
    assert [row["input"] for row in rows] == [3, 4, 5, 6, 7]
    for row in rows:
        p = random_position(Rules.preset("scopone9"), row["input"], 12)
        assert (row["position"], p.cards_left) == (str(p), 12)
        assert {m["move"]: m["value"] for m in row["moves"]} == {
            str(m.move): m.value for m in analyse(p).moves
        }
    assert "5 known from before; 0 solved" in run(*args)[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("no-such-file OUT", "cannot read no-such-file"),
        ("- OUT", "no position in it"),
        ("scopone11 OUT --deals 2", "scopone11"),
        ("- OUT --left 3", "--left goes with --deals"),
        ("scopone9 OUT --deals 2 --left 37", "--left 37: a deal of scopone9 has 36 cards"),
        ("- OUT --jobs 2 --dask local:2", "--jobs and --dask"),
        ("- OUT --jobs 0", "--jobs"),
        ("- OUT --dask local:two", "local:two is no cluster"),
    ],
)
def test_one_line_of_error(run: Run, tmp_path: Path, args: str, said: str) -> None:
    words = args.replace("OUT", str(tmp_path / "out")).split()
    status, out, err = run("batch", "solve", *words, stdin=b"nonsense\n")
    assert (status, out) == (2, "")
    assert said in err.splitlines()[-1]
    assert not (tmp_path / "out").exists()


# Interruptions


def hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def workers_of(parent: int) -> list[int]:
    """The processes started by one."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.parametrize(
    ("by", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 130)]
)
def test_an_interrupted_run_is_gone_on_with(run: Run, tmp_path: Path, by: int, status: int) -> None:
    source, out, whole = tmp_path / "in.txt", tmp_path / "out", tmp_path / "whole"
    endless = [str(DEAL)]  # the last chunk: whoever searches it will be found at it
    some = [str(p) for p in FOUR[:8]]
    source.write_text("\n".join([*some, *endless]))
    args = ["batch", "solve", str(source), str(out), "--jobs", "2", "--memory", "16"]
    process = subprocess.Popen(
        [sys.executable, "-m", "scopone", *args],
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,  # noqa: PLW1509
    )
    try:
        give_up = time.monotonic() + 60
        while not list(tmp_path.glob("out.parts/*/*.parquet")):
            assert time.monotonic() < give_up
            time.sleep(0.05)
        workers = workers_of(process.pid)
        process.send_signal(by)
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == status
    assert workers
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < give_up
        time.sleep(0.05)
    assert not out.exists()
    if by != signal.SIGKILL:
        assert err.decode() == f"scopone: stopped: 8 of 9 are kept in {out}.parts; the same command goes on\n"
    source.write_text("\n".join(some))
    assert "8 known from before; 0 solved" in run(*args)[1]
    run("batch", "solve", source, whole, "--jobs", 1)
    assert but_for_time(rows_of(out)) == but_for_time(rows_of(whole))


def test_two_processes_do_not_write_one_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    from scopone.batch.store import Store

    with Store(out, Work(), this_engine()):
        status, _, err = run("batch", "solve", "scopone10", out, "--deals", 1, "--left", 4, "--jobs", 1)
    assert (status, err) == (2, f"scopone: {out}: another process is writing it\n")
