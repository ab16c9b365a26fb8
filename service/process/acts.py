"""Logs what an administrator does: who did what to whom."""

import logging
from typing import Any, Final

log: Final = logging.getLogger("longroad.admin")


def note_act(who: str, what: str, whom: str, **about: Any) -> None:
    """Log an act by the name of its operation, with what there is to say about it."""
    said = "".join(f" {name}={value}" for name, value in about.items())
    log.info("act of %s: %s %s%s", who, what, whom, said)
