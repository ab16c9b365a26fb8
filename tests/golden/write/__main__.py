"""Writes the golden files that are missing: `python -m tests.golden.write records|logs|choices|data_dir`.

Games of what came later are written by the code of today, all others by the code of commit 76f8dc5. From any later
checkout:

    git worktree add --detach ../golden-source 76f8dc5
    cp -r tests/golden ../golden-source/tests/ && ln -s $PWD/.venv ../golden-source/.venv
    cd ../golden-source && .venv/bin/python -m tests.golden.write records

Then copy `tests/golden/stored` back. A file that exists is never written again.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.golden.files import CHOICES, DATA_DIR, LOGS, path_of
from tests.golden.logs import write_log
from tests.golden.untabled import without_tables
from tests.golden.write.courses import courses
from tests.golden.write.drawing import write_choices
from tests.golden.write.finished import plays
from tests.golden.write.hosting import serving
from tests.golden.write.recording import keep_record, write_facts, write_record
from tests.golden.write.served import write_data_dir


def records() -> None:
    """Write the records of finished games, and their facts."""
    for play in plays():
        if not path_of(play.name).exists():
            write_record(play)
            print(play.name, flush=True)


def logs() -> None:
    """Write the logs of running games, byte by byte, and their facts.

    It writes all of them or none, since they refer to each other.
    """
    if any(LOGS.glob("*")):
        return
    with serving() as (redis, ctx):
        for seated in list(courses(ctx)):
            write_log(seated.name, redis, seated.head())
            write_facts(seated.name, ctx.store, seated.id)
            if seated.game.table.finished:
                keep_record(ctx, seated.id, seated.name.replace("logs", "records/tables"))
            print(seated.name, seated.game.version, flush=True)


def choices() -> None:
    """Write what the strongest agents choose at 2,000 positions of the golden records."""
    if not CHOICES.exists():
        write_choices()


def data_dir() -> None:
    """Write a whole DATA_DIR, as `make run` leaves it."""
    if not DATA_DIR.exists():
        write_data_dir()


PARTS: Final[dict[str, Callable[[], None]]] = {
    "records": records,
    "logs": logs,
    "choices": choices,
    "data_dir": data_dir,
}


def main(wanted: list[str]) -> None:
    """Write some parts, by default all of them."""
    with tempfile.TemporaryDirectory() as directory, without_tables(Path(directory)):
        for part in wanted or PARTS:
            PARTS[part]()


if __name__ == "__main__":
    main(sys.argv[1:])
