"""Plays whole games of every ruleset on the console in a real browser: by clicks, by keyboard alone, on phones."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import StorePair
from tests.service.console.clicking import OVER, play
from tests.service.console.games import MODULES, OTHERS
from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.console.ways import by_keys, tab_to, touch
from tests.service.http.live import Server, worker

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux"),
    pytest.mark.usefixtures("at_length", "agents"),
]
PHONES = {"upright": (390, 844), "lying": (844, 390)}
GAMES = {
    "catan": ({"ruleset": "catan"}, 4),
    **MODULES,
    **OTHERS,
    "goofspiel": ({"ruleset": "goofspiel"}, 3),
}
ON_A_PHONE = ("catan", "mallorca", "dice", "elasund-2", "goofspiel")


@pytest.fixture(scope="module")
def agents(stores: StorePair) -> Iterator[None]:
    """Run the worker that plays for agents."""
    with worker(stores, "ai"), worker(stores, "sweep"):  # which wakes agents that waited for an answer in vain
        yield


def begun(page: Page, server: Server, name: str) -> dict[str, Any]:
    """Make a game of one person and agents, and seat the page at it."""
    wish, seats = GAMES[name]
    table = [{"kind": "human", "name": "Ana"}, *[{"kind": "ai"}] * (seats - 1)]
    made: dict[str, Any] = server.ask("POST", "/v1/games", {**wish, "seats": table, "offer_wait_s": 1})[1]
    seated(page, server, made, [0])
    return made


def thrown(page: Page) -> list[dict[str, Any]]:
    """Return the errors that scripts of the page did not catch."""
    return [fault for fault in page.faults if "exceptionDetails" in fault]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_pressing(page: Page, server: Server, name: str) -> None:
    begun(page, server, name)
    assert play(page, 7, 2000) > 10
    assert page.value(OVER)
    assert thrown(page) == []


@pytest.mark.fault("F8")
@pytest.mark.parametrize("phone", PHONES)
@pytest.mark.parametrize("name", ON_A_PHONE)
def test_a_whole_game_is_played_with_a_finger_on_a_phone(page: Page, server: Server, name: str, phone: str) -> None:
    width, height = PHONES[phone]
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
    page.send("Emulation.setTouchEmulationEnabled", enabled=True)
    begun(page, server, name)
    assert play(page, 11, 3000, touch) > 10
    assert page.value(OVER)
    assert page.value("document.documentElement.scrollWidth") <= width
    assert thrown(page) == []


@pytest.mark.parametrize("name", ["catan", "catan-dice"])
def test_a_whole_game_is_begun_and_played_by_keyboard_alone(page: Page, server: Server, name: str) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    tab_to(page, f"#play-{name}")
    page.wait("!!document.querySelector('#picture svg')")
    assert play(page, 5, 3000, by_keys) > 10
    assert page.value(OVER)
    assert thrown(page) == []
