"""Finds what a client did wrong, in the log of a scenario; each check says it in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from longroad_client.kit.case import Case
from longroad_client.kit.checks import credentials, ending, keys, looking, waiting

Check = Callable[[Case], Iterator[str]]


class Complaint(NamedTuple):
    """Says that a client did something wrong: the name of the check, and what it found."""

    check: str
    says: str


CHECKS: Final[dict[str, Check]] = {
    "new-key": keys.new_key,
    "no-key": keys.no_key,
    "key-reused": keys.key_reused,
    "impatient": waiting.impatient,
    "retry-after": waiting.retry_after,
    "hammering": waiting.hammering,
    "not-decided-anew": looking.not_decided_anew,
    "not-resumed": looking.not_resumed,
    "illegal": looking.illegal,
    "after-the-end": looking.after_the_end,
    "token-in-url": credentials.in_url,
    "token-elsewhere": credentials.elsewhere,
    "not-renewed": credentials.not_renewed,
    "old-token": credentials.old_token,
    "foreign-seat": credentials.foreign,
}
ENDS: Final[dict[str, Check]] = {"crashed": ending.crashed, "hung": ending.hung, "unfinished": ending.unfinished}
"""Checks how the client ended, which is reported if nothing else explains it."""


def complaints(case: Case) -> list[Complaint]:
    """Return what the client did wrong, each kind once, with its first occurrence."""
    found = list(_found(CHECKS, case))
    must_end = case.scenario.finishes or not case.log.exchanges
    return found or (list(_found(ENDS, case)) if must_end else [])


def _found(checks: dict[str, Check], case: Case) -> Iterator[Complaint]:
    for name, check in checks.items():
        if says := next(check(case), None):
            yield Complaint(name, says)
