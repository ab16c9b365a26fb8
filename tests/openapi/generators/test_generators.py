"""Tests that a generator makes a client that compiles from the committed contract, and complains of nothing.

All seven, those that need Java among them, and mypy over whole clients run in `make clients-check`; openapi-typescript
and openapi-python-client are tested with the clients that are built on their output (`tests/openapi/clients`). Of the
other two that need npm, this is the one with fewer packages: 42 more than those clients need, where orval needs 300.
"""

import pytest

from tests.openapi.generators.keeping import kept
from tests.openapi.generators.makers import MAKERS, Maker
from tests.openapi.generators.toolbox import CONTRACT, has_npm

QUICK = [maker for maker in MAKERS if maker.name == "@hey-api/openapi-ts"]


@pytest.mark.parametrize("maker", QUICK, ids=[maker.place for maker in QUICK])
def test_generator_is_content(maker: Maker) -> None:
    """The generator reports no error and no warning, and its code compiles in strict mode."""
    if not has_npm():
        pytest.skip("npm is not installed here")
    assert list(kept(maker, CONTRACT).glob(maker.types))
