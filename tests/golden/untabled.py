"""Provides a data directory in which the agent of the dice game finds no tables and builds none."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from workers.agents.dice.prospects import PROSPECTS
from workers.agents.dice.tables import SOLUTIONS


@contextmanager
def without_tables(directory: Path) -> Iterator[None]:
    """Let agents look for tables in a directory of its own, where locks say that tables are being built.

    A table takes a minute to build. Without one the agent plays for the points of the turn alone.
    """
    before = os.environ.get("LONGROAD_DATA_DIR")
    os.environ["LONGROAD_DATA_DIR"] = str(directory)
    try:
        with ExitStack() as stack:
            for table in (*SOLUTIONS.values(), *PROSPECTS.values()):
                path = table.path.with_suffix(".lock")
                path.parent.mkdir(parents=True, exist_ok=True)
                fcntl.flock(stack.enter_context(path.open("ab")), fcntl.LOCK_EX)
            yield
    finally:
        if before is None:
            del os.environ["LONGROAD_DATA_DIR"]
        else:
            os.environ["LONGROAD_DATA_DIR"] = before
