"""Gives axe-core to the tests that judge pages with it."""

from pathlib import Path

import pytest

from tests.openapi.generators.toolbox import has_npm, installed


@pytest.fixture(scope="package")
def axe(request: pytest.FixtureRequest) -> str:
    """Return the source of axe-core."""
    if not request.config.getoption("--long"):
        pytest.skip("judged by `make browser`")
    if not has_npm():
        pytest.skip("npm is not installed here")
    return (installed(Path(__file__).parent) / "node_modules" / "axe-core" / "axe.min.js").read_text()
