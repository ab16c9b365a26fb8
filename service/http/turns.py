"""The word `turn` on the stream of a seat: once when it was opened, then whenever what it owes or may do has changed.

It is no part of the log: it has no id, and is made from the game as it stood right after the newest event sent.
"""

from collections.abc import Callable, Iterator
from typing import Any

from eventstore.store import OtherPast, Tip
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.http.access import Application
from service.problems import Problem
from service.views.turns import sign_of, turn_document


class Turns:
    """What one stream of a seat says of its turn. Streams of the same seat share what is made."""

    def __init__(
        self,
        app: Application,
        game: str,
        seat: int,
        media_type: str,
        write: Callable[[dict[str, Any]], bytes],
        legal_in: str | None,
    ) -> None:
        """`legal_in` is the language of the legal actions that go along; None: without them."""
        self.app = app
        self.game = game
        self.seat = seat
        self.write = write
        self.legal_in = legal_in
        self._form = (media_type, legal_in)
        self._seen: Tip | None = None
        self._sign: bytes | None = None

    def after(self, tip: Tip) -> Iterator[bytes]:
        """The turn once everything up to a version was sent, where it is not the one that the client has."""
        if tip == self._seen:
            return
        try:
            sign = self._shared(tip, "sign", lambda game: sign_of(game, self.seat))
            if sign != self._sign:
                yield self._shared(tip, self._form, self._written)
        except Quarantined:
            raise
        except (OtherPast, Problem):  # versions were lost, or the game was deleted: the stream will say so
            return
        self._seen, self._sign = tip, sign

    def _written(self, game: Game) -> bytes:
        return self.write(turn_document(game, self.seat, self.legal_in))

    def _shared(self, tip: Tip, what: object, make: Callable[[Game], bytes]) -> bytes:
        """Something about the seat at a version, made by the first stream that asks."""
        place = (self.game, tip, self.seat, what)
        return self.app.turns.page(place, lambda: make(self.app.context.games.load(self.game, tip)))
