"""Validates the arguments of an append before they reach the store."""

import re
from collections.abc import Sequence
from typing import Final

from eventstore.records import Beside, Version

_GAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_WORD: Final = re.compile(r"[!-~]{1,200}")
_MOST_EVENTS: Final = 1_000
"""Limits the events of a version, which the append script writes by one call."""


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
