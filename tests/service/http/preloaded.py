"""Forks API servers from this process, which has imported what they need: `python -m tests.service.http.preloaded`.

It reads a JSON object from a line of its input, and answers each with a line. `module` and `environment` start a
server, and the answer is its process id; `ended` asks for the exit code of that process, null while it runs. The
servers end with this process, and it ends with its input.
"""

import json
import sys
from typing import Any

import service.server.start  # comes first, as when the supervisor starts it
from service.supervisor.child import Forked, fork, warm_up

SERVERS = ("tests.service.http.serve", "tests.service.http.burning")
FORKED: dict[int, Forked] = {}


def answer(wish: dict[str, Any]) -> int | None:
    """Start a server and return its process id, or return the exit code of one; None while that runs."""
    if "ended" in wish:
        return FORKED[wish["ended"]].poll()
    process = fork(wish["module"], (), wish["environment"], None)
    FORKED[process.pid] = process
    return process.pid


if __name__ == "__main__":
    assert service.server.start
    warm_up(SERVERS)
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(answer(json.loads(line)))}\n")
        sys.stdout.flush()
