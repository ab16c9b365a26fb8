"""Declares each operation at its route, for code that handles all requests alike."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from marshmallow import Schema

from service.http.answers import Answer
from service.schemas.limits import LARGEST_BODY, MOST_MEMBERS
from service.schemas.links import Links

OPERATION: Final = "operation"
"""Names the attribute of a view that holds its operation."""


class Counts(Enum):
    """Says what a request counts as; a game, an arena and a key count in addition to their request."""

    NOTHING = auto()
    REQUEST = auto()
    MOVE = auto()
    GAME = auto()
    ARENA = auto()
    KEY = auto()


class Job(Enum):
    """Says which kind of job carries out an operation; a client may queue only a few of each kind."""

    SHORT = auto()
    LONG = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """Describes an operation of the API. Its `name` is never reused for another one.

    `largest` limits the body in bytes, `widest` the members of each object in it; `links` are its answers' links, by
    status and name. An operation that `needs_no_key` is open to all, even if the server requires API keys.
    """

    name: str
    counts: Counts = Counts.REQUEST
    job: Job | None = None
    largest: int = LARGEST_BODY
    widest: int = MOST_MEMBERS
    links: Links = field(default_factory=dict)
    needs_no_key: bool = False


UNKNOWN: Final = Operation("")
"""Stands for the operation of a path outside the API."""


class DirectRoute(NamedTuple):
    """Describes a route that `route_table` answers: its path and method, and the function that makes the answer.

    The path has one parameter, `<id>`. `query` is the schema of the parameters, None for a route that has none.
    """

    rule: str
    method: str
    act: Callable[..., Answer]
    operation: Operation
    query: Schema | None


def operation_of(view: Callable[..., Any] | None) -> Operation:
    """Return the operation of a view; UNKNOWN if the view is none, or None."""
    operation: Operation = getattr(view, OPERATION, UNKNOWN)
    return operation
