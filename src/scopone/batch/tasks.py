"""Calls under way in an executor, of whatever make."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, Self, TypeVar

from .engine import WrongEngine

Key = TypeVar("Key")


class BatchError(RuntimeError):
    """Work that could not be done: workers were lost, or the executor failed."""


class Executor(Protocol):
    """Runs functions elsewhere: an executor of `concurrent.futures` or one like it, a `distributed.Client`.

    Its futures have `result`, `cancel` and `add_done_callback`.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any:
        """Begins a call; returns its future."""


class Tasks(Generic[Key]):
    """Calls under way, each with a key; on leaving the context those not taken are cancelled."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._keys: dict[Any, Key] = {}  # by future
        self._done: SimpleQueue[Any] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        for future in self._keys:
            future.cancel()

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def keys(self) -> list[Key]:
        """The keys of the calls under way, the first begun first."""
        return list(self._keys.values())

    def give_up(self, useless: Callable[[Key], bool]) -> None:
        """Cancels the calls whose keys are said to be useless, where that is possible."""
        for future in [f for f, key in self._keys.items() if useless(key)]:
            if future.cancel() is not False:  # False: it is running and cannot be stopped
                del self._keys[future]

    def begin(self, key: Key, fn: Callable[..., Any], *args: Any) -> None:
        """Begins a call. Raises `BatchError` if the executor takes no more."""
        try:
            future = self._executor.submit(fn, *args)
        except RuntimeError as error:  # a broken pool, one that is shut down
            raise BatchError(_told(error)) from error
        self._keys[future] = key
        future.add_done_callback(self._done.put)

    def take(self, timeout: float | None = None) -> list[tuple[Key, Any]]:
        """Waits until a call has ended, or for so many seconds; all that have, with their results.

        Raises `WrongEngine` if a worker is not the engine expected, `BatchError` if a call could not be done.
        """
        ended = []
        try:
            ended.append(self._done.get(timeout=timeout))
            while True:
                ended.append(self._done.get_nowait())
        except Empty:
            pass
        return [(self._keys.pop(future), _result(future)) for future in ended if future in self._keys]


def _result(future: Any) -> Any:
    try:
        return future.result()
    except WrongEngine:
        raise
    except Exception as error:
        raise BatchError(_told(error)) from error


def _told(error: BaseException) -> str:
    return f"a worker failed: {type(error).__name__}: {error}"
