"""Reads a stream of Server-Sent Events, and connects again after the last event that came."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import httpx

from longroad_client.async_connection import AsyncConnection
from longroad_client.errors import SeatGone
from longroad_client.wire import QUIET_S, Call, Message, Messages, Patience, problem

LAGGING = "lagging"
"""Names the message to a reader that is too slow, after which it connects again."""


class News(NamedTuple):
    """Holds a message of a stream: `message` for an event of the game, or `turn`; and what it says."""

    event: str
    data: Any


async def messages(client: AsyncConnection, call: Call) -> AsyncIterator[News]:
    """Yield the messages of a stream until it says that it is over; each event comes once.

    Raises SeatGone and Reset when the stream says so, what a Patience raises in the end, ValueError for an empty id.
    """
    stream = Stream(client, call)
    while not stream.is_over:
        try:
            async for news in stream.connected():
                yield news
        except (httpx.TransportError, ValueError) as error:
            stream.delay = stream.patience.after_failure(error)
        if not stream.is_over:
            await asyncio.sleep(stream.delay)


class Stream:
    """Knows how far a stream was read, and how long to wait before it is opened again."""

    def __init__(self, client: AsyncConnection, call: Call) -> None:
        self.client = client
        self.call = call
        self.url = client.url + call.url
        self.patience = Patience(client.patience_s, client.reach)
        self.delay = 0.0
        self.last_id = ""
        self.is_over = False

    async def connected(self) -> AsyncIterator[News]:
        """Yield what comes by one connection."""
        headers = {**self.client.headers(), "Accept": "text/event-stream"}
        if self.last_id:
            headers["Last-Event-ID"] = self.last_id
        async with self.client.http.stream(
            "GET", self.url, params=self.call.params, headers=headers, timeout=QUIET_S
        ) as answer:
            self.client.reach.is_known = True
            if answer.status_code == 204:
                self.is_over = True
                return
            if not answer.is_success:
                await answer.aread()
                self.delay = self.patience.after_refusal(answer)
                return
            parser, before = Messages(), self.patience.until
            async for line in answer.aiter_lines():
                self.patience.renew()
                message = parser.take(line)
                if message and self._is_news(message):
                    yield News(message.event, json.loads(message.data))
                if self.is_over or (message and message.event == LAGGING):
                    return
            if self.patience.until == before:
                raise httpx.RemoteProtocolError("the stream was closed before it said anything")
            self.delay = self.patience.delay

    def _is_news(self, message: Message) -> bool:
        """Return whether a message is for the reader, and note what it means for the stream."""
        if message.event == "seat":
            raise SeatGone("the token no longer belongs to its seat")
        if message.event == "reset":
            raise problem({"type": "/problems/reset", "title": "Events were lost", "detail": "Fetch the game again."})
        self.last_id = message.id or self.last_id
        self.is_over = message.event == "end"
        return message.event not in ("end", LAGGING)
