"""Many positions at once, and one hard deal over many workers: on this machine or on a cluster."""

from .cluster import dask_client, slots_of
from .engine import Engine, WrongEngine, this_engine
from .local import local_executor, usable_cores
from .row import MoveRow, Row
from .runner import Result, run_batch
from .split import SplitProgress, SplitSolver
from .tasks import BatchError, Executor
from .work import Work

__all__ = [
    "BatchError",
    "Engine",
    "Executor",
    "MoveRow",
    "Result",
    "Row",
    "SplitProgress",
    "SplitSolver",
    "Work",
    "WrongEngine",
    "dask_client",
    "local_executor",
    "run_batch",
    "slots_of",
    "this_engine",
    "usable_cores",
]
