"""Makes games in which a seat is overdue."""

from service.game.context import Context
from service.game.results import Created
from service.handlers.seat_changes import SeatChange
from tests.service.recorded import pass_time
from tests.service.tables import new_game, put_aside

AGENT = SeatChange(agent="uniform")
DAY_MS = 86_400_000


def late(ctx: Context, *kinds: str) -> Created:
    """Return a game in which seat 0 is to act and has waited for a day."""
    made = new_game(ctx, *(kinds or ("human", "human", "human")))
    put_aside(ctx, made)
    pass_time(ctx, DAY_MS)
    return made
