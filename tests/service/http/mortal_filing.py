"""Moves lists into the archive and dies by SIGKILL: `python -m tests.service.http.mortal_filing URL ARCHIVE MOMENT`.

The moment is `before-N` or `after-N`, by the number of the call that moves entries.
"""

import os
import signal
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from service.clients.own_games import UNMADE_MS, file_list, list_owners
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings


def main(url: str, directory: str, moment: str) -> None:
    """Die at the given moment."""
    store: Any = open_store(url, archive=open_archive(Path(directory)))
    when, _, number = moment.partition("-")
    usual, calls = store.file, count(1)

    def dying(*arguments: Any) -> int:
        is_last = next(calls) == int(number)
        moved = 0 if is_last and when == "before" else usual(*arguments)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        return int(moved)

    store.file = dying
    now = int(time.time() * 1000) + UNMADE_MS + 60_000
    ctx = compose(read_settings({}), store, {}, Jobs.at("redis://127.0.0.1:1"), lambda: now)
    for owner in list_owners(ctx):
        for _ in file_list(ctx, owner):
            pass


if __name__ == "__main__":
    main(*sys.argv[1:])
