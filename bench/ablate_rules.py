"""Which of the traditional rules help? Leaves each out in turn, against greedy, on the same deals.

python bench/ablate_rules.py [chitarrella|cicuti] [--rules R] [--deals N] [--seed S]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scopone import Position, Rules
from scopone.estimate import Estimate
from scopone.host import play_deal, seed_of
from scopone.players import Choice, Player, make_player
from scopone.players.advice import Rule, decide
from scopone.players.chitarrella import RULES
from scopone.players.cicuti import RULES_ON_SEVENS
from scopone.players.sight import Sight
from scopone.view import View


@dataclass(frozen=True)
class ByRules(Player):
    """A player by any list of rules."""

    name: ClassVar[str] = "by rules"
    about: ClassVar[str] = "any list of rules"
    rules: tuple[Rule, ...] = ()

    def choose(self, view: View, seed: int) -> Choice:
        return decide(self.rules, Sight(view))


def gain(rules: Sequence[Rule], game: Rules, deals: int, seed: int) -> Estimate:
    """Points a deal against greedy, each deal in both seatings."""
    player, greedy = ByRules(tuple(rules)), make_player("greedy")
    values = []
    for i in range(deals):
        deal = Position.deal(game, seed_of(seed, i))
        total = 0
        for own in (0, 1):
            seats = [player if side == own else greedy for side in game.sides]
            end = play_deal(deal, seats, 0).end
            assert end is not None
            total += end.score().value * (1 if own == 0 else -1)
        values.append(total / 2)
    return Estimate.from_values(values)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("player", nargs="?", default="chitarrella", choices=("chitarrella", "cicuti"))
    parser.add_argument("--rules", default="scopone9")
    parser.add_argument("--deals", type=int, default=250)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    rules = RULES if args.player == "chitarrella" else RULES_ON_SEVENS
    game = Rules.parse(args.rules)
    print(f"{'all rules':32s} {gain(rules, game, args.deals, args.seed)}", flush=True)
    for rule in rules:
        left = [r for r in rules if r is not rule]
        print(f"without {rule.name:24s} {gain(left, game, args.deals, args.seed)}", flush=True)


if __name__ == "__main__":
    main()
