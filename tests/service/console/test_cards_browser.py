"""Tests in a real browser that cards, tiles and permits are pressed as what they are, and that an end is a moment."""

import sys
from typing import Any

import pytest

from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
SIZES = ((1440, 900), (1280, 720), (390, 844), (360, 640))
SIDEWAYS = """[...document.querySelectorAll('.middle, .hand, .builds, .build, .permits-held')]
  .filter((one) => getComputedStyle(one).display !== 'contents' && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.className + ' ' + one.id)"""
CUT = """[...document.querySelectorAll('.build .name')].filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""
LAST = 12  # of 13 prizes


def begun(server: Server, ruleset: str) -> dict[str, Any]:
    """Make a game of two people."""
    people = [{"kind": "human", "name": name} for name in ("Ana", "Bea")]
    made: dict[str, Any] = server.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": people, "seed": "road"})[1]
    return made


def played_until(server: Server, made: dict[str, Any], wanted: str) -> int:
    """Do the first thing that is legal until a type of command is; return the seat that may do it."""
    path = f"/v1/games/{made['id']}"
    while True:
        owed = next(one["seat"] for one in server.ask("GET", path)[1]["awaiting"] if one["must"])
        token = made["seats"][owed]["token"]
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        commands = [action["command"] for action in legal["actions"]]
        if wanted in {command["type"] for command in commands}:
            return int(owed)
        server.ask("POST", f"{path}/commands", commands[0], token)


def sized(page: Page, width: int, height: int) -> None:
    """Give the window a size."""
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
    page.wait(f"innerWidth === {width} && innerHeight === {height}")


def test_the_city_is_built_of_tiles_and_permits_that_need_no_scrolling(page: Page, server: Server) -> None:
    made = begun(server, "elasund")
    seat = played_until(server, made, "PlacePermit")
    seated(page, server, made, [seat])
    page.wait("!!document.querySelector('.permit-card:not([aria-disabled])')")
    for width, height in SIZES:
        sized(page, width, height)
        assert page.value(SIDEWAYS) == [], (width, height)
        assert page.value(CUT.replace(".name", ".cost")) == [], (width, height)
    assert page.value("document.querySelectorAll('.build .tile svg').length") == 7
    before = page.value("document.querySelectorAll('.mark').length")
    page.press(".permit-card:not([aria-disabled])")
    page.wait("!!document.querySelector('.permit-card[aria-pressed=true]')")
    assert 0 < page.value("document.querySelectorAll('.mark').length") <= before
    page.press(".mark.several")
    page.press(".menu button")
    page.wait("document.querySelectorAll('.permit-card').length === 4 && !document.querySelector('.menu')")


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_name_of_a_building_is_cut_where_both_ends_hold_buttons(page: Page, server: Server, language: str) -> None:
    kept = f'localStorage.longroad = \'{{"language": "{language}"}}\';'
    page.send("Page.addScriptToEvaluateOnNewDocument", source=kept)
    made = begun(server, "elasund")
    seated(page, server, made, [played_until(server, made, "PlacePermit")])
    page.wait("document.querySelectorAll('.play-row > .slot button').length === 2")
    for width, height in ((1440, 900), (1680, 1050), (1920, 1080)):
        sized(page, width, height)
        assert page.value(CUT) == [], (width, height)
        assert page.value(SIDEWAYS) == [], (width, height)


def test_a_card_is_bid_by_pressing_it_and_the_end_is_a_moment(page: Page, server: Server) -> None:
    made = begun(server, "goofspiel")
    tokens = [seat["token"] for seat in made["seats"]]
    for card in range(1, LAST + 1):
        for token in tokens:
            server.ask("POST", f"/v1/games/{made['id']}/commands", {"type": "Bid", "card": card}, token)
    server.ask("POST", f"/v1/games/{made['id']}/commands", {"type": "Bid", "card": 13}, tokens[1])
    seated(page, server, made, [0])
    page.press("#bid-13")
    page.wait("document.activeElement.id === 'ending-said'")
    assert page.value("document.querySelectorAll('.ranks li').length") == 2
    page.press("#sound-no")
    page.wait("!document.querySelector('.sound-offer') && document.activeElement.id === 'ending-said'")
    assert page.value("JSON.parse(localStorage.longroad).wishes.sound") is False
    page.press("#see-board")
    page.wait("!document.querySelector('.ending') && document.activeElement.id === 'to-story'")
    page.reload()
    page.wait("!!document.querySelector('#to-story')")
    assert page.value("!document.querySelector('.ending')"), "whoever comes later sees the board"


def test_pieces_show_numbers_where_somebody_wishes_for_them(page: Page, server: Server) -> None:
    made = begun(server, "goofspiel")
    seated(page, server, made, [0])
    marks = "[...document.querySelectorAll('.chip-seat .number > *')]"
    shown = f"{marks}.map((one) => getComputedStyle(one).display !== 'none')"
    assert page.value(shown) == [True, False] * 2
    page.press("#switches summary")
    page.wait("!!document.querySelector('#digits')")
    page.value("document.querySelector('#digits').click()")
    assert page.value(shown) == [False, True] * 2
    page.reload()
    page.wait(f"JSON.stringify({shown}) === '[false,true,false,true]'")
