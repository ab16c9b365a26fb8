"""Opens the data directory: it is made private, even if an older release left it readable by others."""

import errno
import logging
import os
from pathlib import Path
from typing import Final

from eventstore.embedded.server import close_to_others, make_private
from service.forgetting import FILE as FORGOTTEN
from service.measuring.reports import METRICS, forget_reports
from service.process.known_store import FILE as KNOWN_STORE

logger = logging.getLogger("longroad")
EVENTS: Final = "events"
RQ: Final = "rq"
LOG: Final = "log"
AGENTS: Final = "agents"
COMPILED: Final = "cache"
"""The directory in which older releases kept compiled rules; nothing reads it."""
KEPT: Final = (LOG, METRICS, EVENTS, RQ, AGENTS, COMPILED, FORGOTTEN, KNOWN_STORE)
"""The names of all files and directories in a data directory."""


class StartError(Exception):
    """Reports that the data directory cannot be used, or the API did not start; the message is one line."""


def open_data_directory(data_dir: Path) -> Path:
    """Make the data directory private and return its directory of logs; raises StartError if it is unusable."""
    try:
        others_read = _close_data_directory(data_dir)
    except OSError as error:
        raise StartError(f"cannot use {data_dir}: {os.strerror(error.errno or 0)}") from error
    if others_read is not None:
        logger.warning("%s cannot be closed to others: whoever reads it knows all hidden cards", others_read)
    forget_reports(data_dir)
    return data_dir / LOG


def _close_data_directory(data_dir: Path) -> Path | None:
    """Make a data directory private, created if missing; return the first path that others can still read.

    A directory with other contents keeps its own permissions, since it may be one of the system's. Raises OSError if it
    is not writable.
    """
    still_open = [
        make_private(data_dir / name) for name in KEPT if name in (LOG, METRICS) or (data_dir / name).is_dir()
    ]
    if not os.access(data_dir, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if {entry.name for entry in data_dir.iterdir()} <= set(KEPT) and not close_to_others(data_dir):
        still_open.insert(0, data_dir)
    return next((path for path in still_open if path is not None), None)
