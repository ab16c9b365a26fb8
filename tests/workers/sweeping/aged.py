"""Makes games that are over, and lets a context's clock be moved."""

from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from tests.service.tables import caller

DAY_MS = 86_400_000


class Clock:
    """Represents a clock that tests move."""

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def __call__(self) -> int:
        """Return the time (ms)."""
        return self.ms


def clock(here: Context) -> Clock:
    """Return the clock of the context."""
    assert isinstance(here.clock, Clock)
    return here.clock


def ended(here: Context) -> str:
    """Return a game that is over."""
    game = create_game(here, NewGame("toy", [NewSeat("human"), NewSeat("human")]))
    resign(here, caller(here, game, 0))
    return game.id
