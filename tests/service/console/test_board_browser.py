"""Tests the board and the action bar of the console in a real browser, by touch, mouse and keyboard."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
VERSION = "document.getElementById('shown-version')?.value"
THROWS = {"brick": 2, "lumber": 1, "wool": 1, "ore": 2}, {"grain": 1, "ore": 2}
SHOWN = "document.getElementById('picture')?.dataset.version"
FROM_END = """((log) => log.scrollHeight - log.scrollTop - log.clientHeight)(document.querySelector('#events'))"""
MARKS = "[...document.querySelectorAll('.mark')]"
TARGETS = f"""{MARKS}.map((one) => one.querySelector('.hit').getBoundingClientRect())
  .map((one) => Math.min(one.width, one.height))"""

USUAL_SEATS = 4
SURE = {
    "catan.road.cost": ["printed", "A rulebook or a component has it, or two independent sources agree"],
    "catan.robber.own_hex_allowed": [
        "inferred",
        "It follows from what is printed, or is a ruling where the books are silent",
    ],
    "helpers.card_choice.look_three": [
        "one source only",
        "One source has it, such as another edition or a single program",
    ],
    "elasund.pirate.track_cubes_not": [
        "reconstructed",
        "No source has it; it is rebuilt so that it fits everything that is known",
    ],
    "catan.trade.domestic.one_answer": None,
}


def people(server: Server, count: int, **wish: Any) -> dict[str, Any]:
    """Make a game of people that the first seat begins."""
    names = ("Ana", "Bruno", "Carla", "Diego")
    seats = [{"kind": "human", "name": name} for name in names[:count]]
    made: dict[str, Any] = server.ask("POST", "/v1/games", {"seats": seats, "seed": "road", "undo": "free", **wish})[1]
    return made


def beginner(server: Server) -> dict[str, Any]:
    """Make a game of Catan whose first towns stand already."""
    return people(server, 3, ruleset="catan", map="beginner", options={"starting_seat": 0})


def act_until(server: Server, made: dict[str, Any], seat: int, wanted: str) -> dict[str, Any]:
    """Act for a seat, whatever comes first, until a command of a type is legal; return it."""
    path, token = f"/v1/games/{made['id']}", made["seats"][seat]["token"]
    while True:
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        found = [one["command"] for one in legal["actions"]] + [one["example"] for one in legal["templates"]]
        fitting = [command for command in found if command["type"] == wanted]
        if fitting:
            command: dict[str, Any] = fitting[0]
            return command
        assert server.ask("POST", f"{path}/commands", found[0], token)[0] == 201


def box(page: Page, selector: str) -> dict[str, float]:
    """Return where an element lies on the screen."""
    page.wait(f"!!document.querySelector('{selector}')")
    found: dict[str, float] = page.value(f"document.querySelector('{selector}').getBoundingClientRect().toJSON()")
    return found


def sureness(place: str) -> str:
    """Return the expression for the word and the title by which a place of the page says how sure its rule is."""
    return f"[...document.querySelectorAll('{place} .sureness')].map((one) => [one.innerText, one.title])[0] ?? null"


@pytest.mark.fault("F4")
@pytest.mark.fault("F8")
def test_a_place_of_the_board_is_pressed_once_on_a_phone(page: Page, server: Server) -> None:
    page.send("Emulation.setDeviceMetricsOverride", **PHONE)
    seated(page, server, people(server, 3, ruleset="catan", options={"starting_seat": 0}), [0])
    page.wait(f"{MARKS}.length === 54")

    assert min(page.value(TARGETS)) >= 24
    labels = page.value(f"{MARKS}.map((one) => one.getAttribute('aria-label')).join()")
    assert "corner of" in labels
    assert not any(word in labels for word in ("intersection", "node"))
    assert page.value("document.documentElement.scrollWidth") <= PHONE["width"]
    assert box(page, ".part.board")["bottom"] <= box(page, "#actions")["top"] + 1

    page.tap(".mark[data-place='node 8']")
    page.wait(f"{VERSION} === '2 / 2' && {MARKS}.length > 0")
    page.wait(f"{MARKS}.every((one) => one.dataset.place.startsWith('edge'))")
    assert [fault for fault in page.faults if "exceptionDetails" in fault] == []


def test_places_are_laid_out_at_once_and_arrow_keys_lead_from_one_to_another(page: Page, server: Server) -> None:
    page.send("Performance.enable")
    seated(page, server, people(server, 3, ruleset="catan", options={"starting_seat": 0}), [0])
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
    seated(page, server, beginner(server), [0])
    rolled = box(page, "#do-RollDice")
    page.tap("#do-RollDice")
    page.wait("!!document.querySelector('#do-EndTurn') && !document.querySelector('#actions[data-busy]')")
    ended = box(page, "#do-EndTurn")
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
    seated(page, server, beginner(server), [0])
    places = []
    for shown, pressed in (("#do-RollDice", "#do-RollDice"), ("#do-EndTurn", "#do-EndTurn"), ("#turn", "")):
        page.wait(f"!!document.querySelector('{shown}') && (!!{pressed!r} || !document.querySelector('.slot button'))")
        places.append([box(page, one)["left"] for one in (".hand", "#build-road")])
        assert (
            page.value("(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.middle'))")
            <= 1
        )
        if pressed:
            page.tap(pressed)
    assert places[0] == places[1] == places[2]


def test_what_is_missing_for_a_building_is_said(page: Page, server: Server) -> None:
    seated(page, server, beginner(server), [0])
    page.wait("document.querySelector('#build-city .why .pile')?.getAttribute('aria-label').includes('ore')")
    assert page.value("document.querySelector('#build-city').getAttribute('aria-disabled')") == "true"
    assert page.value("document.querySelectorAll('.hand .play-card').length") == 5


def test_the_rule_behind_a_button_is_a_key_away(page: Page, server: Server) -> None:
    seated(page, server, beginner(server), [0])
    page.wait("!!document.querySelector('#build-road')")
    page.value("document.querySelector('#build-road').focus()")
    page.strike("?")
    page.wait("document.querySelector('dialog.rule')?.textContent.includes('catan.road.connection')")
    page.press("dialog.rule button")
    page.wait("!document.querySelector('dialog.rule')")


def test_a_rule_says_how_sure_it_is(page: Page, server: Server) -> None:
    seated(page, server, beginner(server), [0])
    page.wait("!!document.querySelector('#build-road')")
    for rule, sure in SURE.items():
        page.value(f"document.querySelector('#build-road').dataset.rule = '{rule}'")
        page.value("document.querySelector('#build-road').focus()")
        page.strike("?")
        page.wait(f"document.querySelector('dialog.rule code')?.innerText === '{rule}'")
        assert page.value(sureness("dialog.rule")) == sure
        page.press("dialog.rule button")
        page.wait("!document.querySelector('dialog.rule')")


def test_a_refusal_says_how_sure_its_rule_is(page: Page, server: Server) -> None:
    seated(page, server, beginner(server), [0])
    for rule, sure in SURE.items():
        shown = f"showProblem({{title: 'Refused', rule: '{rule}'}})"
        page.value(f"import('/console/shared/problems.js').then(({{showProblem}}) => {shown})")
        assert page.value("document.querySelector('#notices .problem code').innerText") == rule
        assert page.value(sureness("#notices .problem")) == sure


def test_a_helper_says_how_sure_its_rule_is(page: Page, server: Server) -> None:
    given = [{"type": "HelperDealt", "seat": 0, "helper": "card_choice"}]
    made = people(server, 3, ruleset="catan", modules=["helpers"], sandbox=True, given=given)
    seated(page, server, made, [0])
    page.wait("!!document.querySelector('.helper .sureness')")
    assert page.value(sureness(".helper")) == SURE["helpers.card_choice.look_three"]


def test_a_combination_is_refused_by_rules_that_say_how_sure_they_are(page: Page, server: Server) -> None:
    matrix = server.ask("GET", "/v1/rulesets/catan")[1]["matrix"]
    refused = next(cell for cell in matrix if not cell["playable"] and cell["seats"] == USUAL_SEATS)
    rules = [server.ask("GET", f"/v1/rules/{rule}")[1] for rule in refused["reasons"]]
    page.open(f"http://127.0.0.1:{server.port}/#/new")
    page.wait("!!document.querySelector('#setup #map')")
    page.value(f"document.querySelector('#map').value = '{refused['map']}'")
    for module in refused["modules"]:
        page.value(f"document.querySelector('#setup input[name={module}]').checked = true")
    page.value("document.querySelector('#map').dispatchEvent(new Event('change', {bubbles: true}))")
    page.wait("!!document.querySelector('#combination .problem')")
    told = page.value("[...document.querySelectorAll('#combination li')].map((one) => one.innerText)")
    assert told == [f"{rule['text']['en']} {rule['confidence']}" for rule in rules]


@pytest.mark.fault("F6")
def test_an_offer_says_what_it_holds_and_is_answered_there(open_page: Callable[[], Page], server: Server) -> None:
    made = beginner(server)
    path, tokens = f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]]
    act_until(server, made, 0, "OfferTrade")
    give = server.ask("GET", path, None, tokens[0])[1]["state"]["seats"][0]["resources"]
    take = server.ask("GET", path, None, tokens[1])[1]["state"]["seats"][1]["resources"]
    mine = next(kind for kind, count in give.items() if count)
    other = next(kind for kind, count in take.items() if count and kind != mine)

    guest = open_page()
    seated(guest, server, made, [1])
    host = open_page()
    seated(host, server, made, [0])
    host.tap("#open-trade")
    host.tap(f"#tray [data-member=give] [data-kind={mine}]")
    host.tap(f"#tray [data-member=take] [data-kind={other}]")
    host.tap("#tray .person[data-seat='2']")
    host.tap("#trade-offer")

    guest.wait("!!document.querySelector('#offers .offer')")
    told = guest.value("document.querySelector('#offers .offer').getAttribute('aria-label')")
    assert told == f"Ana gives 1 {mine} for 1 {other}"
    guest.tap("#offers [data-type=AcceptOffer]")
    host.tap("#offers [data-type=ConfirmTrade]")
    host.wait("!document.querySelector('#offers .offer')")
    now = server.ask("GET", path, None, tokens[0])[1]["state"]["seats"][0]["resources"]
    assert now == {**give, mine: give[mine] - 1, other: give[other] + 1}


HELD = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}
TRADING: list[dict[str, Any]] = [
    {"type": "ResourcesProduced", "gains": [HELD, HELD, HELD]},
    {"type": "TurnStarted", "seat": 0, "turn": 1},
    {"type": "AgendaSet", "frames": [{"frame": "trade", "seats": [0]}]},
]


def test_an_offer_for_one_of_several_is_haggled_about(open_page: Callable[[], Page], server: Server) -> None:
    wish = {"ruleset": "catan", "map": "beginner", "options": {"starting_seat": 0}}
    made = people(server, 3, sandbox=True, given=TRADING, **wish)
    path, tokens = f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]]

    def hand() -> dict[str, int]:
        return dict(server.ask("GET", path, None, tokens[0])[1]["state"]["seats"][0]["resources"])

    held = hand()
    guest = open_page()
    seated(guest, server, made, [1])
    host = open_page()
    seated(host, server, made, [0])
    host.tap("#open-trade")
    host.tap("#tray [data-member=give] [data-kind=brick]")
    host.tap("#tray [data-member=take] [data-kind=wool]")
    assert host.value("document.querySelector('#any-of').disabled")
    host.tap("#tray [data-member=take] [data-kind=ore]")
    host.tap("#any-of")
    host.value("document.querySelector('#offer-lasts').value = '300'")
    host.tap("#trade-offer")

    guest.wait("!!document.querySelector('#offers .offer .clock')")
    told = guest.value("document.querySelector('#offers .offer').getAttribute('aria-label')")
    assert told == "Ana gives 1 brick for 1 wool or 1 ore"
    assert guest.value("document.querySelectorAll('#offers [data-type=AcceptOffer]').length") == 2
    guest.value("document.querySelectorAll('#offers [data-type=AcceptOffer]')[1].click()")
    host.tap("#offers [data-type=ConfirmTrade]")
    host.wait("!document.querySelector('#offers .offer')")
    assert hand() == {**held, "brick": held["brick"] - 1, "ore": held["ore"] + 1}

    host.tap("#open-trade")
    host.tap("#tray [data-member=give] [data-kind=brick]")
    host.tap("#tray [data-member=take] [data-kind=wool]")
    host.tap("#trade-offer")
    guest.wait("!!document.querySelector('#offers [data-type=AcceptOffer]')")
    guest.value("document.querySelector('#offers [data-type=counter]').click()")
    guest.wait("!!document.querySelector('#trade-offer')")
    guest.tap("#tray [data-member=take] [data-kind=brick]")
    guest.tap("#trade-offer")
    host.wait("document.querySelectorAll('#offers .offer').length === 2")
    first, counter = server.ask("GET", path, None, tokens[0])[1]["state"]["offers"]
    assert first["declined"] == [1]
    assert (counter["answers"], counter["give"], counter["take"], counter["to"]) == (2, {"wool": 1}, {"brick": 2}, [0])
    host.tap("#offers [data-type=AcceptOffer]")
    host.wait("!document.querySelector('#offers .offer')")
    assert hand() == {**held, "brick": held["brick"] - 3, "ore": held["ore"] + 1, "wool": held["wool"] + 1}


@pytest.mark.fault("F5")
def test_dice_are_tapped_to_keep_them(page: Page, server: Server) -> None:
    seated(page, server, people(server, 1, ruleset="catan-dice"), [0])
    page.tap("#do-DiceRollDice")
    page.wait("document.querySelectorAll('.mark.die').length === 6")
    first, second = box(page, "#do-DiceRollDice"), box(page, "#do-StopRolling")
    assert first["right"] < second["left"]

    symbols = page.value("[0, 3].map((at) => document.querySelectorAll('.mark.die')[at].dataset.symbol)")
    for at in (0, 3):
        page.tap(f".mark.die[data-die='{at}']")
    page.wait("document.querySelector('#do-DiceRollDice').textContent === 'Roll 4 dice'")
    page.tap("#do-DiceRollDice")
    page.wait(f"{SHOWN} === '3' && document.querySelectorAll('.mark.die[aria-pressed=true]').length === 2")
    kept = page.value("[...document.querySelectorAll('.mark.die[aria-pressed=true]')].map((one) => one.dataset.symbol)")
    assert sorted(kept) == sorted(symbols)


def test_pressing_a_building_keeps_the_dice_that_it_needs(page: Page, server: Server) -> None:
    dice = [{"stream": "dice", "outcome": roll} for roll in THROWS]
    seated(page, server, people(server, 1, ruleset="catan-dice", sandbox=True, draws=dice), [0])
    page.tap("#do-DiceRollDice")
    page.wait("document.querySelectorAll('.mark.die').length === 6")
    assert "Press the dice to keep" in page.value("document.querySelector('#turn').textContent")
    page.tap("#build-settlement")
    kept = "[...document.querySelectorAll('.mark.die[aria-pressed=true]')].map((one) => one.dataset.symbol)"
    first = page.value(kept)
    page.tap("#do-DiceRollDice")
    page.wait(f"{SHOWN} === '3' && !!document.querySelector('.mark.die')")
    assert len(set(first)) == len(first)
    assert set(first) < set(page.value(kept))


def act(server: Server, made: dict[str, Any], types: Sequence[str]) -> None:
    """Let the first seat do the first action of each of some types."""
    path, token = f"/v1/games/{made['id']}", made["seats"][0]["token"]
    for wanted in types:
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]["actions"]
        command = next(one["command"] for one in legal if one["command"]["type"] == wanted)
        server.ask("POST", f"{path}/commands", command, token)


def test_a_knight_is_built_by_one_press_and_the_log_returns_to_the_newest(page: Page, server: Server) -> None:
    knights = [{"stream": "dice", "outcome": {"wool": 2, "grain": 2, "ore": 2}}] * 6
    made = people(server, 1, ruleset="catan-dice", sandbox=True, draws=knights)
    act(server, made, ("DiceRollDice", "StopRolling", "EndTurn") * 5 + ("DiceRollDice", "StopRolling"))
    seated(page, server, made, [0])
    page.wait("!!document.querySelector('[data-place=\"knight 1\"]')")
    assert page.value("getComputedStyle(document.querySelector('.sheet .mark .piece')).display") == "none"
    page.tap("#build-knight")
    page.wait("document.querySelector('#events li:last-child')?.textContent.includes('builds knight 1')")

    page.press("#earlier")
    page.strike("Home")
    page.wait(f"{FROM_END} > 0")
    page.press("#now")
    page.wait(f"!document.querySelector('#now') && {FROM_END} < 2")


def test_a_joker_lists_the_fewest_dice_first(page: Page, server: Server) -> None:
    throws = {"brick": 3, "wool": 1, "grain": 1, "ore": 1}, {"brick": 2, "lumber": 2, "gold": 2}
    draws = [{"stream": "dice", "outcome": roll} for roll in throws]
    made = people(server, 1, ruleset="catan-dice", sandbox=True, draws=draws)
    act(server, made, ("DiceRollDice", "StopRolling", "BuildKnight", "EndTurn", "DiceRollDice", "StopRolling"))
    seated(page, server, made, [0])
    page.tap("[data-place='joker 1']")
    listed = page.wait("[...document.querySelectorAll('.menu button')].map((one) => one.innerText)")
    turned = [sum(int(count) for count in re.findall(r"\d+", one.partition("turn")[2])) for one in listed]
    assert len(turned) > 3
    assert turned == sorted(turned)


@pytest.mark.fault("F13")
def test_the_city_shows_what_would_stand_where(page: Page, server: Server) -> None:
    made = people(server, 2, ruleset="elasund")
    seat = next(
        number
        for number in (0, 1)
        if server.ask("GET", f"/v1/games/{made['id']}/legal-actions", None, made["seats"][number]["token"])[1][
            "must_act"
        ]
    )
    act_until(server, made, seat, "PlacePermit")
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
    made = people(server, 3, ruleset="catan", options={"starting_seat": 0})
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
    seated(page, server, beginner(server), [0])
    page.wait("!!document.querySelector('.around .fill-panel')")
    panel = page.value("getComputedStyle(document.querySelector('.around .fill-panel')).fill")
    assert (panel == "rgb(255, 255, 255)") == (scheme == "light")
