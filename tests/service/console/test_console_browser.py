"""Tests the console in a real browser by keyboard: set up a game, play, look back, undo. Skipped without a browser."""

import signal
import sys

import pytest

from tests.conftest import StorePair
from tests.service.console.page import Page
from tests.service.console.people import open_as
from tests.service.console.seated import holding
from tests.service.http.live import Server, served
from tests.service.processes import PATIENCE_S

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
VERSION = "document.getElementById('shown-version')?.value"
SHOWN = "document.getElementById('picture')?.dataset.version"
TOKENS = "Object.values(Object.values(JSON.parse(localStorage.longroad).games)[0].seats)"
ADDRESSES = "[location.href, ...performance.getEntriesByType('resource').map((one) => one.name)]"


def set_up(page: Page) -> None:
    """Set up a game of Catan for three people at one keyboard, with the form."""
    page.press("a[href='#/new']")
    page.wait("!!document.querySelector('#create')")
    page.press("#remove-seat")
    for seat in range(3):
        page.choose(f"select[name=kind-{seat}]", "human")
    page.choose("#undo-policy", "free")
    page.choose("input[name=starting_seat]", "0")
    page.press("#create")


def test_a_game_is_set_up_played_looked_back_at_and_undone(page: Page, server: Server) -> None:
    origin = f"http://127.0.0.1:{server.port}/"
    open_as(page, server, "Ana")
    set_up(page)
    page.wait("document.querySelector('#strip-0 .name')?.innerText === 'Ana'")
    page.wait(f"{VERSION} === '1 / 1' && !!document.querySelector('#picture .mark')")

    page.press(".mark")
    page.wait(f"{VERSION} === '2 / 2' && {SHOWN} === '2'")

    page.press("#earlier")
    page.wait(f"{VERSION} === '1 / 2' && {SHOWN} === '1'")
    page.press("#now")

    page.press("#undo")
    page.wait(f"{VERSION} === '3 / 3'")
    page.wait(
        "document.querySelector('#events li[data-type=HeadMoved]')?.textContent.includes('took moves back, to move 1')"
    )
    page.wait("document.querySelectorAll('.mark').length === 54")

    addresses = page.value(ADDRESSES)
    assert all(one.startswith((origin, f"blob:{origin}")) for one in addresses)
    assert not any(token in one for one in addresses for token in page.value(TOKENS))
    assert page.faults == []


def test_a_guest_gets_a_token_that_only_the_guest_knows(page: Page, server: Server) -> None:
    people = {"ruleset": "catan", "seats": [{"kind": "human"}] * 3}
    _, made = server.ask("POST", "/v1/games", people)
    given = made["seats"][1]["token"]
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("!!document.querySelector('#go')")
    page.value(f"document.querySelector('#given').value = {given!r}")
    page.press("#go")
    page.wait(f"{VERSION} === '2 / 2'")

    assert page.value(f"{TOKENS}[0]") != given
    _, view = server.ask("GET", f"/v1/games/{made['id']}")
    assert [seat["held"] for seat in view["seats"]] == [False, True, False]
    assert page.faults == []


PHONE = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}


def test_a_table_speaks_spanish_and_fits_a_phone(page: Page, server: Server) -> None:
    page.send("Emulation.setDeviceMetricsOverride", **PHONE)
    page.open(f"http://127.0.0.1:{server.port}/")
    page.choose("#language", "es")
    page.wait("document.documentElement?.lang === 'es'")
    page.press("a[href='#/new']")
    page.choose("select[name=kind-0]", "bot")
    page.wait("!document.querySelector('input[name=webhook-0]').closest('label').parentElement.hidden")
    page.choose("#clock", "600")
    page.value("document.querySelector('#clock').dispatchEvent(new Event('input'))")
    for seat in range(4):
        page.choose(f"select[name=kind-{seat}]", "human")
    page.choose("input[name=starting_seat]", "0")
    page.press("#create")

    page.wait("document.querySelector('#players .awaited')?.innerText.includes('funda un poblado')")
    page.wait("document.querySelector('#players [role=timer]')?.innerText.startsWith('quedan ')")
    page.wait("document.querySelector('#events')?.innerText.includes('El tablero está montado')")
    assert page.value("document.title") == "● Te toca · Catan · Longroad"
    assert page.value("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.faults == []


def test_the_card_of_a_game_says_whose_turn_it_is(page: Page, server: Server) -> None:
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bea", "Cleo")]
    wish = {"ruleset": "catan", "seats": seats, "options": {"starting_seat": 0}}
    made = server.ask("POST", "/v1/games", wish)[1]
    for seat, said in ((1, "It is the turn of Ana"), (0, "Your move")):
        holding(page, server, made["id"], {"seats": {str(seat): made["seats"][seat]["token"]}, "as": str(seat)})
        page.wait("!!document.querySelector('#players li')")
        page.value("location.hash = '#/'")
        page.wait(f"document.querySelector('.own-games .game')?.innerText.includes({said!r})")


@pytest.mark.fault("F12")
def test_a_table_goes_on_when_the_server_comes_back(page: Page, stores: StorePair) -> None:
    with served(stores) as server:
        page.open(f"http://127.0.0.1:{server.port}/")
        set_up(page)
        page.wait("document.querySelector('#stream-state')?.textContent === 'live'")
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(PATIENCE_S)
        page.wait("document.querySelector('#stream-state').textContent === 'connecting again'")
    with served(stores, LONGROAD_PORT=str(server.port)):
        page.wait("document.querySelector('#stream-state').textContent === 'live'")
        page.wait("document.querySelector('#notices').textContent === ''")
        page.press(".mark")
        page.wait(f"{VERSION} === '2 / 2'")
        page.wait("!!document.activeElement.closest('.mark')")
        assert page.value("document.querySelector('#notices').textContent") == ""
