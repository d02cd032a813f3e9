"""Tunes the weights of the model of a sensible player by playing it against itself.

    python bench/tune_policy.py RULES SECONDS [--deals N] [--seed S] [--start FILE] [--out FILE]

One weight at a time is moved, for one side or for both; the change stays if it wins over N deals in both
seatings and again over four times as many. Prints each gain and writes the weights as JSON.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import time
from pathlib import Path
from typing import Any

from scopone import Rules
from scopone.players.weights import SENSIBLE
from scopone.solver.policy import Policy, duel

Key = tuple[str, int | None]
FIXED: set[Key] = {("scopa", None), ("exposed", 0), ("twin", 0), ("fellows", 0)}
SMALLEST_STEP = 0.01


def keys(weights: dict[str, Any]) -> list[Key]:
    """The names of all weights that are tuned."""
    found: list[Key] = []
    for name, value in weights.items():
        several = isinstance(value, tuple | list)
        found += [(name, i) for i in range(len(value))] if several else [(name, None)]
    return [k for k in found if k not in FIXED]


def moved(weights: dict[str, Any], sides: tuple[str, ...], key: Key, step: float) -> dict[str, Any]:
    """The weights with one of them changed for some sides."""
    changed = copy.deepcopy(weights)
    name, i = key
    for side in sides:
        if i is None:
            changed[side][name] += step
        else:
            value = list(changed[side][name])
            value[i] += step
            changed[side][name] = value
    return changed


def better(new: Policy, old: Policy, deals: int, seed: int, sigmas: float) -> float | None:
    """Points a deal that the new policy gains; None if not so many standard errors above zero."""
    mean, variance = duel(new, old, deals, seed)
    return float(mean) if mean > sigmas * (variance / deals) ** 0.5 else None


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    rules = Rules.parse(args.rules)
    current = json.loads(args.start.read_text()) if args.start else json.loads(json.dumps(SENSIBLE))
    first = policy = Policy(rules, current)
    rng = random.Random(args.seed)
    sides = tuple(current)
    choices = [(s, k) for k in keys(current[sides[0]]) for s in ((sides[0],), (sides[1],), sides)]
    size = dict.fromkeys(choices, 0.08)
    started = time.monotonic()
    trial = args.seed
    while time.monotonic() - started < args.seconds:
        choice = rng.choice(choices)
        for sign in (1, -1):
            trial += 1
            changed = moved(current, *choice, sign * size[choice])
            candidate = Policy(rules, changed)
            if better(candidate, policy, args.deals, trial, 1.0) is None:
                continue
            gain = better(candidate, policy, 4 * args.deals, -trial, 2.0)
            if gain is None:
                continue
            current, policy = changed, candidate
            total, _ = duel(policy, first, 5 * args.deals, 0)
            print(f"{time.monotonic() - started:5.0f} s  {choice}  {sign * size[choice]:+.3f}"
                  f"  gain {gain:.3f}  in all {total:.3f}", flush=True)  # fmt: skip
            size[choice] *= 1.5
            break
        else:
            size[choice] = max(size[choice] * 0.7, SMALLEST_STEP)
    text = json.dumps({s: {k: rounded(v) for k, v in w.items()} for s, w in current.items()}, indent=1)
    if args.out:
        args.out.write_text(text + "\n")
    print(text)


def rounded(value: Any) -> Any:
    """A weight, or several, to three decimals."""
    return [round(v, 3) for v in value] if isinstance(value, tuple | list) else round(value, 3)


if __name__ == "__main__":
    main()
