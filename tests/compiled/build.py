"""`python -m tests.compiled.build` compiles a copy of `domain` into `build/compiled`, never beside the sources.

A stale extension module beside the sources would win over them silently. With `build/compiled` before the sources on
the path (PYTHONPATH, and PYTHONSAFEPATH=1 with `python -m`) the compiled rules take their place.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "build" / "compiled"
OPTIONS = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", os.devnull)


class BuildError(Exception):
    """mypyc or the C compiler refused; the message is what they said."""


def build(target: Path = TARGET, optimization: int = 3, parts: Sequence[str] = ("domain",)) -> list[Path]:
    """Compile the modules of `parts` (all of `domain`) into `target`, emptied before; the extension modules made.

    All of it takes minutes, half of them at optimization level 0. Raises BuildError.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "domain", target / "domain", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    command = (sys.executable, "-m", "mypyc", *OPTIONS, *parts)
    levels = {"MYPYC_OPT_LEVEL": str(optimization), "MYPYC_DEBUG_LEVEL": "0"}
    run = subprocess.run(
        command,
        cwd=target,
        env={**os.environ, **levels},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        raise BuildError(run.stdout)
    shutil.rmtree(target / "build")
    return sorted(target.rglob("*.so"))


def compiled_first(target: Path = TARGET) -> dict[str, str]:
    """The environment in which Python finds the compiled rules before the plain ones."""
    return {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join((str(target), str(ROOT)))}


def main() -> int:
    """Build and say what was made; 1 with the compilers' words when they refuse."""
    try:
        made = build()
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{len(made)} extension modules in {TARGET.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
