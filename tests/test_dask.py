"""A real Dask cluster on this machine: workers that are killed, cancelled, and of another engine."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from scopone import Limit, Position, Rules
from scopone.batch import (
    Row,
    SplitProgress,
    SplitSolver,
    Work,
    WrongEngine,
    dask_client,
    run_batch,
    slots_of,
    this_engine,
)
from scopone.batch.question import Question, answer
from scopone.batch.runner import run_chunks
from scopone.batch.tasks import Tasks
from scopone.batch.work import do_chunk
from scopone.cli import main
from tests.solving import check_solution, positions

if TYPE_CHECKING:
    from distributed import Client

FIVE = positions("scopone10-5")
SIX = positions("scopone10-6")
DEAL = str(Position.deal(Rules.preset("scopone10"), 1))


@pytest.fixture(scope="module")
def client() -> Iterator["Client"]:
    with dask_client("local:2") as client:
        yield client


def kill_one(client: "Client") -> None:
    """Kills a worker process, without a word to anybody."""
    pids = client.run(os.getpid)
    os.kill(next(iter(pids.values())), signal.SIGKILL)


def but_for_time(rows: list[Row]) -> list[Row]:
    return [replace(row, seconds=0.0) for row in rows]


def test_every_result_comes_once_though_a_worker_is_killed(client: "Client") -> None:
    chunks = [(line,) for line, _ in SIX[:12]] + [tuple(line for line, _ in FIVE[:10])]
    assert slots_of(client) == 2
    found: dict[tuple[str, ...], list[Row]] = {}
    times: Counter[tuple[str, ...]] = Counter()
    for chunk, rows in run_chunks(chunks, Work(), this_engine(), client, 4):
        times[chunk] += 1
        found[chunk] = rows
        if len(found) == 3:
            kill_one(client)  # two are under way, two wait at the workers
    assert times == Counter(chunks)
    values = dict(SIX + FIVE)
    for chunk in chunks:
        assert [row.value for row in found[chunk]] == [values[line] for line in chunk]
        assert but_for_time(found[chunk]) == but_for_time(do_chunk(Work(), this_engine(), chunk))


def test_a_split_search_though_a_worker_is_killed(client: "Client") -> None:
    line, value = SIX[20]
    killed = False

    def watch(progress: SplitProgress) -> None:
        nonlocal killed
        if progress.answered >= 3 and not killed:
            killed = True
            kill_one(client)

    solver = SplitSolver(client, 2, memory_mib=16, budget=Limit(nodes=50_000))
    check_solution(solver.solve(Position.parse(line), progress=watch), value)
    assert killed


def test_a_client_is_an_executor(client: "Client") -> None:
    given = [Position.parse(line) for line, _ in FIVE[:6]]
    found = dict(run_batch([*given, given[0]], executor=client))
    assert [found[i].value for i in range(7)] == [value for _, value in FIVE[:6]] + [FIVE[0][1]]


def test_a_worker_that_searches_otherwise_gets_no_work(client: "Client") -> None:
    other = this_engine()._replace(signature=1)
    with pytest.raises(WrongEngine, match=r"^worker \d+ on .* is scopone .* with signature 1$"):
        list(run_chunks([(FIVE[0][0],)], Work(), other, client, 1))


def test_a_useless_question_stops_at_once(client: "Client") -> None:
    """It would run for hours on each worker, and nothing else could."""
    with Tasks[int](client) as tasks:
        for number in range(2):
            tasks.begin(number, answer, this_engine(), Question(DEAL, DEAL, 0, Limit(), 1, number))
        give_up = time.monotonic() + 60
        while sum(map(len, client.processing().values())) < 2:
            assert time.monotonic() < give_up
            time.sleep(0.05)
        time.sleep(1)
        assert tasks.take(0) == []
        tasks.give_up(lambda number: True)
        assert len(tasks) == 0
        line, value = FIVE[0]
        for number in range(2, 6):
            tasks.begin(number, answer, this_engine(), Question(line, line, value, Limit(), 1, number))
        answers = {}
        while len(tasks):
            answers |= dict(tasks.take(60))
        assert {number: given.holds for number, given in answers.items()} == dict.fromkeys(range(2, 6), True)


def test_the_commands(client: "Client", tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = client.scheduler.address
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_text("\n".join(line for line, _ in FIVE[:5]))
    assert main(["batch", "solve", str(source), str(out), "--dask", address]) == 0
    assert "5 positions; 5 solved" in capsys.readouterr().out
    assert pq.read_table(out).column("value").to_pylist() == [value for _, value in FIVE[:5]]
    line, value = FIVE[5]
    assert main(["solve", line, "--json", "--dask", address, "--checkpoint", str(tmp_path / "search")]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["value"], data["exact"], len(data["line"])) == (value, True, 20)
    assert main(["solve", line, "--dask", address, "--threads", "2"]) == 2
    assert "--threads and --dask" in capsys.readouterr().err
