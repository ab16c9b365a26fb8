"""Tests in a real browser that a board of one's own is drawn, sent by a link, and played on."""

import sys
from collections.abc import Callable

import pytest

from tests.domain.catan.own_boards import BEGINNER, SMALL, document
from tests.service.console.page import Page
from tests.service.console.people import open_as
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
TEXT = "location.hash.startsWith('#board=own-1.') && location.hash.slice('#board='.length)"
GAME = "location.hash.split('/')[2]"
GOOD = "!!document.querySelector('#board-told .good')"
FAULT = "document.querySelector('#board-told .problem')?.innerText"


def tile(q: int, r: int) -> str:
    """Return a selector of a tile of the drawing."""
    return f"[id='tile {q},{r}']"


def opened(page: Page, server: Server, text: str) -> None:
    page.open(f"http://127.0.0.1:{server.port}/#board={text}")
    page.wait(GOOD)


def test_a_tap_changes_a_tile_and_the_link_carries_the_board(open_page: Callable[[], Page], server: Server) -> None:
    page = open_page()
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("!!document.querySelector('#draw-board')")
    page.press("#draw-board")
    page.wait(f"{GOOD} && {TEXT}")
    opened(page, server, BEGINNER)

    page.press("[data-brush='terrain hills']")
    page.tap(tile(0, 0))
    page.wait(f"{GOOD} && {TEXT} !== '{BEGINNER}'")
    board = document(page.value(TEXT))
    changed = {(one["q"], one["r"]): one for one in board["tiles"]}[0, 0]
    assert changed["terrain"] == "hills"
    assert changed["token"]

    friend = open_page()
    friend.open(page.value("document.querySelector('.link-box .link').value"))
    friend.wait(f"{GOOD} && {TEXT} === '{page.value(TEXT)}'")
    assert friend.value("document.querySelectorAll('#island .hills').length") == 4


def test_numbers_sea_and_harbors_are_put_down_by_key(page: Page, server: Server) -> None:
    opened(page, server, SMALL)
    before = document(SMALL)
    page.press("[data-brush='number 12']")
    page.value(f'document.querySelector("{tile(1, 0)}").focus()')
    page.strike("Enter")
    page.wait(f"{GOOD} && {TEXT} !== '{SMALL}'")
    page.press("[data-brush='harbor wool']")
    sides = len(before["harbors"])
    page.press("[id='side 2,-2,NE']")
    page.wait(f"document.querySelectorAll('#island .pier').length === {sides + 1}")
    page.wait(f"{GOOD} && {TEXT}.split('.')[2].length === {2 * sides + 2}")
    with_harbor = page.value(TEXT)
    page.press("[data-brush='sea']")
    page.press(tile(-2, 2))
    page.wait(f"document.querySelectorAll('#island [id^=tile]').length === {len(before['tiles']) - 1}")
    page.wait(f"{GOOD} && {TEXT} !== '{with_harbor}'")
    board = document(page.value(TEXT))
    assert {(one["q"], one["r"]): one["token"] for one in board["tiles"]}[1, 0] == 12
    assert (-2, 2) not in [(one["q"], one["r"]) for one in board["tiles"]]


def test_what_is_no_board_is_said_with_the_tile_that_is_to_blame(page: Page, server: Server) -> None:
    opened(page, server, BEGINNER)
    page.press("[data-brush='number 6']")
    page.press(tile(1, -1))
    assert "another 6 or 8" in page.wait(FAULT)
    page.value("document.querySelector('#red-neighbors').click()")
    page.wait(f"{GOOD} && {TEXT} !== '{BEGINNER}'")


def test_one_press_begins_a_game_on_the_board(page: Page, server: Server) -> None:
    open_as(page, server, "Ana")
    opened(page, server, BEGINNER)
    page.press("#play-board")
    page.wait("!!document.querySelector('#picture .part.board')")
    game = server.ask("GET", f"/v1/games/{page.value(GAME)}")[1]
    assert game["map"] == BEGINNER
    assert len(game["seats"]) == 4
    (own,) = [seat for seat in game["seats"] if seat["kind"] == "human"]
    assert own["name"] == "Ana"


def test_a_game_with_a_friend_is_begun_on_the_board(page: Page, server: Server) -> None:
    opened(page, server, SMALL)
    page.press("#friend-board")
    page.wait("!!document.querySelector('#inviting:not([hidden]) .link')")


def test_a_game_is_set_up_on_the_board(page: Page, server: Server) -> None:
    opened(page, server, SMALL)
    page.press("#set-up-board")
    page.wait(f"document.querySelector('#map')?.value === '{SMALL}'")
    page.press("#create")
    page.wait("!!document.querySelector('#players li')")
    assert server.ask("GET", f"/v1/games/{page.value(GAME)}")[1]["map"] == SMALL
    page.wait(
        "document.querySelectorAll('#picture .mark').length > 0 || !!document.querySelector('#picture .part.board')"
    )


def test_a_board_is_made(page: Page, server: Server) -> None:
    opened(page, server, SMALL)
    page.choose("#board-size", "6")
    page.value("document.querySelector('#apart').click()")
    page.press("#make-board")
    page.wait("document.querySelectorAll('#island [id^=tile]').length === 30")
    page.wait(f"{GOOD} && {TEXT} !== '{SMALL}'")
    assert page.faults == []
