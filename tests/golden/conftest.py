"""Provides fixtures of the golden tests."""

from collections.abc import Iterator

import pytest

from tests.golden.untabled import without_tables


@pytest.fixture(autouse=True, scope="module")
def untabled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let agents find no tables, as when the choices were written."""
    with without_tables(tmp_path_factory.mktemp("untabled")):
        yield
