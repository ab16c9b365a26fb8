"""The solved game lies on disk in one file per reading of the jokers, mapped into memory and proven by its checksum.

A file is a page with a JSON head, then 64-bit floats by turns played, layout and joker state (see `solve`).
"""

import hashlib
import io
import json
import logging
import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from domain.dice.terms import BOXES
from workers.agents.dice.purchases import PURCHASES
from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import PRINTED, joker_states_of, layouts_of
from workers.agents.dice.solve import solve
from workers.agents.lookup import LookupTable

FORMAT: Final = 1
PAGE: Final = 4096
BYTES: Final = 8

log = logging.getLogger(__name__)


def directory() -> Path:
    """Tables are kept in `agents` in DATA_DIR."""
    return Path(os.environ.get("DATA_DIR", "var")) / "agents"


def path_of(one_die: bool) -> Path:
    """Name the file of a reading of the jokers."""
    return directory() / f"dice-{'one' if one_die else 'any'}.table"


def find(one_die: bool) -> Values | None:
    """Open the table of a reading; None where there is none that can be trusted."""
    path = path_of(one_die)
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return _opened(path, one_die, found.st_mtime_ns, found.st_size)


def shape() -> tuple[int, int, int]:
    """Count turns played (0 to 15), layouts and joker states; the last of both stands for none."""
    return BOXES + 1, layouts_of(PRINTED).none + 1, joker_states_of(PRINTED).none + 1


@lru_cache(maxsize=8)
def _opened(path: Path, one_die: bool, changed_ns: int, size: int) -> Values | None:
    with path.open("rb") as file:
        head, checksum = file.read(PAGE), _checksum(file)
    if head.rstrip() != _head(one_die, checksum).rstrip():
        log.warning("%s is damaged or of another version; it has to be built again", path)
        return None
    return np.memmap(path, np.float64, "r", PAGE, shape()).view(np.ndarray)


def _checksum(file: io.BufferedReader | io.BufferedRandom) -> str:
    """Sum up everything after the head."""
    file.seek(PAGE)
    return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def _head(one_die: bool, checksum: str) -> bytes:
    rules = hashlib.blake2b(repr((PRINTED, PURCHASES)).encode(), digest_size=16).hexdigest()
    header: dict[str, Any] = {
        "format": FORMAT,
        "joker_dice": "one" if one_die else "any",
        "shape": shape(),
        "rules": rules,
        "checksum": checksum,
    }
    return json.dumps(header).encode().ljust(PAGE)


def write(one_die: bool, parts: Iterable[tuple[int, Values]]) -> None:
    """Put a table in place, whole or not at all: by turns played what the rest is worth, in any order.

    What a killed builder leaves is overwritten by the next; there is one at a time.
    """
    path = path_of(one_die)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("w+b") as file:
        for turn, worth in parts:
            file.seek(PAGE + turn * worth.size * BYTES)
            file.write(worth.tobytes())
        file.flush()
        checksum = _checksum(file)
        file.seek(0)
        file.write(_head(one_die, checksum))
    draft.replace(path)


class Solution(LookupTable):
    """Solves the game under a reading of the jokers, in a minute or so."""

    def __init__(self, one_die: bool) -> None:
        self.one_die = one_die
        self.name = path_of(one_die).stem

    @property
    def path(self) -> Path:
        """Name its file in DATA_DIR."""
        return path_of(self.one_die)

    def is_there(self) -> bool:
        """Say whether it can be trusted."""
        return find(self.one_die) is not None

    def make(self) -> None:
        """Solve the game and put the table in place."""
        write(self.one_die, solve(PRINTED, self.one_die, BOXES))

    def figures(self) -> dict[str, Any]:
        """Tell the points to expect of a game alone."""
        table = find(self.one_die)
        return {} if table is None else {"expected_points": round(float(table[0, 0, 0]), 6)}


SOLUTIONS: Final = {"any": Solution(False), "one": Solution(True)}
"""By the option `joker_dice`."""
