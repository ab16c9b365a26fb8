"""Reads the seats of a requested game, of which some may be for players of the caller's API key."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from service.clients.players import name_of
from service.handlers.new_seats import NewSeat
from service.http.access import context, own_player
from service.problems import invalid


def read_seats(bodies: Iterable[Mapping[str, Any]]) -> list[NewSeat]:
    """Return requested seats; one for a player has the player's name by default.

    Raises Problem: 404 for a player of another key, 422 for a player with two seats.
    """
    seats = [NewSeat(**body) for body in bodies]
    for number, seat in enumerate(seats):
        if seat.player:
            own_player(seat.player)
            if any(other.player == seat.player for other in seats[:number]):
                raise invalid(f"seats.{number}.player", "twice_seated")
            seats[number] = replace(seat, name=seat.name or name_of(context(), seat.player))
    return seats
