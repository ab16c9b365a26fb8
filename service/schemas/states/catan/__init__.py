"""Describes the states and boards of Catan, with a file for each module that adds to them."""

from service.schemas.states.catan.whole import BOARD, STATE

__all__ = ["BOARD", "STATE"]
