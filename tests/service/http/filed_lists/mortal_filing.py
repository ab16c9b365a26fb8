"""Moves lists of games into the archive, and kills itself (SIGKILL) on the way.

Run `python -m tests.service.http.filed_lists.mortal_filing URL ARCHIVE STEP MOMENT`. The step is `file`, which moves
entries within the store, or one of those that seal a list: `put` writes it, `_sealing` puts it in the place of the
entries. The moment is `before-N` or `after-N`, by the number of the call of the step.
"""

import sys
import time
from pathlib import Path
from typing import Any

from eventstore.archive.opening import open_archive
from eventstore.keys import SHARDS
from eventstore.streams import open_store
from service.clients.own_games import UNMADE_MS, file_list, list_owners
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.dying import die_at


def main(url: str, directory: str, step: str, moment: str) -> None:
    """Die at the given moment."""
    store: Any = open_store(url, archive=open_archive(Path(directory)))
    when, _, number = moment.partition("-")
    die_at({"file": store, "put": store.archive, "_sealing": store._filed}[step], step, when, int(number))
    now = int(time.time() * 1000) + UNMADE_MS + 60_000
    ctx = compose(read_settings({}), store, {}, Jobs.at("redis://127.0.0.1:1"), lambda: now)
    for owner in list_owners(ctx):
        for _ in file_list(ctx, owner):
            pass
    for shard in range(SHARDS):
        store.seal_lists(shard, 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
