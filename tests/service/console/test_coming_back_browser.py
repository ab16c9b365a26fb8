"""Tests in real browsers that no accident puts a friend out of a game: each ends at the seat, or says what is left."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.console.browser import Page
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
PRIVATE = {"ruleset": "catan-dice", "private": True, "seats": [{"kind": "human", "name": "Ana"}, {"kind": "open"}]}
LOOKS_AS = "document.querySelector('#look-as')?.selectedOptions[0]?.textContent"
WAYS = "document.querySelector('#ways-back')?.innerText"
WAY = "document.querySelector('#way-back .link')?.value"
TOKENS = "Object.keys(localStorage).concat(Object.keys(sessionStorage)).length"
NOTICE = "document.querySelector('#notices .problem')?.innerText"
FULL = "Storage.prototype.setItem = () => { throw new Error('full'); };"
FORBIDDEN = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('forbidden', 'SecurityError'); } });"""


class Party:
    """Holds a private game of Ana and Bea, who came by the invitation, and its links."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.made: dict[str, Any] = server.ask("POST", "/v1/games", PRIVATE)[1]
        site = f"http://127.0.0.1:{server.port}/"
        self.game = f"{site}#/games/{self.made['id']}"
        self.invitation = f"{site}#/join/{self.made['id']}?invite={self.made['invite']}"
        sit_down(page, self.invitation, "Bea")

    def way_back(self) -> str:
        """Return Bea's personal link, as her page offers it."""
        self.page.press("#show-way-back")
        link: str = self.page.wait(WAY)
        return link


@pytest.fixture
def party(page: Page, server: Server) -> Party:
    """Seat Bea at a private table."""
    return Party(page, server)


def sit_down(page: Page, link: str, name: str) -> None:
    """Take a seat by an invitation."""
    page.open(link)
    page.wait("!!document.querySelector('#my-name')")
    page.value(f"document.querySelector('#my-name').value = '{name}'")
    page.press("#sit-down")
    page.wait(f"{LOOKS_AS} === '{name}'")


def clear(page: Page) -> None:
    """Let a browser forget everything."""
    page.value("localStorage.clear(), sessionStorage.clear(), null")


@pytest.mark.fault("F3")
def test_a_closed_tab_comes_back_by_itself(party: Party) -> None:
    page = party.page
    for address in (party.game, party.invitation):
        page.open_another(address)
        page.wait(f"{LOOKS_AS} === 'Bea' && location.hash.startsWith('#/games/')")
    page.open_another(party.game.partition("#")[0])
    page.press(".own-games .game")
    page.wait(f"{LOOKS_AS} === 'Bea'")


def test_a_shared_computer_keeps_no_seat(party: Party) -> None:
    page = party.page
    page.wait("!!document.querySelector('#shared')")
    page.value("document.querySelector('#shared').click()")
    assert page.value("/[.][\\w-]{20}/.test(localStorage.longroad)") is False
    page.send("Page.reload")
    page.wait(f"{LOOKS_AS} === 'Bea'")
    page.open_another(party.game)
    page.wait(f"{WAYS}?.length > 0")


@pytest.mark.parametrize("storage", [FULL, FORBIDDEN])
def test_a_browser_without_storage_says_so_and_plays_on(page: Page, server: Server, storage: str) -> None:
    page.send("Page.addScriptToEvaluateOnNewDocument", source=storage)
    page.open(f"http://127.0.0.1:{server.port}/")
    page.press("#play-elasund")
    page.wait("!!document.querySelector('#players li') && document.querySelector('#look-as').value !== ''")
    page.wait("document.querySelector('#kept-note')?.textContent.includes('Copy your way back')")
    page.value("document.querySelector('#shared').click()")
    page.value("document.querySelector('#shared').click()")
    page.wait(f"{NOTICE}?.includes('stays in this tab')")
    assert page.value("document.querySelector('#look-as').value") != ""


def test_an_invitation_gives_its_sitters_seat_to_nobody_else(party: Party, open_page: Callable[[], Page]) -> None:
    third = open_page()
    third.open(party.invitation)
    third.press("#sit-down")
    told = third.wait(WAYS)
    for words in ("browser in which you played", "way back", "vote"):
        assert words in told
    assert third.value("/seats.:.[^}]*[.]/.test(localStorage.longroad ?? '')") is False
    party.page.open_another(party.game)
    party.page.wait(f"{LOOKS_AS} === 'Bea'")


def test_cleared_storage_with_a_way_back(party: Party) -> None:
    page, link = party.page, party.way_back()
    clear(page)
    page.open_another(party.game)
    assert "private or gone" in page.wait(WAYS)
    page.value(f"document.querySelector('#way-back').value = {link!r}")
    page.press("#use-way-back")
    page.press("#back-to-seat")
    page.wait(f"{LOOKS_AS} === 'Bea'")
    assert "token" not in page.value("location.href")


def test_a_renewed_way_back_ends_the_old_one(party: Party, open_page: Callable[[], Page]) -> None:
    page, old = party.page, party.way_back()
    page.press("#renew-way-back")
    new = page.wait(f"{WAY} !== {old!r} && {WAY}")
    third, phone = open_page(), open_page()
    third.open(old)
    third.press("#back-to-seat")
    assert "worthless" in third.wait(WAYS)
    phone.open(new)
    phone.press("#back-to-seat")
    phone.wait(f"{LOOKS_AS} === 'Bea'")
    page.send("Page.reload")
    page.wait(f"{LOOKS_AS} === 'Bea'")


def test_a_seat_that_was_lost_is_told_at_once(party: Party, open_page: Callable[[], Page]) -> None:
    phone = open_page()
    phone.open(party.way_back())
    phone.press("#back-to-seat")
    phone.wait(f"{LOOKS_AS} === 'Bea'")
    phone.press("#show-way-back")
    phone.press("#renew-way-back")
    assert "no longer yours" in party.page.wait(WAYS)
