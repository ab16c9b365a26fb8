"""Plays the dice game against others for the probability of winning, not for points."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from domain.core.ruleset import Config
from domain.dice.terms import BOXES
from workers.agents.dice.ends import count_printed, positions_of
from workers.agents.dice.odds import Odds, Rival, for_odds
from workers.agents.dice.optimal import Optimal, Position, make_turn, sheet_of
from workers.agents.dice.prospects import PROSPECTS, Bytes, rests
from workers.agents.dice.sheets import PRINTED, joker_states_of, layouts_of
from workers.agents.dice.turn import Rolls, Turn
from workers.agents.lookup import LookupTable

RACES_KEPT: Final = 32
"""Size of the cache; positions repeat only within a turn."""


class Competitor(Optimal):
    """Judges each turn as if all played on for points, and takes the risks that win more often."""

    def turn(self, knowledge: Any) -> Turn:
        """Compare the uses of final dice by the odds."""
        race = _race(knowledge)
        return super().turn(knowledge) if race is None else _turn(race)

    def rolls(self, knowledge: Any) -> Rolls:
        """Compare the dice to keep by the odds."""
        race = _race(knowledge)
        return super().rolls(knowledge) if race is None else _rolls(race)

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Name also what the turns to come may bring, for games with others."""
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
    """Read the own sheet and those of the others; None alone, or without the table that tells what may come."""
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
