"""Plays Catan-family games on a Longroad server: `Client` and `AsyncClient` have a method for each of its operations.

`types` has the types of all bodies, `problems` the exceptions, `webhooks` the proof of notices, `boards` the places of
a board, `fairness` the proof of the dice.
"""

from longroad_client.async_client import AsyncClient
from longroad_client.async_seat import AsyncSeat
from longroad_client.client import Client
from longroad_client.operations import API_VERSION
from longroad_client.problems import Problem, Refused, SeatGone
from longroad_client.seat import Seat

__all__ = ["API_VERSION", "AsyncClient", "AsyncSeat", "Client", "Problem", "Refused", "Seat", "SeatGone"]
