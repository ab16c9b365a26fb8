"""Describes a version of a record that is decided again, and says who may be behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.game.causes import Cause
from service.game.games import Game
from service.problems import forbidden
from service.table.terms import OWNER, PEOPLE


class Unaccountable(Exception):
    """Reports that nothing at the table leads to such a version."""


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """Describes a version by its record: the events, the command and draws behind them, and who acted."""

    events: Sequence[Any]
    cause: Cause
    seat: int | None = None


def check_person(game: Game, seat: int) -> None:
    """Raise unless a person or a bot plays the seat, or it stands for the OWNER."""
    if seat != OWNER and game.table.seats[seat].kind not in PEOPLE:
        raise forbidden("token_of_another_seat", "token_of_this_seat")
