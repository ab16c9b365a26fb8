"""Plays Catan-family games on a Longroad server: `Client` and `AsyncClient` have a method for each of its operations.

`types` has the types of all bodies, `problems` the exceptions, `webhooks` the proof of notices, `boards` the places of
a board, `fairness` the proof of the dice. What needs httpx is imported when it is used first.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from longroad_client.async_client import AsyncClient
    from longroad_client.async_player import AsyncPlayer
    from longroad_client.async_seat import AsyncSeat
    from longroad_client.client import Client, result_of
    from longroad_client.operations import API_VERSION
    from longroad_client.player import Player
    from longroad_client.problems import LongroadError, Problem, Refused, SeatGone, SeekEnded, Unreachable
    from longroad_client.seat import Seat

__all__ = [
    "API_VERSION",
    "AsyncClient",
    "AsyncPlayer",
    "AsyncSeat",
    "Client",
    "LongroadError",
    "Player",
    "Problem",
    "Refused",
    "Seat",
    "SeatGone",
    "SeekEnded",
    "Unreachable",
    "result_of",
]
_HOMES = {
    "async_client": ("AsyncClient",),
    "async_player": ("AsyncPlayer",),
    "async_seat": ("AsyncSeat",),
    "client": ("Client", "result_of"),
    "operations": ("API_VERSION",),
    "player": ("Player",),
    "problems": ("LongroadError", "Problem", "Refused", "SeatGone", "SeekEnded", "Unreachable"),
    "seat": ("Seat",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
