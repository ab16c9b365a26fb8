"""Provides two servers for the pairs of worlds."""

from collections.abc import Iterator

import pytest

from tests.conftest import StorePair
from tests.secrets.hosting import House
from tests.secrets.pairs import Bench
from tests.service.webhooks.receiver import receiving

HOUSES = (2, 3)
"""The numbers of their databases on the servers of the session, beside those of other tests."""


@pytest.fixture(scope="session")
def bench(stores: StorePair) -> Iterator[Bench]:
    """Yield everything that a comparison needs."""
    with receiving() as receiver:
        yield Bench((House(stores, HOUSES[0]), House(stores, HOUSES[1])), receiver)
