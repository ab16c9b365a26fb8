"""Sends the requests of all operations, and sends them again where an answer was lost."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Self

import httpx

from longroad_client.async_operations import API_VERSION, AsyncOperations
from longroad_client.wire import Call, Patience, Reach, is_json

LOCAL: Final = "http://127.0.0.1:8000"
TIMEOUT: Final = httpx.Timeout(45.0, connect=10.0)
"""Bounds how long an answer may take; requests may wait for 30 s."""


class AsyncConnection(AsyncOperations):
    """Sends every request until it is answered, for up to `patience_s` seconds; each is carried out only once.

    What the server refuses raises its Problem (`longroad_client.problems`); a server that does not answer raises
    Unreachable, within two seconds if the very first connection is refused. Both are LongroadErrors.
    """

    def __init__(
        self,
        url: str = LOCAL,
        *,
        token: str | None = None,
        key: str | None = None,
        language: str | None = None,
        patience_s: float = 60.0,
        http: httpx.AsyncClient | None = None,
        reach: Reach | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.key = key
        self.acting_seat: int | None = None
        self.language = language
        self.patience_s = patience_s
        self.reach = reach or Reach(self.url)
        self.http = http or httpx.AsyncClient(timeout=TIMEOUT, headers={"User-Agent": "longroad-client"})
        self._is_owner = http is None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections, unless another client shares them."""
        if self._is_owner:
            await self.http.aclose()

    def with_token(self, token: str | None) -> Self:
        """Return a client that calls with another token, and shares everything else."""
        return self._sharing(token=token, key=self.key)

    def with_key(self, key: str | None) -> Self:
        """Return a client that calls with another API key or a player's token, and shares everything else."""
        return self._sharing(token=None, key=key)

    def acting_for(self, seat: int) -> Self:
        """Return a client whose key acts for its seat of this number, in whatever game, as that seat's token would."""
        return self._sharing(token=None, key=self.key, seat=seat)

    def _sharing(self, *, token: str | None, key: str | None, seat: int | None = None) -> Self:
        other = type(self)(
            self.url,
            token=token,
            key=key,
            language=self.language,
            patience_s=self.patience_s,
            http=self.http,
            reach=self.reach,
        )
        other.acting_seat = seat
        return other

    def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        sent = {"X-Longroad-Version": API_VERSION}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if self.key:
            sent["X-Api-Key"] = self.key
        if self.acting_seat is not None:
            sent["X-Seat"] = str(self.acting_seat)
        if self.language:
            sent["Accept-Language"] = self.language
        return sent

    async def _send(self, call: Call) -> Any:
        patience = Patience(self.patience_s, self.reach)
        url = self.url + call.url
        headers = {**self.headers(), **call.headers()}  # the same Idempotency-Key, however often it is sent
        body = None if call.method in ("GET", "DELETE") else call.body
        while True:
            try:
                answer = await self.http.request(call.method, url, params=call.params, json=body, headers=headers)
                self.reach.is_known = True
                if answer.status_code == 204:
                    return None
                if answer.is_success:
                    return answer.json() if is_json(answer.headers.get("Content-Type", "")) else answer.text
                if patience.is_gone(call.method, answer):
                    return None
                delay = patience.after_refusal(answer)
            except (httpx.TransportError, ValueError) as error:
                delay = patience.after_failure(error)
            await asyncio.sleep(delay)
