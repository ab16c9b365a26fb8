"""Finds the webhooks that hear of a game: those of its seats, of their API keys, and of players who just lost a seat.

A player who loses a seat has no facts about it any more, so the append that takes it away records the recipients: the
seat, its webhooks, and the API key that it belonged to.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import orjson

from service.clients import fact_names
from service.clients.api_keys import list_ids
from service.clients.authentication import sits
from service.clients.ownership import apps_of
from service.game.context import Context
from service.game.games import Game
from service.table.terms import RESIGNED


class Listener(NamedTuple):
    """Names a webhook that hears of a seat, and whether it plays there."""

    hook: str
    seat: int
    plays: bool


def is_heard(facts: Mapping[str, bytes], has_hooks: Callable[[str], bool]) -> bool:
    """Return whether any webhook may hear of the game with these facts; if not, it need not be loaded.

    `has_hooks` returns whether an API key has webhooks.
    """
    if any(name.startswith((fact_names.BOTS, fact_names.HOOKS, fact_names.LOSSES)) for name in facts):
        return True
    seats = [int(name.removeprefix(fact_names.CLIENTS)) for name in facts if name.startswith(fact_names.CLIENTS)]
    keys = {fact_names.owner_and_holder(fact_names.app_holding(facts, seat))[0] for seat in seats}
    return any(map(has_hooks, keys))


def listeners(ctx: Context, game: Game, facts: Mapping[str, bytes]) -> list[Listener]:
    """List the webhooks that hear of a game with these facts as its seats see it, without resigned ones."""
    return [one for one in holders(ctx, game, facts) if game.table.seats[one.seat].left != RESIGNED]


def holders(ctx: Context, game: Game, facts: Mapping[str, bytes]) -> Iterator[Listener]:
    """Yield the webhooks of all who have a seat, resigned or not, from the game's facts."""
    for seat, place in enumerate(game.table.seats):
        if place.belongs_to == "bot" and fact_names.bot(seat) in facts:
            yield Listener(facts[fact_names.bot(seat)].decode(), seat, True)
    for seat, holder, hook_id in fact_names.seat_hooks(facts):
        if sits(game.table, seat, holder):
            yield Listener(hook_id, seat, False)
    for seat, key_id in apps_of(game, facts).items():
        for hook_id in list_ids(ctx, key_id, fact_names.HOOKS):
            yield Listener(hook_id, seat, False)


def losers(ctx: Context, facts: Mapping[str, bytes]) -> dict[int, list[Listener]]:
    """Return the webhooks of players who lost a seat of the game with these facts, by the version of the loss."""
    return {
        int(name.removeprefix(fact_names.LOSSES)): _list_losers(ctx, *orjson.loads(noted))
        for name, noted in facts.items()
        if name.startswith(fact_names.LOSSES)
    }


def _list_losers(ctx: Context, seat: int, hooks: list[str], key_id: str) -> list[Listener]:
    ids = dict.fromkeys([*hooks, *(list_ids(ctx, key_id, fact_names.HOOKS) if key_id else ())])
    return [Listener(hook_id, seat, False) for hook_id in ids]


def loss_fact(
    known: Mapping[str, bytes], game: Game, number: int, kept: Mapping[str, bytes] | None = None
) -> dict[str, bytes]:
    """Return the fact to write with an append that takes facts from a seat; none if nothing is lost."""
    holder, still = game.table.seats[number].holder, kept or {}
    mine = fact_names.hooks_of_seat(number, holder)
    hooks = [name.removeprefix(mine) for name in known if name.startswith(mine)]
    remaining = {name.rpartition(":")[2] for name in still if name.startswith(fact_names.HOOKS)}
    key_id, of = fact_names.owner_and_holder(fact_names.app_holding(known, number))
    after, _ = fact_names.owner_and_holder(fact_names.app_holding(still, number))
    lost = [hook for hook in hooks if hook not in remaining]
    if fact_names.bot(number) in known and fact_names.bot(number) not in still:
        lost.append(known[fact_names.bot(number)].decode())
    lost_key = key_id if of == holder and key_id != after else ""
    if not lost and not lost_key:
        return {}
    return {fact_names.loss(game.version + 1): orjson.dumps([number, lost, lost_key])}
