"""Says who at a table is there: whose stream is open, and when one was last, of those who have agreed to be shown.

Only open streams count, never what a seat does: a standing order or an agent acts without anybody being there. Who has
agreed is a part of the player; of a seat without a player it is a fact beside the log, valid while that holder sits
there.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from redis.exceptions import RedisError

from service.clients import fact_names
from service.clients.ownership import clients_of, in_step, people
from service.clients.players import Player, change_player, find_player, is_player
from service.game.context import Context
from service.game.games import Game
from service.process.wall_clock import write_time
from service.queue.stream_leases import (
    NEVER,
    Connection,
    announce_consent,
    find_connections,
    forget_leases,
)

LINGER_MS: Final = 20_000
"""Sets for how long somebody still counts as there whose stream was closed, such as by loading the page again."""
MINUTE_MS: Final = 60_000
"""Sets how exactly it is shown when somebody was last there."""


def agree_as_player(ctx: Context, player: Player, *, is_shown: bool) -> Player:
    """Set whether a player is shown as present at all its tables; who is no longer is forgotten at once."""
    changed = change_player(ctx, player, presence=is_shown)
    _announce(ctx, player.id, is_shown=is_shown)
    return changed


def agree_as_holder(ctx: Context, game: Game, seat: int, *, is_shown: bool) -> None:
    """Set the same for the holder of a seat that belongs to no player."""
    holder = game.table.seats[seat].holder
    ctx.store.set_facts(game.id, fact_of_consent(seat, holder if is_shown else ""))
    _announce(ctx, _holding(game.id, seat, holder), is_shown=is_shown)


def _announce(ctx: Context, owner: str, *, is_shown: bool) -> None:
    with suppress(RedisError):  # streams that are opened from now on follow in any case
        if is_shown:
            announce_consent(ctx.jobs)
        else:
            forget_leases(ctx.jobs.of(owner).redis, owner)


def fact_of_consent(seat: int, holder: str) -> dict[str, bytes]:
    """Return the fact by which the holder of a seat agrees to be shown; an empty holder ends that."""
    return {fact_names.presence(seat): holder.encode()}


def find_shown(ctx: Context, game_id: str, seat: int, holder: str) -> str | None:
    """Return under which name the streams of a seat's holder are noted; None without the holder's consent."""
    facts = ctx.store.facts(game_id)
    who, of = fact_names.owner_and_holder(facts.get(fact_names.client(seat), b""))
    return _find_owner(ctx, facts, game_id, seat, holder, who if of == holder else "")


def find_shown_player(ctx: Context, player_id: str) -> str | None:
    """Return under which name the streams of a player are noted; None without the player's consent."""
    player = find_player(ctx, player_id)
    return player_id if player is not None and player.presence else None


def _find_owner(
    ctx: Context, facts: Mapping[str, bytes], game_id: str, seat: int, holder: str, owner: str
) -> str | None:
    if is_player(owner):
        return find_shown_player(ctx, owner)
    agrees = facts.get(fact_names.presence(seat), b"").decode() == holder
    return _holding(game_id, seat, holder) if agrees else None


def _holding(game_id: str, seat: int, holder: str) -> str:
    return f"{game_id}:{seat}:{holder}"


def presence_document(ctx: Context, game: Game) -> dict[str, Any]:
    """Return who is there of all who have agreed to be shown; raises RedisError if the queue's store is away."""
    game, facts = in_step(ctx, game)
    owners = clients_of(game, facts)
    found = {
        seat: _find_owner(ctx, facts, game.id, seat, game.table.seats[seat].holder, owners.get(seat, ""))
        for seat in people(game)
    }
    shown = {seat: owner for seat, owner in found.items() if owner is not None}
    now = ctx.clock()
    known: dict[str, Connection] = {}
    for home, some in ctx.jobs.divide(shown.values()):
        known |= find_connections(home.redis, some, now)
    return {"seats": [{"seat": seat, **_show(known[owner], now)} for seat, owner in shown.items()]}


def _show(connection: Connection, now: int) -> dict[str, Any]:
    if connection.is_open or now - connection.seen < LINGER_MS:
        return {"here": True}
    seen = connection.seen - connection.seen % MINUTE_MS
    return {"here": False, **({"seen": write_time(seen)} if seen else {})}


def has_lost_connection(ctx: Context, game: Game, seat: int, since: int) -> bool:
    """Return whether the last stream of a seat's holder broke off after a time (ms), and none is open.

    That is known only of those who have agreed to be shown.
    """
    owner = find_shown(ctx, game.id, seat, game.table.seats[seat].holder)
    connection = NEVER
    with suppress(RedisError):  # without the queues' store nothing is known, and clocks run out all the same
        if owner is not None:
            connection = find_connections(ctx.jobs.of(owner).redis, [owner], ctx.clock())[owner]
    return not connection.is_open and connection.seen > since
