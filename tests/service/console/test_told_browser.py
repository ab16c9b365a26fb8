"""Tests in a real browser that who does not see the board is told the position and what happens, and can play."""

import sys
import time
from random import Random
from typing import Any

import pytest

from tests.service.console.moving import moves
from tests.service.console.page import Page
from tests.service.console.reader import act_when_asked, texts
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
ITEMS = "[...document.querySelectorAll('#position li')].map((one) => one.textContent)"
LIVE = "document.querySelector('#stream-state')?.textContent === 'live'"
NAMES = ("Ana", "Bea", "Cleo")
MOST_ACTS = 3000


def begun(server: Server, wish: dict[str, Any], seats: int) -> dict[str, Any]:
    """Make a game of people with names."""
    people = [{"kind": "human", "name": name} for name in NAMES[:seats]]
    made: dict[str, Any] = server.ask("POST", "/v1/games", {**wish, "seats": people, "seed": "road"})[1]
    return made


def look(server: Server, made: dict[str, Any]) -> dict[str, Any]:
    """Return the game as the first seat sees it."""
    view: dict[str, Any] = server.ask("GET", f"/v1/games/{made['id']}", None, made["seats"][0]["token"])[1]
    return view


def reads(page: Page, server: Server, made: dict[str, Any], turns: int, rng: Random) -> int:
    """Play a seat by the tree alone, others by requests, to a turn or the end; return how often was pressed."""
    pressed = 0
    while pressed < MOST_ACTS:
        view = look(server, made)
        if view["status"] != "running" or view["state"]["turn"] > turns:
            break
        owed = [one["seat"] for one in view["awaiting"] if one["must"]]
        if 0 in owed:
            act_when_asked(page, rng)
            pressed += 1
            settled(page)
        else:
            moves(server, made, ["EndTurn"])
    return pressed


def settled(page: Page) -> None:
    """Wait until the page has taken in what was pressed."""
    page.wait("!document.querySelector('[data-busy], [aria-busy=true]')")
    assert page.value("document.activeElement !== document.body"), "the focus is lost"
    time.sleep(0.02)


def test_the_position_and_what_happens_are_told(page: Page, server: Server) -> None:
    made = begun(server, {"ruleset": "catan", "map": "beginner", "options": {"starting_seat": 0}}, 3)
    seated(page, server, made, [0])
    page.wait(f"{LIVE} && {ITEMS}.length > 0")
    state = look(server, made)["state"]
    told = page.value(ITEMS)
    assert len(told) == 3 + 19 + 9 + 1, "players, hexes, harbors, the bank"
    robber = [text for text in told if "the robber" in text]
    assert len(robber) == 1
    for seat, text in zip(state["seats"], told, strict=False):
        assert f"{seat['resource_count']} cards" in text
        assert f"{len(seat['settlements'])} settlements" in text
        assert ("hand:" in text) == (seat["seat"] == 0), "only one's own hand is known"
    corners = sum(text.count("settlement of Bea") for text in told[3:22])
    board = server.ask("GET", f"/v1/games/{made['id']}/board")[1]
    assert corners == sum(len(board["nodes"][node]["tiles"]) for node in state["seats"][1]["settlements"])

    assert page.value("document.querySelector('#news').textContent") == ""
    moves(server, made, ["RollDice"])
    page.wait("document.querySelector('#news').textContent.includes('Ana rolls')")
    page.wait(f"{ITEMS}[0] && document.querySelector('#position').textContent.includes('The dice show')")
    assert any("Ana rolls" in text for text in texts(page))


def test_whoever_reads_the_position_keeps_the_place_when_it_changes(page: Page, server: Server) -> None:
    made = begun(server, {"ruleset": "catan", "map": "beginner", "options": {"starting_seat": 0}}, 3)
    moves(server, made, ["RollDice"])
    seated(page, server, made, [0])
    page.wait(f"{LIVE} && {ITEMS}.length > 0")
    page.value("window.before = [...document.querySelectorAll('#position *')]")
    moves(server, made, ["EndTurn", "RollDice"])
    page.wait("/Turn \\d+ of Bea/.test(document.querySelector('#position').textContent)")
    kept = page.value("window.before.map((one) => one.isConnected)")
    assert kept.count(False) == 0
    assert len(page.value(ITEMS)) == 3 + 19 + 9 + 1


@pytest.mark.parametrize(("ruleset", "wanted"), [("elasund", "permits in supply"), ("goofspiel", "The prize is")])
def test_every_game_tells_its_position(page: Page, server: Server, ruleset: str, wanted: str) -> None:
    made = begun(server, {"ruleset": ruleset}, 2)
    seated(page, server, made, [0])
    page.wait(f"document.querySelector('#position')?.textContent.includes('{wanted}')")
    assert len(page.value(ITEMS)) == 2
    assert [fault for fault in page.faults if "exceptionDetails" in fault] == []


def test_two_turns_of_catan_are_played_by_the_accessibility_tree_alone(page: Page, server: Server) -> None:
    made = begun(server, {"ruleset": "catan", "options": {"starting_seat": 0}}, 3)
    seated(page, server, made, [0])
    assert reads(page, server, made, 1, Random(3)) > 4
    assert [fault for fault in page.faults if "exceptionDetails" in fault] == []


@pytest.mark.usefixtures("at_length")
def test_twenty_turns_of_catan_are_played_by_the_accessibility_tree_alone(page: Page, server: Server) -> None:
    made = begun(server, {"ruleset": "catan", "map": "beginner"}, 3)
    seated(page, server, made, [0])
    assert reads(page, server, made, 20, Random(4)) > 20
    assert [fault for fault in page.faults if "exceptionDetails" in fault] == []


@pytest.mark.usefixtures("at_length")
def test_a_dice_game_is_played_by_the_accessibility_tree_alone(page: Page, server: Server) -> None:
    made = begun(server, {"ruleset": "catan-dice"}, 1)
    seated(page, server, made, [0])
    assert reads(page, server, made, 99, Random(5)) > 30
    assert look(server, made)["status"] == "finished"
    assert [fault for fault in page.faults if "exceptionDetails" in fault] == []
