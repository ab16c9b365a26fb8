"""Tests in real browsers how friends come to a table, keep their seats, and share a screen."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.console.page import Page
from tests.service.console.seated import holding
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
LINK = "document.querySelector('#inviting:not([hidden]) .link')?.value"
PLAYERS = "document.querySelector('#players')?.innerText"
NOTICE = "document.querySelector('#notices .problem')?.innerText"
PEOPLE = {"ruleset": "catan", "options": {"starting_seat": 0}, "seats": [{"kind": "human"}] * 3}

WITH_A_HIDDEN_POINT = """(() => {
  const plain = Response.prototype.json;
  Response.prototype.json = async function () {
    const told = await plain.call(this);
    for (const seat of told?.state?.seats ?? []) if ('own_points' in seat) seat.own_points = seat.points + 1;
    return told;
  };
})()"""


def hand(page: Page, server: Server, made: dict[str, Any], seats: list[int]) -> None:
    """Give a page the tokens of some seats, and open their table."""
    given = {str(seat): made["seats"][seat]["token"] for seat in seats}
    held = {"games": {made["id"]: {"seats": given, "as": str(seats[0])}}}
    kept = f"sessionStorage.longroad ??= {json.dumps(json.dumps(held))};"
    page.send("Page.addScriptToEvaluateOnNewDocument", source=kept)
    page.open(f"http://127.0.0.1:{server.port}/#/games/{made['id']}")
    page.wait("!!document.querySelector('#players li')")


@pytest.mark.fault("F2")
def test_a_friend_joins_a_private_table_by_its_link(open_page: Callable[[], Page], server: Server) -> None:
    host, friend = open_page(), open_page()
    host.open(f"http://127.0.0.1:{server.port}/")
    host.wait("!!document.querySelector('#own-name')")
    host.value("document.querySelector('#own-name').value = 'Ana'")
    host.press("#friend-catan")
    link = host.wait(LINK)
    host.wait("document.querySelector('#turn').textContent.startsWith('Waiting for somebody to sit down')")
    assert "away for 5 minutes" in host.value("document.querySelector('.heading').textContent")
    assert host.value("document.querySelector('#player').hidden")

    friend.open(link)
    friend.wait("!!document.querySelector('#my-name')")
    assert "invite" not in friend.value("location.href")
    assert "Ana invites you to Catan." in friend.value("document.querySelector('.join').innerText")
    friend.value("document.querySelector('#my-name').value = 'Bea'")
    friend.press("#sit-down")

    friend.wait(f"{PLAYERS}?.includes('Ana') && {PLAYERS}.includes('Bea')")
    host.wait(f"{PLAYERS}.includes('Bea') && document.querySelector('#inviting').hidden")
    assert not host.value("document.querySelector('#player').hidden")
    for page in (host, friend):
        page.wait("document.querySelector('#open-phrases')?.checkVisibility()")
    game = friend.value("location.hash.split('/')[2]")
    assert server.ask("GET", f"/v1/games/{game}")[0] == 404

    late = open_page()
    late.open(link)
    late.press("#sit-down")
    late.wait("!!document.querySelector('#ways-back')")
    assert late.value("location.hash").startswith("#/join/")
    assert late.value("localStorage.longroad?.includes('seats')") is not True


def test_a_host_who_does_not_want_to_wait_begins_with_a_computer(open_page: Callable[[], Page], server: Server) -> None:
    host, friend = open_page(), open_page()
    host.open(f"http://127.0.0.1:{server.port}/")
    host.press("#friend-new-york")
    link = host.wait(LINK)
    friend.open(link)
    friend.wait("!!document.querySelector('.join .look svg') && !!document.querySelector('#sit-down')")
    told = friend.value("document.querySelector('.join').innerText")
    assert "invites you to New York." in told
    assert "Already there: " in told
    sitting = "[...document.querySelectorAll('#inviting .sitting li')].map((one) => one.className)"
    assert host.value(sitting).count("free") == 1
    host.press("#begin-now")
    host.wait("document.querySelector('#inviting').hidden")
    game = host.value("location.hash.split('/')[2]")
    token = host.value(f"JSON.parse(localStorage.longroad).games['{game}'].owner")
    assert server.ask("GET", f"/v1/games/{game}", None, token)[1]["status"] == "running"


def test_an_invitation_does_not_lie_over_its_picture(page: Page, server: Server) -> None:
    page.send("Emulation.setDeviceMetricsOverride", width=780, height=493, deviceScaleFactor=1, mobile=False)
    page.open(f"http://127.0.0.1:{server.port}/")
    page.press("#friend-catan")
    page.wait(LINK)
    page.value("document.querySelector('.scan').open = true")
    page.wait("!!document.querySelector('.code svg') && !!document.querySelector('#inviting .look svg')")
    edges = "['.look', '.facts'].map((one) => document.querySelector(`#inviting > ${one}`).getBoundingClientRect())"
    look, facts = page.value(f"{edges}.map(({{top, bottom}}) => [top, bottom])")
    assert look[1] <= facts[0]


def test_a_friend_without_a_name_is_called_a_friend(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", {"ruleset": "catan-dice", "seats": [{"kind": "open"}]})[1]
    page.open(f"http://127.0.0.1:{server.port}/#/join/{made['id']}")
    page.press("#sit-down")
    page.wait(f"{PLAYERS}?.includes('Friend')")


def test_a_seat_whose_token_was_replaced_is_said_to_be_lost(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE)[1]
    token = made["seats"][0]["token"]
    assert server.ask("POST", f"/v1/games/{made['id']}/seats/0/token", {}, token)[0] == 201
    hand(page, server, made, [0])
    page.wait(f"{NOTICE}?.includes('no longer yours')")
    assert page.value("document.querySelector('#look-as').value") == ""


def act(server: Server, made: dict[str, Any], seat: int) -> None:
    """Post the first legal command of a seat."""
    path, token = f"/v1/games/{made['id']}", made["seats"][seat]["token"]
    legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
    assert server.ask("POST", f"{path}/commands", legal["actions"][0]["command"], token)[0] == 201


@pytest.mark.fault("F15")
def test_people_at_one_screen_do_not_see_the_hand_before(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE)[1]
    hand(page, server, made, [0, 1, 2])
    act(server, made, 0)
    act(server, made, 0)

    page.wait("document.querySelector('#curtain')?.open")
    assert page.value("document.querySelector('#look-as').value") == "0"
    page.press("#open-curtain[data-seat='1']")
    page.wait("!document.querySelector('#curtain').open && document.querySelector('#look-as').value === '1'")


@pytest.mark.fault("F1")
def test_a_refusal_stays_until_somebody_does_the_next_thing(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE)[1]
    hand(page, server, made, [0])
    page.press("#redo")
    page.wait(f"!!{NOTICE}")
    act(server, made, 0)
    page.wait("document.getElementById('shown-version')?.value === '2 / 2'")
    assert page.value(f"!!{NOTICE}")

    page.press("#undo")
    page.wait("document.getElementById('shown-version')?.value === '3 / 3'")
    page.wait(f"!{NOTICE}")


@pytest.mark.fault("F16")
def test_votes_are_asked_for_when_one_is_open(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE | {"undo": "consent"})[1]
    asked = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/votes')).length"
    hand(page, server, made, [1])
    act(server, made, 0)
    page.wait("document.getElementById('shown-version')?.value === '2 / 2'")
    assert page.value(asked) == 1

    assert server.ask("POST", f"/v1/games/{made['id']}/undo", {}, made["seats"][0]["token"])[0] == 201
    page.press(".votes [id^='yes-']")
    page.wait("!document.querySelector('[id^=yes-]')")
    assert page.faults == []


@pytest.mark.fault("F14")
def test_a_branch_has_the_same_players(page: Page, server: Server) -> None:
    named = [{"kind": "human", "name": name} for name in ("Ana", "Bea", "Cleo")]
    made = server.ask("POST", "/v1/games", PEOPLE | {"seats": named})[1]
    hand(page, server, made, [0])
    page.press("#branch")
    page.wait(f"!location.hash.endsWith({made['id']!r}) && {PLAYERS}?.includes('Cleo')")
    page.wait("document.querySelector('.heading')?.innerText.includes('played on')")


@pytest.mark.fault("F11")
def test_leaving_stands_apart_from_what_is_pressed_often(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE)[1]
    hand(page, server, made, [0])
    page.wait("!!document.querySelector('#branch')")
    assert page.value("document.querySelector('#undo')") is None  # there is nothing to take back
    assert page.value("document.querySelector('#resign').checkVisibility()") is False
    page.press("#leaving summary")
    page.wait("document.querySelector('#resign').checkVisibility()")


def test_every_game_of_the_lobby_has_a_button_of_its_own(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.querySelectorAll('.begin').length === 8")
    on_top = """[...document.querySelectorAll('.begin')].every((one) => {
      one.scrollIntoView({block: 'center'});
      const box = one.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === one;
    })"""
    assert page.value(on_top)


def test_points_that_only_their_seat_sees_are_counted_apart(page: Page, server: Server) -> None:
    page.send("Page.addScriptToEvaluateOnNewDocument", source=WITH_A_HIDDEN_POINT)
    made = server.ask("POST", "/v1/games", PEOPLE | {"map": "beginner"})[1]
    hand(page, server, made, [0])
    page.wait("document.querySelector('#strip-0 .points').textContent === '2+1'")
    assert "3 points, 1 of them hidden" in page.value("document.querySelector('#strip-0').title")
    assert page.value("document.querySelector('#strip-1 .points').textContent") == "2"


def test_one_lends_the_own_seat_and_takes_it_back(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE)[1]
    token = made["seats"][0]["token"]
    token = server.ask("POST", f"/v1/games/{made['id']}/seats/0/token", {}, token)[1]["token"]
    made["seats"][0]["token"] = token
    hand(page, server, made, [0])
    page.press("#leaving summary")
    page.press("#lend-seat")
    page.press("#play-again")
    page.wait("!!document.querySelector('#lend-seat') && !document.querySelector('#play-again')?.checkVisibility()")
    assert "left" not in server.ask("GET", f"/v1/games/{made['id']}", None, token)[1]["seats"][0]


@pytest.mark.parametrize("ruleset", ["catan", "catan-dice", "elasund", "goofspiel"])
def test_what_is_not_there_is_not_written(page: Page, server: Server, ruleset: str) -> None:
    made = server.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": [{"kind": "human"}] * 3})[1]
    hand(page, server, made, [0])
    page.wait("!!document.querySelector('#look-as') && !!document.querySelector('#position p, #position h3')")
    written = page.value("document.querySelector('main').textContent")
    assert re.findall(r"null|undefined|NaN|\[object|\{\w+\}", written) == []


def test_a_finished_game_is_asked_for_a_rematch_ever_more_slowly(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.readyState === 'complete'")
    module = "import('/console/friends/rematch.js')"
    pauses = page.value(f"{module}.then(({{pauseAfter, MOST}}) => [...Array(MOST).keys()].map(pauseAfter))")
    assert pauses[0] == 3000
    assert pauses == sorted(pauses)
    assert pauses[-1] == 20_000
    assert 1100 < sum(pauses) / 1000 < 1300, "some twenty minutes"
    assert len(pauses) < 100


def test_an_invitation_that_an_older_page_kept_is_told(page: Page, server: Server) -> None:
    wish = {"ruleset": "catan", "private": True, "seats": [{"kind": "human", "name": "Ana"}, *[{"kind": "open"}] * 2]}
    made = server.ask("POST", "/v1/games", wish)[1]
    holding(page, server, made["id"], {"seats": {}, "host": ["Ana", "catan"]})
    page.open(f"http://127.0.0.1:{server.port}/#/join/{made['id']}")
    page.wait("document.querySelector('.join')?.innerText.includes('Ana invites you to Catan.')")
