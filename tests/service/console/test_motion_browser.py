"""Tests in a real browser what moves and sounds at a table, and the pace at which the moves of others are shown."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.console.moving import moves
from tests.service.console.page import Page
from tests.service.console.people import people
from tests.service.console.seated import remember, seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
SHOWN = "document.getElementById('picture')?.dataset.version"
LIVE = "document.getElementById('stream-state')?.textContent === 'live'"
READY = f"{LIVE} && performance.getEntriesByType('resource').some((one) => one.name.includes('/built/scene-'))"
SKIP = "document.querySelector('#skip-moves:not([hidden])')"
ICON = "new URL(document.querySelector('link[rel=icon]').href).pathname"
STILL = [{"name": "prefers-reduced-motion", "value": "reduce"}]
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
LAYOUT = """['.part.board', '#legal', '#players'].map((one) => document.querySelector(one).getBoundingClientRect())
  .map(({x, y, width}) => [x, y, width]).concat([[document.documentElement.scrollWidth]])"""
WATCH = f"""(() => {{
  window.seen = {{flying: [], lit: [], dropped: [], dice: [], versions: [], layouts: []}};
  window.started = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...given) {{
    window.started += 1;
    return start.apply(this, given);
  }};
  const pips = (die) => die.querySelectorAll('circle').length;
  const note = (element) => {{
    if (element.matches('.flying')) seen.flying.push([element.dataset.kind, element.dataset.to]);
    if (element.matches('.flash')) seen.dropped.push('flash');
    if (element.dataset.lit) seen.lit.push(Number(element.dataset.lit));
    if (element.matches('.flying, .lit, .roll')) seen.layouts.push({LAYOUT});
  }};
  const look = ({{target, attributeName, addedNodes}}) => {{
    if (attributeName === 'data-version') seen.versions.push(Number(target.dataset.version));
    if (attributeName === 'data-dropped') seen.dropped.push(target.localName);
    if (target.matches('.roll.still')) seen.dice = [...target.querySelectorAll('g > g')].map(pips);
    for (const element of addedNodes) if (element.matches) note(element);
  }};
  const noted = {{subtree: true, childList: true, attributeFilter: ['data-version', 'data-dropped', 'class']}};
  new MutationObserver((changes) => changes.forEach(look)).observe(document.body, noted);
}})()"""

EARLY = f"""(() => {{
  window.told = [];
  const note = ({{addedNodes}}) => {{
    for (const one of addedNodes) told.push([Number(one.dataset.version), Number({SHOWN})]);
  }};
  const log = document.getElementById('events');
  new MutationObserver((changes) => changes.forEach(note)).observe(log, {{childList: true}});
}})()"""
"""Notes of each entry of the log which version the board showed when it came."""


def watching(page: Page, server: Server, made: dict[str, Any], seat: int, **wishes: Any) -> None:
    """Sit down with some switches set, and note what moves from then on."""
    remember(page, server, {"games": {}, "wishes": wishes})
    seated(page, server, made, [seat])
    page.wait(LIVE)
    page.value(WATCH)


def broken(page: Page) -> list[dict[str, Any]]:
    """Return the errors of the page's scripts."""
    return [fault for fault in page.faults if "exceptionDetails" in fault]


def robbed(server: Server, made: dict[str, Any]) -> list[dict[str, Any]]:
    """Have seat 0 move the robber to a settlement of seat 1 alone and steal there; return what happened."""
    path, token = f"/v1/games/{made['id']}", made["seats"][0]["token"]
    victim, other = [set(seat["settlements"]) for seat in server.ask("GET", path)[1]["state"]["seats"][1:]]
    corners = {one["id"]: set(one["nodes"]) for one in server.ask("GET", f"{path}/board")[1]["tiles"]}
    tiles = [tile for tile, nodes in corners.items() if nodes & victim and not nodes & other]
    legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]["actions"]
    move = next(one["command"] for one in legal if one["command"].get("tile") in tiles)
    assert server.ask("POST", f"{path}/commands", move, token)[0] == 201
    return moves(server, made, ["Steal"])


def test_a_roll_tumbles_and_pays_from_the_hexes_without_moving_the_page(page: Page, server: Server) -> None:
    made = people(server)
    watching(page, server, made, 0)
    page.wait(READY)
    before = page.value(LAYOUT)
    page.tap("#do-RollDice")
    page.wait("seen.dice.length === 2 && seen.flying.length > 0 && seen.lit.length > 0")

    events = {one["type"]: one for one in server.ask("GET", f"/v1/games/{made['id']}/events?after=1")[1]["events"]}
    paid = [
        [kind, str(seat)]
        for seat, gains in enumerate(events["ResourcesProduced"]["gains"])
        for kind, many in gains.items()
        for _ in range(many)
    ]
    assert page.value("seen.dice") == events["DiceRolled"]["dice"]
    assert sorted(page.value("seen.flying")) == sorted(paid)
    tiles = server.ask("GET", f"/v1/games/{made['id']}/board")[1]["tiles"]
    lit = {tile["id"] for tile in tiles if tile["token"] == sum(events["DiceRolled"]["dice"])}
    assert set(page.value("seen.lit")) <= lit
    page.wait("!document.querySelector('.sky, .lit, .roll')")
    after = page.value(LAYOUT)
    assert before[0] == after[0]
    assert all(layout in (before, after) for layout in page.value("seen.layouts"))
    assert broken(page) == []


def test_a_card_that_one_may_not_see_flies_face_down(open_page: Callable[[], Page], server: Server) -> None:
    made = people(server, sandbox=True, draws=[{"stream": "dice", "outcome": [3, 4]}])
    pages = [(seat, open_page()) for seat in (1, 2)]
    for seat, page in pages:
        watching(page, server, made, seat, pace="none")
        page.wait(READY)
    moves(server, made, ["RollDice"])
    stolen = next(event for event in robbed(server, made) if event["type"] == "CardStolen")
    assert (stolen["thief"], stolen["victim"]) == (0, 1)
    for seat, page in pages:
        page.wait("seen.flying.length === 1")
        assert page.value("seen.flying") == [[stolen["resource"] if seat == 1 else "back", "0"]]


def test_moves_of_others_come_one_by_one_and_wait_for_nobody_who_acts(page: Page, server: Server) -> None:
    made = people(server, map="variable")
    moves(server, made, [None, None])
    watching(page, server, made, 0, pace="calm")
    page.value("performance.clearResourceTimings()")
    moves(server, made, [None] * 8)
    head = server.ask("GET", f"/v1/games/{made['id']}")[1]["version"]
    page.wait(f"{SKIP} && document.querySelector('#turn').textContent.includes('Waiting for')")
    assert int(page.value(SHOWN)) < head
    assert page.value("document.querySelectorAll('#legal .act').length") == 0
    assert page.value("document.querySelectorAll('.mark').length") == 0

    page.strike("End")
    page.wait("document.querySelector('#turn').textContent.includes('Your turn, Ana')")
    page.wait(f"{SHOWN} === '{head}' && document.querySelectorAll('.mark').length > 10 && !{SKIP}")
    asked = page.value("performance.getEntriesByType('resource').filter(({name}) => name.includes('/v1/')).length")
    assert asked <= 6 * 8
    page.tap(".mark")
    page.wait(f"{SHOWN} === '{head + 1}'")
    assert broken(page) == []


@pytest.mark.usefixtures("at_length")
def test_every_move_of_others_is_seen_at_a_chosen_pace(page: Page, server: Server) -> None:
    made = people(server, map="variable")
    moves(server, made, [None, None])
    watching(page, server, made, 0, pace="quick")
    moves(server, made, [None] * 5)
    page.wait(f"{SHOWN} === '8'")
    assert page.value("seen.versions") == [4, 5, 6, 7, 8]
    page.wait("seen.dropped.length >= 5")
    assert {"flash", "use"} <= set(page.value("seen.dropped"))


@pytest.mark.usefixtures("at_length")
def test_nothing_moves_where_the_device_asks_for_less_motion(page: Page, server: Server) -> None:
    page.send("Emulation.setEmulatedMedia", features=STILL)
    made = people(server)
    watching(page, server, made, 0)
    moves(server, made, ["RollDice"])
    page.wait(f"{SHOWN} === '2'")
    page.press("#switches summary")
    page.wait("document.querySelector('#motion')?.disabled && !document.querySelector('#motion').checked")
    assert page.value("seen.flying.length + seen.lit.length + seen.dropped.length + seen.layouts.length") == 0
    assert page.value("document.getAnimations().length") == 0


@pytest.mark.usefixtures("at_length")
def test_switches_are_remembered_and_work_without_storage(page: Page, server: Server) -> None:
    made = people(server)
    watching(page, server, made, 0)
    page.press("#switches summary")
    page.wait("!!document.querySelector('#motion')")
    page.value("document.querySelector('#motion').click()")
    page.wait("document.documentElement.hasAttribute('data-still')")
    page.reload()
    page.wait(f"{LIVE} && document.documentElement.hasAttribute('data-still')")

    page.value(FULL)
    page.value(WATCH)
    page.press("#switches summary")
    page.wait("!!document.querySelector('#motion')")
    page.value("document.querySelector('#motion').click()")
    page.wait("document.querySelector('#switches [role=status]').textContent.includes('holds for this page')")
    page.tap("#sound")
    page.wait("window.started > 0")
    page.choose("#pace", "none")
    page.tap("#do-RollDice")
    page.wait("seen.flying.length > 0 && seen.dice.length === 2")
    assert broken(page) == []


def test_sounds_are_made_only_when_wished_for_and_the_icon_tells_whose_turn_it_is(page: Page, server: Server) -> None:
    made = people(server)
    watching(page, server, made, 1, pace="none")
    assert page.value(ICON) == "/console/icon.svg"
    moves(server, made, ["RollDice"])
    page.wait("seen.dice.length === 2")
    assert page.value("window.started") == 0

    page.press("#switches summary")
    page.tap("#sound")
    page.wait("window.started === 2")
    moves(server, made, ["EndTurn"])
    page.wait(f"window.started === 4 && {ICON} === '/console/motion/turn.svg'")
    page.tap(".strip a.brand")
    page.wait(f"{ICON} === '/console/icon.svg' && document.title === 'Lobby · Longroad'")


def test_the_log_tells_nothing_before_the_board_shows_it(page: Page, server: Server) -> None:
    made = people(server, map="variable")
    watching(page, server, made, 0, pace="quick")
    page.value(EARLY)
    moves(server, made, [None] * 12)
    last = server.ask("GET", f"/v1/games/{made['id']}")[1]["version"]
    page.wait(f"[...document.querySelectorAll('#events li')].some((one) => Number(one.dataset.version) >= {last - 1})")
    assert page.value("window.told.length") > 8
    assert page.value("window.told.filter(([version, shown]) => version > shown)") == []
