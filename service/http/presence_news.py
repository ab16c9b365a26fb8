"""Shows on streams who is at the table, when they are opened and whenever it changes."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from redis.exceptions import RedisError

from service.clients.presence import presence_document
from service.http.incoming import Application
from service.http.stream_pages import Format
from service.problems import Problem

PRESENCE_S: Final = 5.0
"""Sets how often a process looks who is there, for all streams of a game that show it."""


class PresenceNews:
    """Shows on one stream of a game who is there."""

    def __init__(self, app: Application, game: str, form: Format) -> None:
        self.app = app
        self.game = game
        self.format = form
        self._sent: dict[str, Any] | None = None

    def news(self) -> Iterator[bytes]:
        """Yield who is there, if that differs from what was sent last."""
        shown = self._sent
        with suppress(RedisError, Problem):  # the stream itself will report what is wrong with store or game
            place = ("presence", self.game, int(time.monotonic() / PRESENCE_S))
            shown = self.app.shelf.page(place, self._look)
        if shown is not None and shown != self._sent:
            self._sent = shown
            yield self.format.presence(shown)

    def _look(self) -> dict[str, Any]:
        ctx = self.app.context
        return presence_document(ctx, ctx.games.load(self.game))
