"""Tests what is to be seen at a glance: prompts, dice, undo, names, and that nothing lies over what zooms the board."""

import json
import sys

import pytest

from tests.service.console.games import MODULES
from tests.service.console.moving import moves
from tests.service.console.page import Page
from tests.service.console.people import HELD, NAMES, TRADING, people
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
LEAST_DIE_PX = 30
CUT = """(prompts) => {
  const [turn, whom, what] = ['p', 'span', 'span'].map((name) => document.createElement(name));
  turn.id = 'turn';
  whom.className = 'whom';
  what.className = 'what';
  whom.textContent = 'It is your turn, Maximiliana: ';
  turn.append(whom, what);
  document.getElementById('turn').replaceWith(turn);
  return prompts.filter((one) => { what.textContent = one; return turn.scrollWidth > turn.clientWidth + 1; });
}"""


def sized(page: Page, width: int, height: int) -> None:
    """Give the window a size."""
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
    page.wait(f"innerWidth === {width}")


def shown(page: Page, selector: str) -> bool:
    """Return whether the middle of an element is to be seen and pressed."""
    found: bool = page.value(f"""(() => {{
      const one = document.querySelector({json.dumps(selector)});
      const {{x, y, width, height}} = one.getBoundingClientRect();
      return width > 0 && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }})()""")
    return found


def prompts(page: Page, server: Server) -> list[str]:
    """Return all that a seat may be asked to do, in every language, as the page says it."""
    own: dict[str, list[str]] = page.value(
        "import('/console/words/play.js').then(({PLAY}) => Object.fromEntries("
        "Object.entries(PLAY).filter(([key]) => key.startsWith('owed_'))))"
    )
    found = [text for pair in own.values() for text in pair]
    for ruleset in server.ask("GET", "/v1/rulesets")[1]["rulesets"]:
        words = server.ask("GET", f"/v1/rulesets/{ruleset['id']}")[1]["words"]["frames"]
        found += [word[language] for frame, word in words.items() if f"owed_{frame}" not in own for language in word]
    return sorted({f"{text[0].upper()}{text[1:]}." for text in found})


def test_what_one_is_asked_is_never_cut_on_a_phone(page: Page, server: Server) -> None:
    seated(page, server, people(server), [0])
    sized(page, 360, 640)
    page.wait("!!document.querySelector('#turn .what')")
    asked = prompts(page, server)
    assert len(asked) > 40
    assert page.value(f"({CUT})({json.dumps(asked)})") == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_the_dice_are_read_at_a_glance(page: Page, server: Server, size: tuple[int, int]) -> None:
    made = people(server)
    moves(server, made, ["RollDice"])
    seated(page, server, made, [1])
    sized(page, *size)
    high = page.wait("document.querySelector('.roll-corner .turn')?.getBoundingClientRect().height")
    assert high >= LEAST_DIE_PX
    rolled = server.ask("GET", f"/v1/games/{made['id']}")[1]["state"]["dice"]
    assert page.value("document.querySelector('.roll-corner .sum').textContent") == str(sum(rolled))


def test_who_has_most_points_is_marked_unless_all_have(page: Page, server: Server) -> None:
    seats = [{"kind": "human", "name": name} for name in NAMES[:2]]
    made = server.ask("POST", "/v1/games", {"ruleset": "goofspiel", "seats": seats})[1]
    seated(page, server, made, [0])
    page.wait("document.querySelectorAll('.chip-seat').length === 2")
    assert page.value("document.querySelectorAll('.leads').length") == 0
    path = f"/v1/games/{made['id']}"
    for seat, nth in ((0, 0), (1, -1)):
        token = made["seats"][seat]["token"]
        bid = server.ask("GET", f"{path}/legal-actions", None, token)[1]["actions"][nth]["command"]
        assert server.ask("POST", f"{path}/commands", bid, token)[0] == 201
    page.wait("document.querySelector('.leads')?.title.match(/^Bruno, .* leads/)")
    assert page.value("[...document.querySelectorAll('.leads')].map((one) => one.dataset.seat)") == ["1"]


def test_what_sends_an_offer_is_whole_on_a_lying_phone(page: Page, server: Server) -> None:
    given = [{**TRADING[0], "gains": [HELD] * 4}, *TRADING[1:]]
    seated(page, server, people(server, 4, sandbox=True, given=given), [0])
    sized(page, 844, 390)
    page.press("#open-trade")
    page.wait("document.querySelector('#trade-offer')?.checkVisibility()")
    low = "document.querySelector('SELECTOR').getBoundingClientRect().bottom"
    offer, tray = (page.value(low.replace("SELECTOR", name)) for name in ("#trade-offer", "#tray"))
    assert offer <= tray <= 390
    assert page.value("document.querySelector('#tray').scrollTop") == 0


def test_a_drawer_can_be_closed_from_its_end(page: Page, server: Server) -> None:
    seated(page, server, people(server), [0])
    sized(page, 390, 844)
    page.press("#open-drawer")
    page.wait("document.querySelector('#drawer').scrollTo(0, 1e5) ?? document.querySelector('#drawer').scrollTop > 300")
    assert shown(page, "#close-drawer")


def test_an_undo_stands_by_the_board_where_there_is_something_to_take_back(page: Page, server: Server) -> None:
    made = people(server, map="variable", undo="free")
    seated(page, server, made, [0])
    page.wait("document.querySelectorAll('.mark').length === 54")
    assert page.value("document.querySelector('.undoing').hidden")
    page.tap(".mark")
    page.wait("!document.querySelector('.undoing').hidden")
    assert shown(page, "#undo-here")
    page.press("#undo-here")
    page.wait("document.querySelectorAll('.mark').length === 54 && document.querySelector('.undoing').hidden")


def test_on_a_phone_six_at_the_table_have_names(page: Page, server: Server) -> None:
    wish, seats = MODULES["six"]
    seated(page, server, people(server, seats, map="variable", modules=wish["modules"]), [0])
    sized(page, 390, 844)
    page.wait("document.querySelectorAll('.chip-seat .name').length === 6")
    names = page.value("[...document.querySelectorAll('.chip-seat .name')].map((one) => one.innerText)")
    assert names == list(NAMES)
    cut = "[...document.querySelectorAll('.chip-seat .name')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
    assert page.value(f"{cut}.length") == 0


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_cards_of_questions_leave_the_zoom_free_and_say_you(page: Page, server: Server, size: tuple[int, int]) -> None:
    made = people(server, sandbox=True, given=TRADING)
    seated(page, server, made, [0])
    sized(page, *size)
    offer = {"type": "OfferTrade", "give": {"brick": 1}, "take": {"wool": 1}, "to": [1, 2]}
    assert server.ask("POST", f"/v1/games/{made['id']}/commands", offer, made["seats"][0]["token"])[0] == 201
    page.wait("document.querySelector('#offers .offer')?.getAttribute('aria-label') === 'You give 1 brick for 1 wool'")
    assert [name for name in ("#zoom-more", "#open-legend", "#undo-here") if not shown(page, name)] == []


def test_the_marks_of_a_board_are_explained(page: Page, server: Server) -> None:
    wish, seats = MODULES["new-york"]
    seated(page, server, people(server, seats, map=wish["map"], modules=wish["modules"]), [0])
    page.press("#open-legend")
    entries = "[...document.querySelectorAll('#legend[open] li')]"
    page.wait(f"{entries}.filter((one) => one.innerText.endsWith('.')).length >= 10")  # each has the words of its rule
    told = page.value(f"{entries}.map((one) => one.innerText)")
    for mark in ("Catan token", "Waterway", "Red path", "Canal town"):
        assert any(one.startswith(mark) for one in told), mark
    assert page.value("[...document.querySelectorAll('#legend svg')].every((one) => one.getBBox().width > 0)")
    page.strike("Escape")
    page.wait("!document.querySelector('#legend')")


def test_entries_of_the_log_end_alike(page: Page, server: Server) -> None:
    made = people(server, map="variable")
    moves(server, made, [*[None] * 12, "RollDice"])
    seated(page, server, made, [0])
    page.wait("document.querySelectorAll('#events li').length > 8")
    told = page.value("[...document.querySelectorAll('#events li')].map((one) => one.innerText.trim())")
    assert [one for one in told if one.endswith(".")] == []
