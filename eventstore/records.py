"""What the log holds: events, their header, versions to append; and the ways an append is refused."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

NONE: Final[Mapping[Any, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class NewEvent:
    """One event to append. `body` is the canonical JSON object of its fields, without the type."""

    type: str
    schema: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """What a version says about itself, beside its events.

    `command_id` is unique to one attempt at one version; `time_ms` is wall time since the epoch. `digest` is the hex
    digest of the state right after the version, comparable only where `digest_tag` (the pack's version) is the same.
    `cause` says what the version came of, in bytes that the store does not read and the chain does not cover.
    """

    command_id: str
    seat: int | None
    ruleset: str
    ruleset_version: int
    time_ms: int
    digest: str | None = None
    digest_tag: str = ""
    cause: bytes = b""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as the log holds it. All events of a version share its header and its chain hash."""

    version: int
    index: int
    type: str
    schema: int
    body: bytes
    header: Header
    chain: str


class Tip(NamedTuple):
    """A version of a log and its chain hash, which stands for all that was written up to it.

    After a failover that lost versions a number may be written again: two tips that differ in the chain are two pasts.
    """

    version: int
    chain: str


@dataclass(frozen=True, slots=True)
class Version:
    """One version to append: at least one event and the header they share."""

    events: tuple[NewEvent, ...]
    header: Header


@dataclass(frozen=True, slots=True)
class Claim:
    """An idempotency key claimed by an append, in the same step.

    `scope_key` and `request_hash` come hashed and `answer` comes sealed: the store can read none of them. The claim
    lives for `ttl_s` seconds.
    """

    scope_key: str
    request_hash: str
    answer: bytes
    ttl_s: int = 86_400


@dataclass(frozen=True, slots=True)
class Beside:
    """What an append writes beside the versions, in the same step; 0 and the empty value remove what stands there."""

    claim: Claim | None
    deadlines: Mapping[str, int]
    facts: Mapping[str, bytes]
    names: Mapping[int, str]


class FeedItem(NamedTuple):
    """One version of one game in a shard's feed; version 0 says that the game was deleted."""

    cursor: str
    game: str
    version: int


class Deadline(NamedTuple):
    """A named moment of a game, in milliseconds since the epoch."""

    game: str
    name: str
    due_ms: int


class Conflict(Exception):
    """The log stands at `current`, not at the expected version; nothing was written."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the log stands at version {current}")
        self.current = current


class OtherPast(Conflict):
    """The log stands at the expected version, but on another past than the caller's; nothing was written.

    What was decided on that past must never be appended: forget what is remembered of the game and judge again.
    """

    def __init__(self, current: int) -> None:
        super().__init__(current)
        self.args = (f"version {current} of the log is of another past",)


class Duplicate(Exception):
    """The idempotency key was claimed before; nothing was written. The caller compares the request hashes."""

    def __init__(self, request_hash: str, answer: bytes) -> None:
        super().__init__("the idempotency key was claimed before")
        self.request_hash = request_hash
        self.answer = answer


def in_versions(events: Iterable[StoredEvent]) -> list[list[StoredEvent]]:
    """The events of a log grouped by version, in order."""
    return [list(group) for _, group in groupby(events, key=attrgetter("version"))]
