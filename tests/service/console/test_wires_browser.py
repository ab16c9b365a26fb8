"""Tests in a real browser that a move outlives a cut wire and a stopped server: it is done once, and play goes on."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from tests.conftest import StorePair
from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server, served
from tests.service.processes import PATIENCE_S

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux"),
    pytest.mark.usefixtures("at_length"),
]
CUT = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
WAITS = "document.querySelector('#waiting:not([hidden])')?.textContent.includes('Waiting for the server')"
LIVE = "document.querySelector('#stream-state')?.textContent === 'live'"
DICE = "document.querySelectorAll('.mark.die').length === 6"
CALM = "document.querySelector('#notices').textContent === '' && document.querySelector('#waiting').hidden"
ANSWERED = [{"urlPattern": "*/commands", "requestStage": "Response"}]


def about_to_roll(page: Page, server: Server) -> dict[str, Any]:
    """Seat a page at a game of dice, in which rolling twice would be legal."""
    made: dict[str, Any] = server.ask("POST", "/v1/games", {"ruleset": "catan-dice", "seats": [{"kind": "human"}]})[1]
    seated(page, server, made, [0])
    page.wait(f"{LIVE} && !!document.querySelector('#do-DiceRollDice')")
    return made


def assert_rolled_once(page: Page, server: Server, made: dict[str, Any]) -> None:
    """Wait until the page goes on by itself, and see that the dice were rolled once; then roll again by the page."""
    page.wait(f"{DICE} && {LIVE} && {CALM}")
    game = server.ask("GET", f"/v1/games/{made['id']}")[1]
    assert (game["version"], game["state"]["rolls"]) == (2, 1)
    page.tap("#do-DiceRollDice")
    page.wait("document.getElementById('shown-version').value === '3 / 3'")


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """Stop a server, which keeps its connections and answers nothing, until the block ends."""
    os.killpg(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):  # it may be dead by now
            os.killpg(server.process.pid, signal.SIGCONT)


def cut(page: Page, is_cut: bool) -> None:
    """Cut a page's wire, or mend it."""
    page.send("Network.emulateNetworkConditions", offline=is_cut, **CUT)


def test_a_move_whose_answer_is_lost_on_the_wire_is_done_once(page: Page, server: Server) -> None:
    made = about_to_roll(page, server)
    page.send("Network.enable")
    page.send("Fetch.enable", patterns=ANSWERED)
    page.tap("#do-DiceRollDice")
    while not page.paused():
        page.wait("true")
    assert server.ask("GET", f"/v1/games/{made['id']}")[1]["version"] == 2
    cut(page, True)
    page.send("Fetch.failRequest", requestId=page.paused()[0]["requestId"], errorReason="ConnectionReset")
    page.send("Fetch.disable")
    page.wait(WAITS)
    assert page.value("document.querySelector('#actions').hasAttribute('data-busy')"), "a second press would be lost"

    cut(page, False)
    assert_rolled_once(page, server, made)


def test_a_move_that_never_left_the_page_is_done_once(page: Page, server: Server) -> None:
    made = about_to_roll(page, server)
    page.send("Network.enable")
    cut(page, True)
    page.tap("#do-DiceRollDice")
    page.wait(WAITS)
    assert server.ask("GET", f"/v1/games/{made['id']}")[1]["version"] == 1

    cut(page, False)
    assert_rolled_once(page, server, made)


@pytest.mark.fault("F10")
def test_a_move_outlives_a_server_that_hangs(page: Page, stores: StorePair) -> None:
    with served(stores) as server:
        made = about_to_roll(page, server)
        with stopped(server):
            page.tap("#do-DiceRollDice")
            page.wait(WAITS)
        assert_rolled_once(page, server, made)


def test_a_move_outlives_a_server_that_is_killed(page: Page, stores: StorePair) -> None:
    with served(stores) as server:
        made = about_to_roll(page, server)
        with stopped(server):
            page.tap("#do-DiceRollDice")
            page.wait(WAITS)
            os.killpg(server.process.pid, signal.SIGKILL)
            server.process.wait(PATIENCE_S)
    with served(stores, LONGROAD_PORT=str(server.port)) as server:
        assert_rolled_once(page, server, made)
