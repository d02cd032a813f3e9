"""The marks that a review gives to known players: each plays whole deals, all four seats of it.

python bench/review_marks.py [DEALS] [GAME]
"""

from __future__ import annotations

import sys
import time
from statistics import mean, quantiles

from scopone import Limit, Position, Rules
from scopone.host import play_deal
from scopone.players import make_player
from scopone.record import Record
from scopone.review import Judge, review

PLAYERS = ("random", "first", "greedy", "chitarrella", "maestro:seconds=0.1")


def main(deals: int, game: str) -> None:
    """Prints a line for each player."""
    rules = Rules.preset(game)
    for spec in PLAYERS:
        marks: list[int] = []
        seconds = 0.0
        for seed in range(1, deals + 1):
            deal = Position.deal(rules, seed)
            played = play_deal(deal, [make_player(spec)] * rules.players, seed)
            start = time.process_time()
            found = review(Record(deal, tuple(played.moves)), judge=Judge(1024), limit=Limit(nodes=1))
            seconds += time.process_time() - start
            marks += [m.score for m in found.marks.values() if m.score is not None]
        low, middle, high = quantiles(marks)
        print(
            f"{spec:20} {len(marks)} marks, mean {mean(marks):.0f}, quartiles {low:.0f} {middle:.0f} {high:.0f};"
            f" {seconds / deals:.1f} s a hand",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10, sys.argv[2] if len(sys.argv) > 2 else "scopone10")
