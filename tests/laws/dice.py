"""Checks what only the dice game conserves, and invents commands for it."""

from random import Random
from typing import Any

from domain.dice import commands as c
from domain.dice.sheet import CITIES, KNIGHTS, ROADS, SETTLEMENTS, is_touched
from domain.dice.state import State
from domain.dice.terms import BOXES, CROSS, DICE, FACES, ROLLS, SYMBOLS


def conserve(state: State) -> None:
    """At most six dice are left, sheets hold what their roads and orders allow, and every point stands on a sheet."""
    assert min(state.dice) >= 0
    assert sum(state.dice) <= DICE
    assert 0 <= state.rolls <= ROLLS
    if not state.converted and not state.built and state.rolls:
        assert sum(state.dice) == DICE
    for seat in range(state.seats):
        _conserve_sheet(state, seat)
        _conserve_points(state, seat)


def _conserve_sheet(state: State, seat: int) -> None:
    roads = state.roads[seat]
    assert roads < 1 << len(ROADS)
    for number, road in enumerate(ROADS):
        assert not roads >> number & 1 or is_touched(roads, road.parent)
    for places, built in ((SETTLEMENTS, state.settlements[seat]), (CITIES, state.cities[seat])):
        assert all(is_touched(roads, place.road) for place in places[:built])
    assert state.used[seat] < 1 << state.knights[seat] <= 1 << KNIGHTS


def _conserve_points(state: State, seat: int) -> None:
    boxes, knights = state.boxes[seat], state.knights[seat]
    assert len(boxes) <= BOXES
    built = state.roads[seat].bit_count() + knights * (knights + 1) // 2
    built += sum(state.settlement_numbers(seat)) + sum(state.city_numbers(seat))
    written = sum(points for points in boxes if points != CROSS)
    running = state.gained if seat == state.active and state.agenda else 0
    assert built == written + running
    assert state.total(seat) == written + CROSS * boxes.count(CROSS)


def _dice(rng: Random, most: int) -> tuple[int, ...]:
    chosen = [0] * FACES
    for _ in range(rng.randint(0, most)):
        chosen[rng.randrange(FACES)] += 1
    return tuple(chosen)


def invent(state: State, rng: Random) -> Any:
    """Return a random command of the right shape; many are illegal."""
    symbol = rng.randrange(len(SYMBOLS))
    makers = (
        lambda: c.DiceRollDice(_dice(rng, DICE)),
        c.StopRolling,
        lambda: c.UseJoker(rng.randint(1, KNIGHTS), symbol, _dice(rng, 3)),
        lambda: c.ExchangeGold(symbol),
        lambda: c.DiceBuildRoad(rng.randrange(len(ROADS))),
        lambda: c.DiceBuildSettlement(rng.randint(1, 12)),
        lambda: c.DiceBuildCity(rng.choice((7, 12, 20, 30, 8))),
        lambda: c.BuildKnight(rng.randint(1, KNIGHTS)),
        c.EndTurn,
    )
    return rng.choice(makers)()
