"""Tests in a real browser that seats talk by phrases where the game allows it, and hear only whom they want to."""

import sys
from typing import Any

import pytest

from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
BUBBLES = "[...document.querySelectorAll('.bubble')].map((one) => one.innerText.split('\\n').at(-1))"
OPEN = "#open-phrases"
ASKED = r"performance.getEntriesByType('resource').some(({name}) => /phrases(-\w+)?(\.js)?$/.test(name))"
"""Whether the page has fetched its code for phrases, or what was said."""


def table(server: Server, **wish: Any) -> dict[str, Any]:
    """Make a game of two people."""
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bruno")]
    made: dict[str, Any] = server.ask("POST", "/v1/games", {"ruleset": "goofspiel", "seats": seats, **wish})[1]
    return made


def speak(server: Server, made: dict[str, Any], seat: int, phrase: str) -> None:
    """Let a seat say a phrase, from elsewhere."""
    path = f"/v1/games/{made['id']}/phrases"
    assert server.ask("POST", path, {"phrase": phrase}, made["seats"][seat]["token"])[0] == 201


def test_one_says_a_phrase_and_hears_those_of_others(page: Page, server: Server) -> None:
    made = table(server, phrases=True)
    seated(page, server, made, [0])
    page.wait(f"!!document.querySelector('{OPEN}:not([hidden])')")
    page.press(OPEN)
    page.wait("!document.querySelector('#phrases').hidden")
    page.press("#say-good_luck")
    page.wait(f"{BUBBLES}.some((one) => one.endsWith('Ana: Good luck!'))")
    assert page.value("document.querySelector('#phrases').hidden")
    said = server.ask("GET", f"/v1/games/{made['id']}/phrases")[1]["said"]
    assert [(one["seat"], one["phrase"]) for one in said] == [(0, "good_luck")]
    speak(server, made, 1, "thanks")
    page.wait(f"{BUBBLES}.some((one) => one.endsWith('Bruno: Thank you!'))")


def test_the_list_lies_over_all_else_and_closes_by_a_press_beside_it(page: Page, server: Server) -> None:
    seated(page, server, table(server, phrases=True), [0])
    page.press(OPEN)
    page.wait("!!document.querySelector('#say-another_game')")
    shown = """[...document.querySelectorAll('#phrases button')].every((one) => {
      const {left, top, width, height} = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })"""
    assert page.value(shown) is True
    page.value("document.querySelector('.stage').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
    assert page.value("document.querySelector('#phrases').hidden") is True


def test_a_muted_seat_is_not_heard(page: Page, server: Server) -> None:
    made = table(server, phrases=True)
    seated(page, server, made, [0])
    page.wait(f"!!document.querySelector('{OPEN}:not([hidden])')")
    page.press(OPEN)
    page.wait("!!document.querySelector('#mute-1')")
    page.value("document.querySelector('#mute-1').click()")
    page.wait("performance.getEntriesByType('resource').some(({name}) => name.endsWith('/seats/0/muted'))")
    speak(server, made, 1, "hello")
    page.press("#say-oops")
    page.wait(f"{BUBBLES}.some((one) => one.endsWith('Ana: Oops!'))")
    assert page.value(f"{BUBBLES}.length") == 1


def test_where_a_game_allows_none_there_is_no_opener(page: Page, server: Server) -> None:
    seated(page, server, table(server), [0])
    page.wait("document.querySelector('#stream-state').textContent === 'live'")
    assert page.value(f"document.querySelector('{OPEN}')") is None
    assert page.value(ASKED) is False
