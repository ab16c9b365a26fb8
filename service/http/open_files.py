"""Raises the limit of open files, since every connection, and so every stream, needs one."""

import resource
from typing import Final

SPARE: Final = 96
"""Reserves files for logs, stores and modules."""


def allow_connections(wanted: int) -> int:
    """Raise this process's limit of open files (`ulimit -n`) for `wanted` connections; return how many fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted + SPARE:
        most = wanted + SPARE if hard == resource.RLIM_INFINITY else min(wanted + SPARE, hard)
        soft = max(soft, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(wanted, max(1, soft - SPARE))
