"""Endgame tables: exact values for every way in which the last cards can lie. Needs the extra `tables`."""

from .build import build
from .catalogue import Catalogue, default_directory
from .ending import Ending, TableError
from .file import Entry, Table
from .outlook import MoveOutlook, Outlook, outlook
from .scratch import BuildProgress
from .verify import verify

__all__ = [
    "BuildProgress",
    "Catalogue",
    "Ending",
    "Entry",
    "MoveOutlook",
    "Outlook",
    "Table",
    "TableError",
    "build",
    "default_directory",
    "outlook",
    "verify",
]
