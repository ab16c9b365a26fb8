"""An agent may look up in a table what would take too long to work out in a game."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any


class LookupTable(ABC):
    """A table stands in a file, is worked out once and serves all games; `workers.tables` builds it, never an agent.

    `name` is how it is called and what its file is called.
    """

    name: str

    @property
    @abstractmethod
    def path(self) -> Path:
        """Name its file."""

    @abstractmethod
    def is_there(self) -> bool:
        """Say whether its file is there and can be trusted."""

    @abstractmethod
    def make(self) -> None:
        """Work it out and put its file in place, whole or not at all; may take minutes and much memory."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """Sum up what it says, as JSON, once it is there."""
