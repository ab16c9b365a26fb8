"""Provides a served API with its workers, and an asker that sends random requests to it."""

from collections.abc import Iterator

import pytest

from tests.conftest import StorePair
from tests.fuzz.asking import Asker
from tests.fuzz.house import WIDE, house, new_key
from tests.service.http.live import Server


@pytest.fixture(scope="package")
def server(stores: StorePair) -> Iterator[Server]:
    """Yield the API over the stores of the session."""
    with house(stores) as server:
        yield server


@pytest.fixture(scope="package")
def asker(server: Server) -> Asker:
    """Return an asker with a wide quota that has made games and played a little."""
    asker = Asker(server, new_key(server, WIDE))
    asker.set_up(commands=3)
    return asker
