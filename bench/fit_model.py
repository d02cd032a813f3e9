"""Fits the model's weights to what players do: the likelihood of their moves, for beliefs.

    python bench/fit_model.py RULES SECONDS [--games N] [--seed S] [--players P ...] [--start FILE]
        [--out FILE]

Plays games of each player against itself, then moves one weight at a time as long as the mean log-likelihood
of the moves seen (over players) rises on one half of the games; says at the end what it is on the other half.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from math import exp, log
from pathlib import Path
from typing import Any

from tune_policy import keys, moved, rounded

from scopone import Move, Position, Rules
from scopone.host import play_deal, seed_of
from scopone.players import make_player
from scopone.players.weights import LIKELY, SHARPNESS
from scopone.solver.policy import Policy

LEAST = 1e-4  # as in the core: no move says more against a world

Sample = list[tuple[Position, Move]]


def games(spec: str, rules: Rules, n: int, seed: int) -> Sample:
    """Positions and what the player did in them, of n deals against itself; forced moves left out."""
    player = make_player(spec)
    found: Sample = []
    for i in range(n):
        deal = Position.deal(rules, seed_of(seed, i))
        position = deal
        for move in play_deal(deal, [player] * rules.players, i).moves:
            if len(position.legal_moves) > 1:
                found.append((position, move))
            position = position.play(move)
    return found


def fit(policy: Policy, samples: list[Sample]) -> float:
    """Mean log-likelihood of a move, each sample with the same weight."""
    total = 0.0
    for sample in samples:
        found = 0.0
        for position, move in sample:
            scores = policy.scores(position)
            top = scores[0][3]
            weights = [exp(SHARPNESS * (s - top)) for *_, s in scores]
            made = [position.move(card, takes, taken) for card, takes, taken, _ in scores]
            mine = weights[made.index(move)]
            found += log(max(mine / sum(weights), LEAST))
        total += found / len(sample)
    return total / len(samples)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", nargs="+", default=["chitarrella", "ismcts:iterations=2000"])
    parser.add_argument("--start", type=Path)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    rules = Rules.parse(args.rules)
    train = [games(p, rules, args.games, args.seed) for p in args.players]
    test = [games(p, rules, args.games, args.seed + 1) for p in args.players]
    current: dict[str, Any] = json.loads(args.start.read_text() if args.start else json.dumps(LIKELY))
    best = fit(Policy(rules, current), train)
    print(f"before: {best:.4f} in training, {fit(Policy(rules, current), test):.4f} in test", flush=True)
    rng = random.Random(args.seed)
    sides = tuple(current)
    choices = [(s, k) for k in keys(current[sides[0]]) for s in ((sides[0],), (sides[1],), sides)]
    choices += [(sides, ("scopa", None))] * 2
    size = dict.fromkeys(choices, 0.1)
    started = time.monotonic()
    while time.monotonic() - started < args.seconds:
        choice = rng.choice(choices)
        for sign in (1, -1):
            changed = moved(current, *choice, sign * size[choice])
            value = fit(Policy(rules, changed), train)
            if value > best:
                current, best = changed, value
                size[choice] *= 1.5
                break
        else:
            size[choice] *= 0.5
    print(f"after:  {best:.4f} in training, {fit(Policy(rules, current), test):.4f} in test", flush=True)
    text = json.dumps({s: {k: rounded(v) for k, v in w.items()} for s, w in current.items()}, indent=1)
    if args.out:
        args.out.write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
