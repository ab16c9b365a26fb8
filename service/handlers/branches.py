"""Branches a new game from any version of another one, which holds no more than the caller may know."""

import secrets
from collections.abc import Container, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from domain.core.position import PositionSet
from service.clients.authentication import Caller
from service.clients.ownership import NOBODY, Maker
from service.game.context import Context
from service.game.engine_help import kept_from_agents
from service.game.games import Game
from service.game.idempotency import Key
from service.game.results import Created
from service.game.sandboxes import is_sandbox, prefix_of
from service.handlers.accept import Accepted, accept_new
from service.handlers.new_seats import NewSeat, with_agents
from service.handlers.openings import Plan, new_id, new_seed, open_table
from service.problems import invalid, not_reached, refused
from service.table.options import options_of
from service.table.seats import Seat
from service.views.spectator_delay import visible
from workers.agents.catalog import IDLE


def branch(
    ctx: Context,
    caller: Caller,
    version: int,
    wanted: Sequence[NewSeat] | None = None,
    chance: str = "fresh",
    key: Key | None = None,
    maker: Maker = NOBODY,
    sandbox: bool = False,
    given: Sequence[Any] = (),
) -> Created:
    """Create a game that starts from the position right after a version; the caller owns it, and it is unfair.

    Seats are inherited unless `wanted`. From a running game it takes what the caller may know, and samples the rest.
    `chance="same"` repeats the parent's draws, and is refused until the parent is finished. A branch of a sandbox is
    one too; in a sandbox the events that are `given` follow the version.
    """
    is_sandbox_too = sandbox or is_sandbox(caller.game)
    if given and not is_sandbox_too:
        raise invalid("given", "sandbox_only")
    game_id = new_id(key, prefix_of(is_sandbox_too))

    def judge(ctx: Context) -> Accepted[Created]:
        plan = _plan(ctx, visible(ctx, caller), caller, version, wanted, chance)
        return open_table(ctx, game_id, replace(plan, sandbox=is_sandbox_too, given=given), maker)

    return accept_new(ctx, game_id, key, Created, judge)


def _plan(
    ctx: Context, parent: Game, caller: Caller, version: int, wanted: Sequence[NewSeat] | None, chance: str
) -> Plan:
    if version > parent.version:
        raise not_reached(parent.version)
    at = ctx.games.load(parent.id, version)
    if not at.table.started:
        raise refused("branch.not_started")
    is_over = parent.table.finished
    if chance == "same" and not is_over:
        raise refused("branch.chance_same")
    position = at.position if is_over else _known_position(at, caller.seat)
    return Plan(
        ruleset=at.ruleset,
        config=at.table.config,
        seats=_seats(at, wanted, kept_from_agents(ctx, parent)),
        table=replace(options_of(at.table.opened), clock=None, spectator_delay=None),
        seed=parent.table.seed if chance == "same" else new_seed(),
        unfair=True,
        parent={"id": parent.id, "version": version},
        position_set=PositionSet(parent.id, version, at.ruleset.pack(position)),
    )


def _known_position(game: Game, seat: int | None) -> Any:
    """Sample a position consistent with all that a seat (None: a spectator) knows."""
    knowledge = game.ruleset.observe(game.position, seat)
    return game.ruleset.determinize(knowledge, Random(secrets.randbits(256)))


def _seats(game: Game, wanted: Sequence[NewSeat] | None, bare: Container[int]) -> Sequence[NewSeat]:
    """Return the seats of a branch; no agent may play or stand in on `bare` seats."""
    if wanted is None:
        wanted = [_inherited(seat, number in bare) for number, seat in enumerate(game.table.seats)]
    if len(wanted) != len(game.table.seats):
        raise invalid("seats", "seats_of_parent", count=len(game.table.seats))
    for number, seat in enumerate(wanted):
        if number in bare and (_has_agent(seat) or seat.deadline_s):
            raise refused("branch.agents", seat=number)
    seated = with_agents(game.ruleset, wanted)
    return [
        replace(seat, agent=None, deadline_s=None) if seat.kind == "bot" and number in bare else seat
        for number, seat in enumerate(seated)
    ]


def _inherited(seat: Seat, is_bare: bool) -> NewSeat:
    if is_bare:
        return NewSeat("human" if seat.belongs_to == "ai" else seat.belongs_to)
    return NewSeat(seat.kind, agent=seat.agent or None, deadline_s=seat.deadline_s or None)


def _has_agent(seat: NewSeat) -> bool:
    """Return whether an agent other than the idle one plays or stands in; an AI seat without a named agent has one."""
    return seat.agent not in (None, IDLE) or (seat.kind == "ai" and seat.agent is None)
