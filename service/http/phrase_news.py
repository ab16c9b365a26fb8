"""Sends on a stream of a game what its seats say by phrases, from the opening of the stream on."""

import time
from collections.abc import Iterator, Sequence
from typing import Final

import orjson

from service.clients.authentication import Caller
from service.clients.phrases import Said, Talk
from service.game.games import Game
from service.http.incoming import Application
from service.http.stream_pages import NDJSON
from service.problems import Problem
from service.views.phrases import describe_said, list_readable, load_muted, load_talk

LOOK_S: Final = 2.0
"""Seconds between two looks at what was said in other processes; what was said in this one is sent at once."""


class PhraseNews:
    """Knows which messages of a game a stream was sent; all streams of a process share what was read of a game."""

    def __init__(self, app: Application, caller: Caller, game: Game, media_type: str, language: str) -> None:
        self.app = app
        self.language = language
        self.caller = caller
        self.is_delayed = caller.seat is None and bool(game.table.opened.spectator_delay)
        self.is_lines = media_type == NDJSON
        self.newest = max([one.number for one in list_readable(app.context, self._load(), caller, game)], default=0)

    def since(self, *, is_called: bool) -> Iterator[bytes]:
        """Yield what was said since the last look; `is_called` if somebody in this process has said something."""
        talk = self._look(is_called=is_called)
        if talk.newest <= self.newest:
            return
        fresh = [one for one in self._list_readable(talk) if one.number > self.newest]
        if fresh:
            self.newest = fresh[-1].number
            muted = load_muted(self.app.context, self.caller)
            yield b"".join([self._write(one) for one in fresh if one.seat not in muted])

    def _load(self) -> Talk:
        return load_talk(self.app.context, self.caller.game)

    def _look(self, *, is_called: bool) -> Talk:
        """Return what was said until the last call, or else until a moment ago; all streams of the game share it."""
        moment = ("call", self.app.hub.calls) if is_called else ("time", int(time.monotonic() / LOOK_S))
        talk: Talk = self.app.shelf.page(("phrases", self.caller.game, *moment), self._load)
        return talk

    def _list_readable(self, talk: Talk) -> Sequence[Said]:
        """Return the messages that the stream may send by now; only one that is delayed looks at the game for that."""
        if not self.is_delayed:
            return talk.said
        try:
            return list_readable(self.app.context, talk, self.caller, self.app.context.games.load(self.caller.game))
        except Problem:  # the game was deleted; the listener will report it
            return ()

    def _write(self, said: Said) -> bytes:
        message = describe_said(said, self.language)
        if self.is_lines:
            return orjson.dumps({"type": "phrase", "said": message}) + b"\n"
        return b"event: phrase\ndata: %s\n\n" % orjson.dumps(message)
