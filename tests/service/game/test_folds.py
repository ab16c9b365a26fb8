"""Tests what is an event's fault when it is folded, and what is the machine's."""

from typing import Any

import pytest

from eventstore.log.codec import UnknownEvent
from eventstore.records import Header, StoredEvent
from service.game.folds import PlayFold
from service.game.position import Play
from tests.toy import GameOpened, Toy

OPENED = GameOpened(2, 30)
STEPPED = StoredEvent(2, 0, "Stepped", 1, b"{}", Header("c", 0, "toy", 1, 0), "")


class Exhausted(Toy):
    """Represents a toy whose events need more memory than there is."""

    def evolve(self, state: Any, event: Any) -> None:
        """Fail as an allocation does."""
        raise MemoryError


def opened(fold: PlayFold) -> Play:
    return fold.apply(fold.initial(), "GameOpened", OPENED)


def test_an_event_that_no_rule_knows_is_unknown_with_its_version() -> None:
    fold = PlayFold(Toy())

    with pytest.raises(UnknownEvent) as refused:
        fold.advance(opened(fold), "Stepped", object(), STEPPED)

    assert refused.value.version == STEPPED.version


def test_a_lack_of_memory_is_not_the_events_fault() -> None:
    fold = PlayFold(Exhausted())

    with pytest.raises(MemoryError):
        fold.advance(opened(fold), "Stepped", object(), STEPPED)
