"""Tests the dice game on the console in a real browser: dice that are kept, buildings, knights and jokers."""

import re
import sys
from typing import Any

import pytest

from tests.service.console.moving import moves
from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
THROWS = {"brick": 2, "lumber": 1, "wool": 1, "ore": 2}, {"grain": 1, "ore": 2}
SHOWN = "document.getElementById('picture')?.dataset.version"
FROM_END = """((log) => log.scrollHeight - log.scrollTop - log.clientHeight)(document.querySelector('#events'))"""


def alone(server: Server, **wish: Any) -> dict[str, Any]:
    """Make a game of one person."""
    usual = {"ruleset": "catan-dice", "seats": [{"kind": "human", "name": "Ana"}], "seed": "road"}
    made: dict[str, Any] = server.ask("POST", "/v1/games", usual | wish)[1]
    return made


@pytest.mark.fault("F5")
def test_dice_are_tapped_to_keep_them(page: Page, server: Server) -> None:
    seated(page, server, alone(server), [0])
    page.tap("#do-DiceRollDice")
    page.wait("document.querySelectorAll('.mark.die').length === 6")
    first, second = page.box("#do-DiceRollDice"), page.box("#do-StopRolling")
    assert first["right"] < second["left"]

    symbols = page.value("[0, 3].map((at) => document.querySelectorAll('.mark.die')[at].dataset.symbol)")
    for at in (0, 3):
        page.tap(f".mark.die[data-die='{at}']")
    page.wait("document.querySelector('#do-DiceRollDice').textContent === 'Roll 4 dice'")
    page.tap("#do-DiceRollDice")
    page.wait(f"{SHOWN} === '3' && document.querySelectorAll('.mark.die[aria-pressed=true]').length === 2")
    kept = page.value("[...document.querySelectorAll('.mark.die[aria-pressed=true]')].map((one) => one.dataset.symbol)")
    assert sorted(kept) == sorted(symbols)


def test_pressing_a_building_keeps_the_dice_that_it_needs(page: Page, server: Server) -> None:
    dice = [{"stream": "dice", "outcome": roll} for roll in THROWS]
    seated(page, server, alone(server, sandbox=True, draws=dice), [0])
    page.tap("#do-DiceRollDice")
    page.wait("document.querySelectorAll('.mark.die').length === 6")
    assert "Press the dice to keep" in page.value("document.querySelector('#turn').textContent")
    page.tap("#build-settlement")
    kept = "[...document.querySelectorAll('.mark.die[aria-pressed=true]')].map((one) => one.dataset.symbol)"
    first = page.value(kept)
    page.tap("#do-DiceRollDice")
    page.wait(f"{SHOWN} === '3' && !!document.querySelector('.mark.die')")
    assert len(set(first)) == len(first)
    assert set(first) < set(page.value(kept))


def test_a_knight_is_built_by_one_press_and_the_log_returns_to_the_newest(page: Page, server: Server) -> None:
    knights = [{"stream": "dice", "outcome": {"wool": 2, "grain": 2, "ore": 2}}] * 6
    made = alone(server, sandbox=True, draws=knights)
    moves(server, made, ("DiceRollDice", "StopRolling", "EndTurn") * 5 + ("DiceRollDice", "StopRolling"))
    seated(page, server, made, [0])
    page.wait("!!document.querySelector('[data-place=\"knight 1\"]')")
    assert page.value("getComputedStyle(document.querySelector('.sheet .mark .piece')).display") == "none"
    page.tap("#build-knight")
    page.wait("document.querySelector('#events li:last-child')?.textContent.includes('builds knight 1')")

    page.press("#earlier")
    page.strike("Home")
    page.wait(f"{FROM_END} > 0")
    page.press("#now")
    page.wait(f"!document.querySelector('#now') && {FROM_END} < 2")


def test_a_joker_lists_the_fewest_dice_first(page: Page, server: Server) -> None:
    throws = {"brick": 3, "wool": 1, "grain": 1, "ore": 1}, {"brick": 2, "lumber": 2, "gold": 2}
    draws = [{"stream": "dice", "outcome": roll} for roll in throws]
    made = alone(server, sandbox=True, draws=draws)
    moves(server, made, ("DiceRollDice", "StopRolling", "BuildKnight", "EndTurn", "DiceRollDice", "StopRolling"))
    seated(page, server, made, [0])
    page.tap("[data-place='joker 1']")
    listed = page.wait("[...document.querySelectorAll('.menu button')].map((one) => one.innerText)")
    turned = [sum(int(count) for count in re.findall(r"\d+", one.partition("turn")[2])) for one in listed]
    assert len(turned) > 3
    assert turned == sorted(turned)
