"""A table lies on disk in one file per reading of the jokers, mapped into memory and proven by its checksum.

A file is a page with a JSON head, then the numbers of an array.
"""

import hashlib
import io
import json
import logging
import os
from collections.abc import Iterable
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from workers.agents.dice.purchases import PURCHASES
from workers.agents.dice.sheets import PRINTED

FORMAT: Final = 1
PAGE: Final = 4096

log = logging.getLogger(__name__)


def directory() -> Path:
    """Tables are kept in `agents` in LONGROAD_DATA_DIR."""
    return Path(os.environ.get("LONGROAD_DATA_DIR") or os.environ.get("LONGROAD_DATA_DIR", "var")) / "agents"


class TableFile(NamedTuple):
    """Names a file, and says for which reading of the jokers it is, of which shape, and of which numbers."""

    name: str
    one_die: bool
    shape: tuple[int, ...]
    number: type[np.generic]

    @property
    def path(self) -> Path:
        """Name it in LONGROAD_DATA_DIR."""
        return directory() / f"{self.name}.table"

    def find(self) -> Any:
        """Open it; None where there is none that can be trusted."""
        path = self.path
        try:
            found = path.stat()
        except FileNotFoundError:
            return None
        return _open(self, path, found.st_mtime_ns, found.st_size)

    def write(self, parts: Iterable[tuple[int, Any]]) -> None:
        """Put it in place, whole or not at all: rows from a number on, in any order.

        What a killed builder leaves is overwritten by the next; there is one at a time.
        """
        path, row = self.path, prod(self.shape[1:]) * np.dtype(self.number).itemsize
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".draft")
        with draft.open("w+b") as file:
            for first, rows in parts:
                assert first * row + rows.nbytes <= self.shape[0] * row
                file.seek(PAGE + first * row)
                file.write(rows.tobytes())
            file.flush()
            checksum = _checksum(file)
            file.seek(0)
            file.write(self.head(checksum))
        draft.replace(path)

    def head(self, checksum: str) -> bytes:
        """Return the first page of a file with this checksum."""
        rules = hashlib.blake2b(repr((PRINTED, PURCHASES)).encode(), digest_size=16).hexdigest()
        header: dict[str, Any] = {
            "format": FORMAT,
            "joker_dice": "one" if self.one_die else "any",
            "shape": self.shape,
            "rules": rules,
            "checksum": checksum,
        }
        return json.dumps(header).encode().ljust(PAGE)


@lru_cache(maxsize=16)
def _open(table: TableFile, path: Path, changed_ns: int, size: int) -> Any:
    with path.open("rb") as file:
        head, checksum = file.read(PAGE), _checksum(file)
    if head.rstrip() != table.head(checksum).rstrip():
        log.warning("%s is damaged or of another version; it has to be built again", path)
        return None
    return np.memmap(path, table.number, "r", PAGE, table.shape).view(np.ndarray)


def _checksum(file: io.BufferedReader | io.BufferedRandom) -> str:
    """Sum up everything after the head."""
    file.seek(PAGE)
    return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
