"""Long work within a request: a slice, then a rest in which the other requests of the process are served."""

import time
from typing import Final

SLICE_S: Final = 0.005
REST_S: Final = 0.005


class Slices:
    """Time that one piece of work has used since its last rest."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def pause(self) -> None:
        """Rest when the slice is used up. A sleep of nothing would not do: the loop looks at no socket then."""
        if time.monotonic() - self._since >= SLICE_S:
            time.sleep(REST_S)
            self._since = time.monotonic()
