"""What an operation declares at its route, for those that look after all requests alike."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final

from flask import current_app, request

from service.schemas.limits import LARGEST_BODY
from service.schemas.links import Links

_OPERATION: Final = "operation"


class Counts(Enum):
    """What a request counts as. A game, an arena and a key are counted besides the request that makes them."""

    NOTHING = auto()
    REQUEST = auto()
    MOVE = auto()
    GAME = auto()
    ARENA = auto()
    KEY = auto()


class Job(Enum):
    """What kind of job does it; a client has at most a few of each kind waiting."""

    SHORT = auto()
    LONG = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """An operation of the API. Its `name` is never used again for something else.

    `largest` is the bytes that a body of it may have, `links` what its answers lead to, by status and name; one that
    `needs_no_key` is open to all, also where the server requires API keys.
    """

    name: str
    counts: Counts = Counts.REQUEST
    job: Job | None = None
    largest: int = LARGEST_BODY
    links: Links = field(default_factory=dict)
    needs_no_key: bool = False


UNKNOWN: Final = Operation("")
"""What stands for an operation where a path is not one of the API."""


def declare(view: Callable[..., Any], operation: Operation) -> None:
    """Let a view be known as an operation."""
    setattr(view, _OPERATION, operation)


def declared() -> Operation:
    """The operation that this request asks for."""
    view = current_app.view_functions.get(request.endpoint or "")
    operation: Operation = getattr(view, _OPERATION, UNKNOWN)
    return operation
