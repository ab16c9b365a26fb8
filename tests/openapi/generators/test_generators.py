"""Tests that the committed contract makes clients that compile, without a word of complaint from any generator.

Generators that need Java, and mypy over whole clients, are for `make clients-check`; openapi-typescript and
openapi-python-client are tried with the clients that are built on what they make (`tests/openapi/clients`).
"""

from pathlib import Path

import pytest

from tests.openapi.generators.makers import MAKERS, Maker
from tests.openapi.generators.outcomes import outcome
from tests.openapi.generators.toolbox import CONTRACT, has_npm

QUICK = [maker for maker in MAKERS if maker.name in ("@hey-api/openapi-ts", "orval")]


@pytest.mark.parametrize("maker", QUICK, ids=[maker.place for maker in QUICK])
def test_generator_is_content(maker: Maker, tmp_path: Path) -> None:
    """No error, no warning, and what is made compiles in strict mode."""
    if not has_npm():
        pytest.skip("npm is not installed here")
    row = outcome(maker, CONTRACT, tmp_path / "made")
    assert row.is_clean, row
