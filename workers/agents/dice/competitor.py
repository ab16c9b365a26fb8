"""Plays the dice game against others for the probability of winning, not for points."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from domain.core.config import Config
from domain.dice.terms import BOXES, CROSS
from workers.agents.dice.ends import count_printed, positions_of
from workers.agents.dice.optimal import Optimal, Position, make_turn, sheet_of
from workers.agents.dice.prospects import LEAST, POINTS, PROSPECTS, STEPS, Bytes, rests
from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import PRINTED, joker_states_of, layouts_of
from workers.agents.dice.turn import Rolls, Stakes, Turn
from workers.agents.lookup import LookupTable

MOST: Final = 200
"""More points than anybody can have."""
POINT: Final = 1e-6
"""Weight of a point beside the odds, so that points decide if odds are equal."""
ROUND: Final = 0.5
"""Totals are whole numbers: at most n is the same as less than n and a half."""

_TOTALS: Final = np.arange(-MOST, MOST + 1, dtype=np.float64)
_STEPS: Final = LEAST + np.arange(STEPS * MOST + len(POINTS)) / STEPS


class Rival(NamedTuple):
    """Holds the points of another seat, and those of its coming turns as equally likely bytes."""

    points: int
    rests: bytes


@lru_cache(maxsize=64)
def _at_most(rival: Rival) -> Values:
    """Return, by total, the probability that a rival ends with at most that; likely ends are spread over their gaps."""
    ends = np.sort(rival.points + POINTS[np.frombuffer(rival.rests, np.uint8)])
    bounds = np.array([ends[0] - ROUND, *((ends[1:] + ends[:-1]) / 2), ends[-1] + ROUND])
    return np.interp(_TOTALS + ROUND, bounds, np.linspace(0, 1, len(bounds)))


class Odds:
    """Values totals by the probability that they win against rivals; a shared first place counts as a win."""

    def __init__(self, rivals: Sequence[Rival]) -> None:
        self.worth: Values = np.prod([_at_most(rival) for rival in rivals], axis=0) + POINT * _TOTALS

    def __call__(self, totals: Values) -> Values:
        """Return the values of totals, interpolated between whole ones."""
        return np.interp(totals, _TOTALS, self.worth)


def for_odds(table: Bytes, played: int, beside: int, odds: Odds) -> Stakes:
    """Return the stakes of a turn, after `played` turns, played for the odds; `beside` are the points of crosses."""
    positions, printed = positions_of(PRINTED, BOXES), count_printed(PRINTED)
    by_step, states = odds(_STEPS + beside), np.arange(joker_states_of(PRINTED).none + 1)

    @cache
    def worth(layout: int) -> Values:
        numbers = positions.numbers(played + 1, np.array(layout), states)
        there = np.flatnonzero(numbers >= 0)
        found = np.full(len(states), -np.inf)
        steps = rests(table, played + 1, numbers[there]) + STEPS * printed[layout, there][:, None]
        found[there] = by_step[steps].mean(axis=1)
        return found

    def cross(layout: int, state: int) -> float:
        number = positions.numbers(played + 1, np.array([layout]), np.array([state]))
        totals = POINTS[rests(table, played + 1, number)] + (printed[layout, state] + beside + CROSS)
        return float(odds(totals).mean())

    return Stakes(worth, 0.0, cross)


RACES_KEPT: Final = 32
"""Size of the cache; positions repeat only within a turn."""


class Competitor(Optimal):
    """Judges each turn as if all seats played for points afterwards, and takes the risks that win more often."""

    def turn(self, knowledge: Any) -> Turn:
        """Return a turn that compares the uses of final dice by the probability to win."""
        race = _race(knowledge)
        return super().turn(knowledge) if race is None else _turn(race)

    def rolls(self, knowledge: Any) -> Rolls:
        """Return rolls that compare the dice to keep by the probability to win."""
        race = _race(knowledge)
        return super().rolls(knowledge) if race is None else _rolls(race)

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Return also the table of the points of coming turns, for games of several seats."""
        if config is None:
            return [*super().tables(), *PROSPECTS.values()]
        more = [PROSPECTS[config.options["joker_dice"]]] if config.seats > 1 else []
        return [*super().tables(config), *more]


class Race(NamedTuple):
    """Holds what a decision depends on: the sheet, the points of crosses, and the others."""

    sheet: Position
    beside: int
    rivals: tuple[Rival, ...]


def _race(knowledge: Any) -> Race | None:
    """Return the own sheet and those of the others; None in a game alone, or without the table of coming points."""
    table = _table(knowledge.setting.one_joker_die) if knowledge.seats > 1 else None
    if table is None:
        return None
    seat = knowledge.seat
    sheet = sheet_of(knowledge, seat)
    beside = knowledge.total(seat) + knowledge.gained - int(count_printed(PRINTED)[_place(sheet)])
    return Race(sheet, beside, tuple(_rival(knowledge, s, table) for s in range(knowledge.seats) if s != seat))


def _table(one_die: bool) -> Bytes | None:
    return PROSPECTS["one" if one_die else "any"].find()


def _place(sheet: Position) -> tuple[int, int]:
    return layouts_of(PRINTED).index[sheet.layout], joker_states_of(PRINTED).index[sheet.knights, sheet.used]


def _rival(knowledge: Any, seat: int, table: Bytes) -> Rival:
    sheet = sheet_of(knowledge, seat)
    layout, state = _place(sheet)
    number = positions_of(PRINTED, BOXES).numbers(sheet.played, np.array([layout]), np.array([state]))
    return Rival(knowledge.total(seat), rests(table, sheet.played, number).tobytes())


@lru_cache(maxsize=RACES_KEPT)
def _turn(race: Race) -> Turn:
    table = _table(race.sheet.one_die)
    assert table is not None
    return make_turn(race.sheet, for_odds(table, race.sheet.played, race.beside, Odds(race.rivals)))


@lru_cache(maxsize=RACES_KEPT)
def _rolls(race: Race) -> Rolls:
    return Rolls(_turn(race))
