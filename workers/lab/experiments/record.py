"""Keeps results in a file, a JSON object on each line, so that a measurement that was stopped goes on where it was."""

import json
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar


class Row(Protocol):
    """Represents a result; those of equal keys are of the same task."""

    @property
    def key(self) -> Hashable:
        """Say of which task this is the result."""

    def _asdict(self) -> dict[str, Any]: ...


R = TypeVar("R", bound=Row)


class Record(Generic[R]):
    """Holds the place of a file; `read` makes a result of the members of a line."""

    def __init__(self, path: Path, read: Callable[..., R]) -> None:
        self.path = path
        self.read = read

    def rows(self) -> Iterator[R]:
        """Yield all results that the file holds."""
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            yield self.read(**json.loads(line))

    def mend(self) -> None:
        """Make sure of the file, and remove a last line that was cut off when the measurement was killed."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        whole = self.path.read_bytes() if self.path.exists() else b""
        if not whole.endswith(b"\n"):
            self.path.write_bytes(whole[: whole.rfind(b"\n") + 1])

    def append(self, row: R) -> None:
        """Write a result at the end of the file."""
        with self.path.open("a") as file:
            file.write(json.dumps(row._asdict()) + "\n")
