"""Archives a game and dies by SIGKILL: `python -m tests.service.upkeep.mortal URL ARCHIVE MOMENT`.

The moment is the name of the step at which it dies, with `before-` or `after-` before it: `begin_segment`,
`write_segment`, `let_go`, `end_segment`, or `drop` of the file of an older release.
"""

import sys
from pathlib import Path
from typing import Any

from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from tests.dying import die_at
from tests.eventstore.archive.putting_away import put_away

GAMES = ("mortal", "second", "third")
MOMENTS = tuple(
    f"{when}-{step}"
    for step in ("begin_segment", "write_segment", "let_go", "end_segment", "drop")
    for when in ("before", "after")
)


def main(url: str, directory: str, moment: str) -> None:
    """Die at the given moment."""
    store = open_store(url, archive=open_archive(Path(directory)))
    when, _, step = moment.partition("-")
    owner: Any = {"write_segment": store.archive, "drop": store.archive.older}.get(step, store)
    die_at(owner, step, when)
    put_away(store, *GAMES)


if __name__ == "__main__":
    main(*sys.argv[1:])
