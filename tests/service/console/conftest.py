"""Gives tests of the console an API with a worker, and pages of a real browser; skipped without a browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import StorePair
from tests.service.console.browser import BrowserAway, Page, browsing, find_browser
from tests.service.http.live import Server, served, worker


@pytest.fixture(scope="package")
def server(stores: StorePair) -> Iterator[Server]:
    """Run the API and the worker that undoes."""
    with served(stores) as server, worker(stores, "jobs"):
        yield server


@pytest.fixture
def open_page(tmp_path: Path) -> Iterator[Callable[[], Page]]:
    """Return how to open a page, each of a browser of its own: what one person sees."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium on this machine")
    with ExitStack() as stack:

        def opened() -> Page:
            profile = tmp_path / str(len(list(tmp_path.iterdir())))
            profile.mkdir()
            try:
                return stack.enter_context(browsing(program, profile))
            except BrowserAway as fault:
                pytest.skip(f"{program} does not start: {fault}")

        yield opened


@pytest.fixture
def page(open_page: Callable[[], Page]) -> Page:
    """Open a page of a browser that starts."""
    return open_page()
