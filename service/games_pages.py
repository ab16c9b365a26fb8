"""Pages of games, the newest first: the lobby, which is read ahead, and the games of a party.

What a page of the lobby costs hangs on its length alone: a range of a list, the rows to it, the names at their tables.
"""

from typing import Any, Final, NamedTuple

import orjson

from service.context import Context
from service.delays import visible
from service.games import Game
from service.holdings import Party
from service.names import names_at_all
from service.problems import invalid
from service.projections import LOBBY, list_of, place_of, row_of
from service.quarantine import apart
from service.seats import Caller

MOST_GAMES: Final = 50
_LATEST: Final = 10**15
"""Times of cursors are below it (ms since the epoch)."""


class Entry(NamedTuple):
    """A row with its place, by which pages are in order."""

    created: int
    game: str
    row: dict[str, Any]


def games_page(
    ctx: Context,
    status: str | None = None,
    ruleset: str | None = None,
    cursor: str | None = None,
    limit: int = MOST_GAMES,
    party: Party | None = None,
) -> dict[str, Any]:
    """Public games, or those of a party, the newest first; `next` is the cursor of the page that follows.

    422 for a cursor of no kind.
    """
    before = _place(cursor) if cursor else None
    if party is None:
        found = _public(ctx, list_of(status, ruleset), before, limit + 1)
    else:
        found = _of_party(ctx, party, {"status": status, "ruleset": ruleset}, before)
    page: dict[str, Any] = {"games": _shown(ctx, found[:limit])}
    return page | ({"next": _cursor(found[limit - 1])} if len(found) > limit else {})


def _public(ctx: Context, name: str, before: tuple[int, str] | None, count: int) -> list[Entry]:
    start = None if before is None else (place_of(before[0]), before[1])
    found = ctx.store.rows.listed(LOBBY, name, count, start)
    return [Entry(int(place), game, orjson.loads(body)) for place, game, body in found]


def _of_party(ctx: Context, party: Party, wanted: dict[str, str | None], before: tuple[int, str] | None) -> list[Entry]:
    found = [entry for game_id in party.games(ctx) for entry in _own(ctx, party, game_id)]
    return sorted(
        (
            entry
            for entry in found
            if all(entry.row[name] == value for name, value in wanted.items() if value is not None)
            and (before is None or entry[:2] < before)
        ),
        reverse=True,
        key=lambda entry: entry[:2],
    )


def _own(ctx: Context, party: Party, game_id: str) -> list[Entry]:
    """The entry of one of a party's games; none where it has no part in it, or where that cannot be read."""
    with apart(game_id):
        game = party.load(ctx, game_id)
        if game is not None and party.has_part(ctx, game):
            row = row_of(visible(ctx, _member(ctx, game, party), game))
            return [Entry(game.time_of(1), game.id, row)]
    return []


def _member(ctx: Context, game: Game, party: Party) -> Caller:
    """As whom a party sees a game: by one of its seats, else as a spectator."""
    return Caller(game.id, next(iter(party.seats(ctx, game)), None))


def _shown(ctx: Context, entries: list[Entry]) -> list[dict[str, Any]]:
    """Rows with the names of those who sit there now."""
    names = names_at_all(ctx, [entry.game for entry in entries])
    for entry in entries:
        for seat in entry.row["seats"]:
            if seat["seat"] in names[entry.game] and seat["kind"] != "open":
                seat["name"] = names[entry.game][seat["seat"]]
    return [entry.row for entry in entries]


def _cursor(entry: Entry) -> str:
    return f"{entry.created}.{entry.game}"


def _place(cursor: str) -> tuple[int, str]:
    created, _, game = cursor.partition(".")
    if not (created.isascii() and created.isdigit() and game and int(created[:20]) < _LATEST):
        raise invalid("cursor", "cursor")
    return int(created), game
