"""Tables that agents look up instead of thinking."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any


class LookupTable(ABC):
    """A table in a file, worked out once and shared by all games; `workers.tables` builds it, never an agent.

    `name` is how it is called and what its file is called.
    """

    name: str

    @property
    @abstractmethod
    def path(self) -> Path:
        """Its file."""

    @abstractmethod
    def is_there(self) -> bool:
        """Whether its file is there and can be trusted."""

    @abstractmethod
    def make(self) -> None:
        """Work it out and put its file in place, whole or not at all; may take minutes and much memory."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """What it says in short, as JSON, once it is there."""
