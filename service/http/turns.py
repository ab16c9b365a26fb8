"""Reports `turn` on the stream of a seat: when it is opened, and whenever its required or legal actions have changed.

It is not part of the log: it has no id, and reflects the game right after the newest event sent.
"""

from collections.abc import Callable, Iterator
from typing import Any

from eventstore.records import OtherPast, Tip
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.http.application import Application
from service.problems import Problem
from service.views.turns import sign_of, turn_document


class Turns:
    """Reports turns on one stream of a seat. Streams of the same seat share the rendered text."""

    def __init__(
        self,
        app: Application,
        game: str,
        seat: int,
        media_type: str,
        write: Callable[[dict[str, Any]], bytes],
        legal_in: str | None,
    ) -> None:
        """Include legal actions in the language `legal_in`; None leaves them out."""
        self.app = app
        self.game = game
        self.seat = seat
        self.write = write
        self.legal_in = legal_in
        self._form = (media_type, legal_in)
        self._seen: Tip | None = None
        self._sign: bytes | None = None

    def after(self, tip: Tip) -> Iterator[bytes]:
        """Yield the turn after everything up to a version was sent, unless the client has it already."""
        if tip == self._seen:
            return
        try:
            sign = self._share(tip, "sign", lambda game: sign_of(game, self.seat))
            if sign != self._sign:
                yield self._share(tip, self._form, self._write)
        except Quarantined:
            raise
        except (OtherPast, Problem):  # versions were lost, or the game was deleted: the stream will report it
            return
        self._seen, self._sign = tip, sign

    def _write(self, game: Game) -> bytes:
        return self.write(turn_document(game, self.seat, self.legal_in))

    def _share(self, tip: Tip, what: object, make: Callable[[Game], bytes]) -> bytes:
        """Return a value about the seat at a version, computed once for all streams."""
        return self.app.turns.page((self.game, tip, self.seat, what), lambda: make(self._at(tip)))

    def _at(self, tip: Tip) -> Game:
        """Return the game at a version, shared by the streams of all seats."""
        game: Game = self.app.shelf.page((self.game, tip), lambda: self.app.context.games.load(self.game, tip))
        return game
