"""A version as a record tells it, for whoever decides it again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from service.game.causes import Cause
from service.game.games import Game
from service.problems import forbidden

PEOPLE: Final = ("human", "bot")


class Unaccountable(Exception):
    """Nothing at the table makes a version like this one."""


@dataclass(frozen=True, slots=True)
class Told:
    """A version as its record tells it: the events, the command and the draws that it came of, and who acted."""

    events: Sequence[Any]
    cause: Cause
    seat: int | None = None


def check_person(game: Game, seat: int) -> None:
    """Raise unless somebody who can hold a token plays the seat."""
    if game.table.seats[seat].kind not in PEOPLE:
        raise forbidden("token_of_another_seat", "token_of_this_seat")
