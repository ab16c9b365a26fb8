"""Shows seeks: one to its player, and what has changed in the list of open ones to those who follow it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.clients.seeks import (
    CLOSED,
    FILLED,
    MOST_IN_POOL,
    find_seek,
    is_seek,
    list_ended_of,
    player_with,
    pool_with,
    read_pool,
    seeks_page,
)
from service.game.context import Context
from service.process.wall_clock import write_time

MOST_FOLLOWED: Final = MOST_IN_POOL
"""Limits how many of the newest open seeks a stream shows."""
Seeks = Mapping[str, Mapping[str, Any]]
"""Maps the ids of open seeks to what everybody may see of them."""


def show_seek(ctx: Context, seek_id: str) -> dict[str, Any] | None:
    """Return a seek as its player is shown it; None if there is none, or if it ended long ago."""
    if not is_seek(seek_id):
        return None
    if (found := find_seek(ctx, seek_id)) is not None:
        return {"id": seek_id, "status": "open", "expires": write_time(found[0].expires)}
    matches = read_pool(ctx, pool_with(seek_id)).matches.values()
    game = next((match.game for match in matches if seek_id in {one.id for one in match.seeks}), None)
    if game is not None:
        return {"id": seek_id, "status": FILLED, "game": game}
    ended = list_ended_of(ctx, player_with(seek_id)).get(seek_id)
    return None if ended is None else {"id": seek_id, **ended, "ended": write_time(ended["ended"])}


def open_seeks(ctx: Context, ruleset: str | None, player: str | None) -> Seeks:
    """Return the newest open seeks, of one ruleset or player if these are named."""
    return {one["id"]: one for one in seeks_page(ctx, None, MOST_FOLLOWED, ruleset, player)["seeks"]}


def changes_between(ctx: Context, before: Seeks, now: Seeks, player: str | None) -> Iterator[dict[str, Any]]:
    """Yield the seeks that were opened, and those that are open no more; to a player also what became of own ones."""
    for seek_id in before.keys() - now.keys():
        is_own = player is not None and player_with(seek_id) == player
        yield (show_seek(ctx, seek_id) if is_own else None) or {"id": seek_id, "status": CLOSED}
    yield from (dict(seek) for seek_id, seek in reversed([*now.items()]) if seek_id not in before)
