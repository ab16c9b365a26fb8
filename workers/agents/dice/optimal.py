"""Plays at every step of a turn the command with the most expected points for the own sheet.

In a solo game that is optimal. Against others it plays the same way.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import DiceRollDice, StopRolling
from domain.dice.chapters.scoring import EndTurn
from domain.dice.terms import BUILD, CONVERT, FACES, GOLD, GOLD_PRICE, REROLL, RESOURCES
from workers.agents.agent import Agent
from workers.agents.dice import tables
from workers.agents.dice.purchases import (
    CITY,
    SETTLEMENT,
    Conversion,
    Dice,
    Purchase,
    Reading,
    conversion,
)
from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import PRINTED, Layout
from workers.agents.dice.turn import Choice, Rolls, Stakes, Turn, for_points
from workers.agents.dice.values import worth_of_nothing
from workers.agents.lookup import LookupTable

TURNS_KEPT: Final = 256


class Position(NamedTuple):
    """Holds what a decision depends on besides the dice: reading, turns played, sheet, and whether the table exists."""

    one_die: bool
    played: int
    layout: Layout
    knights: int
    used: int
    has_table: bool


class Optimal(Agent):
    """Plays by the table of its reading; without one, for the points of the turn alone."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose the command with the most expected points; None outside of the own turn."""
        if not actions.must_act:
            return None
        kind = knowledge.agenda[-1].kind
        if kind == REROLL:
            return _reroll(knowledge, self.rolls(knowledge))
        return _use(knowledge, kind, self.turn(knowledge)) if kind in (CONVERT, BUILD) else DiceRollDice()

    def turn(self, knowledge: Any) -> Turn:
        """Return a turn that compares the uses of final dice."""
        return _turn(sheet_of(knowledge, knowledge.seat))

    def rolls(self, knowledge: Any) -> Rolls:
        """Return rolls that compare the dice to keep."""
        return _rolls(sheet_of(knowledge, knowledge.seat))

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Return the solution of the game under its reading of the jokers."""
        return [tables.SOLUTIONS[config.options["joker_dice"]]] if config else [*tables.SOLUTIONS.values()]

    def expected_points(self, config: Config) -> float | None:
        """Return the expected points of a solo game, from the table."""
        table = tables.find(config.options["joker_dice"] == "one")
        return None if table is None or config.seats > 1 else float(table[0, 0, 0])


def _reroll(knowledge: Any, rolls: Rolls) -> Any:
    kept = rolls.keep(knowledge.dice, knowledge.rolls)
    return StopRolling() if kept is None else DiceRollDice(kept)


def _use(knowledge: Any, kind: int, turn: Turn) -> Any:
    """Convert, build or end the turn: the next command in the best use of the final dice."""
    choice = turn.choose(knowledge.dice, may_convert=kind == CONVERT, has_built=knowledge.built > 0)
    if choice.purchase is None:
        return EndTurn()
    reading = Reading(turn.sheet.jokers, turn.one_die)
    needed = conversion(reading, knowledge.dice, choice.purchase.cost, choice.jokers)
    assert needed is not None
    if needed.jokers:
        return _joker(knowledge.dice, choice.purchase.cost, needed)
    return ExchangeGold(needed.bought[0]) if needed.bought else _build(turn, choice, choice.purchase)


def _joker(dice: Dice, cost: Dice, needed: Conversion) -> UseJoker:
    """Use the first joker, on dice that nothing else needs, gold last."""
    joker, resource, count = needed.jokers[0]
    spare = [dice[r] - min(dice[r], cost[r]) for r in range(RESOURCES)]
    spare.append(dice[GOLD] - GOLD_PRICE * len(needed.bought))
    turned = [0] * FACES
    for face in range(FACES):
        turned[face] = min(spare[face], count - sum(turned))
    return UseJoker(joker + 1, resource, tuple(turned))


def _build(turn: Turn, choice: Choice, purchase: Purchase) -> Any:
    """Build the first piece of a purchase."""
    layout = turn.layouts.all[turn.layout]
    if purchase.knights:
        return BuildKnight(turn.knights + 1)
    if purchase.placement == CITY:
        return DiceBuildCity(turn.sheet.cities[layout.cities][0])
    if purchase.placement == SETTLEMENT:
        return DiceBuildSettlement(turn.sheet.settlements[layout.settlements][0])
    return DiceBuildRoad(turn.road(purchase, choice.jokers))


def sheet_of(knowledge: Any, seat: int) -> Position:
    """Return what the decisions of a seat depend on."""
    one_die = knowledge.setting.one_joker_die
    layout = Layout(knowledge.roads[seat], knowledge.settlements[seat], knowledge.cities[seat])
    has_table = tables.find(one_die) is not None
    return Position(
        one_die, len(knowledge.boxes[seat]), layout, knowledge.knights[seat], knowledge.used[seat], has_table
    )


def _worth(sheet: Position, played: int) -> Values:
    """Return the expected points of the rest after a number of turns, by layout and joker state."""
    table = tables.find(sheet.one_die) if sheet.has_table else None
    return worth_of_nothing(PRINTED) if table is None else table[played]


def make_turn(sheet: Position, stakes: Stakes) -> Turn:
    """Return the turn that compares what can be done next on a sheet."""
    return Turn(PRINTED, sheet.one_die, stakes, sheet.layout, sheet.knights, sheet.used)


@lru_cache(maxsize=TURNS_KEPT)
def _turn(sheet: Position) -> Turn:
    return make_turn(sheet, for_points(_worth(sheet, sheet.played + 1)))


@lru_cache(maxsize=TURNS_KEPT)
def _rolls(sheet: Position) -> Rolls:
    return Rolls(_turn(sheet))
