"""Cicuti and Guardamagna's player: Chitarrella's rules with more weight on the sevens.

Their seven rules on the sevens could not be read. These are Chitarrella's own on sevens made stronger, and
only as true to theirs as that: a seven is always taken, one is laid only for want of anything else, and none
is left to the next hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..view import View
from .advice import Rule, decide
from .base import Choice, Player
from .chitarrella import NO_SWEEP, RULES, SEVENS, UNPAIR_SEVENS, WORTH
from .sight import Sight

CICUTI = "after Cicuti and Guardamagna"

TAKE_SEVENS = Rule(
    "always a seven",
    CICUTI,
    "A seven on the table is taken, whatever is in hand.",
    lambda s: s.lying("7") > 0,
    lambda s, m: sum(c.rank == "7" for c in m.captured),
)

KEEP_SEVENS = Rule(
    "never lay a seven",
    CICUTI,
    "A seven is laid only for want of any other card.",
    lambda s: s.held("7") > 0,
    lambda s, m: bool(m.captured) or m.card.rank != "7",
)

COVER_SEVENS = Rule(
    "no seven for the next hand",
    CICUTI,
    "Leave no seven on the table of which another is still out.",
    lambda s: s.unseen("7") > 0,
    lambda s, m: -sum(c.rank == "7" for c in s.after(m)),
)


def _sevens_first() -> tuple[Rule, ...]:
    """Chitarrella's rules with those on sevens right behind safety."""
    kept = [rule for rule in RULES if rule not in (SEVENS, UNPAIR_SEVENS)]
    at = kept.index(NO_SWEEP) + 1
    before_worth = kept.index(WORTH)
    assert at <= before_worth
    return (*kept[:at], TAKE_SEVENS, KEEP_SEVENS, COVER_SEVENS, UNPAIR_SEVENS, *kept[at:])


RULES_ON_SEVENS = _sevens_first()


@dataclass(frozen=True)
class Cicuti(Player):
    """Chitarrella's rules, the sevens first."""

    name: ClassVar[str] = "cicuti"
    about: ClassVar[str] = "the traditional rules, with more weight on the sevens"

    def choose(self, view: View, seed: int) -> Choice:
        return decide(RULES_ON_SEVENS, Sight(view))
