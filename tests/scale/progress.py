"""Says how far the simulation is, keeps what it has found, and ends it at its bounds."""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from tests.benchmarks.process import own_bytes
from tests.service.processes import below

MOST_S: Final = 3_600
MOST_BYTES: Final = 12 * 10**9


class BoundReached(Exception):
    """Reports that the simulation takes more time or memory than it may."""


class Progress:
    """Keeps the figures of finished parts in a file, so that a run that was cut short goes on after them."""

    def __init__(self, path: Path, most_s: float = MOST_S, most_bytes: int = MOST_BYTES) -> None:
        self._path = path
        self._began, self._most_s, self._most_bytes = time.monotonic(), most_s, most_bytes
        self.found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        self.largest = 0

    def part(self, name: str, measure: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the figures of a part, measured unless that was done before."""
        if name not in self.found:
            self.tell(f"{name} ...")
            self.found[name] = dict(measure())
            self._path.write_text(json.dumps(self.found, indent=1))
            self.tell(f"{name}: {json.dumps(self.found[name])}")
        result: Mapping[str, Any] = self.found[name]
        return result

    def tell(self, text: str) -> None:
        """Print what is being done; raises BoundReached when that takes too long or too much memory."""
        seconds, held = time.monotonic() - self._began, own_bytes([*_alive(), os.getpid()])
        self.largest = max(self.largest, held)
        print(f"{seconds:6.0f} s {held / 1e9:5.1f} GB  {text}", file=sys.stderr, flush=True)
        if seconds > self._most_s or held > self._most_bytes:
            raise BoundReached(f"it takes more than {self._most_s:.0f} s or {self._most_bytes / 1e9:.0f} GB")


def _alive() -> list[int]:
    return [pid for pid in below(os.getpid()) if Path(f"/proc/{pid}/status").exists()]
