"""Reads the wall clock at the edge of the service; folds never do."""

import time
from datetime import UTC, datetime
from typing import Any


def now_ms() -> int:
    """Return the milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def write_time(ms: int) -> str:
    """Format a time as RFC 3339 in UTC, to the millisecond."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{ms % 1000:03d}Z"


def read_moment(text: Any) -> int:
    """Parse what `write_time` wrote, in ms since the epoch; raises ValueError for any other text."""
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%f%z") if isinstance(text, str) else None
    ms = 0 if moment is None else round(moment.timestamp() * 1000)
    if write_time(ms) != text:
        raise ValueError("not a time of ours")
    return ms
