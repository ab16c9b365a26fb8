"""Tests in a real browser how a page shows that somebody is late, or has not moved for a while."""

import sys

import pytest

from tests.service.console.page import Page
from tests.service.console.seated import holding
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
ANA = {"kind": "human", "name": "Ana"}
NOTICE = "document.querySelector('#notices .problem')?.innerText"
AHEAD = "const now = Date.now; Date.now = () => now() + 90_000;"  # the clock of the browser is fast
EARLIER = (
    """((parse) => { Date.parse = (text) => parse(text) - (text?.endsWith('Z') ? MILLISECONDS : 0); })(Date.parse)"""
)
"""Makes the page read all times in the game's answers as so much earlier; the server's own clock is not changed."""


def test_whoever_is_overdue_is_seen_to_be_late(page: Page, server: Server) -> None:
    """The page believes that the time is over; the server knows better, and the page shows its refusal."""
    wish = {"ruleset": "catan-dice", "options": {"starting_seat": 0}, "overdue_after_s": 60, "seats": [ANA, ANA]}
    made = server.ask("POST", "/v1/games", wish)[1]
    page.send("Page.addScriptToEvaluateOnNewDocument", source=EARLIER.replace("MILLISECONDS", "90_000"))
    holding(page, server, made["id"], {"seats": {"1": made["seats"][1]["token"]}, "as": "1"})
    page.wait("document.querySelector('#strip-0.late')?.innerText.includes('late')")
    page.press("#away:not([hidden]) #help-agent-0")
    page.wait(f"{NOTICE}?.includes('time is over')")


def test_whoever_has_not_moved_for_a_while_is_seen(page: Page, server: Server) -> None:
    """Times are those of the server, whatever the clock of the browser says."""
    wish = {"ruleset": "catan-dice", "options": {"starting_seat": 0}, "overdue_after_s": 60, "seats": [ANA, ANA]}
    made = server.ask("POST", "/v1/games", wish)[1]
    page.send("Page.addScriptToEvaluateOnNewDocument", source=AHEAD)
    holding(page, server, made["id"], {"seats": {"1": made["seats"][1]["token"]}, "as": "1"})
    page.wait("!!document.querySelector('#strip-0.awaited')")
    page.wait("!!document.querySelector('#friends li')")
    assert page.value("document.querySelector('#strip-0.late, #away:not([hidden])')") is None
    wish["overdue_after_s"] = 3600
    made = server.ask("POST", "/v1/games", wish)[1]
    holding(page, server, made["id"], {"seats": {"1": made["seats"][1]["token"]}, "as": "1"})
    page.wait("!!document.querySelector('#strip-0.awaited')")
    page.value(EARLIER.replace("MILLISECONDS", "190_000"))
    page.wait("document.querySelector('#strip-0').innerText.includes('no move for 3 min')")
