"""Slices long work within a request, with pauses in which the process serves other requests.

Such work does not hold the process, so its CPU time counts from one pause to the next.
"""

import time
from typing import Final

from eventstore.budget import renew

SLICE_S: Final = 0.005
REST_S: Final = 0.005


class Slices:
    """Measures the time that one piece of work has used since its last pause."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def pause(self) -> None:
        """Pause if the slice is used up; a sleep of 0 would not do, since the event loop checks no socket then."""
        if time.monotonic() - self._since >= SLICE_S:
            time.sleep(REST_S)
            renew()
            self._since = time.monotonic()
