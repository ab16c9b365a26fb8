"""Plays as a player of an application, with the player's own token: seeks others, sits down, and looks at its games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final, Unpack, cast

from longroad_client.async_seat import AsyncSeat
from longroad_client.async_streams import messages
from longroad_client.errors import LongroadError, SeekEnded
from longroad_client.wire import Call

if TYPE_CHECKING:
    from longroad_client import types
    from longroad_client.async_client import AsyncClient

FIRST_LOOK_S: Final = 0.2
LONGEST_LOOK_S: Final = 2.0
"""Bound how long a player who waits for a seek goes without looking; each look keeps the seek open for a minute."""
MOST_GAMES: Final = 50


class AsyncPlayer:
    """A player of an application. `client` calls with the player's token, for what has no method here."""

    def __init__(self, client: AsyncClient, token: str) -> None:
        self.client = client.with_key(token)
        self.id = token.partition(".")[0]

    async def show(self, *, after: str | None = None, limit: int | None = None) -> types.PlayerShown:
        """Return the player with its ratings, and a page of its games, the newest first."""
        return await self.client.get_player(self.id, after=after, limit=limit)

    async def games(self) -> AsyncIterator[types.PlayedGame]:
        """Yield all games in which the player has a seat, the newest first."""
        after: str | None = None
        while True:
            page = await self.show(after=after, limit=MOST_GAMES)
            for game in page["games"]:
                yield game
            after = page.get("next")
            if after is None:
                return

    async def seat(self, game: str) -> AsyncSeat:
        """Return the player's seat in a game, played with the player's token; raises LongroadError without a seat."""
        async for played in self.games():
            if played["game"] == game:
                return AsyncSeat(self.client, game, played["seat"])
        raise LongroadError(f"{self.id} has no seat in game {game}")

    async def sit_down(self, **seek: Unpack[types.SeekDraft]) -> AsyncSeat:
        """Seek others for a game, wait until it begins, and return the seat; raises SeekEnded if it ends without one.

        To be able to withdraw the seek, or to find it again after a restart, post it by `client.create_seek`, keep its
        `id`, and wait by `await_seek`.
        """
        return await self.await_seek(await self.client.create_seek(**seek))

    async def await_seek(self, seek: types.Seek) -> AsyncSeat:
        """Wait until a seek is filled, and return the seat in its game; raises SeekEnded if it ends without one."""
        known, pause = cast("Any", seek), FIRST_LOOK_S
        while known.get("status", "open") == "open":
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_LOOK_S)
            known = await self.client.get_seek(known["id"])
        if known["status"] != "filled":
            raise SeekEnded(known)
        return await self.seat(known["game"])

    async def seeks(self) -> AsyncIterator[types.OpenSeek | types.Seek]:
        """Yield the player's open seeks, then what becomes of each, without end; meanwhile they stay open."""
        async for change in self.client.seeks(mine=True):
            yield change

    async def events(self, *, after: str | None = None) -> AsyncIterator[types.MyEvent]:
        """Yield what happens in all games of the player, without end."""
        async for event in self.client.my_events(after=after):
            yield event

    async def pending(self) -> AsyncIterator[types.Debt]:
        """Yield every seat of the player that has to act or may act, as it comes up, without end."""
        async for debt in self.client.pending():
            yield debt


async def follow_seeks(
    client: AsyncClient, ruleset: str | None, *, mine: bool
) -> AsyncIterator[types.OpenSeek | types.Seek]:
    """Yield open seeks, then each that is opened or ends, but for those that end while the stream is broken."""
    query = {"ruleset": ruleset, "mine": mine or None}
    async for message in messages(client, Call("GET", "/v1/seeks", query=query)):
        if message.event == "message":
            yield message.data
