"""Tests in a real browser how people find each other on the first page, see their games, and set standing orders."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.console.page import Page
from tests.service.console.people import open_as
from tests.service.console.seated import remember, seated
from tests.service.http.live import Server
from tests.service.processes import wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
TOLD = "(document.querySelector('#seek-told')?.textContent ?? '')"
WAITS = "!!document.querySelector('#withdraw-seek')"
AT_TABLE = "location.hash.startsWith('#/games/') && !!document.querySelector('#players li')"
PLAYER = "JSON.parse(localStorage.longroad).player"
TWO: dict[str, Any] = {"ruleset": "catan-dice", "seats": [{"kind": "human"}, {"kind": "human"}]}


def at_lobby(page: Page, server: Server, name: str) -> None:
    """Open the first page, enter a name, and unfold the part in which people look for each other."""
    open_as(page, server, name)
    page.press("#find-people")
    page.wait("!!document.querySelector('#seek')")


def seek(page: Page, ruleset: str, seats: int) -> None:
    """Fill in the form that looks for people, without agents for empty seats, and send it."""
    page.choose("#seek-ruleset", ruleset)
    page.choose("#seek-seats", str(seats))
    page.value("document.querySelector('#seek-fill').checked = false")
    page.press("#seek")


def as_player(page: Page) -> dict[str, str]:
    """Return the header with which a test sends requests in the name of the player of a page."""
    return {"X_Api_Key": page.value(f"{PLAYER}.token")}


def test_two_who_look_for_people_sit_down_at_one_table(open_page: Callable[[], Page], server: Server) -> None:
    ana, bea = open_page(), open_page()
    at_lobby(ana, server, "Ana")
    seek(ana, "catan-dice", 2)
    ana.wait(f"{WAITS} && {TOLD}.includes('2 players')")
    ana.reload()
    ana.wait(f"{WAITS} && {TOLD}.includes('2 players')")

    at_lobby(bea, server, "Bea")
    joins = "[...document.querySelectorAll('#open-seeks button')].find((one) => one.ariaLabel.includes('Ana'))"
    bea.wait(f"!!{joins}")
    bea.value(f"{joins}.click()")

    for page in (ana, bea):
        page.wait(AT_TABLE)
        assert page.faults == []
    assert ana.value("location.hash") == bea.value("location.hash")
    names = ana.wait("document.querySelector('#players').textContent")
    assert "Ana" in names
    assert "Bea" in names
    assert ana.value(f"{PLAYER}.seek ?? null") is None

    game = ana.value("location.hash.split('/')[2]")
    ana.value(
        "localStorage.longroad = JSON.stringify({...JSON.parse(localStorage.longroad), games: {}});"
        "sessionStorage.clear()"
    )
    ana.open(f"http://127.0.0.1:{server.port}/?again")
    ana.press("#played button")
    ana.wait(AT_TABLE)
    assert ana.value("location.hash") == f"#/games/{game}"
    ana.wait("!document.querySelector('#orders').hidden")


@pytest.mark.usefixtures("at_length")
def test_who_sits_down_with_another_leaves_the_own_place(open_page: Callable[[], Page], server: Server) -> None:
    ana, bea = open_page(), open_page()
    at_lobby(bea, server, "Hal")
    seek(bea, "elasund", 2)
    bea.wait(WAITS)
    at_lobby(ana, server, "Ida")
    seek(ana, "catan-dice", 2)
    ana.wait(WAITS)
    left = ana.value(f"{PLAYER}.seek.id")
    ana.press("#look-again")
    joins = "[...document.querySelectorAll('#open-seeks button')].find((one) => one.ariaLabel.includes('Hal'))"
    ana.wait(f"!!{joins}")
    ana.value(f"{joins}.click()")
    for page in (ana, bea):
        page.wait(AT_TABLE)
    assert server.ask("GET", f"/v1/seeks/{left}", **as_player(ana))[1]["status"] == "withdrawn"


def test_who_stops_to_look_is_taken_off_and_may_look_again(page: Page, server: Server) -> None:
    at_lobby(page, server, "Cyd")
    seek(page, "catan-dice", 2)
    page.wait(WAITS)
    known = page.value(f"{PLAYER}.seek.id")
    page.press("#withdraw-seek")
    page.wait(f"{TOLD} === 'You are no longer looking.'")
    assert server.ask("GET", f"/v1/seeks/{known}", **as_player(page))[1]["status"] == "withdrawn"
    page.wait("document.activeElement.id === 'seek'")
    seek(page, "elasund", 2)
    page.wait(f"{WAITS} && {TOLD}.includes('Elasund')")
    assert server.ask("DELETE", f"/v1/seeks/{page.value(f'{PLAYER}.seek.id')}", **as_player(page))[0] == 204
    page.wait(f"!({WAITS}) && {TOLD} === 'You are no longer looking.'")


@pytest.mark.usefixtures("at_length")
def test_who_goes_to_another_page_looks_no_more(page: Page, server: Server) -> None:
    at_lobby(page, server, "Cyd")
    seek(page, "catan-dice", 2)
    page.wait(WAITS)
    known = page.value(f"{PLAYER}.seek.id")
    page.value("location.hash = '#/new'")
    page.wait(f"!{PLAYER}.seek")
    assert server.ask("GET", f"/v1/seeks/{known}", **as_player(page))[1]["status"] == "withdrawn"
    page.value("location.hash = '#/'")
    page.wait("!!document.querySelector('#seek')")


@pytest.mark.usefixtures("at_length")
def test_on_a_shared_computer_the_player_stays_in_the_tab(page: Page, server: Server) -> None:
    remember(page, server, {"games": {}, "keep": False})
    at_lobby(page, server, "Gil")
    seek(page, "catan-dice", 2)
    page.wait(WAITS)
    assert page.value("JSON.parse(localStorage.longroad).player ?? null") is None
    assert page.value("JSON.parse(sessionStorage.longroad).player.token.startsWith('player-')")
    page.press("#withdraw-seek")


def test_a_seek_that_is_gone_after_a_reload_is_said_to_have_expired(page: Page, server: Server) -> None:
    at_lobby(page, server, "Dan")
    seek(page, "goofspiel", 2)  # it stays open for a while, and no other test looks for that
    page.wait(WAITS)
    page.value(
        "(() => { const all = JSON.parse(localStorage.longroad); all.player.seek.id = 'seek-' + '0'.repeat(42);"
        "localStorage.longroad = JSON.stringify(all); location.reload(); })()"
    )
    page.wait(f"{TOLD}.startsWith('Nobody came in time')")
    page.wait("!!document.querySelector('#seek')")


@pytest.mark.usefixtures("at_length")
def test_a_rated_seek_that_nobody_could_meet_is_said_to_be_none(page: Page, server: Server) -> None:
    at_lobby(page, server, "Eva")
    page.value("document.querySelector('#seek-rated').checked = true")
    seek(page, "catan-dice", 2)
    page.wait(f"{TOLD}.startsWith('This server rates only')")
    assert server.ask("GET", "/v1/seeks?mine=true", **as_player(page))[1]["seeks"] == []


def test_rated_games_are_offered_to_players_of_a_key_alone(page: Page, server: Server) -> None:
    at_lobby(page, server, "Hal")
    rated = "document.querySelector('#seek-rated')"
    assert page.value(f"{rated}.disabled")
    assert "This server rates only" in page.value("document.querySelector('#seek-form').innerText")
    key = server.ask("POST", "/v1/keys", {"scopes": ["games", "me", "seats"]})[1]["key"]
    remember(page, server, {"games": {}, "key": key}, "sessionStorage")
    at_lobby(page, server, "Hal")
    page.wait(f"{rated}?.disabled === false")
    assert "This server rates only" not in page.value("document.querySelector('#seek-form').innerText")


def test_a_player_agrees_to_the_ladder_and_is_forgotten(page: Page, server: Server) -> None:
    at_lobby(page, server, "Fay")
    seek(page, "catan-dice", 2)
    page.press("#withdraw-seek")
    page.wait("!document.querySelector('#mine-and-ratings').hidden")
    page.wait("!document.querySelector('#listed').closest('label').hidden")
    page.value("document.querySelector('#listed').click()")
    path = f"/v1/players/{page.value(f'{PLAYER}.id')}"
    assert wait_for(lambda: server.ask("GET", path, **as_player(page))[1]["listed"])
    assert server.ask("GET", path, **as_player(page))[1]["name"] == "Fay"
    page.wait("document.querySelector('#listed').checked && !document.querySelector('[aria-busy]')")
    page.value("document.querySelector('#forget-me').closest('details').open = true")
    page.press("#forget-me")
    page.wait("document.querySelector('#mine-and-ratings').hidden")
    assert server.ask("GET", path)[1].get("name", "") == ""
    assert page.value(f"{PLAYER} ?? null") is None


def test_an_order_is_set_and_ended_with_one_press_each(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", TWO)[1]
    path, token = f"/v1/games/{made['id']}/seats/0/orders", made["seats"][0]["token"]
    seated(page, server, made, [0])
    page.press("#open-drawer")
    page.press("#orders > summary")
    page.press("#order-roll")
    page.wait("document.querySelectorAll('#standing li').length === 1")
    standing = server.ask("GET", path, None, token)[1]["orders"]
    assert standing[0]["order"]["commands"][0]["type"] == "DiceRollDice"
    assert "Roll for me" in page.value("document.querySelector('#standing').textContent")
    page.press(f"#end-{standing[0]['id']}")
    page.wait("document.querySelectorAll('#standing li').length === 0")
    assert "ended by you" in page.value("document.querySelector('#ended-orders').textContent")
    page.press("#order-pass")
    page.press("#order-roll")
    page.wait("document.querySelectorAll('#standing li').length === 2")
    page.press("#end-orders")
    page.wait("document.querySelectorAll('#standing li').length === 0")
    assert server.ask("GET", path, None, token)[1]["orders"] == []
    assert page.faults == []


@pytest.mark.usefixtures("at_length")
def test_orders_about_cards_name_the_chosen_kind(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", {"ruleset": "catan", "seats": [{"kind": "human"}] * 3})[1]
    seated(page, server, made, [0])
    page.press("#open-drawer")
    page.press("#orders > summary")
    for kind, order in (("ore", "decline"), ("grain", "keep")):
        page.choose(f"#kind-{order}", kind)
        page.press(f"#order-{order}")
    page.press("#order-end_turn")
    page.wait("document.querySelectorAll('#standing li').length === 3")
    told = server.ask("GET", f"/v1/games/{made['id']}/seats/0/orders", None, made["seats"][0]["token"])[1]["orders"]
    orders = {one["order"]["kind"]: one["order"] for one in told}
    assert orders["answer"]["give_any"] == ["ore"]
    assert orders["cards"]["first"] == ["brick", "lumber", "wool", "ore"]
    assert orders["pass"]["frame"] == "trade"
    said = page.value("document.querySelector('#standing').innerText")
    assert [word for word in ("ore", "grain", "End my turn") if word.lower() not in said.lower()] == []


@pytest.mark.usefixtures("at_length")
def test_who_only_watches_sees_no_orders(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", TWO)[1]
    page.open(f"http://127.0.0.1:{server.port}/#/games/{made['id']}")
    page.wait("!!document.querySelector('#players li')")
    assert page.value("document.querySelector('#orders').hidden")
