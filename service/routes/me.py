"""Routes everything across games: what the caller's seats owe, and one feed of their events."""

import logging
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from flask import Response, request
from redis.exceptions import RedisError

from eventstore.outages import StoreAway
from eventstore.records import OtherPast
from service.clients.feed import Cursor, events_page, first_cursor, is_cursor, newest_cursor, read_cursor
from service.clients.feed_proofs import Trail
from service.clients.ownership import Party
from service.clients.presence import find_shown_player
from service.clients.seat_duties import Reported, Watch, debt_document
from service.http.access import application, context, party
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.incoming import Application
from service.http.linking import lead_on
from service.http.negotiation import representation
from service.http.presence_keeper import FindOwner, make_finder
from service.http.responses import private
from service.http.stream_answers import export_answer, open_answer, reset_answer
from service.http.stream_pages import FORMATS, NDJSON, SSE, STREAM_DOCS
from service.http.streaming import QUIET_S
from service.live import Listener, News
from service.problems import Problem, invalid_header, unknown
from service.records.exporting import FINISHED, list_games, write_games
from service.schemas import links
from service.schemas import me as schemas
from service.schemas.headers import NEXT
from service.schemas.limits import MOST_EVENTS
from service.schemas.play import LATEST
from service.views.owed_games import watch_party

blueprint: Final = Resources(
    "me", __name__, order=9, url_prefix="/v1/me", description="Everything across the caller's games."
)
PAGE: Final = 100
GAMES: Final = 20
"""Sets how many games an export looks at, unless the request says so."""
SLICE_S: Final = 2.0
"""Bounds how long a game that the caller has just joined can go unnoticed."""
PAUSE_S: Final = 0.5
"""Waits so long after a store did not answer."""
SETTLING_S: Final = 0.003
"""Waits so long for entries of the feeds, which are read up to some milliseconds ago."""
EVENTS: Final = "A page of the feed."
LINES: Final = "Lines of JSON, one for each game."
log = logging.getLogger(__name__)


@blueprint.route("/pending")
@blueprint.operation("listPending", links=links.PENDING)
@blueprint.opened_by("token", "key")
@blueprint.arguments(schemas.PendingQuery(), location="query")
@blueprint.response(200, schemas.PendingListSchema())
@blueprint.problems(403, 409, 422)
def pending(query: dict[str, Any]) -> Response:
    """List the caller's seats that may or must act and that the cursor does not cover; wait if there is none.

    Keep the new `cursor` after handling the entries. A seat that has acted and may act again is listed again.
    """
    who = party()
    reported, watch = Reported(query.get("after")), Watch(context(), who)
    until = time.monotonic() + query.get("wait", 0)
    watch_party(context(), watch, who.games(context()))
    if query.get("wait") and request.method == "GET":
        _await_news(application(), watch, reported, until)
        if who.is_ended(context()):
            raise unknown("unknown_key")
    debts = sorted(watch.debts(), key=lambda debt: (debt.since_ms, debt.game, debt.seat, debt.vote))
    new = reported.new(debts)
    answer = {"pending": [debt_document(debt) for debt in new], "cursor": reported.cursor(debts, new)}
    return private(json_answer(answer))


def _await_news(app: Application, watch: Watch, reported: Reported, until: float) -> None:
    """Wait until there is a debt that the client does not know, or the time is over, or the service stops."""
    while not reported.new(watch.debts()) and time.monotonic() < until:
        games = watch.party.games(app.context)
        listener = app.hub.listen(*games)
        try:
            watch_party(app.context, watch, games)  # what was appended before the listener started
            if not reported.new(watch.debts()) and _hear(listener, watch, reported, until) is News.STOPPING:
                return
        finally:
            app.hub.leave(listener)


def _hear(listener: Listener, watch: Watch, reported: Reported, until: float) -> News:
    """Update games that change, for a slice of time or until there is a new debt."""
    ends = min(until, time.monotonic() + SLICE_S)
    news = News.QUIET
    while not reported.new(watch.debts()) and (left := ends - time.monotonic()) > 0:
        news = listener.wait(left)
        if news not in (News.QUIET, News.VERSION):
            break
        watch.look(listener.heard)
        listener.heard = set()
    return news


@blueprint.route("/records")
@blueprint.operation("listMyRecords")
@blueprint.opened_by("token", "key")
@blueprint.arguments(schemas.MyRecordsQuery(), location="query")
@blueprint.response(200, {"type": "string"}, content_type=NDJSON, headers=NEXT, description=LINES)
@blueprint.problems(403, 406, 409, 422)
def records(query: dict[str, Any]) -> Response:
    """Export the caller's games as lines of JSON, the oldest first: one record a line, each as its seat may see it.

    A line is `{"cursor", "game", "seat", "record"}`; the record of a finished game is the one that a replay writes, and
    can be imported. To go on, send the `cursor` of the last whole line as `after`. While there are more games, the last
    line is `{"next": CURSOR}`. Games whose logs cannot be read are left out. One export at a time for each caller.
    """
    who = party()
    representation((NDJSON,))
    export = list_games(context(), who, query.get("after"), query.get("limit", GAMES))
    written = write_games(context(), who, export, query.get("status", FINISHED))
    return lead_on(export_answer(who, written), export.next)


@blueprint.route("/events")
@blueprint.operation("listMyEvents", links=links.MY_EVENTS)
@blueprint.opened_by("token", "key")
@blueprint.arguments(schemas.MyEventsQuery(), location="query")
@blueprint.response(200, schemas.MyEventPageSchema(), headers=NEXT, description=EVENTS)
@blueprint.doc(**STREAM_DOCS)
@blueprint.problems(403, 406, 409, 410, 422)
@blueprint.reads("Last-Event-ID")
def events(query: dict[str, Any]) -> Response:
    """Read what happens in all the caller's games, each event as its seat may see it: one page, or a stream.

    With `Accept: text/event-stream` or `application/x-ndjson` it continues as events happen. Every event has the
    `cursor` from which to continue; `Last-Event-ID` overrides `after`. If a failover lost versions that a cursor
    covers, a page is 410 `reset`, and a stream sends `event: reset` and ends.
    """
    who = party()
    media_type = representation(("application/json", SSE, NDJSON))
    is_stream = media_type != "application/json" and request.method == "GET"
    try:
        start, trail = _start(who, query.get("after"))
        if not is_stream:
            return _page(who, start, trail, query.get("limit", PAGE))
    except OtherPast:
        if is_stream:
            return reset_answer(who.caller, media_type)
        raise Problem("reset", params={"why": "feed"}) from None
    stream = _Stream(application(), who, start, trail, media_type)
    return open_answer(application(), who.caller, stream.chunks(), stream.close, media_type)


def _page(who: Party, start: Cursor, trail: Trail, limit: int) -> Response:
    page = events_page(context(), who, start, trail, limit)
    cursor = f"{page.cursor}{trail.text(context())}"
    answer: dict[str, Any] = {"events": page.events, "cursor": cursor}
    response = json_answer(answer | ({"next": cursor} if page.has_more else {}))
    return private(lead_on(response, cursor if page.has_more else None))


def _start(who: Party, after: str | None) -> tuple[Cursor, Trail]:
    """Return where to begin, with what was sent before; Last-Event-ID overrides the query.

    Raises Problem for a malformed cursor, and OtherPast if what it proves was lost.
    """
    header = request.headers.get("Last-Event-ID")
    given = after if header is None else header
    if given is None:
        return first_cursor(context(), who), Trail()
    if header is not None and header != LATEST and not is_cursor(header):
        raise invalid_header("Last-Event-ID", "cursor")
    return (newest_cursor(context()), Trail()) if given == LATEST else read_cursor(context(), given)


def _make_finder(who: Party) -> FindOwner | None:
    """Return what finds whose stream it is: a player's or a seat's; None for an API key, which is no person."""
    if who.caller is not None:
        return make_finder(who.caller)
    return partial(find_shown_player, player_id=who.key.id) if who.key is not None and who.key.is_player else None


class _Stream:
    """Streams the events of all of one client's games."""

    def __init__(self, app: Application, who: Party, start: Cursor, trail: Trail, media_type: str) -> None:
        self.app = app
        self.who = who
        self.after = start
        self.trail = trail
        self.format = FORMATS[media_type]
        self.listener = app.hub.listen(*who.games(app.context))
        self.spoke = time.monotonic()
        find = _make_finder(who)
        self.kept = None if find is None else app.presence.begin(find)

    def close(self) -> None:
        """Release the listener when the client is gone."""
        self.app.hub.leave(self.listener)
        if self.kept is not None:
            self.app.presence.end(self.kept)

    def chunks(self) -> Iterator[bytes]:
        """Yield everything so far, then new events, until the service stops or its store fails."""
        try:
            yield self.format.opening
            while (news := self.listener.wait(0.0)) is not News.STOPPING:
                if news is News.LAGGING:
                    self.app.metrics.lagging.inc()
                    yield self.format.word("lagging")
                    return
                try:
                    if self.who.is_ended(self.app.context):
                        yield self.format.word("seat")
                        return
                    yield from self._catch_up()
                    if self._is_lost():
                        yield self.format.word("seat")
                        return
                    yield from self._rest()
                except StoreAway:  # nothing is left out: it goes on from here as soon as the store answers
                    time.sleep(PAUSE_S)
        except OtherPast:
            yield self.format.word("reset")
        except RedisError as error:
            log.warning("a stream over all games breaks off: %s", error)

    def _is_lost(self) -> bool:
        """Return whether the caller's token no longer shows its seat."""
        if self.who.caller is None or self.who.caller.seat is None:
            return False
        game = self.who.load(self.app.context, self.who.caller.game)
        return game is not None and not self.who.seats(self.app.context, game)

    def _catch_up(self) -> Iterator[bytes]:
        has_more = True
        while has_more:
            page = events_page(self.app.context, self.who, self.after, self.trail, MOST_EVENTS)
            self.after, has_more = page.cursor, page.has_more
            if page.events:
                self.spoke = time.monotonic()
                yield b"".join(self.format.event(event["cursor"], event) for event in page.events)

    def _rest(self) -> Iterator[bytes]:
        """Wait for news for at most a slice of time, then look for games that the caller has joined."""
        if self.listener.wait(SLICE_S) is News.VERSION:
            time.sleep(SETTLING_S)
            return
        games = self.who.games(self.app.context)
        if set(games) != set(self.listener.games):
            self.app.hub.leave(self.listener)
            self.listener = self.app.hub.listen(*games)
        if time.monotonic() - self.spoke >= QUIET_S - SLICE_S:
            self.spoke = time.monotonic()
            self.trail.check(self.app.context)
            yield self.format.quiet
