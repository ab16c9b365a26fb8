"""The data directory: made for its owner alone, and closed where an older version left it open to others."""

import errno
import os
from pathlib import Path
from typing import Final

from eventstore.private import close, make_private
from service.measuring.reports import METRICS

EVENTS: Final = "events"
RQ: Final = "rq"
LOG: Final = "log"
AGENTS: Final = "agents"
KEPT: Final = (LOG, METRICS, EVENTS, RQ, AGENTS)
"""What stands in a data directory."""


def close_data_directory(data_dir: Path) -> Path | None:
    """Let nobody but its owner read a data directory, made when missing; the first path that others may still read.

    A directory that holds other things as well keeps its own permissions: it may be one of the system's. Raises OSError
    where nothing can be written.
    """
    still_open = [
        make_private(data_dir / name) for name in KEPT if name in (LOG, METRICS) or (data_dir / name).is_dir()
    ]
    if not os.access(data_dir, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if {entry.name for entry in data_dir.iterdir()} <= set(KEPT) and not close(data_dir):
        still_open.insert(0, data_dir)
    return next((path for path in still_open if path is not None), None)
