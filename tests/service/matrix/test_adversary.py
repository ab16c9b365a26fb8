"""Tests that the adversary gains nothing from the product and finds every hole that is planted on purpose."""

from random import Random
from typing import Any, Final

import pytest
from redis import Redis

from service.game import engine_help, undo_rights
from tests.service.matrix import holes
from tests.service.matrix.adversary import ATTACKS, Adversary
from tests.service.matrix.world import House

SHORT: Final = 100
LONG: Final = 1_000


@pytest.fixture
def adversary(rq_redis: Redis) -> Adversary:
    """Return an adversary on a server of its own."""
    return Adversary(House(rq_redis), Random(7))


def test_the_adversary_gains_nothing(adversary: Adversary, long_games: int) -> None:
    """A hundred greedy moves gain nothing, and a thousand in the long form."""
    assert adversary.play(LONG if long_games else SHORT) == {}
    assert all(attempt.idle < len(ATTACKS) * 2 for attempt in adversary.known.values())


def forgotten_time(patch: pytest.MonkeyPatch) -> None:
    """Let time-outs be undone like any other version."""
    own = undo_rights.is_own
    patch.setattr(undo_rights, "TIMED_OUT", 0)
    patch.setattr(undo_rights, "is_own", lambda who, party, passed: own(who, party, passed) or passed[0].seat is None)


def agents_on_every_branch(patch: pytest.MonkeyPatch) -> None:
    """M1: Let a branch of a running game take agents on people's seats."""
    patch.setattr(engine_help, "_withholds", lambda game: False)


def reissued(patch: pytest.MonkeyPatch) -> None:
    """H2: Let the owner renew the token of a held seat."""
    holes.owners_open_every_door(patch)


PLANTED: Final[dict[str, Any]] = {
    "undo a rival": holes.anybody_undoes,
    "win time by undoing": holes.undo_gives_time_back,
    "take back a time-out": forgotten_time,
    "read a hand by a new token": reissued,
    "read a hand by sitting down": holes.owners_open_every_door,
    "have an engine play": agents_on_every_branch,
    "learn the true version": holes.refusals_name_the_true_version,
    "pass for somebody else": holes.tags_are_versions_alone,
    "hide behind a vote": holes.votes_stop_clocks,
}


@pytest.mark.parametrize("attack", PLANTED)
def test_the_adversary_finds_what_is_planted(
    adversary: Adversary, attack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PLANTED[attack](monkeypatch)

    assert attack in adversary.play(3 * len(ATTACKS))


def test_every_attack_has_its_hole() -> None:
    assert set(PLANTED) == set(ATTACKS)
    assert len(PLANTED) >= 8
