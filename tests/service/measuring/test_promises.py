"""Tests which stores and archives keep what the settings promise, for every state that one can be in."""

import os
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from redis.exceptions import AuthenticationError

from eventstore.archive.archive import Archive
from eventstore.archive.opening import open_archive
from eventstore.memory.store import MemoryEventStore
from eventstore.store import Condition
from service.catalog import RULESETS
from service.game.context import compose
from service.measuring.readiness import (
    EVICTS,
    HAS_EVICTED,
    HIDDEN,
    LATE,
    NO_FILE,
    UNAVAILABLE,
    WRONG_PASSWORD,
    archive_fault,
    list_broken,
    readiness,
)
from service.queue.jobs import Jobs
from service.settings import Settings, read_settings

POLICIES: Final = (
    *("allkeys-lru", "allkeys-lfu", "allkeys-random"),
    *("volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl"),
)
WRITES: Final = {  # from the server's settings to those that promise more
    "none": {"always", "everysec", "replicated"},
    "no": {"always", "everysec", "replicated"},
    "everysec": {"always", "replicated"},
    "always": set[str](),
    "unknown": set[str](),
}


def promising(durability: str, promises: str = "kept") -> Settings:
    """Return settings that promise a durability."""
    given = {"LONGROAD_DURABILITY": durability, "LONGROAD_STORE_PROMISES": promises}
    return read_settings({**given, "LONGROAD_REDIS_URL": "redis://a.example"})


def found(durability: str = "always", policy: str = "noeviction", evicted: int = 0) -> Condition:
    """Return the condition of a store that answers."""
    return Condition(1, 0, True, durability, policy, evicted)


@pytest.mark.parametrize("policy", POLICIES)
def test_no_policy_but_one_is_safe(policy: str) -> None:
    assert list_broken(promising("always"), found(policy=policy)) == [EVICTS]
    assert list_broken(promising("always", "checked"), found(policy=policy)) == [EVICTS]


def test_what_was_evicted_before_is_noticed_though_the_policy_is_safe_now() -> None:
    assert list_broken(promising("always"), found(evicted=1)) == [HAS_EVICTED]


@pytest.mark.parametrize(("promised", "durability"), [*product(("always", "everysec", "replicated"), WRITES)])
def test_a_store_that_writes_later_than_promised_is_not_safe(promised: str, durability: str) -> None:
    reason = NO_FILE if durability == "none" else LATE
    expected = [reason] if promised in WRITES[durability] else []
    assert list_broken(promising(promised, "checked"), found(durability)) == expected


@pytest.mark.parametrize("hidden", [found("unknown"), found(policy="unknown"), found("unknown", "unknown")])
def test_what_a_store_does_not_tell_the_operator_has_to_have_checked(hidden: Condition) -> None:
    assert list_broken(promising("always"), hidden) == [HIDDEN]
    assert list_broken(promising("always", "checked"), hidden) == []


def test_a_store_that_is_meant_to_lose_games_promises_nothing() -> None:
    for durability, policy in product(WRITES, (*POLICIES, "unknown")):
        assert list_broken(promising("always", "may-lose-games"), found(durability, policy, 1)) == []


class Refusing(MemoryEventStore):
    """Represents a store whose password has changed."""

    def condition(self) -> Condition:
        """Raise what a refused login raises."""
        raise AuthenticationError("invalid username-password pair")


def test_a_password_that_is_refused_later_is_the_reason_why_nothing_is_ready() -> None:
    told = readiness(compose(read_settings({}), Refusing(), RULESETS, Jobs.at("unix:///nowhere")))
    assert (told["status"], told["reasons"]) == (UNAVAILABLE, [WRONG_PASSWORD])


def test_an_archive_is_there_and_can_be_written_where_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    assert archive_fault(Archive(), is_written=True) is None
    assert archive_fault(open_archive(tmp_path), is_written=True) is None
    for missing in ("none", "file"):
        assert archive_fault(open_archive(tmp_path / missing), is_written=False) == "there is no such directory"
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # tests may run as the one who may write everywhere
    assert archive_fault(open_archive(tmp_path), is_written=True) == "it cannot be written"
    assert archive_fault(open_archive(tmp_path), is_written=False) is None
