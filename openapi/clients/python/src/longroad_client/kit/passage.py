"""Takes one request through the proxy: to the server or not, and an answer to the client or not."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Final

from longroad_client.kit.exchanges import Exchange, Log
from longroad_client.kit.passing import Answer, Line, Proxy
from longroad_client.kit.streams import NDJSON, Change, parts

OWN: Final = ("if-match", "idempotency-key")
"""Names the headers of a command that another one does not share."""


class Passage:
    """Is one request on its way; a fault serves it, gives an answer to it, both or neither."""

    def __init__(self, proxy: Proxy, log: Log, exchange: Exchange, line: Line, elsewhere: str) -> None:
        self.exchange = exchange
        self.elsewhere = elsewhere
        self._proxy = proxy
        self._log = log
        self._line = line

    @property
    def is_ndjson(self) -> bool:
        """Return whether the client wants a stream of lines of JSON."""
        return self.exchange.request.header("Accept").startswith(NDJSON)

    def serve(self) -> Answer:
        """Let the server carry the request out, and return its answer."""
        answer = self._proxy.forward(self.exchange.request)
        self._log.serve(self.exchange, answer)
        return answer

    def give(self, answer: Answer) -> None:
        """Give the client an answer."""
        self._log.give(self.exchange, answer)
        self._line.give(answer)

    def give_half(self, answer: Answer) -> None:
        """Give the client half of an answer, and break the connection."""
        self._line.give(answer, 0.5)

    def overtake(self) -> Answer:
        """Carry the same command out before this one, as if the same player had sent it from somewhere else."""
        request = self.exchange.request
        headers = {name: value for name, value in request.headers.items() if name.lower() not in OWN}
        return self._proxy.forward(request._replace(headers={**headers, "Idempotency-Key": uuid.uuid4().hex}))

    def stream(self, change: Change = iter) -> None:
        """Pass a stream on as `change` makes it; an answer that is none is given as it is."""

        def lines(came: Iterator[bytes]) -> Iterator[bytes]:
            self.exchange.given = Answer(200, {}, b"")
            for part in change(parts(came, self.is_ndjson)):
                if part.is_news:
                    self._log.say(self.exchange, part)
                yield part.text
            self.exchange.ended = self._log.now()

        if refused := self._proxy.relay(self.exchange.request, self._line, lines):
            self.give(refused)

    def plainly(self) -> None:
        """Let the server answer the request."""
        if self.exchange.request.is_stream:
            self.stream()
        else:
            self.give(self.serve())


Fault = Callable[[Passage], None]
