"""Tests that the board is large at every size of window, its letters are legible, and nothing moves by itself."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import StorePair
from tests.service.console.clicking import OVER, play
from tests.service.console.games import MODULES, OTHERS
from tests.service.console.moving import moves
from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server, worker

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")

WINDOWS = (
    (360, 640),
    (390, 844),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
    (844, 390),  # lying phones
    (640, 360),
    (720, 450),  # 1440 x 900 at 200 %
)
FEW = ((360, 640), (1280, 720), (720, 450))
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "catan": ({"ruleset": "catan", "map": "beginner"}, 4),
    **MODULES,
    **OTHERS,
    "goofspiel": ({"ruleset": "goofspiel"}, 3),
}
STRIP_PX, LEAST_SHARE, LEAST_BENCH_PX, LEAST_LETTER_PX = 56, 0.85, 480, 11
MOST_HAND_PX, MOST_BESIDE_PX = 200, 260
MOST_SHIFT = 0.1
WIDE_BENCH = 1280
"""The least width of a window in which the bench lies beside the table, and not over it."""

DRAWN = """(() => {
  const box = (one) => one.getBoundingClientRect();
  const board = document.querySelector('.parts > .part.board');
  const shapes = board
    ? [...board.querySelectorAll('g.board > :not(.places, .sea, .fill-sea, .waves, .beach, title)')]
    : [...document.querySelectorAll('.parts > .part')].flatMap((part) => [...part.children]);
  const boxes = shapes.map(box).filter(({width, height}) => width && height);
  const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((one) => one[side])));
  const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((one) => one[side])));
  const [hand, strip, stage] = ['.action-bar', '.strip', '.stage'].map((name) => box(document.querySelector(name)));
  const isBeside = hand.top < strip.bottom + 2;
  const written = [...document.querySelectorAll('.part.board text')];
  const stamps = new Set();
  const follow = (root) => {
    for (const use of root?.querySelectorAll('use') ?? []) {
      const stamp = document.querySelector(`.stock [id="${use.getAttribute('href').slice(1)}"]`);
      if (stamps.has(stamp)) continue;
      stamps.add(stamp);
      written.push(...stamp.querySelectorAll('text'));
      follow(stamp);
    }
  };
  follow(board);
  return {
    width: right - left, height: bottom - top, isBeside, hand: isBeside ? hand.width : hand.height,
    strip: strip.height, isInSight: left >= stage.left - 1 && right <= stage.right + 1
      && top >= stage.top - 1 && bottom <= stage.bottom + 1,
    over: document.documentElement.scrollWidth - innerWidth, below: document.documentElement.scrollHeight - innerHeight,
    letters: Math.min(99, ...written
      .filter((one) => !one.closest('.too-small') && one.closest('svg'))
      .map((one) => parseFloat(getComputedStyle(one).fontSize) * (board?.getScreenCTM().a ?? 99))),
    seats: [...document.querySelectorAll('.chip-seat')]
      .every((one) => box(one).width >= 24 && box(one).right <= innerWidth)
  };
})()"""
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => [one.value,
  one.sources.map(({node, previousRect: before, currentRect: after}) => [node?.id || node?.className || node?.nodeName,
    ...[before, after].map(({x, y, width, height}) => [x, y, width, height].join(' '))].join(': '))])))
  .observe({type: 'layout-shift', buffered: true})"""


def sized(page: Page, width: int, height: int) -> None:
    """Give the window a size."""
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
    page.wait(f"innerWidth === {width} && innerHeight === {height}")
    page.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def opened(page: Page, server: Server, name: str) -> None:
    """Seat a page at a game of people, as the first who must act."""
    wish, seats = GAMES[name]
    people = [{"kind": "human", "name": f"Player {seat}"} for seat in range(seats)]
    made = server.ask("POST", "/v1/games", {**wish, "seats": people, "seed": "road"})[1]
    moves(server, made, [None] * 2)
    owed = next(one["seat"] for one in server.ask("GET", f"/v1/games/{made['id']}")[1]["awaiting"] if one["must"])
    seated(page, server, made, [owed])
    page.wait("!!document.querySelector('#legal button, .mark')")


def judge(drawn: dict[str, Any], room: tuple[float, float]) -> list[str]:
    """Return what is wrong with how a board lies in a room of this width and height."""
    width, height = room
    best = min(width / drawn["width"], height / drawn["height"])
    return [
        *([f"{1 / best:.2f} of what fits"] if 1 / best < LEAST_SHARE else []),
        *(["the strip is too high"] if drawn["strip"] > STRIP_PX else []),
        *(["the hand is too large"] if drawn["hand"] > (MOST_BESIDE_PX if drawn["isBeside"] else MOST_HAND_PX) else []),
        *(["the board is cut off"] if not drawn["isInSight"] else []),
        *(["the page scrolls"] if drawn["over"] > 0 or drawn["below"] > 0 else []),
        *([f"letters of {drawn['letters']:.1f} px"] if drawn["letters"] < LEAST_LETTER_PX - 0.1 else []),
        *(["a seat is out of sight"] if not drawn["seats"] else []),
    ]


def found(page: Page, windows: tuple[tuple[int, int], ...], bench_px: float = 0) -> dict[str, list[str]]:
    """Return what is wrong at each of some windows, of which the bench takes so many pixels where it is wide."""
    wrong = {}
    for width, height in windows:
        sized(page, width, height)
        drawn = page.value(DRAWN)
        across = width - (bench_px if width >= WIDE_BENCH else 0)
        hand = (drawn["hand"], 0) if drawn["isBeside"] else (0, drawn["hand"])
        if faults := judge(drawn, (across - hand[0], height - STRIP_PX - hand[1])):
            wrong[f"{width}x{height}"] = faults
    return wrong


def test_the_board_is_as_large_as_the_window_allows(page: Page, server: Server) -> None:
    opened(page, server, "catan")
    assert found(page, FEW) == {}


def test_places_that_come_after_the_board_have_letters_that_can_be_read(page: Page, server: Server) -> None:
    low = (844, 390)
    sized(page, *low)
    people = [{"kind": "human", "name": name} for name in ("Ana", "Bea")]
    made = server.ask("POST", "/v1/games", {"ruleset": "elasund", "seats": people, "seed": "road"})[1]
    seated(page, server, made, [0])
    lettered = "document.querySelectorAll('.mark [font-size]').length > 0"
    for _ in range(40):
        moves(server, made, ["PlacePermit"])
        head = server.ask("GET", f"/v1/games/{made['id']}")[1]
        version = f"document.querySelector('#picture').dataset.version === '{head['version']}'"
        if head["awaiting"][0]["seat"] == 0:
            page.wait(f"{version} && !!document.querySelector('#legal button, .mark')")
            if page.value(lettered):
                break
    assert page.value(lettered)
    assert found(page, (low,)) == {}


@pytest.mark.usefixtures("at_length")
@pytest.mark.parametrize("name", GAMES)
def test_every_board_is_as_large_as_every_window_allows(page: Page, server: Server, name: str) -> None:
    opened(page, server, name)
    assert found(page, WINDOWS) == {}


@pytest.mark.usefixtures("at_length")
@pytest.mark.parametrize("name", GAMES)
def test_the_bench_leaves_room_for_the_board(page: Page, server: Server, name: str) -> None:
    opened(page, server, name)
    sized(page, 1280, 720)
    page.press("#open-bench")
    page.wait("!!document.querySelector('#bench:not([hidden])')")
    bench_px = page.value("document.querySelector('#bench').getBoundingClientRect().width")
    drawn = page.value(DRAWN)
    assert max(drawn["width"], drawn["height"]) >= LEAST_BENCH_PX
    assert found(page, tuple(one for one in WINDOWS if one[0] > 768), bench_px) == {}


def test_the_bench_lies_over_a_small_window(page: Page, server: Server) -> None:
    opened(page, server, "catan")
    sized(page, 1024, 768)
    before = page.value(DRAWN)
    page.press("#open-bench")
    page.wait("!!document.querySelector('#bench:not([hidden])')")
    assert page.value(DRAWN) == before


def test_the_board_is_zoomed_by_keys_buttons_and_a_double_tap(page: Page, server: Server) -> None:
    opened(page, server, "new-york")
    sized(page, 390, 844)
    names = "[...document.querySelectorAll('.part.board text.too-small, .part.board .too-small text')].length"
    scale = "document.querySelector('.part.board').getScreenCTM().a"
    whole = page.value(scale)
    assert page.value(names) > 10
    page.value("document.activeElement.blur()")
    page.strike("+")
    page.strike("+")
    page.wait(f"{scale} > {whole} * 2")
    page.press("#zoom-more")
    page.wait(f"{names} === 0")
    page.value("document.activeElement.blur()")
    page.strike("0")
    page.wait(f"Math.abs({scale} - {whole}) < 0.01")
    stage = page.value("document.querySelector('.stage').getBoundingClientRect().toJSON()")
    middle = (stage["right"] - 9, stage["y"] + stage["height"] / 3)
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            page.send("Input.dispatchMouseEvent", type=kind, x=middle[0], y=middle[1], button="left", clickCount=count)
    page.wait(f"{scale} > {whole} * 1.9")
    page.value("document.querySelector('.mark')?.focus()")
    assert page.value("document.documentElement.scrollWidth") <= 390


@pytest.mark.usefixtures("at_length")
def test_two_fingers_zoom_the_board_and_one_moves_it(page: Page, server: Server) -> None:
    opened(page, server, "catan")
    sized(page, 390, 844)
    page.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    board = "document.querySelector('.part.board')"
    scale = f"{board}.getScreenCTM().a"
    whole = page.value(scale)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        page.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    touch("touchStart", (180, 320), (210, 320))
    for apart in (20, 30, 45):
        touch("touchMove", (195 - apart, 320), (195 + apart, 320))
    touch("touchEnd")
    page.wait(f"{scale} > {whole} * 2")
    frame = page.value(f"{board}.getAttribute('viewBox')")
    touch("touchStart", (195, 320))
    for x in (170, 140, 120):
        touch("touchMove", (x, 320))
    touch("touchEnd")
    page.wait(f"{board}.getAttribute('viewBox') !== '{frame}'")
    assert page.value("document.getElementById('picture').dataset.version") == "3"


@pytest.fixture
def agents(stores: StorePair) -> Iterator[None]:
    """Run the worker that plays for agents."""
    with worker(stores, "ai"), worker(stores, "sweep"):  # which wakes agents that waited for an answer in vain
        yield


@pytest.mark.usefixtures("at_length", "agents")
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)], ids=["desk", "phone", "lying"])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_moves_by_itself_in_a_whole_game(page: Page, server: Server, name: str, size: tuple[int, int]) -> None:
    wish, seats = GAMES[name]
    page.send("Page.addScriptToEvaluateOnNewDocument", source=SHIFTS)
    table = [{"kind": "human", "name": "Ana"}, *[{"kind": "ai"}] * (seats - 1)]
    made = server.ask("POST", "/v1/games", {**wish, "seats": table, "offer_wait_s": 1})[1]
    width, height = size
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
    seated(page, server, made, [0])
    assert play(page, 7, 2000) > 10
    assert page.value(OVER)
    shifts = sorted(page.value("window.shifts"), reverse=True)
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts[:20]
