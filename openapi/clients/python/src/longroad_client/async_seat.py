"""Plays a seat of a game: looks, acts, and follows its turns."""

from __future__ import annotations

import uuid
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Unpack

from longroad_client.async_streams import messages
from longroad_client.problems import Refused, Reset
from longroad_client.wire import POLL_S, Call

if TYPE_CHECKING:
    from longroad_client import types
    from longroad_client.async_client import AsyncClient

    Choice = Callable[[types.LegalActions], types.CommandBody]
    Answer = Callable[[types.LegalActions], types.CommandBody | None]


class AsyncSeat:
    """A seat of a game, whose token is renewed before its first use, so that no other client knows it.

    Without a token the key of the client acts for it: a player's token, or a key with the scope `seats`.
    """

    def __init__(
        self,
        client: AsyncClient,
        game: str,
        seat: int,
        token: str | None = None,
        *,
        held: bool = False,
        on_token: Callable[[str], object] | None = None,
    ) -> None:
        self.game = game
        self.number = seat
        self._client = client.acting_for(seat) if token is None else client.with_token(token)
        self._held = held or token is None
        self._on_token = on_token
        self._board: types.Board | None = None
        self._renewal = uuid.uuid4().hex  # one for this seat, so that it is renewed once, however often that is tried

    async def client(self) -> AsyncClient:
        """Return the client with this seat's token, to request anything that has no method here."""
        if not self._held:
            seated = await self._client.renew_token(self.game, self.number, idempotency_key=self._renewal)
            self._client, self._held = self._client.with_token(seated["token"]), True
            if self._on_token:
                self._on_token(seated["token"])
        return self._client

    async def view(self, *, version: int | None = None) -> types.Game:
        """Return the game as this seat sees it, now or as it was right after a version."""
        return await (await self.client()).get_game(self.game, version=version)

    async def board(self) -> types.Board:
        """Return the board, which never changes and is fetched once."""
        if self._board is None:
            self._board = await (await self.client()).get_board(self.game)
        return self._board

    async def legal(self) -> types.LegalActions:
        """Return what this seat may do now."""
        return await (await self.client()).get_legal_actions(self.game)

    async def act(
        self, command: types.CommandBody, *, if_match: int | str | None = None, idempotency_key: str | None = None
    ) -> types.Accepted:
        """Post a command, or several as `{"commands": [...]}`; raises Refused if the rules do not allow it."""
        if command is None:  # as when `choose` forgets to return
            raise TypeError("there is no command to send: it is None")
        return await (await self.client()).post_commands(
            self.game, command, if_match=if_match, idempotency_key=idempotency_key
        )

    async def try_out(self, command: types.CommandBody) -> types.DryRun:
        """Return what a command would do, as far as this seat can know, and change nothing."""
        return await (await self.client()).try_commands(self.game, command)

    async def orders(self) -> types.OrderList:
        """Return the standing orders of this seat, which no other caller can read, and those that ended last."""
        return await (await self.client()).list_orders(self.game, self.number)

    async def order(self, order: types.StandingOrder) -> types.OrderList:
        """Set a standing order: something that this seat does by itself; returns all that stand then."""
        return await (await self.client()).create_order(self.game, self.number, order)

    async def end_orders(self, *ids: str) -> types.OrderList:
        """End standing orders of this seat by their ids, or all of them, and return those that stand then."""
        client = await self.client()
        if not ids:
            return await client.delete_orders(self.game, self.number)
        for each in ids:
            await client.delete_order(self.game, self.number, each)
        return await self.orders()

    async def undo(self, **wish: Unpack[types.Undo]) -> types.Moved:
        """Take back this seat's newest command, or all since a version: at once, or by a vote of the others."""
        return await self._wait_for_end(await (await self.client()).request_undo(self.game, wait=POLL_S, **wish))

    async def redo(self) -> types.Moved:
        """Go back to where the newest undo began, as long as no command has followed it."""
        return await self._wait_for_end(await (await self.client()).request_redo(self.game, wait=POLL_S))

    async def _wait_for_end(self, moved: types.Moved) -> types.Moved:
        """Wait for the job, unless a vote decides; raises the Problem with which the job failed."""
        if "job" in moved:
            moved["job"] = await (await self.client()).finished(moved["job"])
        return moved

    async def events(self, *, after: int | str | None = None, summaries: bool = False) -> AsyncIterator[types.Event]:
        """Yield the events of the game as this seat may see them, as they happen, until it is over."""
        async for event in (await self.client()).events(self.game, after=after, summaries=summaries):
            yield event

    async def turns(self) -> AsyncIterator[types.Turn]:
        """Yield what this seat has to do and may do, now and whenever that has changed, until the game is over."""
        query = {"after": "latest", "legal": True}
        known = None
        call = Call("GET", "/v1/games/{}/events", [self.game], query)
        while True:
            with suppress(Reset):  # a turn says what holds now, whatever was lost
                async for message in messages(await self.client(), call):
                    if message.event == "turn" and message.data != known:  # each connection begins with one
                        known = message.data
                        yield message.data
                return

    async def play(self, choose: Choice, answer: Answer | None = None) -> types.Game:
        """Play until the game is over; it is called `play_game` now, and this name will go."""
        warnings.warn("Seat.play is called play_game now", DeprecationWarning, stacklevel=2)
        return await self.play_game(choose, answer)

    async def play_game(self, choose: Choice, answer: Answer | None = None) -> types.Game:
        """Play until the game is over, and return it: `choose` is called whenever the game waits for this seat.

        It gets what is legal, and returns one of the commands. Raises Refused if it returns one that is not legal.
        `answer` is called where the seat may act but need not, as when an agent offers a trade and waits a few seconds
        for an answer; it returns a command or None.
        """
        known = 0
        async for turn in self.turns():
            # a turn from before what this seat has done or seen since may be over
            legal = await self.legal() if turn["version"] < known else turn["legal"]
            if legal["must_act"]:
                known = await self._act(choose, legal)
            elif answer and (command := answer(legal)):
                with suppress(Refused):  # the game did not wait for it
                    await self.act(command)
        return await self.view()

    async def _act(self, choose: Choice, legal: types.LegalActions) -> int:
        """Act if the game still waits for it, and return the version that is known then."""
        while legal["must_act"]:
            try:
                return (await self.act(choose(legal)))["version"]
            except Refused:
                now = await self.legal()
                if now["actions"] == legal["actions"] and now["templates"] == legal["templates"]:
                    raise
                legal = now
        return legal["version"]
