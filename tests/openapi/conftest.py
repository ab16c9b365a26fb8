"""Provides the course of requests that gives the contract its examples, alone and with grown requests on the way."""

from collections.abc import Iterator
from functools import partial

import pytest

from eventstore.keys import has_no_log
from eventstore.redis.away import Away, AwayGames
from tests.cost.weighing import Weigher
from tests.openapi.course import ask_all, recorder
from tests.openapi.recorder import Recorder


@pytest.fixture(scope="module")
def looked_for() -> Iterator[set[str]]:
    """Yield a set that collects the ids of all games that are looked up in the archive from now on."""
    found: set[str] = set()
    find = AwayGames.find

    def find_and_note(self: AwayGames, game: str) -> Away | None:
        if not has_no_log(game):
            found.add(game)
        return find(self, game)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AwayGames, "find", find_and_note)
        yield found


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, looked_for: set[str]) -> Iterator[Recorder]:
    """Play the course."""
    with recorder(tmp_path_factory.mktemp("course"), Recorder) as on:
        ask_all(on)
        yield on


@pytest.fixture(scope="module")
def weigher(tmp_path_factory: pytest.TempPathFactory, long_games: int) -> Iterator[Weigher]:
    """Play the course, and weigh grown requests on the way."""
    with recorder(tmp_path_factory.mktemp("weighed"), partial(Weigher, is_short=not long_games)) as on:
        ask_all(on)
        yield on
