"""Makes a data set in a folder: the parts that are missing, in several processes, and its sheet once all are there."""

import fcntl
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from domain.core.documents import Document
from workers.lab.datasets.files import decisions_path, games_path, is_finished, rows_of, write_part
from workers.lab.datasets.sheet import PAGE, SHEET, as_text, begin_sheet, finish_sheet, page
from workers.lab.datasets.specification import Wish
from workers.lab.running import spread
from workers.lab.training.records import remove_unfinished
from workers.tables import ensure_all

LOCK: Final = ".lock"
BEGUN: Final = ("dataset", "command", "settings", "versions")


class BadFolder(ValueError):
    """Refuses a folder: it holds another data set, something else, or one that is being made."""


def make(folder: Path, wish: Wish, processes: int, tell: Callable[[Document], Any] = lambda _: None) -> Document:
    """Make what is missing of a data set, tell of each new part, and return the sheet.

    Raises BadEnvironment if the games cannot be played so, and BadFolder.
    """
    for agent in wish.players():
        ensure_all(agent, wish.config)
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        _begin(folder, wish)
        remove_unfinished(folder)
        missing = [part for part in wish.parts if not is_finished(folder, part)]
        name, before = f"parts of up to {wish.part} games", len(wish.parts) - len(missing)
        for part in spread(partial(write_part, folder, wish), missing, processes, name, before):
            games, decisions = rows_of([games_path(folder, part)]), rows_of([decisions_path(folder, part)])
            tell({"part": part, "games": games, "decisions": decisions})
        sheet = finish_sheet(folder, wish)
        _write(folder / PAGE, page(sheet))
        _write(folder / SHEET, as_text(sheet))
    return {**sheet, "new_parts": len(missing)}


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder against other runs; a process that is killed lets go of it."""
    lock = folder / LOCK
    with lock.open("w") as held:
        try:
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BadFolder(f"{folder}: another run makes this data set") from error
        try:
            yield
        finally:
            lock.unlink()


def _begin(folder: Path, wish: Wish) -> None:
    """Write down what the folder is for, or make sure that it is for the same."""
    path, wanted = folder / SHEET, json.loads(as_text(begin_sheet(wish)))
    if not path.exists():
        strange = sorted({one.name for one in folder.iterdir()} - {LOCK})
        if strange:
            raise BadFolder(f"{folder}: it holds {strange[0]} and is no data set; name an empty folder")
        _write(path, as_text(wanted))
        return
    try:
        there = json.loads(path.read_text("utf-8"))
        found = {name: there[name] for name in BEGUN}
    except (ValueError, KeyError, TypeError) as error:
        raise BadFolder(f"{path}: this is no data sheet") from error
    for name in BEGUN:
        _compare(path, name, found[name], wanted[name])


def _compare(path: Path, name: str, found: Any, wanted: Any) -> None:
    """Refuse what differs from what the folder was begun with, with the place."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for member in (*found, *(wanted.keys() - found.keys())):
            _compare(path, f"{name}.{member}", found.get(member), wanted.get(member))
    elif found != wanted and name != "command":
        raise BadFolder(f"{path}: {name} is {found!r} there and {wanted!r} now; name another folder")


def _write(path: Path, text: str) -> None:
    """Write a file beside its place, and then put it there."""
    beside = path.with_suffix(f"{path.suffix}.part")
    beside.write_text(text, "utf-8")
    beside.replace(path)
