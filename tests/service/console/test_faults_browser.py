"""Tests in a real browser for faults of the console that no other test shows; `docs/testing.md` lists them."""

import re
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import StorePair
from tests.service.console.page import Page
from tests.service.console.seated import holding, seated
from tests.service.http.live import Server, worker

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
NAMES = ("Ana", "Bea", "Cleo")
PEOPLE = {
    "ruleset": "catan",
    "map": "beginner",
    "options": {"starting_seat": 0},
    "seats": [{"kind": "human", "name": name} for name in NAMES],
    "seed": "road",
}
BAR = "document.querySelector('#actions').innerText"
NOTICE = "document.querySelector('#notices .problem')?.innerText"
VERSION = "document.getElementById('shown-version')?.value"
CURTAIN = "document.querySelector('#curtain')"
CORNER = "document.elementFromPoint(3, innerHeight - 3)"
CLOCK = "document.querySelector('#offers .offer .clock')"
MARKS = "[...document.querySelectorAll('.mark')]"
LABELS = f"{MARKS}.map((one) => one.getAttribute('aria-label'))"
SAID = """[...document.querySelectorAll('#actions, #events, #players, .menu')].map((one) => one.innerText).join(' ')"""
ID = re.compile(r"\b(?:intersection|path|hex|square|space|seat) \d+", re.IGNORECASE)


def command(server: Server, made: dict[str, Any], seat: int, body: dict[str, Any]) -> None:
    """Post a command of a seat."""
    path = f"/v1/games/{made['id']}/commands"
    assert server.ask("POST", path, body, made["seats"][seat]["token"])[0] == 201


def play_until_asked(server: Server, made: dict[str, Any]) -> None:
    """Play the first seat by its first legal actions until an agent offers it a trade and waits for an answer."""
    path, token = f"/v1/games/{made['id']}", made["seats"][0]["token"]
    while True:
        view = server.ask("GET", path, None, token)[1]
        assert view["status"] == "running", "no agent ever offered a trade"
        mine = [one for one in view["awaiting"] if one["seat"] == 0]
        if any(one.get("expires") for one in mine):
            return
        if not any(one["must"] for one in mine):
            time.sleep(0.05)
            continue
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        found = [one["command"] for one in legal["actions"]] + [one["example"] for one in legal["templates"]]
        ending = [one for one in found if one["type"] == "EndTurn"]
        server.ask("POST", f"{path}/commands", (ending or found)[0], token)


@pytest.mark.fault("F6")
@pytest.mark.usefixtures("at_length")
def test_an_agent_waits_for_an_answer_by_a_clock(page: Page, server: Server, stores: StorePair) -> None:
    seats = [PEOPLE["seats"][0], *[{"kind": "ai", "name": name} for name in ("Bruno", "Carla", "Diego")]]  # type: ignore[index]
    with worker(stores, "ai"):
        made = server.ask("POST", "/v1/games", PEOPLE | {"seats": seats, "offer_wait_s": 60})[1]
        play_until_asked(server, made)
        seated(page, server, made, [0])
        page.wait(f"!!{CLOCK}")
        told = page.value("document.querySelector('#offers .offer').getAttribute('aria-label')")
        assert re.fullmatch(r"(Bruno|Carla|Diego) gives \d \w+(, \d \w+)* for \d \w+(, \d \w+)*", told)
        left = page.value(f"Number({CLOCK}.textContent)")
        assert 0 < left <= 60
        page.wait(f"Number({CLOCK}?.textContent) < {left}")
        offer = page.value("document.querySelector('#offers .offer:has(.clock)').dataset.offer")
        page.tap(f"#offers [data-offer='{offer}'] [data-type=DeclineOffer]")
        page.wait(f"!document.querySelector('#offers [data-offer=\"{offer}\"] .clock')")


@pytest.mark.fault("F9")
@pytest.mark.parametrize(("wish", "commands"), [(PEOPLE, [{"type": "RollDice"}]), ({"ruleset": "elasund"}, [])])
def test_places_and_players_are_told_in_words(
    page: Page, server: Server, wish: dict[str, Any], commands: list[dict[str, Any]]
) -> None:
    seats = [{"kind": "human", "name": name} for name in NAMES[:2]]
    made = server.ask("POST", "/v1/games", {"seats": seats, "seed": "road"} | wish)[1]
    first = server.ask("GET", f"/v1/games/{made['id']}")[1]["awaiting"][0]["seat"]
    for body in commands:
        command(server, made, first, body)
    seated(page, server, made, [first])
    page.wait("!!document.querySelector('.mark, #actions .act') && !!document.querySelector('#events li')")
    assert [ID.search(text) for text in [*page.value(LABELS), page.value(SAID)] if ID.search(text)] == []


@pytest.mark.fault("F14")
def test_a_refused_undo_says_why_and_leads_back(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE)[1]
    command(server, made, 0, {"type": "RollDice"})
    seated(page, server, made, [0])
    page.press("#earlier")
    page.wait(f"{VERSION} === '1 / 2'")
    page.press("#undo")
    page.wait(f"{NOTICE}?.length > 20")
    assert "1" in page.value("document.querySelector('#turn').innerText")
    page.press("#now")
    page.wait(f"{VERSION} === '2 / 2' && !!document.querySelector('#actions .act')")
    assert page.value(f"{NOTICE}.length > 20")


@pytest.mark.fault("F15")
def test_the_curtain_hides_the_hand_until_the_next_player_is_there(page: Page, server: Server) -> None:
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    made = server.ask("POST", "/v1/games", PEOPLE | {"map": "variable"})[1]
    seated(page, server, made, [0, 1])
    for _ in range(2):
        legal = server.ask("GET", f"/v1/games/{made['id']}/legal-actions", None, made["seats"][0]["token"])[1]
        command(server, made, 0, legal["actions"][0]["command"])
    page.wait(f"{CURTAIN}?.open")
    for _ in range(3):  # a browser closes any dialog at the second press
        page.strike("Escape")
    page.wait(f"{CURTAIN}.open && {CURTAIN}.innerText.includes('Bea') && {CORNER} === {CURTAIN}")
    ground = page.value(f"getComputedStyle({CURTAIN}, '::backdrop').backgroundColor")
    assert ground.startswith("rgb("), "nothing shines through"
    page.press("#open-curtain")
    page.wait(f"!{CURTAIN}.open && document.querySelector('#look-as').value === '1'")


def test_the_action_bar_speaks_spanish(page: Page, server: Server) -> None:
    made = server.ask("POST", "/v1/games", PEOPLE)[1]
    page.send("Page.addScriptToEvaluateOnNewDocument", source='localStorage.longroad = \'{"language": "es"}\';')
    seated(page, server, made, [0])
    page.wait("!!document.querySelector('#do-RollDice')")
    before = page.value(BAR)
    page.tap("#do-RollDice")
    page.wait("!!document.querySelector('#do-EndTurn')")
    told = before + page.value(BAR)
    for words in ("Tirar los dados", "Terminar el turno", "Carretera", "Poblado", "Ciudad", "Carta", "falta", "Madera"):
        assert words.lower() in told.lower()
    english = r"\b(roll|dice|end|turn|road|settlement|city|card|missing|lumber|wool|grain|ore|brick|trade|your)\b"
    assert re.findall(english, told, re.IGNORECASE) == []


@pytest.mark.usefixtures("at_length")
def test_a_road_is_picked_up_and_put_elsewhere(page: Page, server: Server) -> None:
    given = [
        {"type": "HelperDealt", "seat": 0, "helper": "move_road"},
        {"type": "TurnStarted", "seat": 0, "turn": 1},
        {"type": "AgendaSet", "frames": [{"frame": "trade_build", "seats": [0]}]},
    ]
    made = server.ask("POST", "/v1/games", PEOPLE | {"modules": ["helpers"], "sandbox": True, "given": given})[1]
    seated(page, server, made, [0])
    page.wait(f"{LABELS}.some((one) => one.startsWith('Pick up'))")
    roads = page.value(f"{MARKS}.map((one) => one.dataset.place)")
    before = server.ask("GET", f"/v1/games/{made['id']}")[1]["state"]["seats"][0]["roads"]
    assert {int(road.removeprefix("edge ")) for road in roads} <= set(before)

    page.press(f".mark[data-place='{roads[0]}']")
    page.wait(
        "document.activeElement.matches('.mark:not(.picked)') && document.querySelectorAll('.picked').length === 1"
    )
    page.strike("Escape")
    page.wait(f"document.activeElement.dataset.place === '{roads[0]}' && !document.querySelector('.picked')")
    page.strike("Enter")
    page.wait("document.activeElement.matches('.mark:not(.picked)')")
    target = page.value("document.activeElement.dataset.place")
    page.strike("Enter")
    page.wait(f"{VERSION}?.startsWith('2 ')")
    now = server.ask("GET", f"/v1/games/{made['id']}")[1]["state"]["seats"][0]["roads"]
    moved = {int(place.removeprefix("edge ")) for place in (roads[0], target)}
    assert set(before) ^ set(now) == moved


@pytest.mark.usefixtures("at_length")
def test_ones_own_sheet_of_the_dice_game_comes_first(open_page: Callable[[], Page], server: Server) -> None:
    made = server.ask("POST", "/v1/games", {"ruleset": "catan-dice", "seats": [{"kind": "human"}] * 3})[1]
    for seat in (0, 2):
        page = open_page()
        held = {"seats": {str(seat): made["seats"][seat]["token"]}, "as": str(seat)}
        holding(page, server, made["id"], held)
        page.wait(f"document.querySelector('.part.sheet')?.dataset.seat === '{seat}'")
