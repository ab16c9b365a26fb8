"""Branches a new game from any version of another one, without revealing more than the caller may know."""

import secrets
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from domain.core.packing import PositionSet
from service.clients.authentication import Caller
from service.clients.ownership import NOBODY, Maker
from service.game.context import Context
from service.game.engine_help import list_without_agents
from service.game.games import Game
from service.game.idempotency import Key
from service.game.ids import SANDBOX, is_sandbox, new_id
from service.game.results import Created
from service.handlers.accept import Accepted, Request, accept_new
from service.handlers.new_seats import NewSeat, still_served, with_agents
from service.handlers.openings import new_seed, open_table
from service.handlers.plans import Plan
from service.problems import beyond_head, invalid, refusal
from service.table.events import options_of
from service.table.terms import Seat
from service.views.spectator_delay import visible
from workers.agents.catalog import IDLE, split_name


@dataclass(frozen=True, slots=True)
class NewBranch:
    """Describes a branch to create: it starts from the position right after a version.

    Seats are inherited unless `wanted`. `chance="same"` repeats the parent's draws, and is refused until the parent is
    finished. A branch of a sandbox is a sandbox too; in it the `given` events follow the version.
    """

    version: int
    wanted: Sequence[NewSeat] | None = None
    chance: str = "fresh"
    sandbox: bool = False
    given: Sequence[Any] = ()


def branch(ctx: Context, caller: Caller, wish: NewBranch, key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Create a game from a version of the caller's game; the caller owns it, and it is unfair.

    From a running game it takes what the caller may know, and samples the rest.
    """
    wish = replace(wish, sandbox=wish.sandbox or is_sandbox(caller.game))
    if wish.given and not wish.sandbox:
        raise invalid("given", "sandbox_only")
    game_id = new_id(key, SANDBOX if wish.sandbox else "")
    request = Request(game_id, Created, key)
    return accept_new(ctx, request, _create, game_id=game_id, caller=caller, wish=wish, maker=maker)


def _create(ctx: Context, game_id: str, caller: Caller, wish: NewBranch, maker: Maker) -> Accepted[Created]:
    return open_table(ctx, game_id, _plan(ctx, visible(ctx, caller), caller.seat, wish), maker)


def _plan(ctx: Context, parent: Game, seat: int | None, wish: NewBranch) -> Plan:
    if wish.version > parent.version:
        raise beyond_head(parent.version)
    at = ctx.games.load(parent.id, wish.version)
    if not at.table.started:
        raise refusal("branch.not_started")
    is_over, is_same = parent.table.finished, wish.chance == "same"
    if is_same and not is_over:
        raise refusal("branch.chance_same")
    position = at.position
    if not is_over:  # one of those consistent with all that the seat (None: a spectator) knows
        knowledge = at.ruleset.observe(position, seat)
        position = at.ruleset.determinize(knowledge, Random(secrets.randbits(256)))
    at.ruleset.stop_time(position)
    return Plan(
        ruleset=at.ruleset,
        config=at.table.config,
        seats=_seats(at, wish.wanted, list_without_agents(ctx, parent)),
        table=replace(options_of(at.table.opened), clock=None, spectator_delay=None, fill=None, stand_in=None),
        seed=parent.table.seed if is_same else new_seed(),
        unfair=True,
        parent={"id": parent.id, "version": wish.version},
        position_set=PositionSet(parent.id, wish.version, at.ruleset.pack(position)),
        sandbox=wish.sandbox,
        given=wish.given,
    )


def _seats(game: Game, wanted: Sequence[NewSeat] | None, bare: Container[int]) -> Sequence[NewSeat]:
    """Return the seats of a branch; no agent may play or stand in on `bare` seats."""
    if wanted is None:
        wanted = [_inherit(game, seat, number in bare) for number, seat in enumerate(game.table.seats)]
    if len(wanted) != len(game.table.seats):
        raise invalid("seats", "seats_of_parent", count=len(game.table.seats))
    for number, seat in enumerate(wanted):
        # any agent but the idle one; an AI seat without a named agent has one, too
        named = None if seat.agent is None else split_name(seat.agent).id
        has_agent = named not in (None, IDLE) or (seat.kind == "ai" and named is None)
        if number in bare and (has_agent or seat.deadline_s):
            raise refusal("branch.agents", seat=number)
    seated = with_agents(game.ruleset, wanted)
    return [
        replace(seat, agent=None, deadline_s=None) if seat.kind == "bot" and number in bare else seat
        for number, seat in enumerate(seated)
    ]


def _inherit(game: Game, seat: Seat, is_bare: bool) -> NewSeat:
    if is_bare:
        return NewSeat("human" if seat.belongs_to == "ai" else seat.belongs_to)
    agent = still_served(game.ruleset, seat.agent) or None
    return NewSeat(seat.kind, agent=agent, deadline_s=seat.deadline_s or None)
