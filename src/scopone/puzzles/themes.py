"""What a puzzle is about: themes in the words of the game, each a question that its proof answers.

"The line" is best play from the right move to the end of the hand; "the rivals" are the best of the wrong moves,
each with best play after it. Best play is that of `Values.line`: of several equally good moves it takes one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..move import Move
from ..position import Position
from .proof import Proof, has_made_scopa, makes_scopa, play_all

Theme = Callable[[Proof], bool]


class Step(NamedTuple):
    """One move of a line: where it was made, what it is and where it leads."""

    before: Position
    move: Move
    after: Position

    @property
    def side(self) -> int:
        """The side that moved."""
        return self.before.rules.sides[self.before.turn]

    @property
    def is_scopa(self) -> bool:
        """It is a scopa."""
        return has_made_scopa(self.before, self.after)


def steps(position: Position, moves: Sequence[Move]) -> Iterator[Step]:
    """The moves of a line with the positions around them."""
    for move in moves:
        after = position.play(move)
        yield Step(position, move, after)
        position = after


def unpaired(position: Position) -> frozenset[str]:
    """The ranks of which an odd number of cards has been taken, and so is still in play."""
    taken = Counter(c.rank for pile in position.piles for c in pile)
    return frozenset(rank for rank, n in taken.items() if n % 2)


def _by_sum(proof: Proof) -> bool:
    """The right move takes several cards that make up the value of the card played."""
    ranks = proof.position.rules.ranks
    card, taken = proof.best.card, proof.best.captured
    return len(taken) > 1 and sum(ranks.index(c.rank) + 1 for c in taken) == ranks.index(card.rank) + 1


def _unpaired_more(proof: Proof) -> int:
    return len(unpaired(proof.position.play(proof.best))) - len(unpaired(proof.position))


def spariglio(proof: Proof) -> bool:
    """The right move takes several cards by sum, and more ranks are unpaired after it than before."""
    return _by_sum(proof) and _unpaired_more(proof) > 0


def appariglio(proof: Proof) -> bool:
    """The right move takes several cards by sum, and fewer ranks are unpaired after it than before."""
    return _by_sum(proof) and _unpaired_more(proof) < 0


def scopa(proof: Proof) -> bool:
    """The right move is a scopa."""
    return makes_scopa(proof.position, proof.best)


def refused_scopa(proof: Proof) -> bool:
    """A scopa is legal, and the right move is none."""
    return not scopa(proof) and any(makes_scopa(proof.position, m) for m in proof.wrong)


def avoided_scopa(proof: Proof) -> bool:
    """The next hand can make a scopa after most of the wrong moves (more than half), and none after the right one."""
    exposed = [_gives_scopa(proof.position.play(m)) for m in proof.wrong]
    return 2 * sum(exposed) > len(exposed) and not _gives_scopa(proof.position.play(proof.best))


def sacrifice(proof: Proof) -> bool:
    """After the right move the defence makes a scopa at once, with best play."""
    return len(proof.play) > 1 and makes_scopa(proof.position.play(proof.best), proof.play[1])


def _gives_scopa(position: Position) -> bool:
    return any(makes_scopa(position, m) for m in position.legal_moves)


def _first_scopa(proof: Proof) -> int | None:
    """Which of the player's moves in the solution is the first scopa, counted from 1."""
    own = [step for step in steps(proof.position, proof.line) if step.side == proof.side]
    return next((n for n, step in enumerate(own, 1) if step.is_scopa), None)


def scopa_in_two(proof: Proof) -> bool:
    """In the solution the player's second move is a scopa, the first is none: against the best defence."""
    return _first_scopa(proof) == 2


def scopa_in_three(proof: Proof) -> bool:
    """In the solution the player's third move is a scopa, those before are none: against the best defence."""
    return _first_scopa(proof) == 3


def mulinello(proof: Proof) -> bool:
    """In the line the side makes a scopa with two or more of its turns in a row, the first of them among its first
    three; what the others do between is only laying."""
    line = list(steps(proof.position, proof.play))
    return any(
        line[n].is_scopa and not line[n + 1].move.captured and line[n + 2].is_scopa
        for n in range(0, min(5, len(line) - 2), 2)
    )


def sevens(proof: Proof) -> bool:
    """The right move takes a seven from the table."""
    return any(c.rank == "7" for c in proof.best.captured)


def which_capture(proof: Proof) -> bool:
    """The card to play is plain, what to take is not: the right card may take in another way, too."""
    return sum(m.card is proof.best.card for m in (proof.best, *proof.wrong)) > 1


def quiet(proof: Proof) -> bool:
    """The right move lays a card where something could be taken."""
    return not proof.best.captured and any(m.captured for m in proof.wrong)


def anchor(proof: Proof) -> bool:
    """The right move lays a card of a rank that no opponent holds."""
    sides, side = proof.position.rules.sides, proof.side
    against = [c for seat, hand in enumerate(proof.position.hands) if sides[seat] != side for c in hand]
    return not proof.best.captured and all(c.rank != proof.best.card.rank for c in against)


def ace_sweep(proof: Proof) -> bool:
    """The right move is an ace that takes the whole table in a game in which it may."""
    return (
        proof.position.rules.ace_sweep != "off"
        and proof.best.card.rank == "A"
        and any(c.rank != "A" for c in proof.best.captured)
        and len(proof.best.captured) == len(proof.position.table)
    )


def last_capture(proof: Proof) -> bool:
    """The side captures last in the line, with something left for it on the table, and in no rival."""
    return _takes_rest(proof, proof.play) and not any(_takes_rest(proof, rival) for rival in proof.rivals)


def _takes_rest(proof: Proof, line: Sequence[Move]) -> bool:
    *_, last = steps(proof.position, line)
    taker = last.after.last_capturer
    own = taker is not None and proof.position.rules.sides[taker] == proof.side
    left = [*last.before.table, *(() if last.move.captured else (last.move.card,))]
    return own and len(left) > len(last.move.captured)


def decided_by(item: str) -> Theme:
    """The theme of an item of the score: with the line the side comes off better in it than with any rival."""

    def decides(proof: Proof) -> bool:
        return _lead(proof, proof.play, item) > max(_lead(proof, rival, item) for rival in proof.rivals)

    decides.__doc__ = (
        f"In the line the side makes more points in {item} than in any rival, against the other side's."
    )
    return decides


def _lead(proof: Proof, line: Sequence[Move], item: str) -> int:
    points = play_all(proof.position, line).score().get(item, (0, 0))
    return points[proof.side] - points[1 - proof.side]


THEMES: dict[str, Theme] = {
    "scopa": scopa,
    "rinuncia": refused_scopa,
    "evitare_scopa": avoided_scopa,
    "sacrificio": sacrifice,
    "scopa_in_due": scopa_in_two,
    "scopa_in_tre": scopa_in_three,
    "mulinello": mulinello,
    "spariglio": spariglio,
    "appariglio": appariglio,
    "quale_presa": which_capture,
    "calare": quiet,
    "carta_franca": anchor,
    "sette": sevens,
    "asso": ace_sweep,
    "ultima_presa": last_capture,
    "settebello": decided_by("settebello"),
    "primiera": decided_by("primiera"),
    "denari": decided_by("denari"),
    "carte": decided_by("cards"),
    "napola": decided_by("napola"),
}


def themes_of(proof: Proof) -> tuple[str, ...]:
    """The names of all themes of a puzzle, in the order of `THEMES`."""
    return tuple(name for name, asks in THEMES.items() if asks(proof))
