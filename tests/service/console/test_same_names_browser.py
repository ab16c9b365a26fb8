"""Tests in a real browser that players of the same name are told apart wherever they are named."""

import sys

import pytest

from tests.service.console.page import Page
from tests.service.console.people import TRADING, people
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
GUESTS = [{"kind": "human", "name": name} for name in ("Guest", "Ana", "Guest")]


def test_two_guests_are_told_apart_by_their_seats(page: Page, server: Server) -> None:
    made = people(server, seats=GUESTS, sandbox=True, given=TRADING)
    offer = {"type": "OfferTrade", "give": {"brick": 1}, "take": {"wool": 1}, "to": [1, 2]}
    assert server.ask("POST", f"/v1/games/{made['id']}/commands", offer, made["seats"][0]["token"])[0] == 201
    seated(page, server, made, [1])
    names = "[...document.querySelectorAll('.chip-seat .name')].map((one) => one.innerText)"
    page.wait(f"{names}.length === 3")
    assert page.value(names) == ["Guest (1)", "Ana", "Guest (3)"]
    page.wait("document.querySelector('#offers .offer')?.getAttribute('aria-label').startsWith('Guest (1)')")
    page.wait("document.querySelector('#events')?.innerText.includes('Guest (1) offers')")
    assert "Guest (3)" in page.value("document.querySelector('#players').textContent")
    page.press("#strip-2")
    page.wait("document.querySelector('.around')?.textContent.includes('Guest (3)')")

    page.open(f"http://127.0.0.1:{server.port}/#/")
    page.wait("document.querySelector('.own-games .game')?.innerText.includes('Guest (1), Ana, Guest (3)')")
