"""Limits, cancelling, Ctrl-C, progress, and the memory that a search takes."""

import os
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise
from random import Random

import pytest

from scopone import Limit, Position, Progress, Rules, Solver, analyse, solve
from tests.make_brute import MAIN
from tests.solving import check_solution, positions


def six_cards(count: int) -> list[tuple[Position, int]]:
    lines = [*positions("scopone10-6")[:count], *positions("scopone9-6")[:count]]
    return [(Position.parse(line), value) for line, value in lines]


@pytest.mark.parametrize("nodes", [1, 5_000, 30_000, 150_000])
def test_limits_give_bounds_and_a_solver_goes_on(nodes: int) -> None:
    stopped = 0
    for p, value in six_cards(3):
        with Solver(memory_mib=64) as solver:
            s = solver.solve(p, Limit(nodes=nodes))
            assert s.lower <= value <= s.upper
            assert s.exact == (s.lower == s.upper)
            assert s.nodes <= nodes + 20_000
            assert s.best is None or s.best in p.legal_moves
            if not s.exact:
                stopped += 1
                assert s.value is None
                assert s.line == ()
            again = solver.solve(p, Limit(nodes=nodes))
            assert again.lower <= value <= again.upper
            check_solution(solver.solve(p), value)
    assert stopped or nodes > 30_000


def test_limits_of_an_analysis() -> None:
    for p, value in six_cards(2):
        exact = {m.move: m.value for m in analyse(p, memory_mib=64).moves}
        for nodes in (1, 20_000, 200_000, 1_000_000):
            a = analyse(p, Limit(nodes=nodes), memory_mib=64)
            assert a.lower <= value <= a.upper
            assert {m.move for m in a.moves} == set(exact)
            for m in a.moves:
                known = exact[m.move]
                assert known is not None
                assert m.lower <= known <= m.upper


@pytest.mark.parametrize("name", [*MAIN, "cicera", "ponino"])
def test_a_time_limit_is_kept(name: str) -> None:
    """Whole deals: some take long, some do not."""
    for seed in range(2):
        p = Position.deal(Rules.preset(name), seed)
        start = time.monotonic()
        s = solve(p, Limit(seconds=0.2), memory_mib=16)
        assert time.monotonic() - start < 2
        assert s.lower < s.upper or name not in ("scopone10", "scopone9", "cicera")
        assert s.best is None or s.best in p.legal_moves


def test_limits_have_to_be_positive() -> None:
    for bad in ({"seconds": 0}, {"seconds": -1.0}, {"nodes": 0}, {"nodes": -5}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match="a limit of"):
            Limit(**bad)
    for arguments in ({"threads": 0}, {"memory_mib": 0}):
        with pytest.raises(ValueError, match="0"):
            Solver(**arguments)
    with pytest.raises(TypeError):
        Limit(nodes=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Solver(threads=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a table of"):
        Solver(memory_mib=10**12)


def test_what_is_no_move_is_not_played() -> None:
    with pytest.raises(TypeError, match="None is no move"):
        Position.deal(Rules.preset("scopone9"), 1).play(None)  # type: ignore[arg-type]


def test_cancel_from_another_thread() -> None:
    """At any moment: in the first guess, in the search, between the two."""
    p = Position.deal(Rules.preset("scopone10"), 7)
    rng = Random(6)
    with Solver(memory_mib=16) as solver:
        for _ in range(12):
            done = threading.Event()
            wait = rng.random() * 0.2

            def cancel(wait: float = wait, done: threading.Event = done) -> None:
                time.sleep(wait)
                while not done.is_set():  # (it may come before the search has begun)
                    solver.cancel()
                    time.sleep(0.02)

            thread = threading.Thread(target=cancel)
            thread.start()
            start = time.monotonic()
            s = solver.solve(p)
            done.set()
            thread.join()
            assert time.monotonic() - start < 3
            assert s.lower < s.upper
        line, value = positions("scopone10-5")[0]
        check_solution(solver.solve(Position.parse(line)), value)


def test_one_cancel_is_enough() -> None:
    p = Position.deal(Rules.preset("scopone9"), 7)
    for wait in (0.05, 0.1, 0.2):
        with Solver(memory_mib=16) as solver:
            start = time.monotonic()
            threading.Timer(wait, solver.cancel).start()
            solver.solve(p)
            assert time.monotonic() - start < 3


def test_cancel_an_analysis() -> None:
    p, value = six_cards(1)[0]
    with Solver(memory_mib=16) as solver:
        threading.Timer(0.03, solver.cancel).start()
        a = solver.analyse(p)
        assert a.lower <= value <= a.upper
        assert all(m.lower <= m.upper for m in a.moves)
        assert solver.analyse(p).value == value


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c(threads: int) -> None:
    deal = Position.deal(Rules.preset("scopone10"), 7)
    line, value = positions("scopone9-5")[0]
    main = threading.main_thread().ident
    assert main is not None
    with Solver(threads=threads, memory_mib=16) as solver:
        for wait in (0.1, 0.4):
            start = time.monotonic()
            threading.Timer(wait, signal.pthread_kill, (main, signal.SIGINT)).start()
            with pytest.raises(KeyboardInterrupt):
                solver.solve(deal)
            assert time.monotonic() - start < 3
            check_solution(solver.solve(Position.parse(line)), value)


def test_progress_tells_more_and_more() -> None:
    seen: list[Progress] = []
    p = Position.deal(Rules.preset("scopone10"), 7)
    with Solver(memory_mib=16) as solver:
        s = solver.solve(p, Limit(seconds=1), progress=seen.append)
    assert len(seen) > 2
    for a, b in pairwise(seen):
        assert (a.nodes <= b.nodes, a.seconds <= b.seconds) == (True, True)
        assert (a.lower <= b.lower, a.upper >= b.upper) == (True, True)
    for step in seen:
        assert step.lower <= s.lower <= s.upper <= step.upper
        assert 0 <= step.table_used <= 1
        assert 0 <= step.moves_done <= step.moves_total == len(p.legal_moves)


def test_an_error_in_the_progress_function_comes_out() -> None:
    class Enough(Exception):
        pass

    def stop(_: Progress) -> None:
        raise Enough

    deal = Position.deal(Rules.preset("scopone10"), 7)
    line, value = positions("scopone10-5")[1]
    with Solver(memory_mib=16) as solver:
        for search in (solver.solve, solver.analyse):
            with pytest.raises(Enough):
                search(deal, progress=stop)
            check_solution(solver.solve(Position.parse(line)), value)


MEMORY = """
import resource, sys
from scopone import Limit, Position, Solver
line, memory, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
p = Position.parse(line)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with Solver(threads=threads, memory_mib=memory) as solver:
    s = solver.solve(p, Limit(nodes=4_000_000))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="maximum resident set in KiB")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("memory", [16, 64])
def test_memory_stays_within_its_bound(memory: int, threads: int) -> None:
    line, _ = positions("scopone10-7")[0]
    run = subprocess.run(
        [sys.executable, "-c", MEMORY, line, str(memory), str(threads)],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert int(run.stdout) / 1024 < memory + 64
