"""Runs `longroad`: the program of the server where that is installed, otherwise that of the client.

Both need this package, and neither has the script itself: an installer removes the script of a package with it, even if
another package has one of the same name.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

GROUP = "longroad.programs"
PACKAGES = {"server": "longroad", "client": "longroad-client[cli]"}
"""Maps programs, the best first, to the packages that bring all that they need."""
MODULE = __name__


def main() -> int:
    """Run the program, and return its exit code."""
    program = next(programs(), None)
    if program is None:
        sys.stderr.write("longroad: install the package longroad, or longroad-client[cli]: neither is here\n")
        return 2
    try:
        run = program.load()
    except ModuleNotFoundError as fault:
        if program.name not in PACKAGES:
            raise
        sys.stderr.write(f"longroad: the module {fault.name} is missing: install {PACKAGES[program.name]}\n")
        return 2
    return int(run())


def programs() -> Iterator[EntryPoint]:
    """Yield what can be run here, the best first: releases before 2.0 have but a script."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    yield from (found[name] for name in PACKAGES if name in found)
    scripts = entry_points(group="console_scripts", name="longroad")
    yield from (entry for entry in scripts if entry.module != MODULE)
