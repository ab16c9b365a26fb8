"""Erases the player of a seat: deletes name, tokens and webhooks, and lets the seat resign if the game goes on."""

from collections.abc import Mapping, Sequence
from types import NoneType

from eventstore.log.chain import ChainBroken
from eventstore.records import Beside
from service.clients import fact_names
from service.clients.authentication import revoking_facts
from service.clients.names import GONE
from service.game.append import Act
from service.game.context import Context
from service.game.games import Game
from service.game.ids import is_imported
from service.game.quarantine import Quarantined
from service.handlers.accept import Accepted, Request, accept
from service.handlers.resignation import resigning
from service.problems import Problem
from service.table.seat_events import SeatHandedOver, SeatLeft, SeatTaken
from service.table.seats import RESIGNED

SITTING_DOWN = (SeatTaken.__name__, SeatHandedOver.__name__, SeatLeft.__name__)
"""Lists the events after which a seat has another player, or none."""


def since(ctx: Context, game_id: str, seat: int) -> int:
    """Return the version in which the player of a seat sat down; 1 for one who was there from the start."""
    codec = ctx.games.load(game_id).codec
    changes = [event for event in ctx.store.read(game_id) if codec.name(event.type) in SITTING_DOWN]
    return max((event.version for event in changes if codec.decode(event).seat == seat), default=1)


def is_someone(ctx: Context, game_id: str, seat: int) -> bool:
    """Return whether anything personal is kept of a seat: a name, a token, a webhook."""
    own = fact_names.of_seat(ctx.store.facts(game_id).items(), seat)
    return bool(own) or ctx.store.names(game_id).get(seat, GONE) != GONE


def hooks_of(facts: Mapping[str, bytes], seat: int) -> list[str]:
    """List the webhooks of a seat, from its game's facts."""
    return [hook for number, _, hook in fact_names.seat_hooks(facts) if number == seat]


def erase_seat(ctx: Context, game_id: str, seat: int) -> None:
    """Erase the player of a seat; this is idempotent."""
    for hook_id in hooks_of(ctx.store.facts(game_id), seat):
        ctx.store.delete(hook_id)
    try:
        accept(ctx, Request(game_id, NoneType), _forget, seat=seat)
    except (Problem, Quarantined, ChainBroken):  # the game cannot be read: it cannot resign, but name and token must go
        erase_beside(ctx, game_id, seat)
    ctx.jobs.drop_replays(game_id)


def _forget(ctx: Context, game: Game, seat: int) -> Accepted[None]:
    acts = _acts(ctx, game, seat)
    if not acts:
        erase_beside(ctx, game.id, seat)
        return Accepted(game, None)
    return Accepted(game, None, acts, Beside(facts=facts_without(ctx.store.facts(game.id), seat), names={seat: GONE}))


def _acts(ctx: Context, game: Game, seat: int) -> Sequence[Act]:
    """Return what happens at the table: the seat opens again before the start, and resigns after it."""
    place = game.table.seats[seat]
    is_over = game.table.finished or is_imported(game.id) or place.left == RESIGNED
    if is_over or place.belongs_to not in ("human", "bot"):
        return ()
    if not game.table.started:
        return [Act(None, [SeatLeft(seat)], ctx.clock(), game.play)]
    return [resigning(ctx, game, seat)]


def facts_without(facts: Mapping[str, bytes], seat: int) -> dict[str, bytes]:
    """Return the facts to set so that those of a seat's player are deleted."""
    kept = fact_names.seat_keeping(seat)
    return revoking_facts(facts, seat) | ({kept: b""} if kept in facts else {})


def erase_beside(ctx: Context, game_id: str, seat: int) -> None:
    """Erase what is kept of a seat beside the log: name, data key, tokens."""
    ctx.store.set_facts(game_id, facts_without(ctx.store.facts(game_id), seat))
    if seat in ctx.store.names(game_id):
        ctx.store.set_name(game_id, seat, GONE)
    ctx.store.drop_data_keys(game_id, [str(seat)])
