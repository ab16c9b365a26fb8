"""Merges the shards' feeds into one feed over all games of a party, in the order of appending.

That order is (ms, number, shard) of the feeds' cursors. A page ends where an entry might still be added, so none is
missed. A few items are read per shard, which is enough for a client close behind. If there are more, only those of the
party's own games are read, so a page's cost does not grow with the games of others.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from eventstore.budget import check, each
from eventstore.keys import shard_of
from eventstore.records import FeedItem
from service.clients.feed_proofs import FORM as TRAIL
from service.clients.feed_proofs import Trail, read_trail
from service.clients.own_games import has_filed
from service.clients.ownership import Party
from service.game.context import Context
from service.game.documents import make_event_documents
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.problems import invalid_parameter

CLOSE_BEHIND: Final = 16
"""Limits the items per shard that a page reads before it turns to the party's own games."""
MOST_SCANNED: Final = 1_000
"""Limits the items per shard that a page scans while those of the party's games have not been indexed."""
MOST_OF_GAME: Final = 200
"""Limits the items per game that a page reads."""
LAST_NUMBER: Final = 2**64 - 1
EARLIER_MS: Final = 60_000
"""Bounds by how much the clocks of the API and of the store may differ."""
_CURSOR: Final = re.compile(rf"([0-9]{{1,16}})-([0-9]{{1,20}})-([0-9]{{1,2}})-([0-9]{{1,4}})({TRAIL})", re.ASCII)
FORM: Final = f"^[0-9]+(-[0-9]+){{3}}{TRAIL}$"
"""Describes cursors for the contract."""


class Cursor(NamedTuple):
    """Marks a point in the merged feed: right after the first `sent` documents of this version."""

    ms: int
    number: int
    shard: int
    sent: int

    def __str__(self) -> str:
        """Return the cursor as clients keep it, without a trail."""
        return "-".join(map(str, self))


WHOLE: Final = 9_999
"""Stands in `sent` for all documents of a version."""


class Entry(NamedTuple):
    """Locates one version in the merged feed."""

    place: Cursor
    item: FeedItem


@dataclass(frozen=True, slots=True)
class Page:
    """Holds documents in order, the cursor after them, and whether more were there already."""

    events: list[dict[str, Any]]
    cursor: Cursor
    has_more: bool


def is_cursor(text: str) -> bool:
    """Return whether a text has the form of a cursor."""
    return _CURSOR.fullmatch(text) is not None


def read_cursor(ctx: Context, text: str) -> tuple[Cursor, Trail]:
    """Parse a client's cursor; raises Problem, and OtherPast if the logs do not have what the cursor proves."""
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise invalid_parameter("after", "cursor")
    return Cursor(*map(int, found.groups()[:4])), read_trail(ctx, found[5])


def first_cursor(ctx: Context, party: Party) -> Cursor:
    """Return a cursor before everything that the party may have seen."""
    if party.key is not None and has_filed(ctx, party.key.id):
        return Cursor(0, 0, 0, 0)
    games = (party.load(ctx, game_id) for game_id in each("games of the feed", party.games(ctx)))
    made = [game.time_of(1) for game in games if game is not None and party.seats(ctx, game)]
    return Cursor(max(0, min(made, default=ctx.clock()) - EARLIER_MS), 0, 0, 0)


def newest_cursor(ctx: Context) -> Cursor:
    """Return the cursor after everything there is."""
    return Cursor(ctx.store.watermark_ms(), 0, 0, 0)


def events_page(ctx: Context, party: Party, after: Cursor, trail: Trail, limit: int) -> Page:
    """Return what happened in the party's games after a cursor: at least one version, if there is one.

    Adds what the page holds to the trail. Raises OtherPast if a version that the trail has of the same shard was lost.
    """
    games, entries, has_more = _complete(ctx, party, after)
    reader = _Reader(ctx, party, trail)
    events: list[dict[str, Any]] = []
    cursor = after
    for place, item in entries:
        check("entries of the feed")
        if item.game in games and item.version:
            events += reader.documents(place, item, after)
        cursor = place
        if len(events) >= limit:
            has_more = has_more or place != entries[-1].place
            break
    trail.rest()
    return Page(events, cursor, has_more)


def _complete(ctx: Context, party: Party, after: Cursor) -> tuple[set[str], list[Entry], bool]:
    """Return a party's games, their entries after a cursor, and whether more were there.

    A game may come to the party between the two reads. A cursor after these entries would pass over it, so they are
    read again.
    """
    since_ms = after.ms - EARLIER_MS
    games = set(party.games_since(ctx, since_ms))
    while True:
        entries, has_more = _merge(ctx, games, after)
        later = set(party.games_since(ctx, since_ms)) if entries else games
        if later <= games:
            return games, entries, has_more
        games = later


def _merge(ctx: Context, games: set[str], after: Cursor) -> tuple[list[Entry], bool]:
    """Return a party's entries after a cursor, in their final order, and whether more were there."""
    settled = ctx.store.watermark_ms({shard_of(game) for game in games})
    begin = f"{after.ms - 1}-{LAST_NUMBER}" if after.ms else "0-0"
    pages = _pages(ctx, games, begin)
    full = [page.entries[-1].place for page in pages if page.is_full]
    found = sorted(entry for page in pages for entry in page.entries)
    mine = [entry for entry in found if entry.place > after and entry.place.ms < settled]
    return ([entry for entry in mine if entry.place <= min(full)], True) if full else (mine, False)


class _Source(NamedTuple):
    """Holds what was read of a shard or of a game; if it is full, more may follow."""

    entries: list[Entry]
    is_full: bool


def _pages(ctx: Context, games: set[str], begin: str) -> list[_Source]:
    """Read what follows a cursor, from whole shards or from the party's games alone."""
    near = ctx.store.feeds(sorted({shard_of(game) for game in games}), begin, CLOSE_BEHIND)
    far = {shard for shard, items in near.items() if items is None or len(items) == CLOSE_BEHIND}
    own = ctx.store.own_feeds([game for game in sorted(games) if shard_of(game) in far], begin, MOST_OF_GAME)
    unknown = sorted({shard_of(game) for game, items in own.items() if items is None})
    scanned = {shard: ctx.store.feed(shard, begin, MOST_SCANNED) for shard in unknown}
    return [
        *(_source(shard, items or [], CLOSE_BEHIND) for shard, items in near.items() if shard not in far),
        *(_source(shard, items, MOST_SCANNED) for shard, items in scanned.items()),
        *(
            _source(shard_of(game), items, MOST_OF_GAME)
            for game, items in own.items()
            if items is not None and shard_of(game) not in scanned
        ),
    ]


def _source(shard: int, items: list[FeedItem], most: int) -> _Source:
    entries = []
    for item in items:
        ms, _, number = item.cursor.partition("-")
        entries.append(Entry(Cursor(int(ms), int(number), shard, WHOLE), item))
    return _Source(entries, len(items) == most)


class _Reader:
    """Renders versions as the party may see them; each game is loaded once per page."""

    def __init__(self, ctx: Context, party: Party, trail: Trail) -> None:
        self.ctx = ctx
        self.party = party
        self.trail = trail
        self._games: dict[str, tuple[Game, list[int]] | None] = {}

    def documents(self, place: Cursor, item: FeedItem, after: Cursor) -> list[dict[str, Any]]:
        known = self._load_game(item.game)
        if known is None:
            return []
        game, seats = known
        seen = self._list_events(game, seats, item.version)
        skipped = after.sent if place[:3] == after[:3] else 0
        proof = self.trail.text(self.ctx)
        return [
            {
                "game": game.id,
                "you": seat,
                "cursor": f"{place._replace(sent=WHOLE if number == len(seen) else number)}{proof}",
                "event": event,
            }
            for number, (seat, event) in enumerate(seen, 1)
            if number > skipped
        ]

    def _list_events(self, game: Game, seats: list[int], version: int) -> list[tuple[int, dict[str, Any]]]:
        """Return the events of a version, seat by seat; none if they cannot be read."""
        with suppress(Quarantined), self.ctx.games.reading(game.id):
            stored = self.ctx.store.read(game.id, version - 1, version)
            if stored and seats:
                self.trail.add(self.ctx, game.id, stored)
            return [(seat, event) for seat in seats for event in make_event_documents(game, stored, seat)]
        return []

    def _load_game(self, game_id: str) -> tuple[Game, list[int]] | None:
        if game_id not in self._games:
            game = self.party.load(self.ctx, game_id)
            self._games[game_id] = None if game is None else (game, self.party.seats(self.ctx, game))
        return self._games[game_id]
