"""Finds out how many processes suit the machine, or the container, where no number is set."""

import os
from pathlib import Path
from typing import Final

MOST_FITTING: Final = 2
"""Limits the number of processes that is chosen if none is set."""
EACH_MB: Final = 512
_CGROUP: Final = Path("/sys/fs/cgroup")
_MEGABYTE: Final = 1024 * 1024


def fitting() -> int:
    """Return how many processes suit the cores and the memory that this process may use."""
    return max(1, min(MOST_FITTING, cores(), memory_mb() // EACH_MB))


def cores() -> int:
    """Return how many cores this process may use, by its affinity and the quota of its container."""
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota, _, period = _read_limit("cpu.max").partition(" ")
    return max(1, min(known, int(quota) // int(period))) if quota.isdigit() and period.strip().isdigit() else known


def memory_mb() -> int:
    """Return how much memory there is, or the container may use."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // _MEGABYTE
    limit = _read_limit("memory.max").strip()
    return min(machine, int(limit) // _MEGABYTE) if limit.isdigit() else machine


def _read_limit(name: str) -> str:
    """Return what the container is limited to, as its control group (cgroup v2) says; empty where it says nothing."""
    try:
        return (_CGROUP / name).read_text()
    except OSError:
        return ""
