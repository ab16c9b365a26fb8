"""Pages through a game's events, redacted for the caller."""

from collections.abc import Sequence
from typing import Any, Final

from eventstore.budget import each
from eventstore.records import OtherPast, StoredEvent, Tip
from service.clients.authentication import Caller
from service.game.context import Context
from service.game.cursors import Cursor, cursor_at, prove
from service.game.documents import make_event_documents
from service.game.games import Game
from service.problems import Problem
from service.views.legal_actions import turn_document
from service.views.narration import summary_of
from service.views.spectator_delay import visible

MOST_EVENTS: Final = 100
BEGINNING: Final = Cursor(0)


def events_page(
    ctx: Context,
    caller: Caller,
    after: Cursor = BEGINNING,
    limit: int = MOST_EVENTS,
    line: str | None = None,
    summaries_in: str | None = None,
    legal_in: str | None = None,
) -> dict[str, Any]:
    """Return the events after a cursor, redacted for the caller; `line="current"`: of the head's ancestors.

    A page holds at most `limit` events but never splits a version; `cursor` is where it ends, and `next` the same if
    more follow. With a language in `summaries_in` each event has a `summary`, which reveals no more than the caller may
    know; with one in `legal_in`, a seat's page that reaches the newest event includes the turn of the seat. Raises
    Problem: `reset` if the log has another history at the cursor, `cursor_ahead` beyond what the caller may see.
    """
    game = visible(ctx, caller)
    if after.version > game.version:
        _prove(ctx, game, after)
        raise Problem("cursor_ahead", version=game.version)
    with ctx.games.reading(game.id):
        stored = ctx.store.read(game.id, after.place.version - 1, game.version, limit)
        _prove(ctx, game, after)  # last, so the log had this history when it was read
        last = Tip(stored[-1].version, stored[-1].chain) if stored else game.tip
        stored = [event for event in stored if (event.version, event.index) > after.place]
        if line == "current":
            stored = [event for event in stored if game.line.is_ancestor(event.version, game.version)]
        events = show_events(game, stored, caller.seat, summaries_in)
    cursor = cursor_at(ctx, game.id, last)
    page: dict[str, Any] = {"events": events, "cursor": cursor}
    if last.version < game.version:
        return page | {"next": cursor}
    if legal_in is None or caller.seat is None:
        return page
    return page | {"turn": turn_document(game, caller.seat, legal_in)}


def _prove(ctx: Context, game: Game, cursor: Cursor) -> None:
    """Raise Problem (410) if the log has another history at a cursor than the client has read."""
    try:
        prove(ctx, game.id, cursor)
    except OtherPast:
        raise Problem("reset", version=game.version) from None


def show_events(
    game: Game, stored: Sequence[StoredEvent], seat: int | None, summaries_in: str | None
) -> list[dict[str, Any]]:
    """Return events as a seat (None: a spectator) may see them, with summaries in the language `summaries_in`."""
    events = make_event_documents(game, stored, seat)
    if summaries_in is not None:
        shown = each("summaries of events", events)
        events = [event | {"summary": summary_of(game, event, summaries_in)} for event in shown]
    return events
