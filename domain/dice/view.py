"""Shows every seat everything: sheets, dice, jokers and scores are public (ruling dice.information.all_public)."""

from domain.core.documents import JsonObject
from domain.core.masks import bits
from domain.core.seats import by_name, show_seat
from domain.dice.sheet import KNIGHTS
from domain.dice.state import State
from domain.dice.terms import AGENDA, SYMBOLS


class Knowledge(State):
    """Represents a position as one seat (or SPECTATOR) knows it: an independent copy of the whole position."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state.setting, state)
        self.seat = seat


def render(state: State) -> JsonObject:
    """Return the position as the JSON of a view, the same for everybody."""
    return {
        "turn": state.turn,
        "active": show_seat(state.active),
        "rolls": state.rolls,
        "dice": by_name(SYMBOLS, state.dice) if state.rolls else None,
        "turn_points": state.gained,
        "agenda": AGENDA.documents(state.agenda),
        "seats": [_sheet(state, seat) for seat in range(state.seats)],
    }


def _sheet(state: State, seat: int) -> JsonObject:
    knights = range(1, KNIGHTS + 1)
    return {
        "seat": seat,
        "points": state.total(seat),
        "boxes": list(state.boxes[seat]),
        "roads": bits(state.roads[seat]),
        "settlements": state.settlement_numbers(seat),
        "cities": state.city_numbers(seat),
        "knights": [knight for knight in knights if knight <= state.knights[seat]],
        "jokers": [knight for knight in knights if state.has_joker(seat, knight)],
        "jokers_used": [knight for knight in knights if state.used[seat] >> knight - 1 & 1],
    }
