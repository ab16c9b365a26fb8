"""Reads a stream of Server-Sent Events, and connects again after the last event that came."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import httpx

from longroad_client.async_connection import AsyncConnection
from longroad_client.problems import SeatGone, problem
from longroad_client.wire import QUIET_S, Call, Messages, Patience


class News(NamedTuple):
    """Holds a message of a stream: `message` for an event of the game, or `turn`; and what it says."""

    event: str
    data: Any


async def messages(client: AsyncConnection, call: Call) -> AsyncIterator[News]:
    """Yield the messages of a stream until it says that it is over; each event comes once."""
    patience = Patience(client.patience_s)
    last_id = ""
    while True:
        delay = 0.0
        try:
            async with client.http.stream(
                "GET", client.url + call.url, params=call.params, headers=_headers(client, last_id), timeout=QUIET_S
            ) as answer:
                if answer.status_code == 204:
                    return
                if not answer.is_success:
                    await answer.aread()
                    delay = patience.after_refusal(answer)
                parser = Messages()
                async for line in answer.aiter_lines():
                    patience.renew()
                    message = parser.take(line)
                    if message is None:
                        continue
                    if message.event == "end":
                        return
                    if message.event in ENDS:
                        raise ENDS[message.event]
                    if message.event == "lagging":
                        break
                    last_id = message.id or last_id
                    yield News(message.event, json.loads(message.data))
        except (httpx.TransportError, ValueError) as error:
            delay = patience.after_failure(error)
        await asyncio.sleep(delay or patience.delay)


ENDS = {
    "seat": SeatGone("the token no longer belongs to its seat"),
    "reset": problem({"type": "/problems/reset", "title": "Events were lost", "detail": "Fetch the game again."}),
}


def _headers(client: AsyncConnection, last_id: str) -> dict[str, str]:
    sent = {**client.headers(), "Accept": "text/event-stream"}
    return {**sent, "Last-Event-ID": last_id} if last_id else sent
