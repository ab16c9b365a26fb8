"""Lets clients wait whose requests are refused again and again, so that refusals leave the processor to others.

Refusals of a client may take one part in so many of a processor's time. Half a second of it is free: a client that
makes a mistake now and then never waits. After that its next requests take turns, and each comes when the ones before
it are paid for.
"""

import time
from collections.abc import Callable
from typing import Final

PART: Final = 20
"""Lets refusals of a client take one part in so many of the time of a processor."""
FREE_S: Final = 0.5
"""Sets how many seconds of CPU refusals may have used before the client waits."""
LONGEST_S: Final = 1.0
"""Limits how long a request waits."""
TURN_S: Final = 0.002
"""Sets the seconds of CPU that are taken for a request that waits, before it is known what it costs."""
MOST: Final = 10_000
"""Limits how many clients are remembered."""


class Patience:
    """Holds when the refusals of each client will be paid for; while no client has to wait, it looks at the clock only.

    Each of so many `processes` gives a client its part of what all may give it.
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
        """Let a client pay for a refusal that took so many seconds of CPU."""
        now = self._clock()
        if client not in self.paid and len(self.paid) >= MOST:
            self._forget(now)
        self._owe(client, max(now, self.paid.get(client, now)) + cpu_s * self._part)

    def wait(self, client: str) -> float:
        """Return for how many seconds a client's next request waits, and let the one after it wait longer.

        More than `LONGEST_S` says that the request is to be refused after that time.
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

    def _forget(self, now: float) -> None:
        """Forget who has paid; forget all if nobody has."""
        kept = {client: paid for client, paid in self.paid.items() if paid > now}
        self.paid.clear()
        self.paid.update(kept if len(kept) < MOST else {})
