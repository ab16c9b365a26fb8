"""Defines the commands of a seat with a canal token, besides trading it."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import RESOURCE
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class UseCanalToken:
    """Use a canal token as a 2:1 harbor for one resource and the rest of the turn."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseCanalTokenForAny:
    """Use a canal token as a 2:1 harbor for every resource and the rest of the turn, where the table plays so."""


COMMANDS: Final = (Message(UseCanalToken, (Field("resource", RESOURCE),)), Message(UseCanalTokenForAny))
