"""Tests the board and the action bar of the console in a real browser, by touch, mouse and keyboard."""

import sys

import pytest

from tests.service.console.moving import move_until
from tests.service.console.page import Page
from tests.service.console.people import NAMES, people
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
VERSION = "document.getElementById('shown-version')?.value"
MARKS = "[...document.querySelectorAll('.mark')]"
TARGETS = f"""{MARKS}.map((one) => one.querySelector('.hit').getBoundingClientRect())
  .map((one) => Math.min(one.width, one.height))"""


@pytest.mark.fault("F4")
@pytest.mark.fault("F8")
def test_a_place_of_the_board_is_pressed_once_on_a_phone(page: Page, server: Server) -> None:
    page.send("Emulation.setDeviceMetricsOverride", **PHONE)
    seated(page, server, people(server, map="variable"), [0])
    page.wait(f"{MARKS}.length === 54")

    assert min(page.value(TARGETS)) >= 24
    labels = page.value(f"{MARKS}.map((one) => one.getAttribute('aria-label')).join()")
    assert "corner of" in labels
    assert not any(word in labels for word in ("intersection", "node"))
    assert page.value("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.box(".part.board")["bottom"] <= page.box("#actions")["top"] + 1

    page.tap(".mark[data-place='node 8']")
    page.wait(f"{VERSION} === '2 / 2' && {MARKS}.length > 0")
    page.wait(f"{MARKS}.every((one) => one.dataset.place.startsWith('edge'))")
    assert [fault for fault in page.faults if "exceptionDetails" in fault] == []


def test_places_are_laid_out_at_once_and_arrow_keys_lead_from_one_to_another(page: Page, server: Server) -> None:
    page.send("Performance.enable")
    seated(page, server, people(server, map="variable"), [0])
    page.wait(f"{MARKS}.length === 54")
    measured = {one["name"]: one["value"] for one in page.send("Performance.getMetrics")["metrics"]}
    assert 0 < measured["LayoutCount"] < 54  # the picture is not laid out anew for each place
    assert page.value(f"{MARKS}.filter((one) => one.getAttribute('tabindex') === '0').length") == 1

    page.value("document.querySelector('.mark[data-place=\"node 8\"]').focus()")
    page.strike("ArrowRight")
    page.wait("document.activeElement.dataset.place !== 'node 8' && document.activeElement.matches('.mark')")
    page.press(".mark:focus")
    page.wait(f"{VERSION} === '2 / 2'")
    page.wait("document.activeElement.dataset.place?.startsWith('edge')")


@pytest.mark.fault("F7")
def test_rolling_and_ending_are_at_one_place_and_a_double_click_does_not_end_the_turn(
    page: Page, server: Server
) -> None:
    seated(page, server, people(server, undo="free"), [0])
    rolled = page.box("#do-RollDice")
    page.tap("#do-RollDice")
    page.wait("!!document.querySelector('#do-EndTurn') && !document.querySelector('#actions[data-busy]')")
    ended = page.box("#do-EndTurn")
    assert all(abs(rolled[side] - ended[side]) <= 1 for side in ("left", "right", "top", "bottom"))
    page.value("window.ends = 0; document.querySelector('#do-EndTurn').addEventListener('click', () => { ends += 1; })")
    for count in (2, 1):
        for kind in ("mousePressed", "mouseReleased"):
            page.send(
                "Input.dispatchMouseEvent",
                type=kind,
                x=(ended["left"] + ended["right"]) / 2,
                y=(ended["top"] + ended["bottom"]) / 2,
                button="left",
                clickCount=count,
            )
    page.wait("window.ends === 1")
    page.wait("!document.querySelector('#do-EndTurn')")


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1440, 900), (1280, 720), (1024, 768)])
def test_the_hand_and_the_builds_stay_where_they_are_in_every_phase(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    seated(page, server, people(server, undo="free"), [0])
    places = []
    for shown, pressed in (("#do-RollDice", "#do-RollDice"), ("#do-EndTurn", "#do-EndTurn"), ("#turn", "")):
        page.wait(f"!!document.querySelector('{shown}') && (!!{pressed!r} || !document.querySelector('.slot button'))")
        places.append([page.box(one)["left"] for one in (".hand", "#build-road")])
        assert (
            page.value("(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.middle'))")
            <= 1
        )
        if pressed:
            page.tap(pressed)
    assert places[0] == places[1] == places[2]


def test_what_is_missing_for_a_building_is_said(page: Page, server: Server) -> None:
    seated(page, server, people(server, undo="free"), [0])
    page.wait("document.querySelector('#build-city .why .pile')?.getAttribute('aria-label').includes('ore')")
    assert page.value("document.querySelector('#build-city').getAttribute('aria-disabled')") == "true"
    assert page.value("document.querySelectorAll('.hand .play-card').length") == 5


@pytest.mark.fault("F13")
def test_the_city_shows_what_would_stand_where(page: Page, server: Server) -> None:
    seats = [{"kind": "human", "name": name} for name in NAMES[:2]]
    made = server.ask("POST", "/v1/games", {"ruleset": "elasund", "seats": seats, "seed": "road", "undo": "free"})[1]
    seat = next(
        number
        for number in (0, 1)
        if server.ask("GET", f"/v1/games/{made['id']}/legal-actions", None, made["seats"][number]["token"])[1][
            "must_act"
        ]
    )
    move_until(server, made, seat, "PlacePermit")
    seated(page, server, made, [seat])
    page.wait(f"{MARKS}.length > 3")
    assert page.value("['.rows', '.walls', '.marks'].every((part) => document.querySelector('.part.board ' + part))")
    assert page.value(f"{MARKS}.every((one) => one.querySelector('.piece'))")
    reaching = "getComputedStyle(one.querySelector('.piece')).pointerEvents"  # what covers other places takes no press
    assert page.value(f"{MARKS}.every((one) => {reaching} === 'none')")

    page.press(".mark.several")
    page.wait("document.activeElement.getAttribute('role') === 'menuitem'")
    page.press(".menu button:last-child")
    page.wait("!document.querySelector('.menu')")


@pytest.mark.fault("F16")
def test_a_move_takes_at_most_four_requests(page: Page, server: Server) -> None:
    made = people(server, map="variable")
    seated(page, server, made, [0])
    page.wait(f"{MARKS}.length === 54 && document.querySelector('#stream-state').textContent === 'live'")
    page.value("performance.clearResourceTimings()")
    page.tap(".mark[data-place='node 8']")
    page.wait(f"{VERSION} === '2 / 2' && {MARKS}.some((one) => one.dataset.place.startsWith('edge'))")
    page.tap(".mark")
    page.wait(f"{VERSION} === '3 / 3' && document.querySelector('#picture').dataset.version === '3'")

    asked = page.value(
        "performance.getEntriesByType('resource').map((one) => one.name).filter((one) => one.includes('/v1/'))"
    )
    assert len(asked) <= 8, asked


@pytest.mark.fault("F15")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_follows_the_page(page: Page, server: Server, scheme: str) -> None:
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    seated(page, server, people(server, undo="free"), [0])
    page.wait("!!document.querySelector('.around .fill-panel')")
    panel = page.value("getComputedStyle(document.querySelector('.around .fill-panel')).fill")
    assert (panel == "rgb(255, 255, 255)") == (scheme == "light")
