"""Logs what an administrator does: who did what to whom."""

import logging
from collections.abc import Mapping
from getpass import getuser
from pathlib import Path
from typing import Any, Final

from service.process.logs import lines

FILE: Final = "admin.log"
"""Names the log of acts on the command line; the others are in the logs of the processes that did them."""

log: Final = logging.getLogger("longroad.admin")


def note_act(who: str, what: str, whom: str, **about: Any) -> None:
    """Log an act by the name of its operation, with what there is to say about it."""
    log.info("act of %s: %s %s", who, what, " ".join(filter(None, (whom, details(about)))))


def details(about: Mapping[str, Any]) -> str:
    """Return in one line what there is to say about an act."""
    return " ".join(f"{name}={value}" for name, value in about.items())


def who_commands() -> str:
    """Return who acts on the command line."""
    return f"{getuser()} on the command line"


def note_command(folder: Path, log_format: str, what: str, whom: str, **about: Any) -> None:
    """Log an act on the command line, in a folder of logs if there is one, otherwise on stderr."""
    handler = logging.FileHandler(folder / FILE) if folder.is_dir() else logging.StreamHandler()
    handler.setFormatter(lines("command", log_format))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    note_act(who_commands(), what, whom, **about)
    log.removeHandler(handler)
    handler.close()
