"""Follows what happens on a server, waits for jobs, and gives seats out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from longroad_client.async_connection import AsyncConnection
from longroad_client.async_seat import AsyncSeat
from longroad_client.async_streams import messages
from longroad_client.problems import problem
from longroad_client.wire import Call

if TYPE_CHECKING:
    from longroad_client import types

POLL_S: Final = 25
J = TypeVar("J")


class AsyncClient(AsyncConnection):
    """A caller of a server: with a token, with an API key, with both, or a spectator."""

    def seat(
        self, game: str, seat: int, token: str, *, held: bool = False, on_token: Callable[[str], object] | None = None
    ) -> AsyncSeat:
        """Return a seat, played with its token.

        The creator of the game knows the token too, so it is renewed before its first use, unless it is `held` already;
        `on_token` is then called with the new one, to keep it.
        """
        return AsyncSeat(self, game, seat, token, held=held, on_token=on_token)

    async def finished(self, job: J) -> J:
        """Wait until a job has ended, and return it with its result; raises the Problem with which it failed."""
        known = cast("Any", job)
        while known["status"] not in ("finished", "failed"):
            known = await self.get_job(known["id"], wait=POLL_S)
        if known["status"] == "failed":
            raise problem(known["problem"])
        return cast("J", known)

    async def record(self, game: str) -> types.GameRecord:
        """Return the record of a finished game, which proves all of it; raises ValueError while the game goes on."""
        done = await self.finished(await self.create_replay(game, format="json", wait=POLL_S))
        record = cast("Any", done)["result"]["record"]
        if record["status"] != "finished":
            raise ValueError("the game is not over, so its record is not whole")
        return cast("types.GameRecord", record)

    async def events(
        self, game: str, *, after: int | str | None = None, current_line: bool = False, summaries: bool = False
    ) -> AsyncIterator[types.Event]:
        """Yield the events of a game as they happen, until it is over; a broken stream goes on where it broke off.

        Raises SeatGone if the token is renewed or its seat is left, and Reset if a failover of the server lost events.
        """
        query = {"after": after, "line": "current" if current_line else None, "summaries": summaries or None}
        async for message in messages(self, Call("GET", "/v1/games/{}/events", [game], query)):
            if message.event == "message":
                yield message.data

    async def my_events(self, *, after: str | None = None) -> AsyncIterator[types.MyEvent]:
        """Yield what happens in all games of the API key, or of the token, without end."""
        async for message in messages(self, Call("GET", "/v1/me/events", query={"after": after})):
            if message.event == "message":
                yield message.data

    async def pending(self, *, after: str | None = None, wait: int = POLL_S) -> AsyncIterator[types.Debt]:
        """Yield every seat of the API key, or of the token, that has to act or may act, as it comes up, without end."""
        while True:
            page = await self.list_pending(after=after, wait=wait)
            for debt in page["pending"]:
                yield debt
            after = page["cursor"]
