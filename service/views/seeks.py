"""Shows seeks: one to its player, and lists of open ones, with what has changed, to all who look for players.

The lists are rows beside the pools, which may lag behind.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import orjson

from eventstore.rows import Row
from service.clients.players import NAME, texts_of
from service.clients.ratings import LISTS, SERVER
from service.clients.seeks import (
    CLOSED,
    FILLED,
    MOST_IN_POOL,
    OPEN,
    SEEKS,
    Seek,
    find_seek,
    is_seek,
    list_ended_of,
    player_with,
    pool_with,
    read_pool,
)
from service.game.context import Context
from service.game.row_pages import page_of_rows
from service.process.wall_clock import write_time

MOST_FOLLOWED: Final = MOST_IN_POOL
"""Limits how many of the newest open seeks a stream shows."""
Seeks = Mapping[str, Mapping[str, Any]]
"""Maps the ids of open seeks to what everybody may see of them."""
ALL: Final = "all"
"""Names the list of all open seeks, but for those that only players of one API key may fill."""
_CURSOR: Final = re.compile(r"(\d{1,20})\.(seek-[0-9a-f]{42})", re.ASCII)


def list_seek(ctx: Context, seek: Seek) -> None:
    """List an open seek for all who look for one, or for its player alone if it is `within` an API key."""
    everyones = [] if seek.within else [ALL, _of_ruleset(seek.ruleset)]
    places = dict.fromkeys([*everyones, _of_player(seek.player)], f"{seek.created:015d}")
    ctx.store.rows.put(SEEKS, [Row(seek.id, 1, places, orjson.dumps(_show(seek)))])


def _of_ruleset(ruleset: str) -> str:
    return f"ruleset={ruleset}"


def _of_player(player: str) -> str:
    return f"player={player}"


def _show(seek: Seek) -> dict[str, Any]:
    """Return what everybody may know of an open seek, except the player's name."""
    fill = {"fills_at": write_time(seek.fills), "agent": seek.agent} if seek.fills else {}
    return {
        "id": seek.id,
        "player": seek.player,
        "created": write_time(seek.created),
        "ruleset": seek.ruleset,
        "seats": seek.seats,
        "modules": list(seek.modules),
        "maps": list(seek.terms),
        **({"clock": seek.clock} if seek.clock else {}),
        **fill,
        **({"rated": LISTS[seek.rated == SERVER], "rating": seek.points} if seek.rated else {}),
    }


def seeks_page(
    ctx: Context, after: str | None, limit: int, ruleset: str | None = None, player: str | None = None
) -> dict[str, Any]:
    """Return a page of open seeks, the newest first, of one ruleset or one player if these are named.

    Raises Problem (422) for a cursor that is none.
    """
    name = _of_player(player) if player else _of_ruleset(ruleset) if ruleset else ALL
    shown, following = page_of_rows(ctx, SEEKS, name, after, limit, _CURSOR)
    return {"seeks": _add_names(ctx, [orjson.loads(row.body) for row in shown]), **following}


def _add_names(ctx: Context, seeks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return shown seeks with the names of their players; the forgotten have none."""
    names = texts_of(ctx, list({one["player"] for one in seeks}))
    return [{"status": OPEN, **one, "name": names[one["player"]].get(NAME, "")} for one in seeks]


def show_seek(ctx: Context, seek_id: str) -> dict[str, Any] | None:
    """Return a seek as its player is shown it; None if there is none, or if it ended long ago."""
    if not is_seek(seek_id):
        return None
    if (found := find_seek(ctx, seek_id)) is not None:
        return {"id": seek_id, "status": OPEN, "expires": write_time(found[0].expires)}
    if (matched := _show_matched(ctx, seek_id)) is not None:
        return matched
    ended = list_ended_of(ctx, player_with(seek_id)).get(seek_id)
    return None if ended is None else {"id": seek_id, **ended, "ended": write_time(ended["ended"])}


def _show_matched(ctx: Context, seek_id: str) -> dict[str, Any] | None:
    """Return a seek whose match stands in its pool, still open until the game can be read; None if none has it."""
    for match in read_pool(ctx, pool_with(seek_id)).matches.values():
        for seek in match.seeks:
            if seek.id == seek_id:
                if ctx.store.head(match.game):
                    return {"id": seek_id, "status": FILLED, "game": match.game}
                return {"id": seek_id, "status": OPEN, "expires": write_time(seek.expires)}
    return None


def open_seeks(ctx: Context, ruleset: str | None, player: str | None) -> Seeks:
    """Return the newest open seeks, of one ruleset or player if these are named."""
    return {one["id"]: one for one in seeks_page(ctx, None, MOST_FOLLOWED, ruleset, player)["seeks"]}


def changes_between(ctx: Context, before: Seeks, now: Seeks, player: str | None) -> Iterator[dict[str, Any]]:
    """Yield the seeks that were opened, and those that are open no more; to a player also what became of own ones."""
    for seek_id in before.keys() - now.keys():
        is_own = player is not None and player_with(seek_id) == player
        yield (show_seek(ctx, seek_id) if is_own else None) or {"id": seek_id, "status": CLOSED}
    yield from (dict(seek) for seek_id, seek in reversed([*now.items()]) if seek_id not in before)
