"""Tests in a real browser that the page shows the rule behind a button or a refusal, and how sure that rule is."""

import sys

import pytest

from tests.service.console.page import Page
from tests.service.console.people import people, sandbox
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
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


def sureness(place: str) -> str:
    """Return the expression for the word and the title by which a place of the page says how sure its rule is."""
    return f"[...document.querySelectorAll('{place} .sureness')].map((one) => [one.innerText, one.title])[0] ?? null"


def test_the_rule_behind_a_button_is_a_key_away(page: Page, server: Server) -> None:
    seated(page, server, people(server), [0])
    page.wait("!!document.querySelector('#build-road')")
    page.value("document.querySelector('#build-road').focus()")
    page.strike("?")
    page.wait("document.querySelector('dialog.rule')?.textContent.includes('catan.road.connection')")
    page.press("dialog.rule button")
    page.wait("!document.querySelector('dialog.rule')")


def test_a_rule_says_how_sure_it_is(page: Page, server: Server) -> None:
    seated(page, server, people(server), [0])
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
    seated(page, server, people(server), [0])
    for rule, sure in SURE.items():
        shown = f"showProblem({{title: 'Refused', rule: '{rule}'}})"
        page.value(f"import('/console/shared/problems.js').then(({{showProblem}}) => {shown})")
        assert page.value("document.querySelector('#notices .problem code').innerText") == rule
        assert page.value(sureness("#notices .problem")) == sure


def test_a_helper_says_how_sure_its_rule_is(page: Page, server: Server) -> None:
    given = [{"type": "HelperDealt", "seat": 0, "helper": "card_choice"}]
    made = sandbox(server, given, modules=["helpers"], map="variable")
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
