"""Delays clients whose requests are refused again and again, so that refusals leave CPU time to others.

The refusals of a client may take 1/PART of a processor's time. The first half second is free, so a client that makes
a mistake now and then never waits. After that each of its requests is delayed until its earlier refusals fit into
this share.
"""

import time
from collections.abc import Callable
from typing import Final

PART: Final = 20
"""The refusals of a client may take 1/PART of a processor's time."""
FREE_S: Final = 0.5
"""Seconds of CPU that refusals may use before the client waits."""
LONGEST_S: Final = 1.0
"""The most seconds that a request waits."""
TURN_S: Final = 0.002
"""Seconds of CPU that are charged for a request that waits, since its cost is not known yet."""
MOST: Final = 10_000
"""The most clients that are remembered."""


class Patience:
    """Holds the time at which the refusals of each client fit into its share; usually it only reads the clock.

    Each of the `processes` grants a client an equal part of its share.
    """

    def __init__(self, processes: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        self.paid: dict[str, float] = {}
        self._part = PART * processes
        self._clock = clock
        self._until = clock()

    @property
    def is_needed(self) -> bool:
        """Return whether some client's next request would have to wait."""
        return self._clock() < self._until

    def charge(self, client: str, cpu_s: float) -> None:
        """Charge a client for a refusal that took `cpu_s` seconds of CPU."""
        now = self._clock()
        if client not in self.paid and len(self.paid) >= MOST:
            owing = {client: paid for client, paid in self.paid.items() if paid > now}
            self.paid.clear()
            if len(owing) < MOST:  # otherwise all are forgotten
                self.paid.update(owing)
        self._owe(client, max(now, self.paid.get(client, now)) + cpu_s * self._part)

    def wait(self, client: str) -> float:
        """Return the seconds that a client's next request must wait, and let the one after it wait longer.

        More than `LONGEST_S` means that the request waits for `LONGEST_S` and is then refused.
        """
        paid = self.paid.get(client)
        if paid is None:
            return 0.0
        wait = paid - self._clock() - FREE_S * self._part
        if 0 < wait <= LONGEST_S:
            self._owe(client, paid + TURN_S * self._part)
        return max(0.0, wait)

    def _owe(self, client: str, until: float) -> None:
        self.paid[client] = until
        self._until = max(self._until, until - FREE_S * self._part)
