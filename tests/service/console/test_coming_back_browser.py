"""Tests in real browsers that no accident puts a friend out of a game: each ends at the seat, or says what is left."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.console.page import Page
from tests.service.console.seated import holding
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
ANA, FREE = {"kind": "human", "name": "Ana"}, {"kind": "open"}
HURRY = {"seconds": 1, "on_timeout": "default"}
PRIVATE = {"ruleset": "catan-dice", "private": True, "options": {"starting_seat": 0}, "clock": HURRY}
LOOKS_AS = "document.querySelector('#look-as')?.selectedOptions[0]?.textContent"
WAYS = "document.querySelector('#ways-back')?.innerText"
WAY = "document.querySelector('#way-back .link')?.value"
TOKENS = "Object.keys(localStorage).concat(Object.keys(sessionStorage)).length"
NOTICE = "document.querySelector('#notices .problem')?.innerText"
VOTES = "document.querySelector('.votes:not([hidden])')?.innerText"
FULL = "Storage.prototype.setItem = () => { throw new Error('full'); };"
COUNTING = """(() => {
  const plain = fetch;
  const now = Date.now;
  window.opened = window.slept = 0;
  Date.now = () => now() + slept;
  window.fetch = (address, ...more) => { opened += address.includes('/events?'); return plain(address, ...more); };
})()"""
SUDDENLY_FULL = """Storage.prototype.setItem = function (name, text) {
  if (this === localStorage) throw new Error('full');
  this[name] = text;
}"""
FORBIDDEN = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('forbidden', 'SecurityError'); } });"""


class Party:
    """Holds a private game of Ana and Bea, who came by the invitation; whoever sits first is soon overdue."""

    def __init__(self, page: Page, server: Server, seats: list[dict[str, Any]]) -> None:
        self.page, self.server = page, server
        self.made: dict[str, Any] = server.ask("POST", "/v1/games", PRIVATE | {"seats": seats})[1]
        self.ana = seats.index(ANA)
        self.token = self.made["seats"][self.ana]["token"]
        site = f"http://127.0.0.1:{server.port}/"
        self.game = f"{site}#/games/{self.made['id']}"
        self.invitation = f"{site}#/join/{self.made['id']}?invite={self.made['invite']}"
        sit_down(page, self.invitation, "Bea")

    def seat(self, number: int) -> dict[str, Any]:
        """Return a seat as Ana sees it."""
        view = self.server.ask("GET", f"/v1/games/{self.made['id']}", None, self.token)[1]
        seat: dict[str, Any] = view["seats"][number]
        return seat

    def host(self, page: Page) -> Page:
        """Open the table on Ana's page."""
        held = {"seats": {str(self.ana): self.token}, "owner": self.made["owner_token"], "as": str(self.ana)}
        holding(page, self.server, self.made["id"], held | {"invite": self.made["invite"]})
        page.wait(f"{LOOKS_AS} === 'Ana'")
        return page

    def way_back(self) -> str:
        """Return Bea's personal link, as her page offers it."""
        self.page.press("#show-way-back")
        link: str = self.page.wait(WAY)
        return link


@pytest.fixture
def party(page: Page, server: Server) -> Party:
    """Seat Bea at a private table, where she is to play first."""
    return Party(page, server, [FREE, ANA])


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


def test_the_way_back_is_offered_to_whoever_plays_first_too(party: Party) -> None:
    party.page.wait("!!document.querySelector('#legal .act')")
    party.page.value("document.querySelector('#picture').toggleAttribute('data-places', true)")  # as places do
    party.page.wait("document.querySelector('#way-back-offer')?.checkVisibility()")
    party.page.press("#no-way-back")
    party.page.wait("!document.querySelector('#way-back-offer').checkVisibility()")


def test_a_shared_computer_keeps_no_seat(party: Party) -> None:
    page = party.page
    page.wait("!!document.querySelector('#shared')")
    page.value("document.querySelector('#shared').click()")
    assert page.value("/[.][\\w-]{20}/.test(localStorage.longroad)") is False
    page.reload()
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
    ana = party.host(open_page())
    ana.press("#away #help-agent-0")
    ana.wait("document.querySelector('#away')?.innerText.includes('until Bea comes back')")
    third.value("document.querySelector('#ways-back').remove()")
    third.press("#sit-down")
    third.wait(WAYS)
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
    page.wait("document.querySelector('#way-back-offer')?.hidden")  # whoever came by it has it


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
    page.reload()
    page.wait(f"{LOOKS_AS} === 'Bea'")


def test_a_way_back_outlives_storage_that_is_suddenly_full(party: Party) -> None:
    page, old = party.page, party.way_back()
    page.value(SUDDENLY_FULL)
    page.press("#renew-way-back")
    page.wait(f"{WAY} !== {old!r}")
    page.reload()
    page.wait(f"{LOOKS_AS} === 'Bea'")


def test_a_seat_that_was_lost_is_told_at_once(party: Party, open_page: Callable[[], Page]) -> None:
    phone = open_page()
    phone.open(party.way_back())
    phone.press("#back-to-seat")
    phone.wait(f"{LOOKS_AS} === 'Bea'")
    phone.press("#way-back summary")
    phone.press("#renew-way-back")
    told = party.page.wait(WAYS)
    assert "no longer yours" in told
    assert "renewed in another browser" in told


def test_cleared_storage_without_a_way_back(party: Party, open_page: Callable[[], Page]) -> None:
    """The others free the seat by a vote, and the invitation that Bea still has seats her again."""
    bea, game = party.page, f"/v1/games/{party.made['id']}"
    token = bea.value(f"JSON.parse(localStorage.longroad).games['{party.made['id']}'].seats[0]")
    ana = party.host(open_page())
    clear(bea)
    bea.open_another(party.invitation)
    bea.press("#sit-down")
    assert "free your seat by a vote" in bea.wait(WAYS)
    ana.press("#away #help-free-0")
    assert "free the seat of Bea" in ana.wait(VOTES)
    ana.wait("!document.querySelector('#help-free-0')")
    answer = {"accept": True}  # in place of the minute for which her silence counts
    assert party.server.ask("POST", f"{game}/votes/1", answer, token)[0] == 201
    ana.wait("document.querySelector('#away')?.innerText.includes('seat is free')")
    bea.press("#sit-down")
    bea.wait(f"{LOOKS_AS} === 'Friend'")
    assert party.seat(0)["held"]


def test_whoever_is_back_in_time_keeps_the_seat(party: Party, open_page: Callable[[], Page]) -> None:
    ana = party.host(open_page())
    ana.press("#away #help-free-0")
    assert "free your seat" in party.page.wait(VOTES)
    party.page.press(".votes [id^='no-']")
    ana.wait(f"!{VOTES} && !!document.querySelector('#help-free-0')")
    assert party.seat(0)["held"]


def test_a_phone_that_slept_takes_its_seat_back(party: Party, open_page: Callable[[], Page]) -> None:
    phone, ana = party.page, party.host(open_page())
    wire = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.send("Network.emulateNetworkConditions", offline=True, **wire)
    phone.send("Page.setWebLifecycleState", state="frozen")
    ana.press("#away #help-agent-0")
    ana.wait("document.querySelector('#away')?.innerText.includes('until Bea comes back')")
    assert party.seat(0)["left"] == "absent"
    phone.send("Page.setWebLifecycleState", state="active")
    phone.send("Network.emulateNetworkConditions", offline=False, **wire)
    phone.press("#play-again")
    phone.wait("!document.querySelector('#play-again')")
    assert "left" not in party.seat(0)


def test_a_page_that_wakes_up_reads_anew_at_once(party: Party) -> None:
    page, live = party.page, "document.querySelector('#stream-state').textContent === 'live'"
    page.wait(live)
    page.value(COUNTING)
    page.value("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.value("opened") == 0, "what was heard just now is no reason to read anew"
    asleep = "slept += 30000, document.dispatchEvent(new Event('visibilitychange')), false"
    page.wait(f"opened ? {live} : ({asleep})")


def test_a_host_who_is_gone_holds_nobody_up(page: Page, server: Server) -> None:
    party = Party(page, server, [ANA, FREE])
    assert "nobody else gets the seat" in page.wait("document.querySelector('#away:not([hidden])')?.textContent")
    page.press("#away #help-agent-0")
    page.wait("document.querySelector('#away')?.innerText.includes('until Ana comes back')")
    assert party.seat(0)["left"] == "absent"


def test_a_rematch_begins_from_either_side(party: Party, open_page: Callable[[], Page]) -> None:
    ana, game = party.host(open_page()), f"/v1/games/{party.made['id']}"
    assert party.server.ask("POST", f"{game}/abandon", {}, party.token)[0] == 201
    party.page.press(".votes [id^='yes-']")
    party.page.press("#rematch")
    ana.press("#again:not([hidden]) #join-rematch")
    for page, name in ((ana, "Ana"), (party.page, "Bea")):
        page.wait(f"!location.hash.includes('{party.made['id']}') && {LOOKS_AS} === '{name}'")
    assert ana.value("location.hash") == party.page.value("location.hash")
