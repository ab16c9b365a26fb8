"""Follows a game for the holder of a handle: says what they have not been shown, and waits for what is new to them."""

import time
from collections.abc import Iterator
from typing import Any, Final

from service.clients.handles import HeldSeat
from service.clients.last_views import Shown, find_shown, note_shown
from service.http.access import context
from service.mcp.asking import ask
from service.mcp.positions import event_lines, event_page, view_of
from service.mcp.writing import Said

STEP_S: Final = 5
"""Says how often a waiting tool looks whether the game is over."""


class Follower:
    """Knows what the holder of a handle was shown; if that was nothing yet, all until a version counts as shown."""

    def __init__(self, seat: HeldSeat, version: int) -> None:
        self.seat = seat
        self._noted = find_shown(context(), seat)
        self._version, self._cursor = self._noted or Shown(version, "")

    def events(self, since: int | None = None) -> Iterator[Said]:
        """Say what happened after a version, or what was not shown yet."""
        page = event_page(self.seat, self._version if since is None else since)
        newest = page["events"][-1]["version"] if page["events"] else 0
        self._version = max(self._version, newest)
        return event_lines(page)

    def wait(self, until: float) -> bool:
        """Wait for something that the seat may do and was not shown, or the end; return False if time ran out."""
        while True:
            began = time.monotonic()
            seconds = max(0, int(min(STEP_S, until - began)))
            if self._pending(seconds) or view_of(self.seat)["status"] == "finished":
                return True
            is_early = time.monotonic() - began < seconds - 1  # the server is about to stop
            if is_early or time.monotonic() + 1 > until:
                return False

    def cover(self) -> None:
        """Take all that the seat may do now as shown."""
        self._pending(0)

    def _pending(self, seconds: int) -> list[Any]:
        query = {"wait": seconds} | ({"after": self._cursor} if self._cursor else {})
        owed: dict[str, Any] = ask("GET", "/me/pending", self.seat.token, query=query)
        self._cursor = owed["cursor"]
        return list(owed["pending"])

    def note(self) -> None:
        """Remember what was shown."""
        shown = Shown(self._version, self._cursor)
        if shown != self._noted:
            note_shown(context(), self.seat, shown)
