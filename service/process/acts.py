"""Logs what an administrator does: who did what to whom."""

import logging
from getpass import getuser
from pathlib import Path
from typing import Any, Final

from service.process.logs import lines

FILE: Final = "admin.log"
"""Names the log of acts on the command line; the others are in the logs of the processes that did them."""

log: Final = logging.getLogger("longroad.admin")


def note_act(who: str, what: str, whom: str, **about: Any) -> None:
    """Log an act by the name of its operation, with what there is to say about it."""
    said = "".join(f" {name}={value}" for name, value in about.items())
    log.info("act of %s: %s %s%s", who, what, whom, said)


def note_command(folder: Path, log_format: str, what: str, whom: str, **about: Any) -> None:
    """Log an act on the command line, in a folder of logs if there is one, otherwise on stderr."""
    handler = logging.FileHandler(folder / FILE) if folder.is_dir() else logging.StreamHandler()
    handler.setFormatter(lines("command", log_format))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    note_act(f"{getuser()} on the command line", what, whom, **about)
    log.removeHandler(handler)
    handler.close()
