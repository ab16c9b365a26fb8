"""Reads and writes the list of the people who were forgotten, which is in the store and in a file beside it.

The file outlives the store: a start on an old copy of the store erases again whom the file names. An API key or a
player is named by its id. A seat is named with the version in which its player sat down, because in an older copy the
seat may still belong to the player before.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from eventstore.records import check_game
from service.forgetting import FILE
from service.game.data_keys import CLIENT_ID, entry_of_key

_SEAT: Final = re.compile(r"seat (\S+) (0|[1-9][0-9]{0,3}) ([1-9][0-9]{0,15})")


class BadEntry(Exception):
    """Reports a line that is no valid entry; the message is one line."""


class Entry(NamedTuple):
    """Names an API key or a player (`game` is empty), or a seat of a game whose player sat down in version `since`."""

    key: str = ""
    game: str = ""
    seat: int = 0
    since: int = 0

    def __str__(self) -> str:
        return entry_of_key(self.key) if self.key else f"seat {self.game} {self.seat} {self.since}"


def read_entry(text: str) -> Entry:
    """Parse an entry; raises BadEntry."""
    if text.startswith("key ") and CLIENT_ID.fullmatch(text.removeprefix("key ")):
        return Entry(key=text.removeprefix("key "))
    found = _SEAT.fullmatch(text)
    if found is None:
        raise BadEntry(f"not the id of someone who was forgotten: {text[:80]!r}")
    check_game(found[1])
    return Entry("", found[1], int(found[2]), int(found[3]))


def read_entries(path: Path) -> list[Entry]:
    """Read a file of entries; raises BadEntry with the number of the line, and OSError."""
    entries = []
    for number, line in enumerate(path.read_bytes().decode("ascii", "replace").splitlines(), 1):
        try:
            entries += [read_entry(line.strip())] if line.strip() else []
        except (BadEntry, ValueError) as bad:
            raise BadEntry(f"{path}, line {number}: {bad}") from None
    return entries


def note_in_file(data_dir: Path, entries: Iterable[Entry]) -> None:
    """Add entries to the file in a data directory, and sync it to the disk; raises OSError, BadEntry."""
    path = data_dir / FILE
    known = set(read_entries(path)) if path.exists() else set()
    new = [entry for entry in dict.fromkeys(entries) if entry not in known]
    if not new:
        return
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write("".join(f"{entry}\n" for entry in new).encode())
        file.flush()
        os.fsync(file.fileno())
