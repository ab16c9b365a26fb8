"""Finds the schemas of states and boards by ruleset."""

from typing import Final

from marshmallow import Schema

from domain.families import doors

STATES: Final[dict[str, Schema]] = doors("service.schemas.states", "STATE")
BOARDS: Final[dict[str, Schema]] = doors("service.schemas.states", "BOARD")
