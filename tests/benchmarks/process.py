"""Measures what the processes of a running server cost (Linux: read from /proc)."""

import os
import re
from pathlib import Path

from tests.service.processes import API, RunningSupervisor, below

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def api_pids(running: RunningSupervisor) -> list[int]:
    """Return the API's processes: the one that the supervisor started and its workers."""
    first = running.pid_of(API)
    return [] if first is None else [first, *below(first)]


def cpu_seconds(pids: list[int]) -> float:
    """Return the seconds of user and system time that living processes have used; the clock ticks about every 10 ms."""
    return sum(sum(map(int, _stat(pid)[11:13])) for pid in pids) / TICKS


def resident_bytes(pids: list[int]) -> int:
    """Return the bytes of memory that living processes hold; shared pages count for each of them."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * PAGE


def own_bytes(pids: list[int]) -> int:
    """Return the bytes of memory that living processes hold, without files that are mapped, such as tables."""
    found = (re.findall(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()) for pid in pids)
    return sum(int(number) for [number] in found) * 1024


def directory_bytes(directory: Path) -> int:
    """Return the bytes of all files below a directory."""
    return sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
