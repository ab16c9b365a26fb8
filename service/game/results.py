"""What handlers answer: values that JSON can hold, so that an idempotency key can keep them sealed.

`replayed` is true for an answer given again.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Submitted:
    """Commands were accepted: the newest version and their events as the seat may see them."""

    version: int
    first_version: int
    events: list[dict[str, Any]]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Created:
    """A game was made; `seats` hold seat, kind and, where the creator holds it, token."""

    id: str
    version: int
    status: str
    seats: list[dict[str, Any]]
    owner_token: str | None
    invite: str | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat was taken or changed; `token` where there is a new one, `vote` where the others are asked."""

    id: str
    seat: int
    kind: str
    version: int
    status: str
    token: str | None = None
    agent: str | None = None
    invite: str | None = None
    vote: dict[str, Any] | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Voted:
    """A vote was opened or answered; `is_new` is false when the same answer had been given before."""

    vote: dict[str, Any]
    is_new: bool = True
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Queued:
    """A job was queued: its document."""

    job: dict[str, Any]
    replayed: bool = False
