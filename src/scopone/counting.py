"""Card counting: questions about what a seat can know from its own hand and all that has been played, and marks.

A deal, the moves since, a seat and a seed fix the questions; nothing else has to be kept between asking and marking.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .cards import SUITS, Card, pack, shown
from .describe import PLURALS
from .host import seed_of
from .move import Move
from .names import card_name, rank_name, suit_name
from .position import Position

QUESTIONS = 5  # at a time


@dataclass(frozen=True)
class Count:
    """What a seat that has counted knows of a deal in play.

    seat  whose count it is: of the hands it knows its own, and what has been shown
    """

    position: Position
    seat: int

    def __post_init__(self) -> None:
        if not 0 <= self.seat < self.position.rules.players:
            raise ValueError(f"seat {self.seat} of {self.position.rules.players} players")

    @cached_property
    def out(self) -> tuple[Card, ...]:
        """The cards that are still out: in other hands or in the stock, in card order."""
        p = self.position
        seen = {*p.table, *p.hands[self.seat]}
        seen.update(c for group in (*p.piles, *p.revealed) for c in group)
        return tuple(c for c in pack(p.rules.deck) if c not in seen)

    def out_of_rank(self, rank: str) -> tuple[Card, ...]:
        """The cards of a rank that are still out."""
        return tuple(c for c in self.out if c.rank == rank)

    def out_of_suit(self, suit: str) -> tuple[Card, ...]:
        """The cards of a suit that are still out."""
        return tuple(c for c in self.out if c.suit == suit)

    @cached_property
    def unpaired(self) -> tuple[str, ...]:
        """The ranks of which an odd number of cards is still in play, in hands, stock or on the table."""
        taken = Counter(c.rank for pile in self.position.piles for c in pile)
        return tuple(rank for rank in self.position.rules.ranks if taken[rank] % 2)

    def taken(self, side: int) -> tuple[Card, ...]:
        """The cards that a side has taken, in card order."""
        return tuple(sorted(self.position.captured_by(side)))

    def scope(self, side: int) -> int:
        """The scope that a side has made."""
        return self.position.scope[side]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer.

    id       the same within one quiz, such as `rank-7`
    kind     `rank`, `suit`, `unpaired`: which; `sevens`, `denari`, `cards`, `coins`, `scope`: how many
    choices  what can be chosen: cards, rank letters or numbers, as texts in order
    answer   those that are right: any number of them, or exactly one where `single`
    single   one choice is to be made
    """

    id: str
    kind: str
    subject: str
    choices: tuple[str, ...]
    answer: tuple[str, ...]
    single: bool

    def text(self, language: str = "it") -> str:
        """The question in Italian (`it`) or English (`en`)."""
        return _TEXTS[language][self.kind].format(subject=_subject(self, language))

    def choice_text(self, choice: str, language: str = "it") -> str:
        """A choice in words: `7d` is `sette di denari`, a number is itself."""
        if self.single:
            return choice
        return rank_name(choice, language) if self.kind == "unpaired" else card_name(Card(choice), language)

    def mark(self, given: Sequence[str]) -> float:
        """The mark of an answer, 0 to 1.

        Of several things to name each right one counts for its share and each wrong one against it; where there is
        none to name, naming none is right. Raises `ValueError` for what is no choice.
        """
        chosen = set(given)
        if not chosen <= set(self.choices):
            raise ValueError(f"{self.id}: {shown(min(chosen - set(self.choices)))} is no choice")
        right = set(self.answer)
        if self.single or not right:
            return float(chosen == right)
        return max(0.0, (len(chosen & right) - len(chosen - right)) / len(right))


_TEXTS = {
    "it": {
        "rank": "Quali {subject} non hai ancora visto?",
        "suit": "Quali carte di {subject} non hai ancora visto?",
        "unpaired": "Quali valori sono dispari, con un numero dispari di carte ancora in gioco?",
        "sevens": "Quanti sette non hai ancora visto?",
        "denari": "Quanti denari non hai ancora visto?",
        "cards": "Quante carte ha preso {subject}?",
        "coins": "Quanti denari ha preso {subject}?",
        "scope": "Quante scope ha fatto {subject}?",
    },
    "en": {
        "rank": "Which {subject} have you not seen yet?",
        "suit": "Which cards of {subject} have you not seen yet?",
        "unpaired": "Which ranks are unpaired, with an odd number of cards still in play?",
        "sevens": "How many sevens have you not seen yet?",
        "denari": "How many coins have you not seen yet?",
        "cards": "How many cards has {subject} taken?",
        "coins": "How many coins has {subject} taken?",
        "scope": "How many scope has {subject} made?",
    },
}
_SIDES = {
    "it": {"own": "la tua parte", "other": "l'altra parte", "side": "la parte {side}"},
    "en": {"own": "your side", "other": "the other side", "side": "side {side}"},
}


def _subject(question: Question, language: str) -> str:
    if question.kind == "suit":
        return suit_name(question.subject, language)
    if question.kind == "rank":
        one = rank_name(question.subject, language)
        return PLURALS[language].get(one, one + "s" if language == "en" else one)
    name, _, side = question.subject.partition(":")
    return _SIDES[language][name].format(side=side) if name else ""


def _which(id_: str, kind: str, subject: str, cards: Sequence[Card], answer: Sequence[Card]) -> Question:
    return Question(id_, kind, subject, tuple(map(str, cards)), tuple(map(str, answer)), False)


def _how_many(id_: str, kind: str, subject: str, answer: int, most: int) -> Question:
    return Question(id_, kind, subject, tuple(map(str, range(most + 1))), (str(answer),), True)


def questions_of(count: Count) -> tuple[Question, ...]:
    """Every question that can be asked at this moment, in a fixed order."""
    rules = count.position.rules
    deck = pack(rules.deck)
    found = [
        _which(f"rank-{rank}", "rank", rank, [c for c in deck if c.rank == rank], count.out_of_rank(rank))
        for rank in rules.ranks
    ]
    found += [
        _which(f"suit-{suit}", "suit", suit, [c for c in deck if c.suit == suit], count.out_of_suit(suit))
        for suit in SUITS
    ]
    found.append(Question("unpaired", "unpaired", "", tuple(rules.ranks), count.unpaired, False))
    found.append(_how_many("sevens", "sevens", "", len(count.out_of_rank("7")), 4))
    found.append(_how_many("denari", "denari", "", len(count.out_of_suit("d")), len(rules.ranks)))
    own = rules.sides[count.seat]
    for side in range(rules.n_sides):
        subject = "own" if side == own else "other" if rules.n_sides == 2 else f"side:{side}"
        taken = count.taken(side)
        coins = sum(c.suit == "d" for c in taken)
        found.append(_how_many(f"cards-{side}", "cards", subject, len(taken), len(deck)))
        found.append(_how_many(f"coins-{side}", "coins", subject, coins, len(rules.ranks)))
        found.append(
            _how_many(f"scope-{side}", "scope", subject, count.scope(side), max(6, count.scope(side)))
        )
    return tuple(found)


def quiz(
    deal: Position, moves: Sequence[Move | str], seat: int, seed: int, questions: int = QUESTIONS
) -> tuple[Question, ...]:
    """Questions for a seat after some moves of a deal: the same for the same arguments.

    At most so many, of as many kinds as there are; the unpaired ranks are always among them where at least one card
    has been taken. Raises `ValueError` for a seat that nobody has, `IllegalMove` or `NotationError` for bad moves.
    """
    position = deal
    for move in moves:
        position = position.play(move)
    count = Count(position, seat)
    rng = random.Random(seed_of("quiz", seed, seat, len(moves)))
    by_kind: dict[str, list[Question]] = {}
    for question in questions_of(count):
        by_kind.setdefault(question.kind, []).append(question)
    if not any(position.piles):  # nothing has been taken: there is nothing to remember of it
        for kind in ("unpaired", "cards", "coins", "scope"):
            del by_kind[kind]
    for group in by_kind.values():
        rng.shuffle(group)
    kinds = list(by_kind)
    rng.shuffle(kinds)
    kinds.sort(key=lambda kind: kind != "unpaired")
    rounds = range(max(map(len, by_kind.values())))
    order = [by_kind[kind][n] for n in rounds for kind in kinds if n < len(by_kind[kind])]
    return tuple(order[:questions])


@dataclass(frozen=True, slots=True)
class Marked:
    """A question with what was answered and its mark, 0 to 1."""

    question: Question
    given: tuple[str, ...]
    mark: float

    @property
    def right(self) -> bool:
        """The answer is right in full."""
        return self.mark == 1


def marks(questions: Sequence[Question], answers: Mapping[str, Sequence[str]]) -> tuple[Marked, ...]:
    """The answers marked, by the ids of the questions; a question without an answer has the mark 0.

    Raises `ValueError` for an id that no question has, and for an answer that is no choice.
    """
    ids = {question.id for question in questions}
    if unknown := set(answers) - ids:
        raise ValueError(f"no question {shown(min(unknown))}")
    return tuple(
        Marked(q, tuple(answers[q.id]), q.mark(answers[q.id])) if q.id in answers else Marked(q, (), 0.0)
        for q in questions
    )
