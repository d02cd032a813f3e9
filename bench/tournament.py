"""Long matches between players: every deal is kept when it is done, and a run that was stopped goes on.

    python bench/tournament.py games.jsonl --seed 2 --play scopone9 maestro chitarrella 400 --play ...
    python bench/tournament.py games.jsonl --report

Each --play is a game, two players and how many deals, each played in both seatings as `scopone arena` does. The
matches grow side by side, a twentieth of their deals at a time, so that a run that ends early has some of each.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from scopone import Rules
from scopone.arena import Game, Result, games_of
from scopone.players import make_player

BLOCKS = 20
Match = tuple[str, str, str, int]  # rules, A, B, seed


def kept(path: Path) -> dict[Match, dict[int, list[Game]]]:
    """The games in the file, by match and deal."""
    found: dict[Match, dict[int, list[Game]]] = defaultdict(dict)
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        row = json.loads(line)
        found[row["rules"], row["a"], row["b"], row["seed"]][row["deal"]] = [Game(*g) for g in row["games"]]
    return found


def blocks(plays: list[tuple[str, str, str, int]]) -> Iterator[tuple[str, str, str, range]]:
    """The deals to play, in turns."""
    for part in range(BLOCKS):
        for rules, a, b, deals in plays:
            yield rules, a, b, range(deals * part // BLOCKS, deals * (part + 1) // BLOCKS)


def play(path: Path, plays: list[tuple[str, str, str, int]], seed: int, jobs: int) -> None:
    done = kept(path)
    for name, first, second, deals in blocks(plays):
        a, b, rules = make_player(first), make_player(second), Rules.parse(name)
        have = done[str(rules), a.spec, b.spec, seed]
        todo = [i for i in deals if i not in have]
        if not todo:
            continue
        match = {"rules": str(rules), "a": a.spec, "b": b.spec, "seed": seed}
        for games in games_of(a, b, rules, deals=len(todo), seed=seed, jobs=jobs, start=todo[0]):
            row = {**match, "deal": games[0].deal, "games": [astuple(g) for g in games]}
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


def report(path: Path) -> None:
    """One row of a Markdown table for each match."""
    print("| game | A | B | deals | win | loss | tie | dealer / hand | points a deal | ms A | ms B |")
    print("|" + "---|" * 11)
    for (rules, a, b, seed), deals in sorted(kept(path).items()):
        games = tuple(g for i in sorted(deals) for g in deals[i])
        result = Result(a, b, Rules.parse(rules), len(deals), seed, games)
        won, lost, level = (100 * n / len(games) for n in result.wins())
        low, high = result.a_rate.interval
        sides = [100 * result.wins(g)[0] / len(g) for g in (result.on_side(1), result.on_side(0))]
        points = result.points
        print(
            f"| {rules} | {a} | {b} | {len(deals)} | {won:.1f} ({100 * low:.0f} .. {100 * high:.0f}) | {lost:.1f}"
            f" | {level:.1f} | {sides[0]:.1f} / {sides[1]:.1f} | {points.mean:+.2f} ({points.interval[0]:+.2f} .."
            f" {points.interval[1]:+.2f}) | {' | '.join(f'{1000 * s:.1f}' for s in result.seconds_per_move)} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--play", nargs=4, action="append", metavar=("GAME", "A", "B", "DEALS"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", action="store_true")
    arguments = parser.parse_args()
    if arguments.play:
        plays = [(game, a, b, int(deals)) for game, a, b, deals in arguments.play]
        play(arguments.file, plays, arguments.seed, arguments.jobs)
    if arguments.report or not arguments.play:
        report(arguments.file)


if __name__ == "__main__":
    main()
