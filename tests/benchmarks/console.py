"""Measures what the console asks of people and of the server: clicks, requests, waiting, the weight of a first visit.

One person plays a game of Catan against three agents in a real Chromium, by clicks, the same way everywhere: what
brings points, then roads, never a trade. `BESIDE=TREE` also measures the console of another checkout, in the same
run, in turns of whole games; a console from before the board could be pressed is known by its map of places.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

from tests.benchmarks.hosted import serving_in_turns
from tests.benchmarks.report import report
from tests.benchmarks.table import Table
from tests.benchmarks.visits import visited
from tests.service.console.browser import Browser, find_browser, running
from tests.service.console.page import Page

ROUNDS = 2
MOVES = 30  # of one's own in each game, after the founding
LIKED = ("BuildCity", "BuildSettlement", "BuildRoad", "BuyDevelopmentCard", "EndTurn", "RollDice")
PLACES = ("node", "edge", "tile")
ASKED = "performance.getEntriesByType('resource').filter((one) => new URL(one.name).pathname.startsWith('/v1'))"
TOOLS = """
performance.setResourceTimingBufferSize(100000);
globalThis.pictured = () => Number(document.getElementById('picture')?.dataset.version ?? 0);
globalThis.shown = (selector, text) => [...document.querySelectorAll(selector)].find((one) =>
  !one.disabled && (!text || one.textContent === text || one.getAttribute('aria-label')?.includes(text)));
globalThis.pressed = (one) => {
  const [before, from] = [pictured(), performance.now()];
  globalThis.took = null;
  const look = () => {
    if (pictured() > before) globalThis.took = performance.now() - from;
    else setTimeout(look, 4);
  };
  look();
  one.dispatchEvent(new MouseEvent('click', {bubbles: true}));
};
"""


class Console:
    """Represents a console in a browser at a table, whose clicks and waits are noted."""

    def __init__(self, page: Page, table: Table, port: int) -> None:
        self.page, self.table = page, table
        self.clicks = 0
        self.waits: list[float] = []
        self.placing: list[float] = []  # the clicks of everything that was put on the board
        held = {"games": {table.id: {"seats": {"0": table.tokens[0]}, "as": "0"}}}
        page.send("Page.addScriptToEvaluateOnNewDocument", source=TOOLS)
        page.open(f"http://127.0.0.1:{port}/console/icon.svg")
        page.wait("location.pathname.endsWith('svg')")
        page.value(f"sessionStorage.longroad = {json.dumps(json.dumps(held))}")
        page.open(f"http://127.0.0.1:{port}/#/games/{table.id}")
        page.wait("pictured() > 0")
        self.is_old = not page.value("document.querySelector('#actions').matches('.action-bar')")

    def click(self, selector: str, text: str = "") -> None:
        """Click an element, as soon as it is there."""
        found = f"shown({json.dumps(selector)}, {json.dumps(text)})"
        self.page.wait(f"!!{found} && !document.querySelector('[data-busy]')")
        self.page.value(f"pressed({found})")
        self.clicks += 1

    def act(self, entry: dict[str, Any]) -> None:
        """Do something by clicks, and wait until the board shows it."""
        before, clicks = self.page.value("pictured()"), self.clicks
        (self._act_old if self.is_old else self._act)(entry["command"], entry["summary"])
        self.page.wait(f"pictured() > {before} && globalThis.took !== null")
        self.waits.append(self.page.value("took"))
        if place_of(entry["command"]):
            self.placing.append(self.clicks - clicks)

    def _act(self, command: dict[str, Any], summary: str) -> None:
        kind, place = command["type"], place_of(command)
        if place:
            self.click(f".mark[data-place='{place}']")
            if self.page.value("!!document.querySelector('.menu')"):
                self.click(f".menu [data-type={kind}]")
        elif kind == "Discard":
            for good, count in command["cards"].items():
                for _ in range(count):
                    self.click(f"#tray .play-card[data-kind={good}]")
            self.click("#send-template")
        else:
            self.click(f"#actions [data-type={kind}]")
            if self.page.value(f"!!document.querySelector('#tray [data-type={kind}]')"):
                self.click(f"#tray [data-type={kind}]")

    def _act_old(self, command: dict[str, Any], summary: str) -> None:
        if command["type"] == "Discard":
            return self.click("form.template[data-type=Discard] button")
        if place_of(command):
            self.click(".mark", summary)
            return self.click("button.act", summary)
        self.page.wait(f"!!shown('button.act', {json.dumps(summary)})")
        if self.page.value(f"shown('button.act', {json.dumps(summary)}).closest('details:not([open])') !== null"):
            self.click("details:not([open]) > summary")
        return self.click("button.act", summary)


def place_of(command: dict[str, Any]) -> str | None:
    """Return the place on the board that a command names, if any."""
    return next((f"{name} {command[name]}" for name in PLACES if name in command), None)


def wanted(table: Table) -> dict[str, Any] | None:
    """Return what the person does next, with its summary; None while the person need not act."""
    if not any(one["seat"] == 0 and one.get("must", True) for one in table.view()["awaiting"]):
        return None
    legal = table.ask("GET", f"/{table.id}/legal-actions", seat=0)
    others = [{"command": one["example"], "summary": one.get("summary", "")} for one in legal["templates"]]
    found = [one for one in legal["actions"] if one["command"]["type"] in LIKED] or legal["actions"] or others
    if not found or not legal["must_act"]:
        return None
    return min(found, key=liking)


def liking(entry: dict[str, Any]) -> int:
    """Return how much the person likes to do something; the lowest number is done."""
    kind = entry["command"]["type"]
    return LIKED.index(kind) if kind in LIKED else -1


def played(browser: Browser, port: int, number: int) -> dict[str, list[float]]:
    """Return what a game took: samples of each figure."""
    table = Table(port, "human ai ai ai", seed=f"console {number}")
    with browser.page() as page:
        console = Console(page, table, port)
        asked, turns, moves, begun = 0, 0, 0, None
        while moves < MOVES and table.view()["status"] == "running":
            entry = wanted(table)
            if entry is None:
                time.sleep(0.1)
                continue
            kind = entry["command"]["type"]
            if kind == "RollDice" and begun is None:
                begun, asked, console.clicks, console.waits = True, page.value(f"{ASKED}.length"), 0, []
            console.act(entry)
            moves += begun is not None
            turns += kind == "EndTurn"
        asked = page.value(f"{ASKED}.length") - asked
        weight = page.value(f"{ASKED}.reduce((all, one) => all + one.transferSize, 0)")
    return {
        "clicks_a_turn": [console.clicks / turns],
        "clicks_a_placement": console.placing,
        "requests_a_turn": [asked / turns],
        "requests_a_move": [asked / moves],
        "kB_a_move": [weight / 1e3 / moves],
        "click_to_board_ms": console.waits,
    }


def run() -> None:
    """Measure this tree's console, and that of the one in BESIDE."""
    program = find_browser()
    if program is None or not sys.platform.startswith("linux"):
        return
    with tempfile.TemporaryDirectory() as directory, serving_in_turns() as servers:
        found: list[dict[str, list[float]]] = [{} for _ in servers]
        with running(program, Path(directory)) as browser:
            for number in range(ROUNDS):
                for server, samples in zip(servers, found, strict=True):
                    for name, values in (visited(browser, server.port) | played(browser, server.port, number)).items():
                        samples.setdefault(name, []).extend(values)
    tell(*found)


def tell(ours: dict[str, list[float]], other: dict[str, list[float]] | None = None) -> None:
    """Print the means, and of the waits the median and the 95th percentile."""
    for name, values in ours.items():
        peers = other[name] if other else None
        if name != "click_to_board_ms":
            report(f"console_{name}", mean(values), "", mean(peers) if peers else None)
            continue
        report("console_click_to_board_p50", median(values), "ms", median(peers) if peers else None)
        report("console_click_to_board_p95", p95(values), "ms", p95(peers) if peers else None)


def p95(values: list[float]) -> float:
    """Return the value that 95 % do not exceed."""
    return quantiles(values, n=20)[-1]
