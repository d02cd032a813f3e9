from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Self, TypeVar, overload

from scopone.cards import Card
from scopone.rules import Rules
from scopone.solver.rules import CompiledRules

_M_co = TypeVar("_M_co", covariant=True)

class Moves(Sequence[_M_co], Generic[_M_co]):
    """The legal moves of a state: a sequence that makes its items when they are asked for."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_M_co]: ...
    def __contains__(self, move: object) -> bool: ...
    @overload
    def __getitem__(self, index: int) -> _M_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[_M_co, ...]: ...

class State:
    """A position of a game: immutable, hashable, picklable; its subclass is `scopone.Position`."""

    compiled: CompiledRules
    @classmethod
    def make(
        cls,
        rules: Rules,
        hands: Iterable[Iterable[Card]],
        table: Iterable[Card],
        piles: Iterable[Iterable[Card]],
        scope: Iterable[int],
        bonus: Iterable[int],
        turn: int,
        last: int | None,
        laid: Card | None,
        stock: Sequence[Card],
        shown: Iterable[Card] = (),
        wild_as: str | None = None,
    ) -> Self:
        """A state from its parts: `hands` and `piles` are iterables of iterables of cards, `last` a seat or
        None, `laid` a card or None, `stock` undealt cards in dealing order, `shown` the declared cards that are
        still in hands, `wild_as` the rank that the wild card among them stands for, or None."""

    def move(self, card: int, takes: bool, taken: int, declared: tuple[str, str | None] | None = None) -> Any:
        """The move object for a card's bit and the mask of what it takes, with a declaration or without."""

    def cards_of(self, m: int) -> tuple[Card, ...]:
        """The cards of a mask, as a tuple in card order."""

    @property
    def rules(self) -> Rules: ...
    @property
    def turn(self) -> int: ...
    @property
    def last_capturer(self) -> int | None: ...
    @property
    def last_laid(self) -> Card | None: ...
    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]: ...
    @property
    def table(self) -> tuple[Card, ...]: ...
    @property
    def piles(self) -> tuple[tuple[Card, ...], ...]: ...
    @property
    def scope(self) -> tuple[int, ...]: ...
    @property
    def bonus(self) -> tuple[int, ...]: ...
    @property
    def shown(self) -> tuple[Card, ...]: ...
    @property
    def wild_as(self) -> str | None: ...
    @property
    def offers(self) -> list[tuple[tuple[str, str | None], int]]: ...
    @property
    def stock(self) -> tuple[Card, ...]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def cards_left(self) -> int: ...
    @property
    def is_opening(self) -> bool: ...
    @property
    def legal_moves(self) -> Moves[Any]: ...
    def after(self, move: Any) -> Self | None:
        """The state after a move object; None if the move is not legal."""

    def score_table(self) -> dict[str, tuple[int, ...]]:
        """Points as {item: (side 0, side 1, ...)}, for the piles as they lie."""

    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
