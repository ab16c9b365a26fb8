"""Wall time: read at the edge, written into headers, never read by a fold."""

import time
from datetime import UTC, datetime


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def written(ms: int) -> str:
    """A time as RFC 3339 in UTC, to the millisecond."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{ms % 1000:03d}Z"
