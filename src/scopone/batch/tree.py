"""The top of the tree of one search: what is proven about each position, and what is worth asking next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..analysis import Solver
from ..move import Move
from ..position import Position
from .ledger import Ledger
from .question import Asker

MEMORY_MIB = 16  # for guesses
Open = tuple["Node", int]  # a question: is the value of this position at least so much?


@dataclass(slots=True, eq=False)
class Node:
    """A position and proven bounds of its value. Its moves are there once it is split, the most promising first."""

    position: Position
    lower: int
    upper: int
    guess: int
    parents: list[Node] = field(default_factory=list)
    moves: list[tuple[Move, Node]] | None = None

    @property
    def side(self) -> int:
        """The side to move."""
        return self.position.rules.sides[self.position.turn]

    def is_settled(self, least: int) -> bool:
        """It is proven whether the value is at least `least`."""
        return self.lower >= least or self.upper < least


class Tree:
    """Positions that follow from one, each once, however it comes about.

    For the value of the root two things must be shown: that it is at least so much, and that it is not more. A proof
    of "at least" needs one move wherever side 0 moves and all moves of side 1, a proof of "not more" the other way
    round. What is asked next is what a proof needs if the most promising moves are right; workers that would be idle
    then ask for the second best, and so on, by the number of such steps off the best on the way (limited
    discrepancy search). With `wide` the search closes in on the value from so many points below and above, half as
    many each time, to have bounds early.
    """

    def __init__(self, position: Position, ledger: Ledger | None = None, wide: int = 0) -> None:
        self._wide = [wide >> halvings for halvings in range(wide.bit_length())] + [0]
        self._ledger = ledger
        self._solver = Solver(memory_mib=MEMORY_MIB)
        self._solver.guess(position)  # raises `Unsolvable` with the reason
        self._asker = Asker(position, 1)
        self._nodes: dict[Position, Node] = {}
        self._first = self._asker.bounds(position)
        self.root = self._node(position)

    def __len__(self) -> int:
        return len(self._nodes)

    def _node(self, position: Position) -> Node:
        node = self._nodes.get(position)
        if node is None:
            guess = self._solver.guess(position)
            bounds = (guess, guess) if position.is_over else self._asker.bounds(position)
            node = self._nodes[position] = Node(position, *bounds, guess)
            if self._ledger is not None:
                lower, upper = self._ledger.bounds(str(position))
                node.lower, node.upper = max(node.lower, lower), min(node.upper, upper)
                if str(position) in self._ledger.split:
                    self._split(node)
        return node

    def split(self, node: Node) -> None:
        """Puts the moves of a position in place of the position itself, as what is asked about."""
        if self._ledger is not None:
            self._ledger.write(str(node.position))
        self._split(node)

    def _split(self, node: Node) -> None:
        position = node.position
        moves = [(move, self._node(position.play(move))) for move in position.legal_moves]
        sign = -1 if node.side == 0 else 1
        node.moves = sorted(moves, key=lambda m: sign * m[1].guess)
        for _, child in node.moves:
            child.parents.append(node)
        self._renew(node)

    def learn(self, node: Node, least: int, holds: bool) -> None:
        """Takes a proof: the value of the position is at least `least`, or it is not."""
        if holds and least > node.lower:
            node.lower = least
        elif not holds and least <= node.upper:
            node.upper = least - 1
        else:
            return
        for parent in node.parents:
            self._renew(parent)

    def _renew(self, node: Node) -> None:
        """The bounds of a position from those of its moves, and on to what it follows from."""
        assert node.moves is not None
        best = max if node.side == 0 else min
        lower = max(node.lower, best(child.lower for _, child in node.moves))
        upper = min(node.upper, best(child.upper for _, child in node.moves))
        assert lower <= upper, f"{node.position}: proven {lower} to {upper}"
        if (lower, upper) != (node.lower, node.upper):
            node.lower, node.upper = lower, upper
            for parent in node.parents:
                self._renew(parent)

    def goals(self) -> list[tuple[int, bool]]:
        """What is to be shown of the root now: at least so much, and whether that is likely."""
        root = self.root
        for wide in self._wide:
            value = min(max(root.guess, root.lower), root.upper)
            goals = [(value - wide, True), (value + 1 + wide, False)]
            if goals := [goal for goal in goals if not root.is_settled(goal[0])]:
                return goals
        return []

    def open(self, most: int) -> Iterator[Open]:
        """Questions whose answers the proofs need, the most needed first; up to `most` steps off the best moves."""
        for spare in range(most + 1):
            for least, likely in self.goals():
                yield from self._open(self.root, least, likely, spare, set())

    def _open(
        self, node: Node, least: int, likely: bool, spare: int, seen: set[tuple[Node, int]]
    ) -> Iterator[Open]:
        """The questions exactly `spare` steps off the best moves."""
        if node.is_settled(least) or (node, spare) in seen:
            return
        seen.add((node, spare))
        if node.moves is None:
            if spare == 0:
                yield node, least
            return
        one_is_enough = (node.side == 0) == likely
        step = 0
        for _, child in node.moves:
            if child.is_settled(least):
                continue
            if step > spare:
                break
            yield from self._open(child, least, likely, spare - step, seen)
            step += one_is_enough

    def matters(self, node: Node, least: int) -> bool:
        """An answer to this question could still be of use."""
        if node.is_settled(least):
            return False
        return node is self.root or any(self.matters(parent, least) for parent in node.parents)

    def line(self) -> tuple[list[Move], Node]:
        """Best play as far as the tree has it, when the value of the root is known, and where that ends."""
        node, moves, value = self.root, [], self.root.lower
        while node.moves is not None:
            best = _reaching(node, value)
            if best is None:  # proven as a whole, not by its moves
                break
            moves.append(best[0])
            node = best[1]
        return moves, node

    def best(self) -> Move | None:
        """A move that reaches what a search has proven of the root, or None."""
        root = self.root
        if (root.lower == self._first[0]) if root.side == 0 else (root.upper == self._first[1]):
            return None
        best = _reaching(root, root.lower if root.side == 0 else root.upper)
        return best and best[0]


def _reaching(node: Node, value: int) -> tuple[Move, Node] | None:
    """The first move that is proven to be worth so much to who plays it."""
    for move, child in node.moves or ():
        if (child.lower >= value) if node.side == 0 else (child.upper <= value):
            return move, child
    return None
