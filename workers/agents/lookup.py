"""Lets an agent look up in a table what would take too long to compute in a game."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any


class LookupTable(ABC):
    """Holds a table in a file that is computed once and serves all games; `workers.tables` builds it, never an agent.

    `name` is also the name of its file.
    """

    name: str

    @property
    @abstractmethod
    def path(self) -> Path:
        """Return the path of its file."""

    @abstractmethod
    def is_there(self) -> bool:
        """Return whether its file is there and can be trusted."""

    @abstractmethod
    def make(self) -> None:
        """Compute it and put its file in place, whole or not at all; may take minutes and much memory."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """Return a summary of what it says, as JSON, once it is there."""
