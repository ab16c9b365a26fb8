"""Defines the answers of handlers: values that JSON can hold; `replayed` is true for one that is given again."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Submitted:
    """Reports that commands were accepted: the newest version, and the events as the seat may see them.

    Without a `seat` they are the events as a spectator may see them. If the result is found again under its idempotency
    key, it has no events until these are read from the log (`service/handlers/accept.py`).
    """

    version: int
    first_version: int
    events: list[dict[str, Any]]
    replayed: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Created:
    """Reports that a game was made; `seats` hold seat, kind and, for the creator's own seats, token.

    `rated` says in which kind of list a rematch is rated, if all agree.
    """

    id: str
    version: int
    status: str
    seats: list[dict[str, Any]]
    owner_token: str | None
    invite: str | None = None
    rated: str | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """Reports that a seat was taken or changed.

    `token` is a new one, `vote` a vote that the others must answer first, `votes` the holder's answers beforehand.
    """

    id: str
    seat: int
    kind: str
    version: int
    status: str
    token: str | None = None
    agent: str | None = None
    invite: str | None = None
    vote: dict[str, Any] | None = None
    votes: dict[str, str] | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Voted:
    """Reports that a vote was opened or answered; `is_new` is false if the same answer had been given before."""

    vote: dict[str, Any]
    is_new: bool = True
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Queued:
    """Reports that a job was queued, with its document."""

    job: dict[str, Any]
    replayed: bool = False
