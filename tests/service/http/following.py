"""Serves the API, and writes down which functions of ours each connection passes.

`python -m tests.service.http.following` appends lines such as `service/routes/play.py command` to the file that
FOLLOWED names.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final, TextIO

import gevent

import service.server.start  # comes first, as when the supervisor starts it
from service.server import serving
from service.server.worker import ApiWorker

ROOT: Final = f"{Path(__file__).parents[3]}/"


class Follower:
    """Writes down the functions that are called in the greenlet in which it is made."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._greenlet = gevent.getcurrent()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOT) and gevent.getcurrent() is self._greenlet:
            self._out.write(f"{code.co_filename.removeprefix(ROOT)} {code.co_qualname}\n")
            self._out.flush()


def main(_arguments: Sequence[str] = ()) -> int:
    """Serve until stopped."""
    assert service.server.start
    usual = ApiWorker.handle
    with Path(os.environ["FOLLOWED"]).open("a") as out:

        def handle(self: ApiWorker, *connection: Any) -> None:
            sys.setprofile(Follower(out))
            try:
                usual(self, *connection)
            finally:
                sys.setprofile(None)

        setattr(ApiWorker, "handle", handle)  # noqa: B010 - a method
        return serving.main()


if __name__ == "__main__":
    sys.exit(main())
