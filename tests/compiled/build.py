"""`python -m tests.compiled.build` compiles a copy of `domain` into `build/compiled`, never beside the sources.

A stale extension module beside the sources would win over them silently. With `build/compiled` before the sources on
the path (PYTHONPATH, and PYTHONSAFEPATH=1 with `python -m`) the compiled rules take their place.
"""

import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from service.compiling.building import OPTIMIZED, BuildError
from service.compiling.building import build as build_from

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "build" / "compiled"


def build(target: Path = TARGET, parts: Sequence[str] = ("domain",), level: int = OPTIMIZED) -> list[Path]:
    """Compile the modules of `parts` (all of `domain`) into `target`, which is emptied first; raises BuildError."""
    return build_from(ROOT / "domain", target, parts, level)


def compiled_first(target: Path = TARGET) -> dict[str, str]:
    """Return the environment in which Python finds the compiled rules before the plain ones."""
    return {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join((str(target), str(ROOT)))}


def main() -> int:
    """Build the rules and print what was made; return 1 after printing the compiler's message if it refuses."""
    started = time.monotonic()
    try:
        made = build()
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    took, used = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(made)} extension modules in {TARGET.relative_to(ROOT)}, in {took:.0f} s")
    print(f"{used.ru_utime + used.ru_stime:.0f} CPU s, {used.ru_maxrss // 1024} MB at most in one process")
    return 0


if __name__ == "__main__":
    sys.exit(main())
