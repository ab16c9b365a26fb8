"""Tests in a real browser that a developer learns the API by watching the page use it."""

import json
import sys
from typing import Any

import pytest

from tests.service.console.bench.numbered import HOLDING
from tests.service.console.page import Page
from tests.service.console.seated import holding, seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
PEOPLE = {"ruleset": "catan", "options": {"starting_seat": 0}, "seats": [{"kind": "human", "name": n} for n in "ABC"]}
DESK = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}
VERSION = "document.getElementById('shown-version')?.value"
ROWS = "[...document.querySelectorAll('#bench-log .fold')]"
LOADED = "performance.getEntriesByType('resource').filter((one) => one.name.includes('/console/built/bench-')).length"
TEXT = "document.querySelector('#bench').textContent"
COPIED = (
    """(() => { globalThis.copies = []; navigator.clipboard.writeText = async (text) => { copies.push(text); }; })()"""
)


def table(page: Page, server: Server, **wish: Any) -> dict[str, Any]:
    """Make a game, open its table as the first seat, and open the bench."""
    page.send("Emulation.setDeviceMetricsOverride", **DESK)
    made: dict[str, Any] = server.ask("POST", "/v1/games", PEOPLE | wish)[1]
    seated(page, server, made, [0])
    page.wait("document.querySelectorAll('.mark').length === 54")
    assert page.value(LOADED) == 0, "the bench is loaded when somebody opens it"
    page.press("#open-bench")
    page.wait("document.querySelector('#bench:not([hidden])') !== null")
    assert page.value(LOADED) == 1
    return made


def unfold(page: Page, method: str, ending: str) -> None:
    """Unfold the newest request of a method whose address ends so."""
    chosen = f"""{ROWS}.find(({{children: [sent, address]}}) =>
      sent.textContent === '{method}' && address.textContent.endsWith('{ending}'))"""
    page.wait(f"!!{chosen} && !{chosen}.textContent.includes('on its way')")
    page.value(f"{chosen}.click()")


def copy(page: Page, kind: str) -> str:
    """Return what the button of the unfolded request copies."""
    before = page.value("copies.length")
    page.press(f"#bench-log .more:not([hidden]) [data-copy={kind}]")
    page.wait(f"copies.length === {before + 1}")
    text: str = page.value("copies.at(-1)")
    return text


def test_no_line_moves_from_under_the_mouse(page: Page, server: Server) -> None:
    table(page, server)
    page.press(".mark")
    page.wait(f"{VERSION} === '2 / 2' && {ROWS}.length > 0")
    x, y = page.value(f"(({{x, y}}) => [x + 9, y + 9])({ROWS}[0].getBoundingClientRect())")
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    lines = page.value(f"{ROWS}.length")
    page.press(".mark")
    page.wait(f"{VERSION} === '3 / 3'")
    assert page.value(f"{ROWS}.length") == lines
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=9, y=y)
    page.wait(f"{ROWS}.length > {lines}")


def test_every_request_is_shown_and_copied_without_its_token(page: Page, server: Server) -> None:
    made = table(page, server)
    token = made["seats"][0]["token"]
    page.value(COPIED)
    page.press(".mark")
    page.wait(f"{VERSION} === '2 / 2'")
    unfold(page, "POST", "/commands")

    path = f"/v1/games/{made['id']}/commands"
    curl, python, script = (copy(page, kind) for kind in ("curl", "python", "typescript"))
    assert curl.startswith(f"curl -X POST 'http://127.0.0.1:{server.port}{path}'")
    assert '"Authorization: Bearer $LONGROAD_TOKEN"' in curl
    assert f'client.post_commands("{made["id"]}", {{"type": "FoundSettlement"' in python
    assert 'await longroad.call("post", "/v1/games/{id}/commands", {' in script
    told = page.value(TEXT)
    assert '"events"' in told
    assert not any(token in text for text in (curl, python, script, told))


def test_an_answer_that_was_cut_has_many_lines(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.readyState === 'complete'")
    whole = json.dumps({"actions": [{"command": {"type": "Roll", "seat": n}} for n in range(9)]}, separators=(",", ":"))
    spread = "import('/console/bench/entries.js').then(({spread}) => spread(TEXT))"
    told = [page.value(spread.replace("TEXT", json.dumps(text))) for text in (whole, f"{whole[:200]}…", "a, {b")]
    assert told[0] == json.dumps(json.loads(whole), indent=2)
    assert len(told[1].splitlines()) > 10
    assert told[1].replace("\n", "") == f"{whole[:200]}…"
    assert told[2] == "a, {b"


def test_no_secret_is_ever_shown(page: Page, server: Server) -> None:
    table(page, server)
    page.value("location.hash = '#/'")
    page.wait("!!document.querySelector('#friend-catan')")
    page.press("#friend-catan")
    page.wait("!!document.querySelector('#inviting:not([hidden]) .link')")
    unfold(page, "POST", "/v1/games")
    stores = "[localStorage, sessionStorage]"
    held = page.value(f"JSON.stringify({stores}.flatMap((one) => Object.values(JSON.parse(one.longroad).games)))")
    secrets = [
        value
        for game in json.loads(held)
        for value in [*game["seats"].values(), game.get("owner"), game.get("invite")]
        if value
    ]
    assert len(secrets) >= 4
    told = page.value(TEXT)
    assert "owner_token" in told
    page.press("#tab-bot")
    page.wait("!!document.querySelector('#copy-run')")
    told += page.value(TEXT)
    assert not [secret for secret in secrets if secret in told or secret.partition(".")[2][:20] in told]


@pytest.mark.usefixtures("at_length")
def test_an_event_shows_the_state_before_and_after(page: Page, server: Server) -> None:
    table(page, server)
    page.press(".mark")
    page.wait(f"{VERSION} === '2 / 2'")
    page.press("#tab-events")
    page.wait("!!document.querySelector('#bench-stream .fold')")
    page.press("#bench-stream .fold")
    page.press("#bench-stream .compare")
    page.wait("document.querySelectorAll('.changes tbody tr').length > 1")
    paths = page.value("[...document.querySelectorAll('.changes th code')].map((one) => one.textContent)")
    assert "/version" in paths
    assert any(path.startswith("/state/") for path in paths)


@pytest.mark.usefixtures("at_length")
def test_what_a_click_would_send_is_held_back_tried_and_changed(page: Page, server: Server) -> None:
    made = table(page, server)
    page.press("#tab-send")
    page.value("document.querySelector('#bench-hold').click()")
    page.press(".mark[data-place='node 8']")
    page.wait("document.querySelector('#bench-what').textContent.includes('/commands')")
    shown = json.loads(page.value("document.querySelector('#bench-body').value"))
    assert shown["type"] == "FoundSettlement"

    page.press("#bench-dry")
    page.wait("document.querySelector('#bench-told').textContent.includes('\"legal\": true')")
    assert server.ask("GET", f"/v1/games/{made['id']}")[1]["version"] == 1

    page.press("#bench-drop")
    page.wait("document.querySelector('#notices').textContent.includes('Not sent')")
    page.wait("!document.querySelector('#picture').hasAttribute('data-busy')")
    page.press(".mark[data-place='node 8']")
    page.wait("document.querySelector('#bench-drop') !== null")
    changed = json.dumps(shown | {"node": 20})
    page.value(f"document.querySelector('#bench-body').value = {changed!r}")
    page.press("#bench-post")
    page.wait(f"{VERSION} === '2 / 2'")
    token = made["seats"][0]["token"]
    page_of = server.ask("GET", f"/v1/games/{made['id']}/events?after=1", None, token)[1]
    assert page_of["events"][0]["node"] == 20
    assert [fault for fault in page.faults if "exceptionDetails" in fault] == []


@pytest.mark.usefixtures("at_length")
def test_the_bench_forgets_what_is_long_ago(page: Page, server: Server) -> None:
    table(page, server)
    page.value(
        """(async () => {
          HOLDING
          const { keepRequest, requests } = holding('keepRequest');
          for (let at = 0; at < 300; at += 1) {
            const told = keepRequest(`/v1/games/${at}`, { method: 'GET', headers: {}, body: 'x'.repeat(20000) });
            told.answered(new Response('y'.repeat(20000)));
          }
          globalThis.kept = requests.entries;
        })()""".replace("HOLDING", HOLDING)
    )
    page.wait("document.querySelectorAll('#bench-log > li').length === 200")
    page.wait("kept.every((one) => one.answer.length > 0)")
    assert page.value("kept.length") == 200
    assert page.value("Math.max(...kept.map((one) => one.body.length + one.answer.length))") < 13_000


@pytest.mark.usefixtures("at_length")
def test_a_bot_is_told_how_to_take_a_free_seat(page: Page, server: Server) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "ai"}]
    made = server.ask("POST", "/v1/games", PEOPLE | {"seats": seats, "private": True})[1]
    token = made["seats"][0]["token"]
    holding(page, server, made["id"], {"seats": {"0": token}, "as": "0", "invite": made["invite"]})
    page.press(".strip #open-bench")
    page.press("#tab-bot")
    page.wait("!!document.querySelector('#copy-run')")
    page.value(COPIED)
    page.press("#copy-run")
    page.wait("copies.length === 1")
    run = page.value("copies[0]")
    assert f"--game {made['id']} --invite {made['invite']}" in run


@pytest.mark.usefixtures("at_length")
def test_a_table_for_a_bot_is_opened_where_there_is_none(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    for step in ("#open-bench", "#tab-bot", "#bot-begin"):
        page.press(step)
    page.wait("!!document.querySelector('#copy-run')")
    game = page.value("location.hash.split('/')[2]")
    invite = page.value("Object.values(JSON.parse(localStorage.longroad).games)[0].invite")
    assert server.ask("POST", f"/v1/games/{game}/seats", {"name": "bot", "invite": invite})[0] == 201
    page.wait("!!document.querySelector('#bot-full')")


@pytest.mark.usefixtures("at_length")
def test_the_bench_is_used_by_keyboard_in_spanish_and_stays_open(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.choose("#language", "es")
    page.wait("document.documentElement?.lang === 'es' && !!document.querySelector('#open-bench')")
    page.press("#open-bench")
    page.wait("document.activeElement.id === 'tab-requests'")
    page.strike("ArrowRight")
    page.wait("document.activeElement.id === 'tab-events' && !document.querySelector('#bench-events').hidden")
    assert page.value("document.querySelector('#tab-send').textContent") == "Órdenes"

    page.reload()
    page.wait("document.querySelector('#bench:not([hidden])') !== null")
    page.wait(f"{ROWS}.some((one) => one.textContent.includes('/v1/rulesets'))")
    page.press("#tab-requests")
    page.strike("Escape")
    page.wait("document.querySelector('#bench').hidden && document.activeElement.id === 'open-bench'")
    assert page.faults == []
