"""Tests in a real browser that the page itself asks before a game is left, ended or deleted, by keyboard too."""

import sys
from collections.abc import Callable

import pytest

from tests.service.console.page import Page
from tests.service.console.people import people
from tests.service.console.seated import holding, seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
ASKED = "document.querySelector('#confirm[open]')"
FOCUSED = "document.activeElement.id"


def dialogs(page: Page) -> list[tuple[str, bool]]:
    """Return what a screen reader is told of dialogs that ask: their names, and whether all else is shut out."""
    found = [node for node in page.tree() if node.get("role", {}).get("value") == "alertdialog"]
    modal = [{one["name"]: one["value"].get("value") for one in node["properties"]}.get("modal") for node in found]
    return [(node["name"]["value"], is_modal) for node, is_modal in zip(found, modal, strict=True)]


def test_who_wants_to_end_a_game_is_asked_by_the_page(open_page: Callable[[], Page], server: Server) -> None:
    made = people(server)
    page, other = open_page(), open_page()
    seated(page, server, made, [0])
    seated(other, server, made, [1])
    page.press("#leaving summary")
    page.press("#abandon")
    page.wait(f"!!{ASKED}")
    assert dialogs(page) == [("Ask all others to end the game without a winner?", True)]
    assert page.value(FOCUSED) == "stay"
    page.strike("Tab")
    assert page.value(FOCUSED) == "sure"
    page.strike("Escape")
    page.wait(f"!document.querySelector('#confirm') && {FOCUSED} === 'abandon'")
    assert server.ask("GET", f"/v1/games/{made['id']}/votes", None, made["seats"][0]["token"])[1]["votes"] == []

    page.press("#abandon")
    page.press("#sure")
    page.wait("document.querySelector('.votes:not([hidden])')?.checkVisibility()")
    page.wait("!document.querySelector('#drawer').hasAttribute('data-open')")  # the vote is in sight
    other.press(".votes [id^='no-']")
    page.wait("document.querySelector('.votes').hidden")
    assert page.faults == []


def test_who_stays_keeps_the_seat_and_who_resigns_has_it_no_more(page: Page, server: Server) -> None:
    made = people(server)
    seated(page, server, made, [0])
    page.press("#leaving summary")
    page.press("#resign")
    page.wait(f"{ASKED}?.innerText.includes('Resign as Ana?')")
    page.press("#stay")
    page.wait("!document.querySelector('#confirm')")
    assert "left" not in server.ask("GET", f"/v1/games/{made['id']}")[1]["seats"][0]
    page.press("#resign")
    page.press("#sure")
    page.wait("document.querySelector('#strip-0').title.includes('resigned')")


def test_a_game_is_deleted_once_the_host_is_sure(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", {"ruleset": "catan-dice", "seats": [{"kind": "human"}]})[1]
    holding(page, server, made["id"], {"seats": {}, "owner": made["owner_token"], "as": "owner"})
    page.press("#remove")
    page.wait(f"{ASKED}?.innerText.includes('Delete this game for good?')")
    page.press("#sure")
    page.wait("location.hash === '#/'")
    assert server.ask("GET", f"/v1/games/{made['id']}")[0] in {404, 410}
