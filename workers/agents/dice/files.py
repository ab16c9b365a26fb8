"""Stores tables on disk, one file per reading of the jokers, mapped into memory and verified by a checksum.

A file is a page with a JSON header, followed by the numbers of an array.
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
    """Return the directory of tables: `agents` in LONGROAD_DATA_DIR."""
    return Path(os.environ.get("LONGROAD_DATA_DIR") or os.environ.get("LONGROAD_DATA_DIR", "var")) / "agents"


class TableFile(NamedTuple):
    """Describes a file: its name, reading of the jokers, shape, and type of number."""

    name: str
    one_die: bool
    shape: tuple[int, ...]
    number: type[np.generic]

    @property
    def path(self) -> Path:
        """Return its path in LONGROAD_DATA_DIR."""
        return directory() / f"{self.name}.table"

    def find(self) -> Any:
        """Return the table of the file; None if it is missing or its checksum is wrong."""
        path = self.path
        try:
            found = path.stat()
        except FileNotFoundError:
            return None
        return _open(self, path, found.st_mtime_ns, found.st_size)

    def write(self, parts: Iterable[tuple[int, Any]]) -> None:
        """Write the file atomically; each part is rows from a row number on, in any order.

        The next builder overwrites the remains of a killed one; only one runs at a time.
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
        """Return the header page for this checksum."""
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
    """Return the checksum of everything after the header."""
    file.seek(PAGE)
    return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
