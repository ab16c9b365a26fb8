"""Writes the games of a key, a player or a seat as lines of JSON: a record a line, as the caller may see it."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final, NamedTuple

import orjson

from eventstore.archive.time_limits import PAGE_S, limit_reading
from eventstore.records import in_versions
from service.clients.authentication import Caller
from service.clients.own_games import Own, Place, walk_ahead
from service.clients.ownership import Party
from service.game.context import Context
from service.game.games import Game
from service.problems import invalid_parameter, not_found
from service.records.replay import describe_version, record_head
from service.views.spectator_delay import visible

MOST_GAMES: Final = 100
"""Limits the games of an export."""
_EVENTS: Final = 50
"""Limits how many events are read and written before other requests have their turn."""
FINISHED: Final = "finished"
ALL: Final = "all"


class Export(NamedTuple):
    """Holds the games of an export, the oldest first, and the cursor after them, None if there are no more."""

    games: Sequence[Own]
    next: str | None


@limit_reading(PAGE_S)
def list_games(ctx: Context, party: Party, after: str | None, limit: int) -> Export:
    """Return the next games of a party after a cursor, by when they became its own; raises Problem (422) for another.

    Games that come to the party later stand behind all that were there before.
    """
    rest = party.earliest(ctx, limit + 1, None if after is None else _read_cursor(after))
    return Export(rest[:limit], _cursor(rest[limit - 1]) if len(rest) > limit else None)


def _cursor(own: Own) -> str:
    """Return the cursor after a game."""
    return f"{own.time}.{own.game}"


def _read_cursor(after: str) -> Place:
    since, _, game = after.partition(".")
    if not (since.isascii() and since.isdigit() and game):
        raise invalid_parameter("after", "cursor")
    return int(since[:20]), game


def write_games(ctx: Context, party: Party, export: Export, status: str) -> Iterator[bytes]:
    """Yield the lines of an export in pieces, and last the cursor if more games follow.

    Between pieces other requests have their turn. Games that cannot be read, or of which the party has no part any
    more, are left out. Raises Problem while the archive cannot be read, and if a game is deleted meanwhile; its line is
    not whole then.
    """
    with closing(walk_ahead(ctx, export.games)) as games:
        for own in games:
            yield from _write_own(ctx, party, own, status)
    if export.next is not None:
        yield orjson.dumps({"next": export.next}) + b"\n"


def _write_own(ctx: Context, party: Party, own: Own, status: str) -> Iterator[bytes]:
    """Yield the line of a game of a party in pieces; nothing of one that is left out."""
    game = party.load(ctx, own.game, is_listed=True)
    if game is None or not (status == ALL or game.table.finished) or not party.has_part(ctx, game, own):
        return
    seat = min(party.seats(ctx, game), default=None)
    if seat is not None or not game.table.opened.private:
        yield from _write_game(ctx, _cursor(own), visible(ctx, Caller(game.id, seat), game), seat)


def _write_game(ctx: Context, cursor: str, seen: Game, seat: int | None) -> Iterator[bytes]:
    """Yield the line of a game in pieces, as a seat sees it; None is a spectator."""
    head = orjson.dumps(record_head(ctx, seen, seen.chain))
    start = {"cursor": cursor, "game": seen.id, "seat": seat}
    yield orjson.dumps(start)[:-1] + b',"record":' + head[:-1] + b',"versions":['
    after = 0
    while after < seen.version:
        with ctx.games.reading(seen.id):
            stored = ctx.store.read(seen.id, after, seen.version, _EVENTS)
            if not stored:
                raise not_found("game")
            shown = [describe_version(seen, one, seat, seen.table.finished) for one in in_versions(stored)]
        yield (b"," if after else b"") + b",".join([orjson.dumps(one) for one in shown])
        after = stored[-1].version
        time.sleep(0)
    yield b"]}}\n"
