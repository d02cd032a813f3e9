"""Worlds, their weights, and the searches in them."""

import random
from collections import Counter
from math import exp, log

import pytest

from scopone import Move, Position, Rules, analyse
from scopone.players.search import estimates, sensible, worlds_of
from scopone.players.weights import BEGINNER, LIKELY, SENSIBLE
from scopone.solver.exact import Exact
from scopone.solver.ismcts import ismcts
from scopone.solver.pimc import pimc, pimc_exact
from scopone.solver.policy import Policy, duel
from scopone.solver.sampling import Worlds
from scopone.view import View

NINE = Rules.preset("scopone9")
SHARP = 4.0


def played(cards_left: int, seed: int, rules: Rules = NINE) -> tuple[list[Position], list[Move]]:
    """A random game until so many cards are left: the positions, the last one too, and the moves."""
    rng = random.Random(seed)
    positions, moves = [Position.deal(rules, seed)], []
    while positions[-1].cards_left > cards_left:
        moves.append(rng.choice(positions[-1].legal_moves))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def pool(worlds: Worlds) -> list[tuple[str, float]]:
    """The worlds of the pool as text with their weights."""
    return [(str(state), weight) for state, weight in (worlds[i] for i in range(len(worlds)))]


def test_enumeration_is_complete_and_consistent() -> None:
    positions, moves = played(8, 1)
    view = View.of(positions[-1], moves)
    worlds = worlds_of(view)
    worlds.enumerate()
    found = [text for text, _ in pool(worlds)]
    assert worlds.complete and worlds.count == len(found) == len(set(found)) == 90  # 6! / (2! 2! 2!)
    assert str(positions[-1]) in found
    for text in found:
        assert View.of(Position.parse(text), moves) == view
    assert sum(weight for _, weight in pool(worlds)) == pytest.approx(1)


def test_count_at_four_cards_a_hand() -> None:
    positions, moves = played(16, 3)
    assert worlds_of(View.of(positions[-1], moves)).count == 34650


def test_uniform_worlds_are_uniform() -> None:
    positions, moves = played(8, 2)
    worlds = worlds_of(View.of(positions[-1], moves))
    n = 45000
    worlds.draw(n, 5)
    counts = Counter(text for text, _ in pool(worlds))
    assert len(counts) == 90
    # chi square with 89 degrees of freedom: mean 89, standard deviation 13.3
    assert sum((c - n / 90) ** 2 / (n / 90) for c in counts.values()) < 89 + 5 * 13.3


def expected_log_weight(world: Position, positions: list[Position], moves: list[Move], seat: int) -> float:
    """The logarithm of how likely the hidden seats' plays are in a world, worked out move by move."""
    policy = sensible(NINE)
    hands = [list(h) for h in world.hands]
    total = 0.0
    for before, move in zip(reversed(positions[:-1]), reversed(moves), strict=True):
        hands[before.turn].append(move.card)
        if before.turn == seat:
            continue
        then = Position.make(
            NINE, [tuple(h) for h in hands], before.table, before.piles, before.scope, before.bonus,
            before.turn, before.last_capturer, None, (),
        )  # fmt: skip
        scores = {then.move(*m[:3]): m[3] for m in policy.scores(then)}
        chance = exp(SHARP * scores[move]) / sum(exp(SHARP * s) for s in scores.values())
        total += log(max(chance, 1e-4))
    return total


def test_weights_are_the_likelihood_of_what_was_played() -> None:
    positions, moves = played(8, 4)
    worlds = worlds_of(View.of(positions[-1], moves))
    worlds.enumerate(sensible(NINE), SHARP)
    logs = [
        expected_log_weight(Position.parse(text), positions, moves, positions[-1].turn)
        for text, _ in pool(worlds)
    ]
    total = sum(map(exp, logs))
    for value, (_, weight) in zip(logs, pool(worlds), strict=True):
        assert weight == pytest.approx(exp(value) / total, rel=1e-4)


def test_weighted_draws_follow_the_weights() -> None:
    positions, moves = played(8, 4)
    worlds = worlds_of(View.of(positions[-1], moves))
    worlds.enumerate(sensible(NINE), SHARP)
    weights = dict(pool(worlds))
    n = 40000
    effective = worlds.draw(n, 9, sensible(NINE), SHARP, n)
    assert 1 <= effective < n
    counts = Counter(text for text, _ in pool(worlds))
    assert set(counts) <= set(weights)
    for text, weight in weights.items():
        # n candidates of which each world is one in ninety, resampled: allow for both samplings
        assert counts[text] / n == pytest.approx(weight, abs=0.02)
    assert max(weights.values()) > 2 / 90  # what was played tells something


def test_the_law_does_not_depend_on_hidden_cards() -> None:
    positions, moves = played(20, 6)
    end = positions[-1]
    hidden = [c for seat, h in enumerate(end.hands) if seat != end.turn for c in h]
    random.Random(1).shuffle(hidden)
    rest = iter(hidden)
    hands = [h if seat == end.turn else tuple(next(rest) for _ in h) for seat, h in enumerate(end.hands)]
    other = Position.make(
        NINE, hands, end.table, end.piles, end.scope, end.bonus, end.turn, end.last_capturer, None, ()
    )
    assert other != end
    mask = [seat != end.turn for seat in range(4)]
    one, two = Worlds(end, mask, False, moves), Worlds(other, mask, False, moves)
    for worlds in (one, two):
        worlds.draw(50, 3, sensible(NINE), SHARP, 200)
    assert pool(one) == pool(two)


def test_a_history_that_cannot_be_is_refused() -> None:
    positions, moves = played(20, 6)
    view = View.of(
        positions[-1], [*moves[:-1], Move(view_card := positions[-1].hands[positions[-1].turn][0])]
    )
    assert view_card in view.hand
    with pytest.raises(ValueError, match="cannot have been played"):
        worlds_of(view)


def test_stock_is_part_of_the_worlds() -> None:
    view = View.of(Position.deal(Rules.preset("scopa2"), 3))
    worlds = worlds_of(view)
    worlds.draw(200, 1)
    assert len({text for text, _ in pool(worlds)}) == 200
    for text, _ in pool(worlds):
        assert View.of(Position.parse(text)) == view
    with pytest.raises(ValueError, match="stock"):
        worlds.enumerate()


@pytest.mark.parametrize("game", ["scopone9", "scopone10", "napola", "primiera_veneta"])
def test_exact_values_are_those_of_the_solver(game: str) -> None:
    rules = Rules.preset(game)
    exact = None
    for seed in range(12):
        positions, _ = played(2 * rules.players + seed % 4, seed, rules)
        position = positions[-1]
        if exact is None:
            exact = Exact(position)
        found = {position.move(c, takes, taken): v for c, takes, taken, v in exact.analyse(position)}
        assert found == {m.move: m.value for m in analyse(position).moves}


def test_pimc_over_all_worlds_is_the_mean_of_exact_values() -> None:
    positions, moves = played(8, 7)
    view = View.of(positions[-1], moves)
    worlds = worlds_of(view)
    worlds.enumerate()
    sums: Counter[Move] = Counter()
    for text, _ in pool(worlds):
        for m in analyse(Position.parse(text)).moves:
            assert m.value is not None
            sums[m.move] += m.value
    tallies = pimc_exact(worlds, sensible(NINE), Exact(view.placeholder))
    for e in estimates(view, tallies):
        assert e.points.mean == pytest.approx(sums[e.move] / 90)
        assert e.points.samples == pytest.approx(90)


def test_one_open_world_converges_to_the_exact_value() -> None:
    """With one world the tree search is plain UCT: at three cards a hand it must find best play."""
    right = 0
    for seed in range(20):
        positions, _ = played(12, seed)
        position = positions[-1]
        world = Worlds(position, [False] * 4, False)
        tallies = ismcts(world, sensible(NINE), 20000, seed, 2.0)
        best = max(tallies, key=lambda t: t[3])
        values = {m.move: m.value for m in analyse(position).moves}
        right += values[position.move(*best[:3])] == analyse(position).value
    assert right >= 19


def test_every_move_is_valued_on_the_scale_of_a_deal() -> None:
    """All legal moves and no other; values in a deal's range, chances that add up to at most 1."""
    positions, moves = played(24, 5)
    view = View.of(positions[-1], moves)
    for tallies in (
        ismcts(worlds_of(view), sensible(NINE), 3000, 1),
        _drawn(view, 300),
    ):
        assert {view.placeholder.move(*t[:3]) for t in tallies} == set(view.legal_moves)
        for *_, weight, mean, variance, won, drawn in tallies:
            assert weight > 0 and abs(mean) < 15 and variance >= 0
            assert 0 <= won + drawn <= 1 + 1e-9


def _drawn(view: View, n: int) -> list[tuple[int, bool, int, float, float, float, float, float]]:
    worlds = worlds_of(view)
    worlds.draw(n, 1)
    return pimc(worlds, sensible(NINE), 2)


SEVERAL = "scopone9 scopone10 scopa2 scopa3 escoba asso_pigliatutto cicera cirulla"


@pytest.mark.parametrize("game", SEVERAL.split())
def test_playouts_make_the_move_with_the_highest_score(game: str) -> None:
    rules = Rules.preset(game)
    for weights in (SENSIBLE, BEGINNER, LIKELY):
        policy = Policy(rules, weights)
        for seed in range(4):
            for position in played(1, seed, rules)[0]:
                scores = {
                    (card, takes, taken): score for card, takes, taken, score in policy.scores(position)
                }
                ((best, _),) = policy.sample(position, 1, seed).items()
                assert scores[best] == max(scores.values())


@pytest.mark.parametrize("game", ["scopone9", "cicera"])
def test_playouts_by_chance_make_any_move_equally_often(game: str) -> None:
    rules = Rules.preset(game)
    policy = Policy(rules, SENSIBLE)
    for seed in range(5):
        position = played(25 - 3 * seed, seed, rules)[0][-1]
        moves = [move for *move, _ in policy.scores(position)]
        n = 2000 * len(moves)
        times = policy.sample(position, n, seed, epsilon=1.0)
        assert set(times) == set(map(tuple, moves))
        # each count lies within five errors of its mean
        assert all(abs(k - 2000) < 5 * (2000 * (1 - 1 / len(moves))) ** 0.5 + 1e-9 for k in times.values())


def test_bad_arguments() -> None:
    positions, moves = played(20, 6)
    view = View.of(positions[-1], moves)
    worlds = worlds_of(view)
    ten = Policy(Rules.preset("scopone10"), SENSIBLE)
    with pytest.raises(ValueError, match="no worlds"):
        pimc(worlds, sensible(NINE), 1)
    with pytest.raises(ValueError, match="0 worlds"):
        worlds.draw(0, 1)
    with pytest.raises(ValueError, match="other rules"):
        worlds.draw(2, 1, ten, 1.0)
    with pytest.raises(ValueError, match="0 iterations"):
        ismcts(worlds, sensible(NINE), 0, 1)
    with pytest.raises(ValueError, match="other rules"):
        ismcts(worlds, ten, 10, 1)
    with pytest.raises(IndexError):
        worlds[0]
    with pytest.raises(KeyError):
        Policy(NINE, {})


def test_the_tuned_model_beats_the_beginner() -> None:
    from scopone.players.search import beginner

    mean, variance = duel(sensible(NINE), beginner(NINE), 4000, 1)
    assert mean - 5 * (variance / 4000) ** 0.5 > 0.5
    same, _ = duel(sensible(NINE), sensible(NINE), 200, 1)
    assert same == 0
