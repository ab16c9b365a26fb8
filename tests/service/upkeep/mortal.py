"""Archives the games of a store and dies by SIGKILL: `python -m tests.service.upkeep.mortal URL ARCHIVE BEFORE|AFTER`.

BEFORE: the file is written and nothing removed from the store. AFTER: the log was replaced, and nothing cleared away.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from eventstore.streams import open_store


def main(url: str, directory: str, when: str) -> None:
    """Die at the given moment of the first game."""
    store = open_store(url, archive=Path(directory))
    put = store._packed._put

    def dying(*arguments: Any) -> bool:
        if when == "AFTER":
            put(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)
        return False

    store._packed._put = dying  # type: ignore[method-assign]
    store.pack("mortal", archived=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
