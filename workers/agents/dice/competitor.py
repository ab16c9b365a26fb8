"""In company it is not the points that count but who has most: this agent plays for the odds of that."""

from functools import lru_cache
from typing import Any

from domain.dice.terms import BOXES
from workers.agents.dice import tables
from workers.agents.dice.odds import Odds, Rival
from workers.agents.dice.optimal import TURNS_KEPT, Optimal, Position, make_turn, promised, sheet_of
from workers.agents.dice.turn import Rolls, Turn


class Competitor(Optimal):
    """In its last turn it takes risks when it is behind and none when it leads; until then it plays for points."""

    def turn(self, knowledge: Any) -> Turn:
        """Compare the uses of final dice by the odds."""
        return _turn(*_race(knowledge)) if _is_race(knowledge) else super().turn(knowledge)

    def rolls(self, knowledge: Any) -> Rolls:
        """Compare the dice to keep by the odds."""
        return _rolls(*_race(knowledge)) if _is_race(knowledge) else super().rolls(knowledge)


Race = tuple[Position, int, tuple[Rival, ...]]


def _is_race(knowledge: Any) -> bool:
    """Say whether the seat plays its last turn against others, with a table that tells what their sheets promise."""
    is_last = len(knowledge.boxes[knowledge.seat]) == BOXES - 1
    return is_last and knowledge.seats > 1 and tables.find(knowledge.setting.one_joker_die) is not None


def _race(knowledge: Any) -> Race:
    """Read the own sheet and points, and what the others have and hope for."""
    seat = knowledge.seat
    return sheet_of(knowledge, seat), knowledge.total(seat) + knowledge.gained, _rivals(knowledge)


def _rivals(knowledge: Any) -> tuple[Rival, ...]:
    return tuple(
        Rival(knowledge.total(seat), round(promised(knowledge, seat), 3), BOXES - len(knowledge.boxes[seat]))
        for seat in range(knowledge.seats)
        if seat != knowledge.seat
    )


@lru_cache(maxsize=TURNS_KEPT)
def _turn(sheet: Position, points: int, rivals: tuple[Rival, ...]) -> Turn:
    return make_turn(sheet, Odds(points, rivals))


@lru_cache(maxsize=TURNS_KEPT)
def _rolls(sheet: Position, points: int, rivals: tuple[Rival, ...]) -> Rolls:
    return Rolls(_turn(sheet, points, rivals))
