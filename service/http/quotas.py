"""Fair shares: how many requests a client may make in a window, and the RateLimit headers that say so.

Source of the headers: draft-ietf-httpapi-ratelimit-headers. Counted in this process, which serves alone.
"""

import time
from dataclasses import dataclass
from threading import Lock


@dataclass(frozen=True, slots=True)
class Quota:
    """A policy: at most `most` requests in every `window` seconds."""

    name: str
    most: int
    window: int

    @property
    def policy(self) -> str:
        """The RateLimit-Policy item."""
        return f'"{self.name}";q={self.most};w={self.window}'


@dataclass(frozen=True, slots=True)
class Share:
    """What is left of a quota for one client, and the seconds until it is whole again."""

    quota: Quota
    left: int
    reset: int

    @property
    def is_used_up(self) -> bool:
        """Whether this request is one too many."""
        return self.left < 0

    @property
    def limit(self) -> str:
        """The RateLimit item."""
        return f'"{self.quota.name}";r={max(0, self.left)};t={self.reset}'


class Windows:
    """Counts of one quota by client, in windows that all begin together."""

    def __init__(self, quota: Quota) -> None:
        self.quota = quota
        self._lock = Lock()
        self._window = 0
        self._used: dict[str, int] = {}

    def take(self, client: str) -> Share:
        """Count one request of a client and say what is left."""
        now = time.monotonic()
        window = int(now // self.quota.window)
        with self._lock:
            if window != self._window:
                self._window, self._used = window, {}
            used = self._used[client] = self._used.get(client, 0) + 1
        reset = int((window + 1) * self.quota.window - now) + 1
        return Share(self.quota, self.quota.most - used, reset)
