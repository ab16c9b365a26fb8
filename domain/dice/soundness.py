"""Checks that a position could be one of a game: sheets filled in order, and every point written once."""

from domain.core.errors import Unsound
from domain.dice.sheet import CITIES, KNIGHTS, ROADS, SETTLEMENTS, is_touched
from domain.dice.state import State
from domain.dice.terms import BOXES, CROSS, DICE, ROLLS


def check_sheets(state: State) -> None:
    """Raise Unsound for the first law that a position breaks."""
    if state.active >= state.seats or any(frame.seats >> state.seats for frame in state.agenda):
        raise Unsound("seats", seats=state.seats)
    if min(state.dice) < 0 or state.rolls > ROLLS:
        raise Unsound("negative" if min(state.dice) < 0 else "dice", dice=DICE, rolls=ROLLS)
    is_untouched = state.rolls and not state.converted and not state.built
    if sum(state.dice) > DICE or (is_untouched and sum(state.dice) != DICE):
        raise Unsound("dice", dice=DICE, rolls=ROLLS)
    for seat in range(state.seats):
        _check_order(state, seat)
        _check_points(state, seat)


def _check_order(state: State, seat: int) -> None:
    roads, knights = state.roads[seat], state.knights[seat]
    is_joined = not roads >> len(ROADS) and all(
        is_touched(roads, road.parent) for number, road in enumerate(ROADS) if roads >> number & 1
    )
    settlements, cities = state.settlements[seat], state.cities[seat]
    is_printed = settlements <= len(SETTLEMENTS) and cities <= len(CITIES) and knights <= KNIGHTS
    places = (*SETTLEMENTS[:settlements], *CITIES[:cities])
    is_reached = all(is_touched(roads, place.road) for place in places)
    if not (is_joined and is_printed and is_reached) or state.used[seat] >> knights:
        raise Unsound("sheet", seat=seat)


def _check_points(state: State, seat: int) -> None:
    """Compare what stands on a sheet with what was written in its boxes, and with what was built in this turn."""
    boxes, knights = state.boxes[seat], state.knights[seat]
    due = state.roads[seat].bit_count() + knights * (knights + 1) // 2
    due += sum(state.settlement_numbers(seat)) + sum(state.city_numbers(seat))
    running = state.gained if seat == state.active and state.agenda else 0
    found = running + sum([points for points in boxes if points != CROSS])
    if len(boxes) > BOXES:
        raise Unsound("sheet", seat=seat)
    if found != due:
        raise Unsound("points", seat=seat, found=found, due=due)
