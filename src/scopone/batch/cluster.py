"""Workers of a Dask cluster."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from .local import ignore_interrupts
from .tasks import BatchError

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 20


@contextmanager
def dask_client(where: str) -> Iterator[Client]:
    """A client, which is an executor, of the scheduler at an address, or of N new workers with `local:N`.

    Work of workers that are lost is done by others. Raises `BatchError` if there is no scheduler there, or if
    `distributed` is not installed.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BatchError("a Dask cluster takes the extra `dask`: pip install 'scopone[dask]'") from None
    local = re.fullmatch(r"local:([1-9]\d{0,3})", where)
    if local is None and where.startswith("local"):
        raise BatchError(
            f"{where} is no cluster: local:N for N workers, or an address such as tcp://host:8786"
        )
    with ExitStack() as stack:
        if local is not None:
            # a table of a search is memory that Dask must not take for data to be moved to disk
            cluster: Any = stack.enter_context(
                LocalCluster(
                    n_workers=int(local[1]),
                    threads_per_worker=1,
                    memory_limit=0,
                    dashboard_address=None,
                    preload=[__name__],
                    silence_logs=logging.CRITICAL,
                )
            )
        else:
            cluster = where
        try:
            client = Client(cluster, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise BatchError(f"no Dask scheduler at {where}: {error}") from None
        yield stack.enter_context(client)


def dask_setup(worker: object) -> None:
    """Called in each new worker that loads this module."""
    ignore_interrupts()


def slots_of(client: Client) -> int:
    """How many calls the workers of a cluster do at a time; at least 1."""
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))
