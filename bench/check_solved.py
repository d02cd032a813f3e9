"""Checks recorded solutions: replays each line, and solves it again from each of its last rounds.

    python bench/check_solved.py bench/solved/*.jsonl --rounds 6

A record is a line of JSON: position, value, best, line, nodes, seconds. The value must come out of the replayed
line, and of the solver from every position on the line with so many cards a hand or fewer.
"""

from __future__ import annotations

import argparse
import json
import sys

from scopone import Position, Solver


def check(record: dict[str, object], rounds: int) -> str | None:
    """What is wrong with a record, or None."""
    position = Position.parse(str(record["position"]))
    players = position.rules.players
    line = record["line"]
    assert isinstance(line, list)
    with Solver(memory_mib=1024) as solver:
        for move in line:
            if position.cards_left <= rounds * players and position.cards_left % players == 0:
                value = solver.solve(position).value
                if value != record["value"]:
                    return f"solved again with {position.cards_left} cards left it is {value}"
            position = position.play(move)
    if not position.is_over:
        return "the line does not end the hand"
    if position.score().value != record["value"]:
        return f"the line gives {position.score().value}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--rounds", type=int, default=6)
    arguments = parser.parse_args()
    bad = 0
    for name in arguments.files:
        with open(name, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                wrong = check(json.loads(text), arguments.rounds)
                bad += wrong is not None
                print(f"{name}:{number}: {wrong or 'right'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
