"""Speed of the rules engine: `pytest bench/test_rules.py --benchmark-enable`.

Each benchmark does a fixed amount of work and checks what comes out, so that a number which got better
because something got wrong is noticed. `extra_info` has the figure that the README quotes.
"""

import random

from scopone import Position, Rules
from scopone.solver.perft import perft, random_games

SCOPONE = Rules.preset("scopone10")
GAMES_IN_CORE = 50_000
GAMES_IN_PYTHON = 500


def test_random_games_in_the_core(benchmark) -> None:
    """Complete ten-card deals, dealt, played and scored."""
    games, plies, checksum = benchmark(random_games, SCOPONE, GAMES_IN_CORE, 1)
    assert (games, plies) == (GAMES_IN_CORE, 40 * GAMES_IN_CORE)
    assert checksum == 16524443137333531495
    per_second(benchmark, GAMES_IN_CORE)


def test_random_games_of_scopa_in_the_core(benchmark) -> None:
    """Deals for two with a stock, where two cards of a rank can lie on the table."""
    games, plies, _ = benchmark(random_games, Rules.preset("scopa2"), GAMES_IN_CORE, 1)
    assert (games, plies) == (GAMES_IN_CORE, 36 * GAMES_IN_CORE)
    per_second(benchmark, GAMES_IN_CORE)


def play_in_python(deals: list[Position], seed: int) -> int:
    """Plays each deal to its end move by move; the total of the values."""
    pick = random.Random(seed).random
    total = 0
    for p in deals:
        while not p.is_over:
            moves = p.legal_moves
            p = p.play(moves[int(pick() * len(moves))])  # noqa: PLW2901
        total += p.score().value
    return total


def test_random_games_in_python(benchmark) -> None:
    """Complete ten-card games through `legal_moves` and `play`; the deals are made beforehand."""
    deals = [Position.deal(SCOPONE, seed) for seed in range(GAMES_IN_PYTHON)]
    total = benchmark(play_in_python, deals, 1)
    assert total == play_in_python(deals, 1)
    per_second(benchmark, GAMES_IN_PYTHON)


def test_perft(benchmark) -> None:
    """Every position six moves deep from a whole deal."""
    assert benchmark(perft, Position.deal(SCOPONE, seed=7), 6) == 833310


def test_read_and_write_a_position(benchmark) -> None:
    line = str(Position.deal(SCOPONE, seed=7))
    assert benchmark(lambda: str(Position.parse(line))) == line


def per_second(benchmark, games: int) -> None:
    if benchmark.stats:  # not with --benchmark-disable
        benchmark.extra_info["games a second"] = round(games / benchmark.stats.stats.min)
