"""Ends games before the rules do: by resignation, or by a vote to abandon."""

from collections.abc import Sequence
from typing import Any

from domain.core.ruleset import SEAT_IDLES
from service.clients.authentication import Caller, require_player
from service.game.context import Context
from service.game.engine_help import bare_seats
from service.game.games import Act, Game
from service.game.idempotency import Key
from service.game.results import Submitted
from service.handlers.accept import Accepted, Request, accept, answer_submitted, require_running
from service.handlers.new_seats import agent_fields
from service.table.events import GameClosed
from service.table.seat_events import SeatResigned
from service.table.terms import RESIGNED, Ending
from service.table.votes import closing
from service.views.fairness import reveal_seed
from workers.agents.catalog import IDLE, default_agent, newest


def resign(ctx: Context, caller: Caller, key: Key | None = None) -> Submitted:
    """Resign for good; the game ends if one seat, or no person and no bot, is left, otherwise an agent plays on."""
    return accept(ctx, Request(caller.game, Submitted, key), _resign, caller=caller)


def _resign(ctx: Context, game: Game, caller: Caller) -> Accepted[Submitted]:
    seat = require_player(game, caller)
    require_running(game)
    return answer_submitted(ctx, game, [resigning(ctx, game, seat)], seat)


def resigning(ctx: Context, game: Game, seat: int) -> Act:
    """Return the act by which a seat resigns."""
    agent = newest(IDLE) if seat in bare_seats(ctx, game) else None
    return Act(None, [*closing(game.table), *resignation(game, seat, agent)], ctx.clock(), game.play)


def resignation(game: Game, seat: int, agent: str | None = None) -> list[Any]:
    """Return the events by which a seat resigns to an agent, with the game's end if no opponent is left."""
    if agent is None:
        agent = newest(IDLE if game.ruleset.leaving == SEAT_IDLES else default_agent(game.ruleset.name))
    event = SeatResigned(seat, **agent_fields(agent))
    others = [n for n, place in enumerate(game.table.seats) if n != seat and place.left != RESIGNED]
    if len(others) > 1 and any(game.table.seats[n].belongs_to != "ai" for n in others):
        return [event]
    points = game.ruleset.points(game.position)  # the public ones; those with most of them win
    most = max((points[seat] for seat in others), default=0)
    return [event, *closing_events(game, Ending.RESIGNATION, [seat for seat in others if points[seat] == most])]


def closing_events(game: Game, reason: Ending, winners: Sequence[int] = ()) -> list[Any]:
    """Return the events by which the table ends a game in its current position."""
    return [
        GameClosed(reason, tuple(winners), game.ruleset.points(game.position)),
        reveal_seed(game.table.opened),
    ]
