"""Keeps a rated game rated in its rematch: only if every player agrees, and plays again.

Who opens or joins the rematch agrees, unless the request says otherwise: in the list of an application with any
credential of the player's seat, in that of the server only with the player's own token, as for seeks. Until the last
one has joined, a fact says what is proposed; only that join makes the game rated. If anybody declines, or if a kept
seat is filled in another way, the rematch is an ordinary game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from service.clients import fact_names
from service.clients.authentication import Caller
from service.clients.limits import limits_of
from service.clients.ownership import Maker, clients_of
from service.clients.players import find_player, is_player
from service.clients.ratings import LISTS, SERVER
from service.game.context import Context
from service.game.games import Game
from service.game.rated_outcomes import AGENT
from service.handlers.new_seats import NewSeat


def propose(
    ctx: Context, game: Game, caller: Caller, maker: Maker, seats: Sequence[NewSeat], *, agrees: bool
) -> dict[str, bytes]:
    """Return the facts of a rematch that shall be rated, given its seats; none if the game was not, or cannot be."""
    facts = ctx.store.facts(game.id)
    of = facts.get(fact_names.RATED, b"").decode().partition(" ")[0]
    if not of or caller.sat is None:
        return {}
    old: list[str] = orjson.loads(facts[fact_names.RATED_SEATS])
    who = old[caller.sat]
    if not _agrees(ctx, of, who, maker, agrees=agrees):
        return {}
    players = [*old[-1:], *old[:-1]]
    if any(find_player(ctx, one) is None for one in players if is_player(one)):
        return {}
    named = [f"{AGENT}{seat.agent}" if seat.kind == "ai" else one for seat, one in zip(seats, players, strict=True)]
    if all(seat.kind != "open" for seat in seats):
        return _rate(of, named)
    return {fact_names.RATED_NEXT: orjson.dumps({"list": of, "seats": named, "agreed": [who]})}


def join(
    ctx: Context, follower: Game, facts: Mapping[str, bytes], seat: int, maker: Maker, *, agrees: bool, starts: bool
) -> dict[str, bytes]:
    """Return what changes in the facts of a rematch when a player takes a kept seat; `starts` if it is the last one."""
    kept = facts.get(fact_names.RATED_NEXT, b"")
    if not kept:
        return {}
    proposed: dict[str, Any] = orjson.loads(kept)
    seats: list[str] = proposed["seats"]
    if maker.player != seats[seat] or not _agrees(ctx, proposed["list"], seats[seat], maker, agrees=agrees):
        return {fact_names.RATED_NEXT: b""}
    agreed = {*proposed["agreed"], seats[seat]}
    if not starts:
        return {fact_names.RATED_NEXT: orjson.dumps({**proposed, "agreed": sorted(agreed)})}
    owners = {**clients_of(follower, facts), seat: seats[seat]}
    are_all_there = all(owners.get(number) == who for number, who in enumerate(seats) if is_player(who))
    are_agreed = agreed == {who for who in seats if is_player(who)}
    rated = _rate(proposed["list"], seats) if are_all_there and are_agreed else {}
    return {fact_names.RATED_NEXT: b"", **rated}


def _agrees(ctx: Context, of: str, who: str, maker: Maker, *, agrees: bool) -> bool:
    player = find_player(ctx, who)
    if not agrees or player is None:
        return False
    return (maker.by_player and limits_of(ctx, player.app).rated) if of == SERVER else of == player.app


def _rate(of: str, seats: Sequence[str]) -> dict[str, bytes]:
    return {fact_names.RATED: of.encode(), fact_names.RATED_SEATS: orjson.dumps(list(seats))}


def list_of_rematch(facts: Mapping[str, bytes], *, is_begun: bool) -> str | None:
    """Return in which kind of list a rematch is rated, or until it has begun will be if all agree; None if in none."""
    of, kept = facts.get(fact_names.RATED, b"").decode().partition(" ")[0], facts.get(fact_names.RATED_NEXT, b"")
    if kept and not is_begun:
        of = orjson.loads(kept)["list"]
    return LISTS[of == SERVER] if of else None
