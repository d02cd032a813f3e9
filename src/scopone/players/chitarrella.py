"""Chitarrella's player: the traditional rules in the order in which they decide.

The forty-four rules of the old code, as later authors (Saracino and others) put them for pairs. Where two
rules collide the one listed first decides. A rule speaks only of what the seat can know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..notation import Move
from ..view import View
from .advice import Rule, always, decide
from .base import Choice, Player
from .greedy import CHEAPEST, SCOPA
from .sight import Sight

CODE = "Chitarrella"
CODE_28 = "Chitarrella, rule 28"
CODE_35 = "Chitarrella, rule 35"
SARACINO = "Saracino"


def _takes(move: Move, text: str) -> bool:
    """The move brings home a card, given in full or by its rank."""
    return bool(move.captured) and any(str(c) == text or c.rank == text for c in (move.card, *move.captured))


def _takes_from_table(move: Move, text: str) -> bool:
    return any(str(c) == text or c.rank == text for c in move.captured)


def _holds(s: Sight, text: str) -> bool:
    return any(str(c) == text or c.rank == text for c in s.hand)


SETTEBELLO = Rule(
    "settebello", CODE, "The settebello is a point and the heart of the primiera: take it.",
    lambda s: any(str(c) == "7d" for c in s.table), lambda s, m: _takes_from_table(m, "7d"),
)  # fmt: skip

ACE_AND_SEVEN = Rule(
    "ace and seven", CODE,
    "Settebello and an ace on the table: with no seven or one take both with the eight, with two or three"
    " take the seven.",
    lambda s: any(str(c) == "7d" for c in s.table) and s.lying("A") > 0 and _holds(s, "F"),
    lambda s, m: (
        _takes_from_table(m, "7d") and (_takes_from_table(m, "A") if s.held("7") < 2 else m.card.rank == "7")
    ),
)  # fmt: skip

NO_SWEEP = Rule(
    "no sweep for the next hand", CODE,
    "Never leave a total that the next hand may sweep, unless all its cards are accounted for.",
    always, lambda s, m: -round(s.risk(m), 1),
)  # fmt: skip

SEVENS = Rule(
    "sevens", CODE, "With the settebello or two sevens in hand, always take a seven from the table.",
    lambda s: s.lying("7") > 0 and (_holds(s, "7d") or s.held("7") >= 2),
    lambda s, m: _takes_from_table(m, "7"),
)  # fmt: skip

UNPAIR_SEVENS = Rule(
    "unpair the sevens", CODE_35, "The dealer's side without a seven unpairs the sevens.",
    lambda s: s.dealers_side and s.held("7") == 0 and s.lying("7") > 0 and "7" not in s.unpaired,
    lambda s, m: "7" in s.unpaired_after(m),
)  # fmt: skip

PARTNERS_DOUBLE = Rule(
    "the partner's double", CODE,
    "Do not take the card that the partner laid from a double: it waits for its twin.",
    lambda s: bool(s.partners_cards),
    lambda s, m: not any(
        c in s.partners_cards and c.rank != "7" and s.unseen(c.rank) > 0 for c in m.captured
    ),
)  # fmt: skip

LEAVE_SEVEN_TO_PARTNER = Rule(
    "the partner's seven", CODE,
    "The dealer with no seven but the settebello leaves the seven that the third hand laid to the partner.",
    lambda s: s.view.turn == s.view.dealer and s.held("7") == 1 and _holds(s, "7d") and any(
        c.rank == "7" and seat == s.view.dealer - 1 for c, seat in s.laid_by.items()
    ),
    lambda s, m: not _takes_from_table(m, "7"),
)  # fmt: skip

WORTH = Rule(
    "worth", CODE, "Take what counts: denari, sevens, sixes, aces, many cards.",
    always, lambda s, m: round(s.gain(m), 1),
)  # fmt: skip

KEEP_PARITY = Rule(
    "keep ranks even", CODE_28,
    "The dealer's side keeps the ranks even and repairs them: take equal with equal.",
    lambda s: s.dealers_side, lambda s, m: -len(s.unpaired_after(m)),
)  # fmt: skip


def _breaks_seven(move: Move) -> bool:
    """A capture of three cards in all that parts complements of seven, or a seven with a low card."""
    values = sorted("A234567FCR".find(c.rank) + 1 for c in move.captured)
    return values in ([2, 3], [1, 3], [1, 5], [1, 7], [2, 7], [3, 7])


SPARIGLIO = Rule(
    "spariglio", CODE_28,
    "The hand side unpairs: best with captures of three cards that part the complements of seven.",
    lambda s: not s.dealers_side,
    lambda s, m: 2 * s.is_spariglio(m) + (len(m.captured) == 2 and _breaks_seven(m)),
)  # fmt: skip

ODD_NUMBER = Rule(
    "an odd number unpaired", CODE_28, "The hand side keeps the number of unpaired ranks odd.",
    lambda s: not s.dealers_side, lambda s, m: len(s.unpaired_after(m)) % 2,
)  # fmt: skip

LOW_CARDS = Rule(
    "low cards", CODE, "The dealer's side takes low cards off the table, since they make sums.",
    lambda s: s.dealers_side, lambda s, m: sum(0 < s.value(c) <= 4 for c in m.captured),
)  # fmt: skip


def _partner_lays(s: Sight) -> str | None:
    """The rank that the partner laid in the last turn; None if it took or nobody knows."""
    last = s.partners_last()
    return last[0].card.rank if last and not last[0].captured else None


ANSWER_PARTNER = Rule(
    "answer the partner", CODE,
    "The partner laid a rank: lay yours of it, the more so when the opponent has taken the partner's card.",
    lambda s: _partner_lays(s) is not None and s.held(_partner_lays(s) or "") > 0,
    lambda s, m: not m.captured and m.card.rank == _partner_lays(s) and m.card.rank != "7",
    laying=True,
)  # fmt: skip

PROTECT = Rule(
    "what counts stays in hand", CODE,
    "Lay no seven and no settebello, no denari, nothing that the primiera needs.",
    always, lambda s, m: 0.0 if m.captured else -round(s.worth(m.card), 1),
    laying=True,
)  # fmt: skip


def _lead_rank(s: Sight) -> dict[str, int]:
    return {rank: {4: 3, 3: 2, 2: 1}.get(s.held(rank), 0) for rank in s.ranks}


LEAD = Rule(
    "lead from many", CODE, "Lead from a rank held four, three or two times.",
    lambda s: s.leads and not s.table, lambda s, m: _lead_rank(s)[m.card.rank] if m.card.rank != "7" else 0,
    laying=True,
)  # fmt: skip

DOUBLE = Rule(
    "lay from a double", CODE, "Lay from a double, not sevens: the other one takes it back.",
    always, lambda s, m: not m.captured and s.held(m.card.rank) >= 2 and m.card.rank != "7",
    laying=True,
)  # fmt: skip

LOWEST = Rule(
    "the lowest first", CODE, "Of several doubles lay the lowest first.",
    always, lambda s, m: 0 if m.captured else -s.value(m.card),
    laying=True,
)  # fmt: skip

ANCHOR = Rule(
    "anchor", CODE, "A card whose fellows are all with us or gone can lie in safety.",
    always, lambda s, m: not m.captured and s.unseen(m.card.rank) == 0,
    laying=True,
)  # fmt: skip

LAST_CARDS = Rule(
    "keep a pair for the end", CODE, "At the end lay the unpaired card and keep the paired one.",
    lambda s: len(s.hand) <= 3, lambda s, m: not m.captured and m.card.rank in s.unpaired,
    laying=True,
)  # fmt: skip

# the order was settled by bench/ablate_rules.py: each rule left out in turn, and moved, against greedy
RULES = (
    SCOPA, ACE_AND_SEVEN, SETTEBELLO, NO_SWEEP, SEVENS, LEAVE_SEVEN_TO_PARTNER, WORTH, PARTNERS_DOUBLE,
    SPARIGLIO, KEEP_PARITY, ODD_NUMBER, UNPAIR_SEVENS, LOW_CARDS, LEAD, DOUBLE, ANCHOR, ANSWER_PARTNER,
    LAST_CARDS, LOWEST, PROTECT, CHEAPEST,
)  # fmt: skip


@dataclass(frozen=True)
class Chitarrella(Player):
    """The rules of Chitarrella's code, each of which can be asked for its reason."""

    name: ClassVar[str] = "chitarrella"
    about: ClassVar[str] = "the traditional rules of Chitarrella and Saracino"

    def choose(self, view: View, seed: int) -> Choice:
        return decide(RULES, Sight(view))
