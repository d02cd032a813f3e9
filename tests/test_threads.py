"""Threads, reductions and tables change how a value is found, never the value."""

from __future__ import annotations

import pytest

from scopone import Position, Rules, Solver
from scopone.bench import random_position
from scopone.solver.driver import SWITCHES, Driver

ALL = sum(SWITCHES.values())
TINY, LARGE = 1 << 14, 1 << 24


def sample(name: str, left: int, seed: int) -> Position:
    """A position with so many cards to play, by random play."""
    return random_position(Rules.preset(name), seed, left)


def value(position: Position, driver: Driver) -> int:
    assert driver.begin(position)
    driver.narrow(0)
    lower, upper = driver.bounds
    assert lower == upper
    return lower


def best_moves(position: Position, driver: Driver) -> tuple[int, frozenset[str]]:
    """The value and all moves that reach it."""
    found = value(position, driver)
    for i in range(len(driver.moves)):
        driver.narrow_move(i, found)
    return found, frozenset(
        str(position.move(card, takes, taken))
        for card, takes, taken, lower, upper in driver.moves
        if lower == upper == found
    )


def every_mode(name: str, left: int, seed: int) -> None:
    position = sample(name, left, seed)
    expected = value(position, Driver(LARGE))
    for bit in SWITCHES.values():
        assert value(position, Driver(LARGE, ALL & ~bit)) == expected
    assert value(position, Driver(LARGE, 0)) == expected
    for memory in (TINY, LARGE):
        for probe_least in (1, 5, 9):
            driver = Driver(memory, ALL, probe_least)
            assert value(position, driver) == expected  # cold
            assert value(position, driver) == expected  # warm


@pytest.mark.parametrize("name", ["scopone10", "scopone9", "scopa4", "scopa2"])
def test_every_mode_gives_the_same_value(name: str) -> None:
    for seed in range(6):
        every_mode(name, 16 if name.startswith("scopone") else 12, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["scopone10", "scopone9"])
def test_every_mode_gives_the_same_value_on_many_positions(name: str) -> None:
    for seed in range(1000, 1500):
        every_mode(name, 4 * (2 + seed % 4) - seed % 3, seed)


@pytest.mark.parametrize("name", ["scopone10", "scopone9"])
def test_any_number_of_threads_gives_the_same_value_and_best_moves(name: str) -> None:
    for seed in range(4):
        position = sample(name, 20, seed)
        expected = best_moves(position, Driver(LARGE))
        for threads in (2, 4):
            for memory in (TINY, LARGE):
                assert best_moves(position, Driver(memory, threads=threads)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["scopone10", "scopone9"])
def test_threads_on_many_positions(name: str) -> None:
    for seed in range(500):
        position = sample(name, 20, seed)
        expected = best_moves(position, Driver(LARGE))
        for threads in (2, 4):
            assert best_moves(position, Driver(LARGE, threads=threads)) == expected
        assert best_moves(position, Driver(TINY, threads=4)) == expected


def test_threads_can_be_cancelled_and_go_on() -> None:
    position = sample("scopone10", 28, 1)
    with Solver(threads=2) as solver:
        stopped = solver.solve(position, progress=lambda progress: solver.cancel())
        assert stopped.lower <= stopped.upper
        small = sample("scopone10", 20, 1)
        assert solver.solve(small).value == Solver().solve(small).value
