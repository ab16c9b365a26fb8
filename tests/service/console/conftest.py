"""Gives tests of the console an API with a worker, and pages of a real browser; skipped without a browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.conftest import StorePair
from tests.service.console.browser import Browser, find_browser, running
from tests.service.console.devtools import BrowserAway
from tests.service.console.page import Page
from tests.service.http.live import Server, served, worker


@pytest.fixture(scope="package")
def server(stores: StorePair) -> Iterator[Server]:
    """Run the API and the worker that undoes."""
    with served(stores) as server, worker(stores, "jobs"):
        yield server


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Run one browser for all tests."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium on this machine")
    with ExitStack() as stack:
        try:
            browser = stack.enter_context(running(program, tmp_path_factory.mktemp("browser")))
        except BrowserAway as fault:
            pytest.skip(f"{program} does not start: {fault}")
        yield browser


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Return how to open a page with storage of its own: what one person sees."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(browser.page())


@pytest.fixture
def page(open_page: Callable[[], Page]) -> Page:
    """Open a page."""
    return open_page()


@pytest.fixture
def at_length(long_games: int) -> None:
    """Leave a test to `make browser`, because it takes long."""
    if not long_games:
        pytest.skip("tried by `make browser`")
