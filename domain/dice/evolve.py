"""Evolve only assigns: each event type has one function that writes its outcome into the position."""

from typing import Final

from domain.core.decider import Evolvers
from domain.dice import events as e
from domain.dice.state import State, changed, single
from domain.dice.terms import GOLD, GOLD_PRICE, NO_DICE, STREAM_DICE


def turn_started(s: State, event: e.TurnStarted) -> None:
    """Begin the next seat's turn, with nothing rolled or built in it."""
    s.active = event.seat
    s.turn = event.turn
    s.dice = NO_DICE
    s.rolls = 0
    s.converted = False
    s.built = 0
    s.fresh = 0
    s.gained = 0


def dice_rolled(s: State, event: e.DiceDiceRolled) -> None:
    """The dice rolled lie with those kept; the stream of dice has made one draw more."""
    s.dice = changed(event.kept, NO_DICE, event.rolled)
    s.rolls += 1
    s.draws[STREAM_DICE] += 1


def rolling_stopped(s: State, event: e.RollingStopped) -> None:
    """Change nothing here: the agenda ends the rolls."""


def joker_used(s: State, event: e.JokerUsed) -> None:
    """The dice turned show the knight's resource; its joker is spent."""
    s.dice = changed(s.dice, event.dice, single(event.resource, sum(event.dice)))
    s.used[event.seat] |= 1 << event.knight - 1
    s.converted = True


def gold_exchanged(s: State, event: e.GoldExchanged) -> None:
    """Two gold are one die of the resource."""
    s.dice = changed(s.dice, single(GOLD, GOLD_PRICE), single(event.resource))
    s.converted = True


def _pay(s: State, cost: tuple[int, ...], points: int) -> None:
    s.dice = changed(s.dice, cost)
    s.built += 1
    s.gained += points


def road_built(s: State, event: e.DiceRoadBuilt) -> None:
    """The road stands on the sheet and is paid for."""
    s.roads[event.seat] |= 1 << event.road
    _pay(s, event.cost, event.points)


def settlement_built(s: State, event: e.DiceSettlementBuilt) -> None:
    """The next settlement stands and is paid for."""
    s.settlements[event.seat] += 1
    _pay(s, event.cost, event.points)


def city_built(s: State, event: e.DiceCityBuilt) -> None:
    """The next city stands and is paid for."""
    s.cities[event.seat] += 1
    _pay(s, event.cost, event.points)


def knight_built(s: State, event: e.KnightBuilt) -> None:
    """The next knight stands and is paid for; its joker is fresh."""
    s.knights[event.seat] += 1
    s.fresh += 1
    _pay(s, event.cost, event.points)


def box_filled(s: State, event: e.BoxFilled) -> None:
    """The turn's score stands in its box."""
    s.boxes[event.seat] = (*s.boxes[event.seat], event.points)


def game_ended(s: State, event: e.GameEnded) -> None:
    """End the game with its winners."""
    s.winners = event.winners


EVOLVERS: Final[Evolvers[State]] = {
    e.TurnStarted: turn_started,
    e.DiceDiceRolled: dice_rolled,
    e.RollingStopped: rolling_stopped,
    e.JokerUsed: joker_used,
    e.GoldExchanged: gold_exchanged,
    e.DiceRoadBuilt: road_built,
    e.DiceSettlementBuilt: settlement_built,
    e.DiceCityBuilt: city_built,
    e.KnightBuilt: knight_built,
    e.BoxFilled: box_filled,
    e.GameEnded: game_ended,
}
