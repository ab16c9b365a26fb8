"""Merges runs of the archive's index into parts, and kills itself (SIGKILL) on the way.

Run `python -m tests.eventstore.archive.mortal_merging URL ARCHIVE SHARD STEP MOMENT`. The step is `put`, which writes a
part, or `_sealing`, which puts the parts in the place of other runs. The moment is `before-N` or `after-N`, by the
number of the call of the step.
"""

import sys
from pathlib import Path
from typing import Any

from eventstore.archive import merging, runs
from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from tests.dying import die_at


def divide_small_runs(put: Any = setattr) -> None:
    """Let a run with more than three games be divided."""
    put(runs, "_PAGE", 1)
    put(merging, "_STEP", 1)
    put(merging, "MOST", 3)


def main(url: str, directory: str, shard: str, step: str, moment: str) -> None:
    """Die at the given moment."""
    store: Any = open_store(url, archive=open_archive(Path(directory)))
    when, _, number = moment.partition("-")
    die_at({"put": store.archive, "_sealing": store}[step], step, when, int(number))
    divide_small_runs()
    store.seal(int(shard), 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
