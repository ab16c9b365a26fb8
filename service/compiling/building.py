"""Compiles a copy of the rules: mypyc writes C, a file for each module, and the C compiler makes libraries of it.

One C file for all of them takes ten times as long and twenty times the memory, and runs no quicker.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

MOST_COMPILERS: Final = 2
OPTIMIZED: Final = 3
SELDOM: Final = ("domain.catan.modules", "domain.catan.maps")
"""Lists the packages that take little time in a game, and are compiled at level 1."""
_INCLUDE: Final = sysconfig.get_path("include")
_SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))
_COMPILER: Final = str(sysconfig.get_config_var("CC") or "cc").split()
_LINKER: Final = str(sysconfig.get_config_var("LDSHARED") or "cc -shared").split()
_FLAGS: Final = ("-fPIC", "-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden", "-DNDEBUG", "-w")


class BuildError(Exception):
    """Reports that mypyc or the C compiler refused; the message is what they said."""


def build(sources: Path, target: Path, parts: Sequence[str] = ("domain",), level: int = OPTIMIZED) -> list[Path]:
    """Compile the modules of `parts` of the rules into `target`, which gets a copy of them; the libraries made.

    `sources` is the folder of the rules, and `target` is emptied before. Raises BuildError.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(sources, target / "domain", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    work = target / "build"
    work.mkdir()
    root = str(Path(__file__).parents[2])
    generate = (sys.executable, "-m", "service.compiling.generating", str(work / "extensions.json"), *parts)
    _run(generate, target, {**os.environ, "PYTHONPATH": root, "PYTHONSAFEPATH": "1"})
    made = Compilation(target, level).make(json.loads((work / "extensions.json").read_text()))
    shutil.rmtree(work)
    return made


def modules_of(part: Path) -> list[Path]:
    """Return the files of a package, or the one file of a module."""
    return [*part.rglob("*.py")] if part.is_dir() else [part]


class Compilation:
    """Turns the C files below a folder into libraries beside the sources they were made of."""

    def __init__(self, target: Path, level: int) -> None:
        self.target = target
        self.level = level

    def make(self, extensions: Sequence[tuple[str, list[str], list[str]]]) -> list[Path]:
        """Compile and link all of them, two at a time; the first holds the code, all others only name a module."""
        (name, files, includes), *shims = extensions
        pool = ThreadPoolExecutor(MOST_COMPILERS)
        try:
            objects = list(pool.map(lambda file: self._compile(file, includes), files))
            library = self._link(name, objects)
            return [library, *pool.map(lambda shim: self._link(shim[0], [*_FLAGS, f"-I{_INCLUDE}", *shim[1]]), shims)]
        finally:
            pool.shutdown(cancel_futures=True)

    def _compile(self, file: str, includes: Sequence[str]) -> str:
        """Compile a C file and return its object."""
        made = f"{file}.o"
        folders = [f"-I{folder}" for folder in (_INCLUDE, *includes)]
        _run([*_COMPILER, *_FLAGS, f"-O{self._level_of(file)}", *folders, "-c", file, "-o", made], self.target)
        return made

    def _level_of(self, file: str) -> int:
        """Return how far a file is optimized: not much where it takes little time in a game."""
        module = Path(file).stem.removeprefix("__native_").replace("___", ".")
        return min(self.level, 1) if module.startswith(SELDOM) else self.level

    def _link(self, name: str, given: Sequence[str]) -> Path:
        """Link the extension module of a name; that of a package is called as its folder."""
        made = self.target / Path(*name.split(".")).with_suffix(_SUFFIX)
        _run([*_LINKER, *given, "-o", str(made)], self.target)
        return made


def _run(command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(done.stdout or f"{command[0]} ended with code {done.returncode}")
