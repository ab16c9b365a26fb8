"""Checks what only the dice game conserves, and invents commands for it."""

from random import Random
from typing import Any

from domain.dice import DICE as DICE_GAME
from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import DiceRollDice, StopRolling
from domain.dice.chapters.scoring import EndTurn
from domain.dice.sheet import KNIGHTS, ROADS
from domain.dice.state import State
from domain.dice.terms import DICE, FACES, SYMBOLS
from tests.laws.sound import check

BY_SEAT = ("roads", "settlements", "cities", "knights", "used", "boxes")


def conserve(state: State) -> None:
    """At most six dice are left, sheets hold what their roads and orders allow, and every point stands on a sheet."""
    check(DICE_GAME, state)


def _dice(rng: Random, most: int) -> tuple[int, ...]:
    chosen = [0] * FACES
    for _ in range(rng.randint(0, most)):
        chosen[rng.randrange(FACES)] += 1
    return tuple(chosen)


def invent(state: State, rng: Random) -> Any:
    """Return a random command of the right shape; many are illegal."""
    symbol = rng.randrange(len(SYMBOLS))
    makers = (
        lambda: DiceRollDice(_dice(rng, DICE)),
        StopRolling,
        lambda: UseJoker(rng.randint(1, KNIGHTS), symbol, _dice(rng, 3)),
        lambda: ExchangeGold(symbol),
        lambda: DiceBuildRoad(rng.randrange(len(ROADS))),
        lambda: DiceBuildSettlement(rng.randint(1, 12)),
        lambda: DiceBuildCity(rng.choice((7, 12, 20, 30, 8))),
        lambda: BuildKnight(rng.randint(1, KNIGHTS)),
        EndTurn,
    )
    return rng.choice(makers)()
