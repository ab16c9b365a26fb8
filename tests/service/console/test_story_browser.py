"""Tests in a real browser that a finished game tells how it was won, and where one could begin again."""

import json
import re
import sys
from collections.abc import Iterator

import pytest

from service.schemas.analyses import CERTAINTIES
from tests.conftest import StorePair
from tests.service.console.finished import played
from tests.service.console.page import Page
from tests.service.http.live import Server, worker

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
IN_SIGHT = """((selector) => {
  const {x, y, width, height} = document.querySelector(selector).getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return document.querySelector(selector).contains(over);
})"""
CLICKED = """(() => {
  const chart = document.querySelector('.chart');
  const box = chart.getBoundingClientRect();
  chart.dispatchEvent(new MouseEvent('click', {clientX: box.left + box.width / 2, clientY: box.top + 9}));
})()"""


@pytest.fixture(scope="module", autouse=True)
def reviewer(stores: StorePair) -> Iterator[None]:
    """Run the worker that reviews games."""
    with worker(stores, "long"):
        yield


def test_a_finished_game_tells_its_story(page: Page, server: Server) -> None:
    made = played(server)
    page.send("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1, mobile=False)
    page.open(f"http://127.0.0.1:{server.port}/#/games/{made['id']}")
    page.wait("/won|over/.test(document.querySelector('#story:not([hidden]) h2')?.textContent)")
    page.press("#to-story")  # one press tells it
    page.wait("document.querySelectorAll('.chart').length === 2")
    assert page.value(f"[{IN_SIGHT}('#picture'), {IN_SIGHT}('.chart')]") == [True, True]
    assert page.value(
        "document.querySelector('.room') === null && document.querySelector('.ask > [aria-live]') !== null"
    )
    assert page.value("document.querySelectorAll('.chart .line').length") == 4
    last = page.value("document.getElementById('shown-version').value")

    page.value(CLICKED)
    page.wait(f"document.getElementById('shown-version').value !== {last!r}")
    page.wait("document.querySelectorAll('.figures tbody tr').length === 2")
    assert page.value("[...document.querySelectorAll('.turns > li > details')].every((one) => !one.open)")
    assert page.value("document.querySelector('.chart').getBoundingClientRect().height") >= 180
    assert page.value("[...document.querySelectorAll('.mistakes > li')].every((one) => one.querySelector('.sure'))")

    page.value("document.querySelectorAll('.turns summary').forEach((one) => one.click())")
    page.press(".story [data-from]")
    page.wait(
        f"!location.hash.endsWith({made['id']!r}) && document.querySelector('.heading')?.innerText.includes('played')"
    )
    assert page.faults == []


def test_lines_below_zero_are_drawn(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.readyState === 'complete'")
    drawn = page.value(
        """import('/console/story/chart.js').then(({lineChart}) => {
          const view = {version: 9, seats: [{seat: 0, name: 'Ana'}, {seat: 1, name: 'Bea'}]};
          const points = [{version: 1, values: [0, 0]}, {version: 9, values: [12, -24]}];
          const {element} = lineChart(view, points, 'Points', () => {}, {bottom: -24, top: 12, ticks: [0]});
          const height = Number(element.querySelector('.chart').getAttribute('viewBox').split(' ')[3]);
          const ends = [...element.querySelectorAll('.line')].filter((one) => one.hasAttribute('points'));
          return [height, ...ends.map((one) => Number(one.getAttribute('points').split(',').at(-1)))];
        })"""
    )
    height, ana, bea = drawn
    assert 0 < ana < bea < height
    ticks = "import('/console/story/points.js').then(({ticksOf}) => [ticksOf(0, 10), ticksOf(-24, 12), ticksOf(0, 1)])"
    assert page.value(ticks) == [[3, 6, 9], [-18, -9, 0, 9], []]


def test_the_time_that_is_left_is_told_once_it_is_no_guess(page: Page, server: Server) -> None:
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.readyState === 'complete'")
    begun = "{at: 0, progress: 0.1}"
    asked = [f"timeLeft({begun}, {progress}, 10000)" for progress in (0.1, 0.11, 0.2, 0.9, 1)]
    module = "import('/console/shared/jobs.js')"
    told = page.value(f"{module}.then(({{timeLeft}}) => [{', '.join(asked)}])")
    assert told == ["", "", "about 80 s left", "about 5 s left", ""]
    longer = page.value(f"{module}.then(({{timeLeft}}) => timeLeft({begun}, 0.2, 60000))")
    assert longer == "about 8 minutes left"


CHECK = {"playouts": 12, "lead": 0.08, "low": 0.03, "high": 0.13}
DOUBTED = {"playouts": 11, "lead": -0.02, "low": -0.06, "high": 0.02}
SURENESS = {
    "en": {
        "confirmed": ("Ana lost 10 % here", "Better: Best.", "Sure: ", "by +8 %", "12 times"),
        "open": ("Ana probably lost 10 % here", "Better: Best.", "may be chance", "between +3 % and +13 %"),
        "doubtful": ("Ana may have lost 10 % here", "Perhaps better: Best.", "did no better (−2 %", "11 times"),
        "unchecked": ("Ana lost 10 % here", "Better: Best.", "Not checked"),
    },
    "es": {
        "confirmed": ("Ana perdió aquí 10 %", "Mejor: Best.", "Seguro: ", "+8 %", "12 veces"),
        "open": ("Ana probablemente perdió aquí 10 %", "Mejor: Best.", "puede ser azar", "entre +3 % y +13 %"),
        "doubtful": ("Ana quizá perdió aquí 10 %", "Quizá mejor: Best.", "no fue mejor (−2 %", "11 veces"),
        "unchecked": ("Ana perdió aquí 10 %", "Mejor: Best.", "No se comprobó"),
    },
}
LISTED = """import('/console/story/mistakes.js').then(({mistakeList}) => {
  const place = document.createElement('div');
  place.append(...mistakeList({head: {seats: [{seat: 0, name: 'Ana'}]}}, MISTAKES, () => ''));
  return [...place.querySelectorAll('li')].map((one) => one.textContent);
})"""


@pytest.mark.parametrize("language", SURENESS)
def test_each_mistake_says_in_words_how_sure_it_is(page: Page, server: Server, language: str) -> None:
    page.send(
        "Page.addScriptToEvaluateOnNewDocument", source=f'localStorage.longroad = \'{{"language": "{language}"}}\';'
    )
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait(f"document.documentElement?.lang === {language!r}")
    checks = {"confirmed": {"check": CHECK}, "open": {"check": CHECK}, "doubtful": {"check": DOUBTED}, "unchecked": {}}
    assert list(checks) == list(CERTAINTIES)
    common = {"seat": 0, "version": 7, "cost": 0.1, "summary": "Played.", "best_summary": "Best."}
    mistakes = [{**common, "certainty": certainty, **more} for certainty, more in checks.items()]
    for told, (certainty, wanted) in zip(
        page.value(LISTED.replace("MISTAKES", json.dumps(mistakes))), SURENESS[language].items(), strict=True
    ):
        assert [words for words in wanted if words not in told] == [], f"{certainty}: {told}"
        assert not re.search(r"[{}]|NaN|undefined", told)
    older = page.value(LISTED.replace("MISTAKES", json.dumps([common])))
    assert older == [SURENESS[language]["unchecked"][0] + ": Played. " + SURENESS[language]["unchecked"][1] + " "]


def test_the_page_proves_every_draw_of_a_finished_game(page: Page, server: Server) -> None:
    people = [{"kind": "human"}] * 3
    made = server.ask("POST", "/v1/games", {"ruleset": "catan", "map": "beginner", "seats": people})[1]
    path = f"/v1/games/{made['id']}"
    page.open(f"http://127.0.0.1:{server.port}/#/games/{made['id']}")
    page.press("#fair summary")
    page.wait(f"document.querySelector('#fair').innerText.includes({server.ask('GET', path)[1]['commitment']!r})")
    for _ in range(12):
        for seat in made["seats"]:
            legal = server.ask("GET", f"{path}/legal-actions", None, seat["token"])[1]
            if legal["actions"]:
                server.ask("POST", f"{path}/commands", legal["actions"][-1]["command"], seat["token"])
    for seat in made["seats"][1:]:
        assert server.ask("POST", f"{path}/resign", {}, seat["token"])[0] == 201

    page.press("#see-board")  # the moment of the end has the focus, which the next press needs
    page.wait("!document.querySelector('#ending') && document.querySelector('#prove').checkVisibility()")
    page.press("#prove")
    page.wait("/all [1-9]\\d* draws/.test(document.querySelector('#proof').innerText)")
    assert page.faults == []
