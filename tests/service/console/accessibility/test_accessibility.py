"""Tests with axe-core that nothing on the console's pages shuts people out, light and dark (`make browser`)."""

from collections.abc import Callable

import pytest

from tests.domain.catan.own_boards import SMALL
from tests.service.console.accessibility.ground import unreadable
from tests.service.console.accessibility.judging import judge
from tests.service.console.finished import played
from tests.service.console.moving import moves
from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_shuts_anybody_out(
    page: Page, open_page: Callable[[], Page], server: Server, axe: str, scheme: str
) -> None:
    friend = open_page()
    for person in (page, friend):
        person.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.querySelectorAll('#games li').length > 0")
    assert judge(page, axe) == [], "lobby"
    page.press("#find-people")
    page.wait("!!document.querySelector('#open-seeks li, #ladder li')")
    assert judge(page, axe) == [], "people"
    assert unreadable(page) == [], "people"
    page.press("#seek")
    page.wait("!!document.querySelector('#withdraw-seek')")
    assert judge(page, axe) == [], "seeking"
    page.press("#withdraw-seek")
    page.press("#friend-catan")
    page.wait("!!document.querySelector('.link')")
    page.value("document.querySelector('.scan').open = true")
    page.wait("!!document.querySelector('.code svg')")
    assert judge(page, axe) == [], "invitation"
    friend.open(page.value("document.querySelector('.link').value"))
    friend.wait("!!document.querySelector('#sit-down')")
    assert judge(friend, axe) == [], "joining"
    friend.press("#sit-down")
    page.wait("!!document.querySelector('#players .awaited')")
    page.value("document.querySelector('#open-curtain')?.click()")
    page.wait("!document.querySelector('#curtain').open")
    page.press("#orders > summary")
    page.press("#order-decline")
    page.wait("document.querySelectorAll('#standing li').length === 1")
    assert judge(page, axe, is_measured=True) == [], "orders"
    assert unreadable(page) == [], "orders"
    page.value("document.querySelector('#close-drawer').click()")
    assert judge(page, axe, is_measured=True) == [], "table"
    assert unreadable(page) == [], "table"
    page.open(f"http://127.0.0.1:{server.port}/#/new")
    page.wait("!!document.querySelector('#create')")
    assert judge(page, axe) == [], "set-up"
    page.open(f"http://127.0.0.1:{server.port}/#board={SMALL}")
    page.wait("!!document.querySelector('#board-told .good')")
    for brush in ("terrain hills", "harbor ore"):
        page.press(f"[data-brush='{brush}']")
        assert judge(page, axe) == [], brush


TABLES = {
    "catan": ({"ruleset": "catan", "map": "beginner"}, 3, (), "document.querySelectorAll('.build').length > 3"),
    "founding": ({"ruleset": "catan"}, 3, (), "document.querySelectorAll('.mark').length > 50"),
    "dice": (
        {"ruleset": "catan-dice"},
        1,
        ({"type": "DiceRollDice", "keep": {}},),
        "document.querySelectorAll('.mark.die').length === 6",
    ),
    "elasund": ({"ruleset": "elasund"}, 2, ({"type": "RollDice"},), "document.querySelectorAll('.build').length > 6"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", TABLES)
def test_no_table_shuts_anybody_out(page: Page, server: Server, axe: str, name: str, scheme: str) -> None:
    wish, count, commands, ready = TABLES[name]
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    people = [{"kind": "human", "name": f"P{seat}"} for seat in range(count)]
    made = server.ask("POST", "/v1/games", {**wish, "seats": people, "seed": "road", "options": {}})[1]
    path = f"/v1/games/{made['id']}"
    first = server.ask("GET", path)[1]["awaiting"][0]["seat"]
    for command in commands:
        assert server.ask("POST", f"{path}/commands", command, made["seats"][first]["token"])[0] == 201
    page.send("Emulation.setDeviceMetricsOverride", width=1440, height=2400, deviceScaleFactor=1, mobile=False)
    seated(page, server, made, [first])
    page.wait(ready)
    page.value("document.querySelector('#events').style.maxHeight = 'none'")  # nothing is hidden by scrolling
    assert judge(page, axe, is_measured=True) == []
    assert unreadable(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_moves_that_are_shown_later_shut_anybody_out(page: Page, server: Server, axe: str, scheme: str) -> None:
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.send("Emulation.setDeviceMetricsOverride", width=1440, height=2400, deviceScaleFactor=1, mobile=False)
    people = [{"kind": "human", "name": f"P{seat}"} for seat in range(3)]
    wish = {"ruleset": "catan", "seats": people, "seed": "road", "options": {"starting_seat": 0}}
    made = server.ask("POST", "/v1/games", wish)[1]
    moves(server, made, [None] * 2)
    seated(page, server, made, [0])
    page.press("#switches summary")
    page.choose("#pace", "calm")
    page.press("#close-drawer")
    page.wait("document.querySelector('#stream-state').textContent === 'live'")
    page.value("document.querySelector('#events').style.maxHeight = 'none'")
    page.send("Runtime.evaluate", expression=axe)
    moves(server, made, [None] * 8)
    page.wait("!!document.querySelector('#skip-moves:not([hidden])')")
    assert judge(page, axe, is_measured=True) == []  # contrasts are measured where nothing moves
    assert page.value("!!document.querySelector('#skip-moves:not([hidden])')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_story_shuts_anybody_out(page: Page, server: Server, axe: str, scheme: str) -> None:
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.send("Emulation.setDeviceMetricsOverride", width=1440, height=2400, deviceScaleFactor=1, mobile=False)
    page.open(f"http://127.0.0.1:{server.port}/#/games/{played(server)['id']}?version=5")
    page.wait("!!document.querySelector('.chart') && !!document.querySelector('#events .shown')")
    page.press("#share-game summary")
    page.wait("!!document.querySelector('#make-gif')")
    page.value("document.querySelector('#events').style.maxHeight = 'none'")
    assert judge(page, axe) == []


@pytest.mark.parametrize("size", [(1440, 2400), (390, 844)], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_bench_shuts_nobody_out(page: Page, server: Server, axe: str, scheme: str, size: tuple[int, int]) -> None:
    width, height = size
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
    people = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bea"}]
    made = server.ask("POST", "/v1/games", {"ruleset": "elasund", "seats": people})[1]
    seated(page, server, made, [0])
    page.press("#open-bench")
    page.wait("!!document.querySelector('#bench:not([hidden])')")
    page.reload()
    page.wait(
        "document.querySelectorAll('#bench-log .fold').length > 3 && !!document.querySelector('#bench-stream .fold')"
    )
    for name, more in (("requests", "#bench-log .fold"), ("events", "#bench-stream .fold"), ("send", ""), ("bot", "")):
        page.press(f"#tab-{name}")
        page.value(f"document.querySelector({more or '#bench h2'!r}).click()")
        found = judge(page, axe)
        assert found == [], f"{name}: {found}"
        assert page.value("document.documentElement.scrollWidth") <= width
