"""Tests the built guide in a real browser: it asks no other server for anything, and its search works by itself.

A part of `make browser`, which builds the guide first.
"""

import sys

import pytest

from service.routes.guide import BUILT, FIRST
from tests.service.console.page import Page
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
ADDRESSES = "[location.href, ...performance.getEntriesByType('resource').map((one) => one.name)]"
FOUND = "[...document.querySelectorAll('.md-search-result__link')].map((one) => one.pathname)"
ASK = """(() => {
  const field = document.querySelector("[data-md-component=search-query]");
  field.focus();
  field.value = WORDS;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  field.dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
})()"""


@pytest.fixture(autouse=True)
def built(long_games: int) -> None:
    """Skip the test where no guide was built."""
    if not long_games or not (BUILT / FIRST).is_file():
        pytest.skip("a part of `make browser`")


@pytest.mark.parametrize(("words", "path"), [("webhook signature", "/webhooks/"), ("entropy", "/fairness/")])
def test_search_finds_pages_and_asks_nobody_else(page: Page, server: Server, words: str, path: str) -> None:
    origin = f"http://127.0.0.1:{server.port}/"
    page.open(f"{origin}guide/")
    page.wait("document.readyState === 'complete' && document.title.includes('Longroad')")
    page.wait("!!document.querySelector('[data-md-component=search-query]')")
    page.value(ASK.replace("WORDS", repr(words)))
    page.wait(f"{FOUND}.some((found) => found.endsWith('{path}'))")
    assert [one for one in page.value(ADDRESSES) if not one.startswith((origin, "data:", f"blob:{origin}"))] == []
    assert page.faults == []
