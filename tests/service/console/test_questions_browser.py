"""Tests in a real browser that every question says what it asks, and that the page tells of one version at a time."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.console.moving import moves
from tests.service.console.page import Page
from tests.service.console.people import NAMES, TRADING, command, sandbox, turn
from tests.service.console.seated import remember, seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
CARD = "document.querySelector('#offers .offer')"
TEXTS = f"[...{CARD}.querySelectorAll('button')].map((one) => one.innerText)"
HAND = """Object.fromEntries([...document.querySelectorAll('.hand .play-card')]
  .map((one) => [one.dataset.kind, Number(one.querySelector('.count').innerText)]))"""
TURN = "document.querySelector('#turn').innerText"
LOG = "[...document.querySelectorAll('#events li')].map((one) => one.querySelector(':scope > :last-child').innerText)"
REFUSING = """(() => {
  const asked = fetch;
  globalThis.fetch = (address, wish) => wish?.method === 'POST'
    ? Promise.resolve(new Response(JSON.stringify(PROBLEM), {status: 409})) : asked(address, wish);
})()"""
SHORT = """import('/console/hand/question_card.js').then(({questionCard, answer}) => {
  const answers = [answer('Accept', () => {}, {}), answer('Decline', () => {}, {})];
  const card = questionCard({label: 'short', about: [], answers, until: Date.now() + 500, members: {id: 'short'}});
  document.body.append(card);
  return card.querySelector('button').disabled;
})"""
"""Shows a card whose time is soon over, and returns whether it can be pressed at first."""
SKIP = "document.querySelector('#skip-moves:not([hidden])')"


def between_turns(seat: int) -> list[dict[str, Any]]:
    """Return the events with which a seat may build after the first turn, of seat 0."""
    started, frames = turn("special_building", seat, after=0)
    return [started, {"type": "TurnEnded", "seat": 0}, frames]


def test_a_gift_says_who_gives_what_and_has_both_answers_on_its_card(page: Page, server: Server) -> None:
    made = sandbox(server, TRADING, modules=["favors"])
    command(server, made, 0, {"type": "OfferGift", "resource": "ore", "to": 1})
    seated(page, server, made, [1])
    page.wait(f"!!{CARD}")
    assert page.value(f"{CARD}.getAttribute('aria-label')") == "Ana gives you, as a gift: 1 ore"
    assert page.value(f"!!{CARD}.querySelector('.chip.good-ore')")
    assert page.value(TEXTS) == ["Accept", "Decline"]
    assert page.value("document.querySelectorAll('#legal .act').length") == 0
    assert "Your turn" not in page.value(TURN)
    ore = page.value(f"({HAND}).ore")
    page.tap("#offers [data-type=AcceptGift]")
    page.wait(f"!{CARD} && ({HAND}).ore === {ore + 1}")


def test_no_answer_can_be_pressed_when_its_time_is_over(page: Page, server: Server) -> None:
    made = sandbox(server, TRADING)
    offer = {"type": "OfferTrade", "give": {"ore": 1}, "take": {"wool": 1}, "to": [1, 2], "expires_after_s": 300}
    command(server, made, 0, offer)
    seated(page, server, made, [1])
    page.wait(f"{CARD}?.querySelector('.clock') && !{CARD}.querySelector('button').disabled")
    assert page.value(SHORT) is False
    page.wait("document.querySelector('#short').hasAttribute('data-over')")
    assert page.value("document.querySelector('#short').innerText").endswith("The time is over")
    assert page.value("[...document.querySelectorAll('#short button')].every((one) => one.disabled)")


def test_the_page_passes_by_itself_where_nothing_else_is_legal(page: Page, server: Server) -> None:
    made = sandbox(server, between_turns(1), seats=5)
    path = f"/v1/games/{made['id']}"
    assert [one["seat"] for one in server.ask("GET", path)[1]["awaiting"]] == [1]
    seated(page, server, made, [1])
    page.wait(f"{LOG}.includes('Bruno passes: nothing else was possible')")
    assert [one["seat"] for one in server.ask("GET", path)[1]["awaiting"]] != [1]


def test_whoever_wants_to_press_pass_is_asked(page: Page, server: Server) -> None:
    made = sandbox(server, between_turns(1), seats=5)
    remember(page, server, {"games": {}, "wishes": {"pass": False}})
    seated(page, server, made, [1])
    page.wait("!!document.querySelector('.slot.end #do-Pass')")
    page.press("#switches summary")
    page.wait("document.querySelector('#pass') && !document.querySelector('#pass').checked")
    page.press("#do-Pass")
    page.wait("!document.querySelector('#do-Pass')")


def test_a_robbers_ghost_leaves_the_number_to_be_read_and_says_whom_it_hits(page: Page, server: Server) -> None:
    made = sandbox(server, turn("move_robber"))
    seated(page, server, made, [0])
    page.wait("document.querySelectorAll('.mark').length > 10")
    view = server.ask("GET", f"/v1/games/{made['id']}")[1]
    tiles = server.ask("GET", f"/v1/games/{made['id']}/board")[1]["tiles"]
    house = view["state"]["seats"][1]["settlements"][0]
    tile = next(one for one in tiles if house in one["nodes"] and one["token"] and one["id"] != view["state"]["robber"])
    mark = f"document.querySelector('[data-place=\"tile {tile['id']}\"]')"
    ways = 6 - abs(7 - tile["token"])
    assert f"{ways} of 36 rolls" in page.value(f"{mark}.getAttribute('aria-label')")
    assert "Bruno: 1 settlement" in page.value(f"{mark}.getAttribute('aria-label')")
    assert page.value(f"{mark}.querySelectorAll('.whose').length") >= 1
    page.value(f"{mark}.focus()")
    fills = f"[...{mark}.querySelectorAll('.halo')].map((one) => getComputedStyle(one).fill)"
    assert set(page.value(fills)) == {"none"}


def test_hand_strip_and_turn_are_of_the_version_on_the_board(open_page: Callable[[], Page], server: Server) -> None:
    dice = [{"stream": "dice", "outcome": [3, 3]}]
    made = sandbox(server, [], draws=dice * 3)
    page = open_page()
    remember(page, server, {"games": {}, "wishes": {"pace": "calm"}})
    seated(page, server, made, [2])
    page.wait("document.getElementById('stream-state')?.textContent === 'live'")
    path, token = f"/v1/games/{made['id']}", made["seats"][2]["token"]
    before = server.ask("GET", path, None, token)[1]["version"]
    moves(server, made, ["RollDice", "EndTurn", "RollDice", "EndTurn"])
    page.wait(f"{SKIP} && Number(document.getElementById('picture').dataset.version) > {before}")
    shown = int(page.value("document.getElementById('picture').dataset.version"))
    told = page.value(f"[{HAND}, {TURN}, document.querySelector('.chip-seat.awaited').dataset.seat]")
    if int(page.value("document.getElementById('picture').dataset.version")) == shown:
        view = server.ask("GET", f"{path}?version={shown}", None, token)[1]
        assert told[0] == view["state"]["seats"][2]["resources"]
        assert int(told[2]) in [one["seat"] for one in view["awaiting"]]
        assert "Your turn" not in told[1]
    page.strike("End")
    page.wait(f"{TURN}.includes('Your turn, Carla')")


def test_a_roll_and_what_it_brings_are_one_sentence(page: Page, server: Server) -> None:
    dice = [{"stream": "dice", "outcome": [5, 3]}]
    made = sandbox(server, [], draws=dice)
    moves(server, made, ["RollDice"])
    seated(page, server, made, [0])
    events = server.ask("GET", f"/v1/games/{made['id']}/events")[1]["events"]
    gains = next(one["gains"] for one in events if one["type"] == "ResourcesProduced")
    brought = [
        f"{NAMES[seat]} gets {', '.join(f'{count} {kind}' for kind, count in counts.items() if count)}"
        for seat, counts in enumerate(gains)
        if any(counts.values())
    ]
    expected = f"Ana rolls 8: {', '.join(brought) or 'nobody gets anything'}"
    page.wait(f"{LOG}.includes({expected!r})")
    said = page.value(LOG)
    assert not any("Next:" in one or "seed" in one.lower() or "length" in one for one in said)
    assert page.value("[...document.querySelectorAll('#events .number')].every((one) => Number(one.innerText) >= 1)")


SENTENCES = (
    ("founds a road on path 13 (between 4 brick and 11 brick).", "founds a road between 4 brick and 11 brick."),
    ("builds road 0 (southeast side of mountains).", "builds the road on the southeast side of mountains."),
    ("the settlement worth 3 (corner of mountains)", "the settlement worth 3, at the corner of mountains"),
    ("builds knight 1 (mountains).", "builds knight 1 (mountains)."),
    ("sends the robber to the desert, hex 23 (desert).", "sends the robber to the desert."),
    ("construye la carretera 0 (lado sureste de montaña).", "construye la carretera del lado sureste de montaña."),
    ("el poblado de valor 3 (esquina de montaña).", "el poblado de valor 3, en la esquina de montaña."),
    ("construye la ficha 1 en el espacio 205 (muralla sur).", "construye la ficha 1 en la muralla sur."),
)


def test_sentences_without_ids_are_sentences(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.readyState === 'complete'")
    told = [one for one, _ in SENTENCES]
    made = f"({{withoutIds}}) => {told!r}.map((one) => withoutIds(one))"
    said = page.value(f"import('/console/board/plan.js').then({made})")
    assert said == [one for _, one in SENTENCES]


def test_figures_beside_the_log_tell_dice_luck_and_bank(page: Page, server: Server) -> None:
    dice = [{"stream": "dice", "outcome": [5, 3]}]
    made = sandbox(server, [], draws=dice)
    moves(server, made, ["RollDice"])
    seated(page, server, made, [0])
    page.press("#tab-figures")
    page.wait("document.querySelectorAll('.rolled tbody tr').length === 11")
    row = "[...document.querySelectorAll('.rolled tbody tr')].find((one) => one.cells[0].innerText === '8')"
    assert page.value(f"[...{row}.cells].slice(2).map((one) => one.innerText)") == ["1", "0.1"]
    path, token = f"/v1/games/{made['id']}", made["seats"][0]["token"]
    gains = next(
        one["gains"] for one in server.ask("GET", f"{path}/events")[1]["events"] if one["type"] == "ResourcesProduced"
    )
    named = page.value("[...document.querySelectorAll('.gained tbody tr th')].map((one) => one.innerText.trim())")
    assert [one.split()[-1] for one in named] == list(NAMES[:3])
    all_cards = "[...document.querySelectorAll('.gained tbody tr')].map((one) => Number(one.cells[6].innerText))"
    assert page.value(all_cards) == [sum(counts.values()) for counts in gains]
    bank = server.ask("GET", path, None, token)[1]["state"]["bank"]
    told = page.value("document.querySelector('.figures-now p .pile').getAttribute('aria-label')")
    assert told == ", ".join(f"{count} {kind}" for kind, count in bank.items() if count)


def test_luck_is_what_the_dice_brought_beyond_what_buildings_were_to_bring(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.readyState === 'complete'")
    board = {"tiles": [{"id": 0, "token": 8, "nodes": [1, 2]}, {"id": 1, "token": 2, "nodes": [2, 3]}]}
    begun = {"seats": [{}, {}], "state": {"robber": 1, "seats": [{"seat": 0, "settlements": [2], "cities": []}]}}
    events = [
        {"type": "DiceRolled", "seat": 0, "dice": [4, 4]},
        {"type": "ResourcesProduced", "gains": [{"ore": 1}, {}]},
        {"type": "CityBuilt", "seat": 0, "node": 2},
        {"type": "SettlementBuilt", "seat": 1, "node": 3},
        {"type": "RobberMoved", "seat": 1, "tile": 0},
        {"type": "DiceRolled", "seat": 1, "dice": [1, 1]},
        {"type": "ResourcesProduced", "gains": [{"wool": 2}, {"wool": 1}]},
    ]
    asked = f"figuresOf({json.dumps(events)}, {json.dumps(begun)}, {json.dumps(board)})"
    found = page.value(f"import('/console/story/figures.js').then(({{figuresOf}}) => {asked})")
    assert found["rolls"] == 2
    assert (found["sums"]["8"], found["sums"]["2"], found["sums"]["7"]) == (1, 1, 0)
    assert [one["gained"] for one in found["seats"]] == [{"ore": 1, "wool": 2}, {"wool": 1}]
    assert found["seats"][0]["expected"] == pytest.approx(5 / 36 + 2 / 36)
    assert found["seats"][1]["expected"] == pytest.approx(1 / 36)


def test_a_refusal_names_people_and_places_and_keeps_ids_for_the_bench(page: Page, server: Server) -> None:
    seated(page, server, sandbox(server, turn("trade")), [0])
    page.wait("!!document.querySelector('#do-EndTurn')")
    detail = "Seat 1 has built on path 13 (between 4 brick and 11 brick)."
    problem = {"title": "Refused", "status": 409, "detail": detail, "rule": "catan.road.connection"}
    page.value(REFUSING.replace("PROBLEM", json.dumps(problem)))
    page.press("#do-EndTurn")
    said = page.wait("document.querySelector('#notices .problem')?.innerText")
    assert "Bruno has built between 4 brick and 11 brick." in said
    assert "catan.road" not in said
    assert "409" not in said
    page.press("#open-bench")
    page.wait("document.querySelector('#notices .problem')?.innerText.includes('catan.road.connection')")


def test_the_log_speaks_spanish(page: Page, server: Server) -> None:
    made = sandbox(server, [], draws=[{"stream": "dice", "outcome": [5, 3]}])
    moves(server, made, ["RollDice"])
    remember(page, server, {"games": {}, "language": "es"})
    seated(page, server, made, [0])
    page.wait(f"{LOG}.some((one) => one.startsWith('Ana saca un 8: '))")
    assert not re.search(r"(asiento|encrucijada|camino) \d|Seat|gets", " ".join(page.value(LOG)))


def test_games_without_dice_have_no_figures(page: Page, server: Server) -> None:
    seats = [{"kind": "human", "name": name} for name in NAMES[:2]]
    for ruleset, hidden in (("goofspiel", True), ("catan-dice", False)):
        made = server.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": seats})[1]
        if not hidden:
            moves(server, made, ["DiceRollDice"])
        seated(page, server, made, [0])
        page.wait(f"document.querySelector('#tab-figures')?.hidden === {str(hidden).lower()}")
    page.press("#tab-figures")
    counts = "[...document.querySelectorAll('.rolled tbody tr')].map((one) => Number(one.cells[2].innerText))"
    page.wait("document.querySelectorAll('.rolled tbody tr').length > 0")
    assert sum(page.value(counts)) == 6
