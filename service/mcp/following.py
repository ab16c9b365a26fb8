"""Follows a game for the holder of a handle: says what they have not been shown, and waits for what is new to them.

What a holder was shown last is remembered, so that a language model need not: a small fact for each. It says nothing
that the holder does not know, opens nothing, and goes with the handle.
"""

import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from service.clients import fact_names
from service.clients.handles import HeldSeat, name_of
from service.game.context import Context
from service.http.access import context
from service.mcp.asking import ask
from service.mcp.positions import event_lines, event_page, view_of
from service.mcp.writing import Said

STEP_S: Final = 5
"""Says how often a waiting tool looks whether the game is over."""


class Shown(NamedTuple):
    """Holds the newest version whose events were shown, and the cursor of the debts that were."""

    version: int
    cursor: str


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


def find_shown(ctx: Context, held: HeldSeat) -> Shown | None:
    """Return what the holder of a handle was shown last; None for nothing yet."""
    kept = ctx.store.fact(held.game, fact_names.last_view(name_of(held)))
    if not kept:
        return None
    version, _, cursor = kept.decode().partition(" ")
    return Shown(int(version), cursor)


def note_shown(ctx: Context, held: HeldSeat, shown: Shown) -> None:
    """Remember what the holder of a handle was shown."""
    value = f"{shown.version} {shown.cursor}".encode()
    ctx.store.set_facts(held.game, {fact_names.last_view(name_of(held)): value})
