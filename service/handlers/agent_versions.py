"""Lets games go on whose agents play in a version that has ended: with the newest, by an event of the table."""

from service.game.context import Context
from service.game.games import Act, Game
from service.handlers.accept import Accepted, Request, accept
from service.handlers.new_seats import agent_fields
from service.table.seat_events import AgentReplaced
from workers.agents.catalog import successor


def list_ended(game: Game) -> list[tuple[int, str]]:
    """List the seats whose agent is of a version that is not served any more, each with who plays on in its place."""
    ruleset = game.ruleset.name
    after = [(number, successor(seat.agent, ruleset)) for number, seat in enumerate(game.table.seats) if seat.agent]
    return [(number, agent) for number, agent in after if agent is not None]


def replace_ended(ctx: Context, game_id: str) -> None:
    """Replace all agents of a running game whose versions have ended, in one version of the log."""
    accept(ctx, Request(game_id, bool), _replace)


def _replace(ctx: Context, game: Game) -> Accepted[bool]:
    ended = list_ended(game) if game.table.status == "running" else []
    events = [AgentReplaced(number, **agent_fields(agent)) for number, agent in ended]
    return Accepted(game, bool(events), [Act(None, events, ctx.clock(), game.play)] if events else ())
