"""Reads a game's log in pages for its streams: complete versions, as their clients may see them; and turns.

All streams of a game at the same version share the events that were read; those whose clients see the same share the
rendered text. Streams are written as Server-Sent Events (the HTML standard, 9.2), or as JSON lines.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import orjson

from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.records import OtherPast, StoredEvent, Tip
from service.clients.authentication import Caller
from service.game.cursors import Place, proof_of
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.http.incoming import Application
from service.problems import Problem
from service.schemas.limits import MOST_EVENTS
from service.table.events import SeedRevealed
from service.table.seat_events import ends_sight
from service.views.events_pages import show_events
from service.views.legal_actions import sign_of, turn_document
from service.views.spectator_delay import visible

SSE: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
STREAM_DOCS: Final = {
    "x-streams": {
        SSE: "Everything as it happens, as Server-Sent Events, described in `/asyncapi.yaml`.",
        NDJSON: "The same as lines of JSON.",
    }
}
"""Documents an operation's stream types as an extension, since generators expect one type per answer."""
RETRY_MS: Final = 1_000


class Format(NamedTuple):
    """Describes how a stream is written: its opening, an event, a signal, a heartbeat, a seat's turn, who is there."""

    opening: bytes
    event: Callable[[str, dict[str, Any]], bytes]
    word: Callable[[str], bytes]
    quiet: bytes
    turn: Callable[[dict[str, Any]], bytes]
    presence: Callable[[dict[str, Any]], bytes]


FORMATS: Final = {
    SSE: Format(
        opening=b"retry: %d\n: open\n\n" % RETRY_MS,
        event=lambda place, event: b"id: %s\ndata: %s\n\n" % (place.encode(), orjson.dumps(event)),
        word=lambda word: b"event: %s\ndata: {}\n\n" % word.encode(),
        quiet=b": quiet\n\n",
        turn=lambda turn: b"event: turn\ndata: %s\n\n" % orjson.dumps(turn),
        presence=lambda presence: b"event: presence\ndata: %s\n\n" % orjson.dumps(presence),
    ),
    NDJSON: Format(
        opening=b"\n",
        event=lambda place, event: orjson.dumps(event | {"cursor": place}) + b"\n",
        word=lambda word: orjson.dumps({"type": word}) + b"\n",
        quiet=b"\n",
        turn=lambda turn: orjson.dumps({"turn": turn}) + b"\n",
        presence=lambda presence: orjson.dumps({"type": "presence", "presence": presence}) + b"\n",
    ),
}


class Page(NamedTuple):
    """Holds complete versions ready to send, event by event, that lead from the chain `base` to the chain `chain`.

    `ends` lists versions in which the game ends, `lost` those in which older tokens of the reader's seat become
    invalid. `whole` is the text of all events.
    """

    base: str
    chain: str
    whole: bytes
    events: list[tuple[Place, bytes]]
    ends: list[int]
    lost: list[int]


class Found(NamedTuple):
    """Holds versions as they were read for all readers of a game, and the chain of the version before them."""

    game: Game
    stored: Sequence[StoredEvent]
    base: str


class Pages:
    """Reads pages for one stream. If it `is_delayed`, they end with the version that spectators may see by now."""

    def __init__(
        self, app: Application, caller: Caller, media_type: str, summaries_in: str | None, *, is_delayed: bool
    ) -> None:
        self._app = app
        self._caller = caller
        self._format = FORMATS[media_type]
        self._seen_as = (caller.seat, media_type, summaries_in)
        self._summaries_in = summaries_in
        self._is_delayed = is_delayed

    def after(self, tip: Tip, version: int, news: Hashable) -> tuple[Found, Page]:
        """Return the page after a tip, whose chain may be unknown (empty), and the versions that it renders.

        `news` announced `version` to the caller; it distinguishes two announcements of the same number.
        """
        place = (self._caller.game, *tip, news, self._is_delayed)
        found: Found = self._app.shelf.page(place, partial(self._found, tip, version))
        return found, self._app.shelf.page((*place, *self._seen_as), partial(self._page, found))

    def tip(self, version: int | None = None) -> Tip:
        """Return the tip of a version in the log, by default of the newest."""
        with self._app.context.games.reading(self._caller.game):
            return self._app.context.store.tip(self._caller.game, version)

    def _found(self, tip: Tip, version: int) -> Found:
        """Read the next versions, at most `MOST_EVENTS` events; for a delayed stream only those that may be seen."""
        context = self._app.context
        game = visible(context, self._caller) if self._is_delayed else None
        with context.games.reading(self._caller.game):
            stored = context.store.read(self._caller.game, tip.version, game.version if game else None, MOST_EVENTS)
            base = self._base(tip, stored)
        return Found(game or self._right_after(Tip(tip.version, base), stored, version), stored, base)

    def _base(self, tip: Tip, stored: Sequence[StoredEvent]) -> str:
        """Return the chain before the versions that were read: the tip's if they continue it, otherwise the log's."""
        with suppress(ChainBroken):
            if tip.chain and stored:
                verify_chain(stored, *tip)
                return tip.chain
        return self.tip(tip.version).chain  # read last, so it was there when the events were read

    def _right_after(self, base: Tip, stored: Sequence[StoredEvent], version: int) -> Game:
        """Return the game after the versions that were read, or the newest if there are more.

        Versions that another process appended are added to the cache, so that they are not read again.
        """
        with suppress(OtherPast):
            if stored and stored[-1].version >= version:
                self._app.context.games.learn(self._caller.game, base, stored)
                return self._app.context.games.load(self._caller.game, Tip(stored[-1].version, stored[-1].chain))
        return visible(self._app.context, self._caller)

    def _page(self, found: Found) -> Page:
        """Render the versions that were read as this caller may see them."""
        game, stored, base = found
        with self._app.context.games.reading(game.id):
            events = show_events(game, stored, self._caller.seat, self._summaries_in)
        places = [Place(event["version"], event["index"]) for event in events]
        chains = {event.version: event.chain for event in stored}
        proofs = {number: proof_of(self._app.context, game.id, Tip(number, chain)) for number, chain in chains.items()}
        texts = [
            self._format.event(f"{place.version}-{place.event}.{proofs[place.version]}", event)
            for place, event in zip(places, events, strict=True)
        ]
        return Page(
            base,
            chains[events[-1]["version"]] if events else base,
            b"".join(texts),
            list(zip(places, texts, strict=True)),
            [event["version"] for event in events if event["type"] == SeedRevealed.__name__],
            [event["version"] for event in events if ends_sight(event, self._caller.seat)],
        )


class Turns:
    """Reports `turn` on one stream of a seat: when it is opened, and whenever its required or legal actions change.

    It is not part of the log: it has no id, and reflects the game right after the newest event sent. Streams of the
    same seat share the rendered text.
    """

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
                yield self._share(
                    tip, self._form, lambda game: self.write(turn_document(game, self.seat, self.legal_in))
                )
        except Quarantined:
            raise
        except (OtherPast, Problem):  # versions were lost, or the game was deleted: the stream will report it
            return
        self._seen, self._sign = tip, sign

    def _share(self, tip: Tip, what: object, make: Callable[[Game], bytes]) -> bytes:
        """Return a value about the seat at a version, computed once for all streams of the seat."""

        def compute() -> bytes:
            game: Game = self.app.shelf.page((self.game, tip), lambda: self.app.context.games.load(self.game, tip))
            return make(game)

        return self.app.turns.page((self.game, tip, self.seat, what), compute)
