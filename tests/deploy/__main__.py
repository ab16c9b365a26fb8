"""`python -m tests.deploy`: follows docs/three-hosts.md literally on three hosts while games are played; `make deploy`.

It prints a line for each step, with its seconds and the longest time without an accepted command in any game, and at
the end what was wrong; the exit code is 1 if anything was. SEED (0) chooses the addresses of the hosts. It needs
`valkey-cli` or `redis-cli`, and an index of packages.
"""

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.deploy.trial import run


def main() -> int:
    """Return the exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is put away then, too
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        wrong = run(Path(directory), int(os.environ.get("SEED", "0")))
    print("\n".join(wrong))
    print(json.dumps({"step": "all", "seconds": round(time.monotonic() - began, 1), "wrong": len(wrong)}), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
