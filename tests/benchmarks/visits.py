"""Measures first visits to the console, over the wire of this machine and over a slow one: requests, weight, times."""

import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.benchmarks.hosted import serving_in_turns
from tests.benchmarks.report import report
from tests.service.console.browser import Browser, find_browser, running

ROUNDS = 5
SLOW = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}  # ms, bytes/s: 400 kbit/s
ENTRIES = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
PLAY = """new MutationObserver(() => {
  const play = document.querySelector('#play-catan');
  if (play && !play.disabled) globalThis.playable ??= performance.now();
}).observe(document, {subtree: true, childList: true, attributes: true})"""


def run() -> None:
    """Print the medians of a few visits, each by a browser that has nothing of the page."""
    program = find_browser()
    if program is None or not sys.platform.startswith("linux"):
        return
    with (
        tempfile.TemporaryDirectory() as directory,
        serving_in_turns() as servers,
        running(program, Path(directory)) as browser,
    ):
        found = [visited(browser, servers[0].port) for _ in range(ROUNDS)]
    for name in found[0]:
        report(f"console_{name}", median(value for one in found for value in one[name]), "")


def visited(browser: Browser, port: int) -> dict[str, list[float]]:
    """Return what a first visit took: requests, weight on the wire, and the times of both wires."""
    wide, slow = (visit(browser, port, wire) for wire in (None, SLOW))
    return {
        "first_visit_requests": [wide["requests"]],
        "first_visit_kB": [wide["bytes"] / 1e3],
        "first_paint_ms": [wide["painted"]],
        "playable_ms": [wide["playable"]],
        "slow_first_paint_ms": [slow["painted"]],
        "slow_playable_ms": [slow["playable"]],
    }


def visit(browser: Browser, port: int, wire: dict[str, float] | None) -> dict[str, float]:
    """Return what a first visit took over a wire, of this machine if none is given; 0 ms for what never came.

    It is playable when the button is there that begins a game of Catan.
    """
    with browser.page() as page:
        page.send("Page.addScriptToEvaluateOnNewDocument", source=PLAY)
        if wire:
            page.send("Network.enable")
            page.send("Network.emulateNetworkConditions", offline=False, **wire)
        page.open(f"http://127.0.0.1:{port}/")
        page.wait("document.readyState === 'complete' && !!document.querySelector('main h1, main h2')")
        page.wait("!!document.querySelector('.foot')?.textContent.includes('Longroad')")
        found: dict[str, float] = page.value(
            f"""({{requests: {ENTRIES}.length, bytes: {ENTRIES}.reduce((all, one) => all + one.transferSize, 0),
            painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
            playable: globalThis.playable ?? 0}})"""
        )
        return found
