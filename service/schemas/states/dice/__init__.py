"""Describes the states and boards of the dice game."""

from typing import Final

from service.schemas.states.dice.board import DiceBoardSchema
from service.schemas.states.dice.state import DiceStateSchema

STATE: Final = DiceStateSchema()
BOARD: Final = DiceBoardSchema()
