"""Describes the states and boards of Elasund."""

from typing import Final

from service.schemas.states.elasund.board import ElasundBoardSchema
from service.schemas.states.elasund.state import ElasundStateSchema

STATE: Final = ElasundStateSchema()
BOARD: Final = ElasundBoardSchema()
