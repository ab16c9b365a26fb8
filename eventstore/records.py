"""Defines what the log holds (events, headers, versions), what is well-formed, and the ways an append is refused."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

NONE: Final[Mapping[Any, Any]] = MappingProxyType({})
_GAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_WORD: Final = re.compile(r"[!-~]{1,200}")
_MOST_EVENTS: Final = 1_000
"""Limits the events of a version, which the append script writes by one call."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Represents one event to append. `body` is the canonical JSON object of its fields, without the type."""

    type: str
    schema: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """Describes a version, beside its events.

    `command_id` is unique to one attempt at one version; `time_ms` is wall-clock time since the epoch. `digest` is the
    hex digest of the state right after the version, comparable only if `digest_tag` (the pack's version) is the same.
    `cause` says why the version came about, in bytes that the store does not read and the chain does not cover.
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
    """Represents one event as stored. All events of a version share its header and its chain hash."""

    version: int
    index: int
    type: str
    schema: int
    body: bytes
    header: Header
    chain: str


class Tip(NamedTuple):
    """Identifies a version of a log by its chain hash, which covers everything written up to it.

    After a failover that lost versions, a number may be written again: tips that differ in the chain are on different
    histories.
    """

    version: int
    chain: str


class Glance(NamedTuple):
    """Holds what was read of a game at one moment: its newest version, one fact (None: there is none), its names.

    `missed` are the events after the version that the reader knew, if they are few.
    """

    tip: Tip
    fact: bytes | None
    names: Mapping[int, str]
    missed: Sequence[StoredEvent] = ()


class Kept(NamedTuple):
    """Says how a game's log is kept: its newest version, the time (ms) of that, and how many versions are not packed.

    The time is None if the log lacks it. A game that `is_archived` is in a segment; one that `is_in_file` has its log
    in a file of an older release, and the rest in the store. A log `is_of_1_0` if 1.0 or an older release wrote all of
    it, and could read it again.
    """

    game: str
    version: int
    time_ms: int | None
    loose: int
    is_archived: bool
    is_of_1_0: bool = False
    is_in_file: bool = False


@dataclass(frozen=True, slots=True)
class Version:
    """Represents one version to append: at least one event, and the header they share."""

    events: tuple[NewEvent, ...]
    header: Header


@dataclass(frozen=True, slots=True)
class Claim:
    """Claims an idempotency key, atomically with an append.

    `scope_key` and `request_hash` are hashed, and `answer` is sealed or names versions of the log: the store can read
    no more. The claim expires after `ttl_s` seconds.
    """

    scope_key: str
    request_hash: str
    answer: bytes
    ttl_s: int = 86_400


class Beside(NamedTuple):
    """Lists what an append writes beside the versions, atomically.

    `deadlines` are due times by name, in ms since the epoch, and 0 removes one; `facts`, `names` and `data_keys` are
    stored, and the empty value removes one. The facts in `given` must have these values already; the empty value stands
    for none.
    """

    claim: Claim | None = None
    deadlines: Mapping[str, int] = NONE
    facts: Mapping[str, bytes] = NONE
    names: Mapping[int, str] = NONE
    given: Mapping[str, bytes] = NONE
    data_keys: Mapping[str, bytes] = NONE


NOTHING: Final = Beside()


class FeedItem(NamedTuple):
    """Names one version of one game in a shard's feed; version 0 announces that the game was deleted."""

    cursor: str
    game: str
    version: int


class OlderItem(FeedItem):
    """Represents an item that 1.0 or an older release wrote, whose place the game's own keys may lack."""

    __slots__ = ()


def place_of(cursor: str) -> tuple[int, int]:
    """Return a feed's cursor as milliseconds and a number; these pairs sort in the order of the feed."""
    ms, _, number = cursor.partition("-")
    return int(ms), int(number)


class Deadline(NamedTuple):
    """Describes a named due time of a game, in milliseconds since the epoch."""

    game: str
    name: str
    due_ms: int


class Conflict(Exception):
    """Reports that the log is at `current`, not at the expected version; nothing was written.

    `missed` are the events after the expected version, if they are few. A caller that caches them sets `newest`,
    the tip that they lead to.
    """

    def __init__(self, current: int, missed: Sequence[StoredEvent] = ()) -> None:
        super().__init__(f"the log stands at version {current}")
        self.current = current
        self.missed = missed
        self.newest: Tip | None = None


class OtherPast(Conflict):
    """Reports that the log is at the expected version, but with another history than the caller's; nothing was written.

    What was decided on the caller's history must never be appended: drop the cached game and judge again.
    """

    def __init__(self, current: int) -> None:
        super().__init__(current)
        self.args = (f"version {current} of the log is of another past",)


class OtherFacts(Exception):
    """Reports that a fact on which the versions were decided has another value; nothing was written."""


class Duplicate(Exception):
    """Reports that the idempotency key was claimed before; nothing was written.

    The caller compares the request hashes.
    """

    def __init__(self, request_hash: str, answer: bytes) -> None:
        super().__init__("the idempotency key was claimed before")
        self.request_hash = request_hash
        self.answer = answer


def in_versions(events: Iterable[StoredEvent]) -> list[list[StoredEvent]]:
    """Group the events of a log by version, in order."""
    return [list(group) for _, group in groupby(events, key=attrgetter("version"))]


def check_game(game: str) -> None:
    """Raise ValueError unless a game id is 1 to 64 letters, digits, `_` or `-`."""
    if not _GAME.fullmatch(game):
        raise ValueError(f"not a game id: {game!r}")


def check_versions(expected: int, versions: Sequence[Version]) -> None:
    """Raise ValueError unless an append has versions, all well-formed, and an expected version of 0 or more."""
    if expected < 0:
        raise ValueError(f"not a version: {expected}")
    if not versions:
        raise ValueError("nothing to append")
    for version in versions:
        _check_version(version)


def _check_version(version: Version) -> None:
    if not version.events:
        raise ValueError("a version holds at least one event")
    if len(version.events) > _MOST_EVENTS:
        raise ValueError(f"a version holds at most {_MOST_EVENTS} events")
    header = version.header
    _check_word(header.command_id, "command id")
    _check_word(header.ruleset, "ruleset")
    _check_word(header.digest_tag or "-", "digest tag")
    if header.digest is not None:
        bytes.fromhex(header.digest)
    for event in version.events:
        _check_word(event.type, "event type")
        if b"\n" in event.body:
            raise ValueError("a body is JSON without line breaks")


def check_beside(beside: Beside) -> None:
    """Raise ValueError unless claim, deadlines, facts and names of an append are well-formed."""
    claim = beside.claim
    if claim is not None:
        _check_word(claim.scope_key, "scope key")
        _check_word(claim.request_hash, "request hash")
        if claim.ttl_s <= 0:
            raise ValueError(f"not a time to live: {claim.ttl_s}")
    for name, due_ms in beside.deadlines.items():
        _check_word(name, "deadline")
        if due_ms < 0:
            raise ValueError(f"not a time: {due_ms}")
    for name in (*beside.facts, *beside.given, *beside.data_keys):
        _check_word(name, "fact")
    for seat in beside.names:
        if seat < 0:
            raise ValueError(f"not a seat: {seat}")


def _check_word(word: str, what: str) -> None:
    if not _WORD.fullmatch(word):
        raise ValueError(f"not a {what}: {word!r}")
