"""Defines proposals: what another seat proposes, such as a trade or a gift, and a seat may answer now."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.core.documents import JsonObject
from domain.core.messages import AnyCommand


class Agreement(NamedTuple):
    """Holds one way to agree: what the seat gives, as counts by name, and the command that says so."""

    gives: JsonObject
    command: AnyCommand


class Proposal(NamedTuple):
    """Describes a proposal that a seat has not answered: who made it, and what the seat gets, as counts by name.

    The seat agrees in one of several ways, whether or not it can afford them, or declines by a command.
    """

    maker: int
    gets: JsonObject
    agreements: Sequence[Agreement]
    decline: AnyCommand
