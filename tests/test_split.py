"""One position over many workers: the value of the single search, however it is split, stopped and gone on with."""

import resource
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from scopone import Limit, Position, Rules, Unsolvable, analyse, solve
from scopone.batch import SplitProgress, SplitSolver, WrongEngine, this_engine
from scopone.batch.ledger import Ledger
from scopone.batch.question import Asker, Question, answer
from scopone.batch.tree import Tree
from scopone.bench import random_position
from scopone.checkpoint import CheckpointError
from tests.solving import check_solution, positions

FIVE = positions("scopone10-5")
SIX = positions("scopone9-6")
DEAL = Position.deal(Rules.preset("scopone10"), 1)


@pytest.fixture
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


class Counting:
    """An executor that counts its calls, and how many were under way at a time."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.calls = self.under_way = self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any:
        self.calls += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        future = self.executor.submit(fn, *args)
        future.add_done_callback(self.done)
        return future

    def done(self, _: object) -> None:
        self.under_way -= 1


# Questions


@pytest.mark.parametrize("name", ["scopone10-4", "scopone9-5"])
def test_a_question_is_answered_as_the_value_says(name: str) -> None:
    for line, value in positions(name)[:6]:
        deal = Position.parse(line)
        asker = Asker(deal, 1)
        known = [(deal, value), *((deal.play(m.move), m.value) for m in analyse(deal).moves)]
        for p, v in known:  # both sides to move
            assert v is not None
            for least in range(v - 2, v + 4):
                assert asker.ask(p, least, Limit()).holds is (v >= least), f"{p} at least {least}"


def test_a_question_over_its_limit_is_not_answered() -> None:
    found = Asker(DEAL, 1).ask(DEAL, 0, Limit(nodes=20_000))
    assert found.holds is None
    assert 0 < found.nodes < 100_000


def test_one_table_serves_all_questions_of_a_deal() -> None:
    line, value = SIX[0]
    p = Position.parse(line)
    moves = [p.play(move) for move in p.legal_moves]
    asker = Asker(p, 16)
    first = [asker.ask(q, value, Limit()).nodes for q in moves]
    again = [asker.ask(q, value, Limit()).nodes for q in moves]
    assert sum(again) < sum(first) / 50


def test_a_worker_of_another_engine_answers_nothing() -> None:
    line = FIVE[0][0]
    with pytest.raises(WrongEngine):
        answer(this_engine()._replace(signature=1), Question(line, line, 0, Limit(), 1))


def test_the_table_of_a_deal_goes_before_that_of_the_next() -> None:

    def size() -> int:
        """MiB of this process."""
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() >> 20

    before = size()
    for seed in range(4):
        line = str(random_position(DEAL.rules, seed, 28))
        answer(this_engine(), Question(line, line, 0, Limit(nodes=1000), 200))
    assert size() - before < 3 * 200


# The tree


def test_the_tree_asks_for_what_a_proof_needs_first() -> None:
    p = Position.parse(FIVE[0][0])
    tree = Tree(p)
    root = tree.root
    assert list(tree.open(0)) == [(root, root.guess), (root, root.guess + 1)]
    tree.split(root)
    moves = [child for _, child in root.moves or ()]
    one, every = list(tree.open(0))[:1], list(tree.open(0))[1:]
    assert one == [(moves[0], root.guess)]  # one move for at least the guess
    assert every == [(child, root.guess + 1) for child in moves]  # every move for not more
    second = list(tree.open(1))[len(moves) + 1 :]
    assert second == [(moves[1], root.guess)]
    assert tree.matters(moves[0], root.guess)
    tree.learn(moves[1], root.guess, True)
    assert root.lower == root.guess
    assert not tree.matters(moves[0], root.guess)
    for child in moves:
        tree.learn(child, root.guess + 1, False)
    assert root.lower == root.upper == root.guess
    assert list(tree.open(3)) == []
    assert [move for move, child in root.moves or () if child is moves[1]] == tree.line()[0] == [tree.best()]


# The whole


@pytest.mark.parametrize(
    ("known", "workers", "budget"),
    [(FIVE[:6], 1, 2_000), (FIVE[6:12], 3, 500), (SIX[:3], 2, 100_000), (SIX[3:5], 8, 10**9)],
)
def test_the_value_is_that_of_one_search(
    known: list[tuple[str, int]], workers: int, budget: int, pool: Executor
) -> None:
    solver = SplitSolver(pool, workers, memory_mib=16, budget=Limit(nodes=budget))
    for line, value in known:
        check_solution(solver.solve(Position.parse(line)), value)


@pytest.mark.parametrize("rules", ["scopa2", "scopa4+napola", "asso_pigliatutto", "bazzica", "escoba"])
def test_other_games(rules: str, pool: Executor) -> None:
    game = Rules.parse(rules)
    for seed in range(3):
        p = random_position(game, seed, 15)
        value = solve(p).value
        assert value is not None
        check_solution(SplitSolver(pool, 3, memory_mib=1, budget=Limit(nodes=300)).solve(p), value)


def test_no_more_questions_than_workers_at_a_time(pool: Executor) -> None:
    counting = Counting(pool)
    line, value = FIVE[3]
    assert (
        SplitSolver(counting, 2, memory_mib=1, budget=Limit(nodes=1000)).solve(Position.parse(line)).value
        == value
    )
    assert counting.most == 2
    assert counting.calls > 10


def test_what_has_no_value(pool: Executor) -> None:
    with pytest.raises(Unsolvable, match="two sides"):
        SplitSolver(pool, 1).solve(Position.deal(Rules.preset("scopa3"), 1))
    over = Position.parse(FIVE[0][0])
    while not over.is_over:
        over = over.play(over.legal_moves[0])
    found = SplitSolver(pool, 1).solve(over)
    assert (found.value, found.best, found.line) == (over.score().value, None, ())
    with pytest.raises(ValueError, match="0 workers"):
        SplitSolver(pool, 0)


def test_a_limit_gives_bounds(pool: Executor) -> None:
    line, value = SIX[0]
    p = Position.parse(line)
    found = SplitSolver(pool, 3, memory_mib=1, budget=Limit(nodes=5000)).solve(p, Limit(nodes=50_000))
    assert not found.exact
    assert found.lower <= value <= found.upper
    assert found.line == ()
    assert found.best is None or found.best in p.legal_moves


def test_cancel_and_progress(pool: Executor) -> None:
    solver = SplitSolver(pool, 2, memory_mib=1, budget=Limit(nodes=10_000))
    told: list[SplitProgress] = []

    def watch(progress: SplitProgress) -> None:
        told.append(progress)
        if progress.answered >= 5:
            solver.cancel()

    found = solver.solve(DEAL, progress=watch)
    assert not found.exact
    assert found.lower <= found.upper
    assert told[-1].answered >= 5
    assert told[-1].nodes == found.nodes > 0
    assert told[-1].positions > 10
    assert all(p.under_way <= 2 for p in told)


# Going on


def test_a_search_is_gone_on_with(pool: Executor, tmp_path: Path) -> None:
    line, value = SIX[1]
    p = Position.parse(line)
    file = tmp_path / "search"
    runs = 0
    before = 0
    while True:
        found = SplitSolver(pool, 2, memory_mib=1, budget=Limit(nodes=20_000)).solve(
            p, Limit(nodes=300_000), checkpoint=file
        )
        assert found.nodes > before
        before = found.nodes
        runs += 1
        if found.exact:
            break
    assert runs > 1
    check_solution(found, value)
    counting = Counting(pool)
    check_solution(
        SplitSolver(counting, 2, memory_mib=1, budget=Limit(nodes=20_000)).solve(p, checkpoint=file), value
    )
    assert counting.calls == 1  # the end of the line


def test_a_kill_costs_the_last_line_at_the_most(pool: Executor, tmp_path: Path) -> None:
    line, value = FIVE[1]
    p = Position.parse(line)
    file = tmp_path / "search"
    SplitSolver(pool, 2, memory_mib=1, budget=Limit(nodes=500)).solve(p, checkpoint=file)
    whole = file.read_bytes()
    for size in (0, 5, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:size])
        found = SplitSolver(pool, 2, memory_mib=1, budget=Limit(nodes=500)).solve(p, checkpoint=file)
        check_solution(found, value)


def test_another_file_is_refused(pool: Executor, tmp_path: Path) -> None:
    p, q = (Position.parse(line) for line, _ in FIVE[:2])
    file = tmp_path / "search"
    solver = SplitSolver(pool, 1, memory_mib=1)
    solver.solve(p, checkpoint=file)
    with pytest.raises(CheckpointError, match="another position"):
        solver.solve(q, checkpoint=file)
    with Ledger(file, p), pytest.raises(CheckpointError, match="another process"):
        solver.solve(p, checkpoint=file)
    whole = file.read_bytes()
    file.write_bytes(whole + b"nonsense\n")
    with pytest.raises(CheckpointError, match="damaged in line"):
        solver.solve(p, checkpoint=file)
    file.write_bytes(b"a letter\n")
    with pytest.raises(CheckpointError, match="not a split search"):
        solver.solve(p, checkpoint=file)
    assert file.read_bytes() == b"a letter\n"
