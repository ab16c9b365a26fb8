"""`python -m workers.tables`: work out the tables that agents look up, and keep them.

One JSON line per table: what it says in short, and what it took. What is there and sound is left as it is. A worker
whose game lacks a table starts this program beside the play; the agent plays on without it meanwhile.
"""

import argparse
import contextlib
import fcntl
import json
import logging
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.core.config import Config
from service.process.priority import SESSION, give_way
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import AGENTS, AgentName
from workers.agents.lookup import LookupTable

NICENESS: Final = 10
"""Leaves a gentle builder about a tenth of a busy core, so that whoever waits for its table gets it in the end."""
MEBIBYTE: Final = 1 << 20
TETHER: Final = "service.supervisor.tether"  # the builder ends with the process that wants the table

log = logging.getLogger(__name__)
_builders: "dict[str, subprocess.Popen[bytes]]" = {}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what is missing; 0 unless an argument is wrong."""
    names = [str(AgentName(entry.id, None, version.version)) for entry in AGENTS for version in entry.served()]
    known = {table.name: table for name in names for table in load_agent(name).tables()}
    parser = argparse.ArgumentParser(prog="python -m workers.tables", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"these alone, of {', '.join(known)}")
    parser.add_argument("--gently", action="store_true", help="leave the processor to everybody else")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"no table is called {unknown[0]}")
    if options.gently:
        give_way(NICENESS)
    for name in options.names or known:
        sys.stdout.write(json.dumps(build(known[name])) + "\n")
        sys.stdout.flush()
    return 0


def build(table: LookupTable) -> dict[str, Any]:
    """Make sure of one table, and report what it says and took."""
    begun = time.perf_counter()
    ensure(table)
    if not table.is_there():
        raise OSError(f"{table.path} was written and cannot be read")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return {
        "name": table.name,
        **table.figures(),
        "seconds": round(time.perf_counter() - begun, 1),
        "file_mb": round(table.path.stat().st_size / MEBIBYTE, 1),
        "peak_memory_mb": round(peak / MEBIBYTE, 1),
    }


def ensure_all(agent: Agent, config: Config) -> None:
    """Build what an agent lacks in a game, and return when it is there."""
    for table in agent.tables(config):
        ensure(table)


def ensure(table: LookupTable) -> None:
    """Build a table unless it is there, or wait for the process that does."""
    with _the_only_builder(table, wait=True):
        if not table.is_there():
            table.make()


def build_missing(agent: Agent, config: Config) -> None:
    """Have the tables built beside the play that an agent lacks in a game; it plays on without them meanwhile."""
    for table in agent.tables(config):
        build_beside(table)


def build_beside(table: LookupTable) -> None:
    """Have a missing table built by a process of low priority, unless somebody is at it or ours has failed.

    A process, since a thread of low priority would hold the interpreter's lock while others have the processor.
    """
    ours = _builders.get(table.name)
    if ours is not None and ours.poll() != 0:
        return
    try:
        if not table.is_there() and _is_free(table):
            command = (sys.executable, "-m", TETHER, str(os.getpid()), "workers.tables", table.name, "--gently")
            _builders[table.name] = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=SESSION.exists(),  # whose priority is the builder's to lower
            )
    except OSError:
        log.exception("the table %s cannot be built", table.name)


def builder_of(table: LookupTable) -> "subprocess.Popen[bytes] | None":
    """Return the newest process that this one has started to build a table."""
    return _builders.get(table.name)


@contextlib.contextmanager
def _the_only_builder(table: LookupTable, *, wait: bool) -> Iterator[bool]:
    """Say whether this process is the one that builds the table; without `wait` it may be another."""
    path = table.path.with_suffix(".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


def _is_free(table: LookupTable) -> bool:
    with _the_only_builder(table, wait=False) as is_mine:
        return is_mine


if __name__ == "__main__":
    sys.exit(main())
