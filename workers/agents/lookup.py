"""Defines lookup tables for agents: values that take too long to compute during a game."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any


class LookupTable(ABC):
    """A table kept in a file and computed once for all games, by `workers.tables` and never by an agent.

    `name` is also the name of its file.
    """

    name: str

    @property
    @abstractmethod
    def path(self) -> Path:
        """Return the path of its file."""

    @abstractmethod
    def is_there(self) -> bool:
        """Return whether its file exists and has the right checksum."""

    @abstractmethod
    def make(self) -> None:
        """Compute the table and write its file atomically; may take minutes and much memory."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """Return a summary of an existing table, as JSON."""
