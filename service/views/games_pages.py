"""Pages through games, the newest first: the lobby, from its projection, and the games of a party.

The cost of a lobby page depends on its length alone: a range of a list, its rows, the names at their tables. If more
than one list is needed, about MOST_LOOKED_AT rows of the shortest are checked, and the next page continues after them.
"""

from contextlib import closing
from functools import cache
from typing import Any, Final, NamedTuple

from domain.core.ruleset import Ruleset
from eventstore.archive.time_limits import PAGE_S, limit_reading
from eventstore.budget import check, each
from service.clients.authentication import Caller
from service.clients.names import names_at_all
from service.clients.own_games import Own, walk_ahead
from service.clients.ownership import Party
from service.faults import offer_names
from service.game.context import Context
from service.game.quarantine import apart
from service.problems import invalid_parameter
from service.process.wall_clock import read_moment
from service.texts.words import vocabulary
from service.views.lobby import SORTS, Wish, join, map_list, place_of, row_of
from service.views.lobby_projection import LOBBY
from service.views.spectator_delay import visible

MOST_GAMES: Final = 50
MOST_LOOKED_AT: Final = 150
"""Limits the rows that are checked for a page."""
MOST_SORTED: Final = 100
"""Limits the games of a party that are sorted by what is wished; more are paged by when it came to each."""
MORE: Final = 50
"""Limits the rows that are read at a time after the first ones were too few."""
ALL: Final = Wish()
_EARLIEST: Final = 10**12
"""The least time of a cursor in ms; the versions in cursors of other lists are smaller."""
_LATEST: Final = 10**15
"""Bounds the times in cursors (ms since the epoch)."""


class Entry(NamedTuple):
    """Holds a row with its sort key: the time by which rows are sorted (ms), and the game."""

    time: int
    game: str
    row: dict[str, Any]


class Found(NamedTuple):
    """Holds some entries in order; if more may follow, also the last one that was checked."""

    entries: list[Entry]
    last: Entry | None


def games_page(
    ctx: Context,
    wish: Wish = ALL,
    cursor: str | None = None,
    limit: int = MOST_GAMES,
    party: Party | None = None,
    name: str = "after",
) -> dict[str, Any]:
    """Return a page of public games, or those of a party, the newest first; `next` is the next page's cursor.

    A page with `next` may be short or empty. Raises Problem (422) for an unknown name, and for a cursor that is
    malformed or belongs to another sort order; `name` is that of its parameter. Raises ArchiveAway while archived games
    of a party cannot be read, or take too long.
    """
    _check_names(ctx, wish)
    before = _place(wish, cursor, name) if cursor else None
    if party is None:
        return _page(ctx, wish, _public(ctx, wish, before, limit + 1), limit)
    with limit_reading(PAGE_S):
        return _page(ctx, wish, _of_party(ctx, party, wish, before, limit + 1), limit)


def _page(ctx: Context, wish: Wish, found: Found, limit: int) -> dict[str, Any]:
    is_cut = len(found.entries) > limit
    page: dict[str, Any] = {"games": _add_names(ctx, found.entries[:limit])}
    last = found.entries[limit - 1] if is_cut else found.last
    return page | ({"next": f"{_start(wish)}{last.time}.{last.game}"} if last else {})


def _check_names(ctx: Context, wish: Wish) -> None:
    """Raise Problem for a filter with a name that no ruleset has."""
    named = [_names(ruleset) for ruleset in ctx.rulesets.values()]
    for name in ("ruleset", "map", "module"):
        given, names = getattr(wish, name), [one for known in named for one in known[name]]
        if given is not None and (map_list(given) if name == "map" else given) not in names:
            raise invalid_parameter(name, "choice", **offer_names(given, names))


@cache
def _names(ruleset: Ruleset) -> dict[str, list[str]]:
    """Return the name, maps and modules of a ruleset, including modules that maps and numbers of seats imply."""
    about = ruleset.describe()
    return {
        "ruleset": [ruleset.name],
        "map": [*(one["id"] for one in about["maps"]), *about.get("boards", ())],
        "module": [*vocabulary(ruleset.name)["modules"]],
    }


def _public(ctx: Context, wish: Wish, before: tuple[int, str] | None, count: int) -> Found:
    """Return at most `count` of the next matching entries."""
    name = ctx.store.rows.shortest(LOBBY, wish.lists)
    found: list[Entry] = []
    start = None if before is None else (place_of(before[0]), before[1])
    last, looked, size = None, 0, count
    while len(found) < count and looked < MOST_LOOKED_AT:
        rows = ctx.store.rows.list_rows(LOBBY, name, size, start)
        if not rows:
            return Found(found, None)
        entries = [Entry(int(row.place), row.game, join(row)) for row in each("rows of the lobby", rows)]
        found += [entry for entry in entries if wish.fits(entry.row)]
        last, start, looked = entries[-1], rows[-1][:2], looked + len(rows)
        size = MORE
    return Found(found[:count], last)


def _of_party(ctx: Context, party: Party, wish: Wish, before: tuple[int, str] | None, count: int) -> Found:
    """Return at most `count` of the next games of a party, whether they are archived or not."""
    listed = party.latest(ctx, MOST_SORTED + 1)
    if len(listed) > MOST_SORTED:
        rest = listed if before is None else party.latest(ctx, MOST_SORTED + 1, before)
        return _as_listed(ctx, party, wish, rest, count)
    with closing(walk_ahead(ctx, listed, MOST_GAMES)) as games:
        found = [entry for own in games for entry in _entries(ctx, party, own, wish)]
    found = [entry for entry in found if before is None or entry[:2] < before]
    return Found(sorted(found, reverse=True, key=lambda entry: entry[:2]), None)


def _as_listed(ctx: Context, party: Party, wish: Wish, rest: list[Own], count: int) -> Found:
    """Return games of a party that has many, by when it got them; `rest` has the next ones, one more than needed."""
    found: list[Entry] = []
    last = None
    with closing(walk_ahead(ctx, rest[:MOST_SORTED], count)) as games:
        for own in games:
            found += [entry._replace(time=own.time) for entry in _entries(ctx, party, own, wish)]
            last = Entry(own.time, own.game, {})
            if len(found) >= count:
                break
    is_over = last is None or (last.time, last.game) == rest[-1].place
    return Found(found, None if is_over else last)


def _entries(ctx: Context, party: Party, own: Own, wish: Wish) -> list[Entry]:
    """Return the entry of one of a party's games; none if it has no part in it, does not match, or cannot be read."""
    with apart(own.game, ctx.store.archive):
        check("own games")
        game = party.load(ctx, own.game, is_listed=True)
        if game is not None and party.has_part(ctx, game, own):
            caller = Caller(game.id, next(iter(party.seats(ctx, game)), None))  # one of its seats, else a spectator
            row = row_of(visible(ctx, caller, game))
            return [Entry(read_moment(row[wish.sort]), game.id, row)] if wish.fits(row) else []
    return []


def _add_names(ctx: Context, entries: list[Entry]) -> list[dict[str, Any]]:
    """Add to rows the names of the present players."""
    names = names_at_all(ctx, [entry.game for entry in entries])
    for entry in entries:
        for seat in entry.row["seats"]:
            if seat["seat"] in names[entry.game] and seat["kind"] != "open":
                seat["name"] = names[entry.game][seat["seat"]]
    return [entry.row for entry in entries]


def _start(wish: Wish) -> str:
    """Return the prefix of a sort order's cursors, since times of different kinds must not be mixed."""
    return "" if wish.sort == SORTS[0] else f"{wish.sort}."


def _place(wish: Wish, cursor: str, name: str) -> tuple[int, str]:
    time, _, game = cursor.removeprefix(_start(wish)).partition(".")
    is_time = time.isascii() and time.isdigit() and _EARLIEST <= int(time[:20]) < _LATEST
    if not (cursor.startswith(_start(wish)) and is_time and game):
        raise invalid_parameter(name, "cursor")
    return int(time), game
