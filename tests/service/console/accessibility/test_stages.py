"""Tests that every stage of every game shuts nobody out: by axe-core, and by the pixels for what that cannot see."""

from typing import Any

import pytest

from tests.service.console.accessibility.ground import unreadable
from tests.service.console.accessibility.judging import judge
from tests.service.console.accessibility.stages import stages
from tests.service.console.games import MODULES, OTHERS
from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server

GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "catan": ({"ruleset": "catan", "map": "beginner", "options": {"victory_points": 4}}, 3),
    **MODULES,
    **{name: game for name, game in OTHERS.items() if name != "elasund-4"},
    "goofspiel": ({"ruleset": "goofspiel"}, 3),
}
DESK, PHONE = (1440, 900), (390, 844)
DRAWN = "!!document.querySelector('#picture svg') && !!document.querySelector('#position p, #position h3')"
ASKING = "localStorage.longroad = JSON.stringify({games: {}, wishes: {pass: false}})"
"""Keeps the page from passing by itself where a seat can only pass, which would add moves to those of the test."""
READY = "document.querySelectorAll('.mark, #actions .act, #tray:not([hidden]), #to-story').length > 0"


def sized(page: Page, size: tuple[int, int], scheme: str) -> None:
    """Show pages at a size, light or dark, with nothing that moves."""
    width, height = size
    wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    features = [{"name": name, "value": value} for name, value in wishes.items()]
    page.send("Emulation.setEmulatedMedia", features=features)
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)


@pytest.mark.parametrize("name", GAMES)
def test_no_stage_of_a_game_shuts_anybody_out(page: Page, server: Server, axe: str, name: str) -> None:
    wish, seats = GAMES[name]
    found, seen = dict[str, Any](), list[str]()
    page.send("Page.addScriptToEvaluateOnNewDocument", source=ASKING)
    for made, seat, frame in stages(server, wish, seats, 3):
        scheme = ("light", "dark")[len(seen) % 2]
        sized(page, DESK, scheme)
        seated(page, server, made, [seat])
        page.wait(f"{DRAWN} && {READY}")
        if faults := judge(page, axe, is_measured=True):
            found[f"{frame}, {scheme}"] = faults
        for size in (DESK, PHONE):
            sized(page, size, scheme)
            if pale := unreadable(page):
                found[f"{frame}, {scheme}, {size[0]}"] = pale
        seen.append(frame)
    assert found == {}
    assert len(seen) > 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_signs_are_seen_in_colors_that_the_reader_forces(page: Page, server: Server, axe: str, scheme: str) -> None:
    people = [{"kind": "human", "name": name} for name in ("Ana", "Bea")]
    made = server.ask("POST", "/v1/games", {"ruleset": "goofspiel", "seats": people})[1]
    features = [{"name": "forced-colors", "value": "active"}, {"name": "prefers-color-scheme", "value": scheme}]
    page.send("Emulation.setEmulatedMedia", features=features)
    page.send("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1, mobile=False)
    seated(page, server, made, [0])
    page.wait(f"{DRAWN} && {READY}")
    signs = page.value(
        """[...document.querySelectorAll('.steps button')].map((one) => {
          const [sign, ground] = [getComputedStyle(one, '::before'), getComputedStyle(one)];
          return sign.backgroundColor !== ground.backgroundColor;
        })"""
    )
    assert signs == [True] * 3
    outline = "getComputedStyle(document.querySelector(SELECTOR)).outlineWidth"
    for marked in (".chip-seat.awaited", "#tab-log[aria-selected=true]"):
        assert page.value(outline.replace("SELECTOR", repr(marked))) == "3px", marked
    colors = "[...document.querySelectorAll('.chip-seat .number')].map((one) => getComputedStyle(one).backgroundColor)"
    assert len(set(page.value(colors))) == 2, "badges keep the colors of their seats"
    assert [fault for fault in judge(page, axe, is_measured=True) if fault[0] != "color-contrast"] == []
