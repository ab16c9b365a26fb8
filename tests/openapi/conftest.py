"""Provides the course of requests that gives the contract its examples, played once for all tests that look at it."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.cost.weighing import Weigher
from tests.openapi.course import ask_all, recorder


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory, long_games: int) -> Iterator[Weigher]:
    """Play the course, and weigh grown requests on the way."""
    with recorder(tmp_path_factory.mktemp("course"), partial(Weigher, is_short=not long_games)) as on:
        ask_all(on)
        yield on
