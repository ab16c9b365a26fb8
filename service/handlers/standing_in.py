"""Puts an agent on the seat of an overdue holder: the others need not wait, and none of them gets a token."""

from service.game.context import Context
from service.game.games import Game
from service.game.overdue import overdue_seats
from service.game.results import Seated
from service.handlers.accept import Accepted
from service.handlers.commands import require_running
from service.handlers.holders import changed_seat
from service.problems import invalid, refused
from service.table.seat_events import SeatStoodIn
from service.table.seats import ABSENT
from workers.agents.catalog import default_agent


def stand_in(ctx: Context, game: Game, number: int, agent: str, by: int) -> Accepted[Seated]:
    """Let an agent play a seat until its holder acts again; raises Problem (409) unless the holder is overdue.

    It must be the default agent, or the one that a bot's seat names, so that rivals cannot choose a weak one.
    """
    require_running(game)
    if game.table.seats[number].left == ABSENT:
        raise refused("seat.stood_in", seat=number)
    if number not in overdue_seats(ctx, game):
        raise refused("seat.not_overdue", seat=number)
    allowed = game.table.seats[number].agent or default_agent(game.ruleset.name)
    if agent != allowed:
        raise invalid("agent", "choice", allowed=[allowed])
    return changed_seat(ctx, game, SeatStoodIn(number, agent, by))
