"""Tests in real browsers that who agrees to be shown is seen to be here, at tables of friends and of players."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.console.page import Page
from tests.service.console.seated import holding, remember, seated
from tests.service.http.live import Server
from tests.service.processes import wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
BOX = "document.querySelector('#show-presence')"
TICK = f"{BOX}.click()"
NOTICE = "document.querySelector('#notices .problem')"
DOWN = "window.down = []; window.fetch = (address) => (down.push(address), Promise.reject(new TypeError('down')))"
TWO: dict[str, Any] = {"ruleset": "catan-dice", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture
def player(server: Server) -> dict[str, Any]:
    """Return a player with a token, and a game in which it has seat 0."""
    key = server.ask("POST", "/v1/keys", {"scopes": ["games", "me", "seats"]})[1]["key"]
    made = server.ask("POST", "/v1/players", {"name": "Ana"}, X_Api_Key=key)[1]
    token = server.ask("POST", f"/v1/players/{made['id']}/token", {}, X_Api_Key=key)[1]["token"]
    seats = [{"kind": "human", "player": made["id"]}, {"kind": "human"}]
    game = server.ask("POST", "/v1/games", TWO | {"seats": seats}, X_Api_Key=key)[1]
    return {"id": made["id"], "token": token, "game": game}


def agrees(server: Server, player: dict[str, Any]) -> bool:
    """Return whether a player is shown as present."""
    shown: bool = server.ask("GET", f"/v1/players/{player['id']}", X_Api_Key=player["token"])[1]["presence"]
    return shown


def test_friends_who_agree_see_each_other_here(open_page: Callable[[], Page], server: Server) -> None:
    made, pages = server.ask("POST", "/v1/games", TWO)[1], [open_page(), open_page()]
    for seat, page in enumerate(pages):
        seated(page, server, made, [seat])
        page.wait(f"!!{BOX}?.closest('label')")
        assert not page.value("document.querySelector('.seat-strip').innerText.includes('●')")
        page.value(TICK)
    for other, page in zip((1, 0), pages, strict=True):
        page.wait(f"document.querySelector('#strip-{other}')?.innerText.includes('●')")
    pages[0].value(TICK)
    pages[1].wait("!document.querySelector('#strip-0').innerText.includes('●')")
    assert [page.faults for page in pages] == [[], []]


def test_who_agrees_is_seen_to_be_gone_and_there(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", TWO)[1]
    path, (bea, ana) = f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]]
    assert server.ask("PATCH", f"{path}/seats/0", {"presence": True}, bea)[0] == 200
    holding(page, server, made["id"], {"seats": {"1": ana}, "as": "1"})
    page.wait("document.querySelector('#strip-0')?.title.includes('away')")
    stream = server.stream(f"{path}/events", Authorization=f"Bearer {bea}")
    page.wait("!document.querySelector('#strip-0').title.includes('away')")
    assert not page.value(f"{BOX}.checked")
    page.value(TICK)
    asked = f"fetch('{path}/presence', {{headers: {{Authorization: 'Bearer {bea}'}}}})"
    page.wait(f"{asked}.then((answer) => answer.json()).then(({{seats}}) => seats.length === 2)")
    stream.close()


def test_the_tick_at_a_seat_of_a_player_is_the_setting_of_the_player(
    page: Page, server: Server, player: dict[str, Any]
) -> None:
    remember(page, server, {"games": {}, "player": {"id": player["id"], "token": player["token"]}})
    seated(page, server, player["game"], [0])
    for wanted in (True, False):
        page.value(TICK)
        assert wait_for(lambda wanted=wanted: agrees(server, player) is wanted)
        assert page.value(f"{BOX}.checked") is wanted
    assert page.value("document.querySelector('#notices').textContent") == ""


def test_a_tick_that_is_not_possible_goes_back_and_says_why(page: Page, server: Server, player: dict[str, Any]) -> None:
    stranger = server.ask("POST", "/v1/keys", {"scopes": ["games", "me", "seats"]})[1]["key"]
    other = server.ask("POST", "/v1/players", {"name": "Bea"}, X_Api_Key=stranger)[1]["id"]
    token = server.ask("POST", f"/v1/players/{other}/token", {}, X_Api_Key=stranger)[1]["token"]
    remember(page, server, {"games": {}, "player": {"id": other, "token": token}})
    seated(page, server, player["game"], [0])
    page.value(TICK)
    page.wait("document.querySelector('#notices .problem')?.textContent.includes('the seat of a player')")
    page.wait(f"!{BOX}.checked")
    assert not agrees(server, player)
    assert not agrees(server, {"id": other, "token": token})


def test_a_tick_that_the_server_refuses_goes_back(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", TWO)[1]
    seated(page, server, made, [0])
    page.value(DOWN)
    page.value(TICK)
    page.wait(f"{NOTICE} && !{BOX}.checked")


def test_what_was_asked_before_takes_no_word_of_a_refused_tick_away(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", TWO)[1]
    page.send("Fetch.enable", patterns=[{"urlPattern": "*/votes", "requestStage": "Response"}])
    seated(page, server, made, [0])
    while not page.paused():
        page.wait("true")
    page.value(DOWN)
    page.value(TICK)
    page.wait(f"{NOTICE} && !{BOX}.checked")
    page.send("Fetch.continueRequest", requestId=page.paused()[0]["requestId"])
    page.wait("down.some((address) => address.includes('/events'))")  # the table is drawn, and is to be followed
    assert page.value(f"!!{NOTICE}")


def test_whoever_only_looks_on_is_not_asked(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", TWO)[1]
    holding(page, server, made["id"], {"seats": {"1": made["seats"][1]["token"]}, "as": ""})
    page.wait("document.querySelectorAll('#friends li').length === 1")
    assert page.value(f"{BOX}.closest('label').hidden")
