"""Follows what happens on a server, waits for jobs, and gives seats out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, Unpack, cast

from longroad_client.async_connection import AsyncConnection
from longroad_client.async_player import AsyncPlayer, follow_seeks
from longroad_client.async_seat import AsyncSeat
from longroad_client.async_streams import messages
from longroad_client.errors import LongroadError
from longroad_client.wire import POLL_S, Call, problem, read_lines

if TYPE_CHECKING:
    from longroad_client import types

J = TypeVar("J")
RECORDS: Final = 20
"""Says how many games one request asks for."""


def result_of(game: types.Game) -> types.Result:
    """Return how a game ended; raises ValueError for one that goes on."""
    result = game.get("result")
    if result is None:
        raise ValueError(f"game {game['id']} is not over")
    return result


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

    def own_seats(
        self, made: types.Created, *, on_token: Callable[[int, str], object] | None = None
    ) -> list[AsyncSeat]:
        """Return the seats of a game that was just made whose tokens its maker was given, in their order.

        Like every `seat`, each renews its token before its first use; `on_token` is called with its number and that.
        """
        given = [(seat["seat"], seat.get("token")) for seat in made["seats"]]
        kept = {number: partial(on_token, number) if on_token else None for number, _ in given}
        return [self.seat(made["id"], n, token, on_token=kept[n]) for n, token in given if token is not None]

    async def sit_down(self, game: str, **wish: Unpack[types.TakeSeat]) -> AsyncSeat:
        """Take an open seat of a game, and return it."""
        seated = await self.take_seat(game, **wish)
        token = seated.get("token")
        if token is None:
            raise LongroadError(f"the server gave no token for seat {seated['seat']}")
        return self.seat(game, seated["seat"], token, held=True)

    def player(self, token: str) -> AsyncPlayer:
        """Return a player of an application, by its token (`create_player_token`)."""
        return AsyncPlayer(self, token)

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

    async def my_records(
        self, *, after: str | None = None, status: Literal["finished", "all"] | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield all games of the API key, the player or the token: `game`, `seat`, `record`, and the `cursor` after it.

        The oldest come first, by default only those that are over. Raises LongroadError if the server cannot go on.
        """
        at = after
        while True:
            lines, is_whole = read_lines(await self.list_my_records(after=at, limit=RECORDS, status=status))
            games = [line for line in lines if "record" in line]
            if not games and not is_whole:
                raise LongroadError("the server broke off in the middle of a game")
            for line in games:
                yield line
            at = lines[-1].get("next") if is_whole and lines else None
            if is_whole and at is None:
                return
            at = at or games[-1]["cursor"]

    async def seeks(
        self, *, ruleset: str | None = None, mine: bool = False
    ) -> AsyncIterator[types.OpenSeek | types.Seek]:
        """Yield open seeks, then each that is opened or ends, without end; with `mine` those of the player who calls.

        When a broken stream goes on it begins with all seeks that are open then.
        """
        async for change in follow_seeks(self, ruleset, mine=mine):
            yield change

    async def pending(self, *, after: str | None = None, wait: int = POLL_S) -> AsyncIterator[types.Debt]:
        """Yield every seat of the API key, or of the token, that has to act or may act, as it comes up, without end."""
        while True:
            page = await self.list_pending(after=after, wait=wait)
            for debt in page["pending"]:
                yield debt
            after = page["cursor"]
