"""`python -m service.compiling` compiles the rules for LONGROAD_DATA_DIR, once for each state of the sources.

With `--gently` it works beside everything else at the lowest priority. What it makes is proven in a child process and
then renamed, so that other processes find all of it or nothing. A second one that is begun meanwhile ends at once.
"""

import fcntl
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from eventstore.embedded.private import make_private
from service.compiling.building import BuildError, OverTimeError, build
from service.compiling.place import Place
from service.compiling.state import Compiling
from service.process.priority import give_way
from service.settings import read_settings

CPU_S: Final = 15 * 60
"""Seconds of CPU time that each process may use. Seconds on the clock would say how busy the machine is."""
MEMORY: Final = 2 * 1024**3
"""Bytes that each process may take."""
LOWEST_PRIORITY: Final = 19
GENTLY: Final = "--gently"
ROOT: Final = Path(__file__).parents[2]


class _Stopped(Exception):
    """Ends the work, since the server stops."""


def main(arguments: Sequence[str]) -> int:
    """Compile what is due; return 0 if it is in place or another process is at it, else 1."""
    compiling = Compiling(read_settings())
    compiling.place.root.mkdir(parents=True, mode=0o700, exist_ok=True)
    make_private(compiling.place.root.parent)
    _limit(is_gentle=GENTLY in arguments)
    with _lock(compiling.place) as is_mine:
        if not is_mine or not compiling.is_due():
            return 0
        return _try(compiling.directory, compiling.place)


def _limit(*, is_gentle: bool) -> None:
    """Bound what this process and its children may take."""
    if is_gentle:
        give_way(LOWEST_PRIORITY)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))


@contextmanager
def _lock(place: Place) -> Iterator[bool]:
    """Hold the lock of the folder, which the kernel frees with this process; False where another holds it."""
    with place.lock.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _try(sources: Path, place: Place) -> int:
    """Compile and prove once."""
    aside = place.root / f"{place.rules.name}.new"
    started = time.monotonic()
    try:
        signal.signal(signal.SIGTERM, _stop)
        place.begin_try()
        shutil.rmtree(aside, ignore_errors=True)  # of a try that was killed
        made = len(build(sources, aside))
        _prove(aside)
        make_private(aside)
        aside.rename(place.rules)
        _remove_others(place)
    except (_Stopped, OverTimeError) as end:
        place.tried.unlink(missing_ok=True)
        _say(f"compiling was given up until the next start: {str(end) or 'the server stops'}")
        return 1
    except (BuildError, OSError) as error:
        place.fail()
        _say(f"the rules do not compile: {error}")
        return 1
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    _say(f"compiled and proven in {time.monotonic() - started:.0f} s: {made} modules, used from the next start on")
    return 0


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _Stopped


def _prove(compiled: Path) -> None:
    """Prove the compiled rules in a child process; raises BuildError if anything is wrong with them."""
    path = os.pathsep.join((str(compiled), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
    command = (sys.executable, "-m", "service.compiling.proving")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    _say(done.stdout.strip())
    if done.returncode != 0:
        raise BuildError(done.stderr[-2000:])


def _remove_others(place: Place) -> None:
    """Remove what earlier sources were compiled to."""
    for path in place.root.iterdir():
        if path.is_dir() and path != place.rules:
            shutil.rmtree(path, ignore_errors=True)
        elif path not in (place.rules, place.tried, place.lock):
            path.unlink(missing_ok=True)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
