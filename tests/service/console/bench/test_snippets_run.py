"""Tests that what the bench copies of a session runs as it was copied: as curl, in Python and in TypeScript."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.openapi.sdks.typescript import linked
from tests.service.console.bench.numbered import HOLDING
from tests.service.console.page import Page
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux"),
    pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here"),
]
ROOT = Path(__file__).parents[4]
SDK = ROOT / "openapi" / "clients" / "python" / "src"
WRITTEN = """(async () => {
  HOLDING
  const { SNIPPETS } = holding('SNIPPETS');
  return holding('keepRequest').requests.entries.filter(({ status }) => status !== null).map((entry) => ({
    what: `${entry.method} ${entry.address}`, isStream: entry.headers.some(([, value]) => value.includes('ndjson')),
    ...Object.fromEntries(Object.entries(SNIPPETS).map(([name, write]) => [name, write(entry)])) }));
})()""".replace("HOLDING", HOLDING)
PRESSED = """((place) => place && !document.querySelector('[data-busy]')
  && place.dispatchEvent(new MouseEvent('click', { bubbles: true })))(document.querySelector('.mark'))"""
REFUSED = re.compile(r'"status": ?409|Refused by the rules|\b409\b')
LIMIT_S = 120
Entry = dict[str, Any]


def session(page: Page, server: Server) -> tuple[list[Entry], str]:
    """Play a little with the bench open; return what it wrote of each request, and the token of the seat."""
    page.send("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1, mobile=False)
    people = [{"kind": "human", "name": name} for name in ("Ada's $HOME", "Bea", "Cleo")]
    wish = {"ruleset": "catan", "options": {"starting_seat": 0}, "seats": people}
    made = server.ask("POST", "/v1/games", wish)[1]
    seated(page, server, made, [0])
    page.press("#open-bench")
    page.wait("document.querySelector('#bench:not([hidden])') !== null")
    page.reload()
    for version in (2, 3):
        page.wait(PRESSED)
        page.wait(f"document.getElementById('picture')?.dataset.version === '{version}'")
    page.wait(f"{WRITTEN.replace('(async', '(async', 1)}.then((all) => all.some(({{isStream}}) => isStream))")
    written: list[Entry] = page.value(WRITTEN)
    return written, str(made["seats"][0]["token"])


def kind_of(entry: Entry) -> str:
    """Return what a request is, without the ids and values in it."""
    return re.sub(r"/games/[\w-]+|=[\w-]+", "", str(entry["what"]))


def run(command: list[str], where: Path, token: str, is_stream: bool) -> str:
    """Run what was copied; return what is wrong with it: nothing if it ran, or the rules refused an old move.

    A stream does not end by itself: its first line is enough.
    """
    environment = os.environ | {"LONGROAD_TOKEN": token, "PYTHONPATH": str(SDK), "NODE_NO_WARNINGS": "1"}
    with subprocess.Popen(
        command, cwd=where, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        if is_stream:
            came = next((line for line in process.stdout if line.strip()), "")
            process.kill()
            return "" if came else "nothing came"
        said, complained = process.communicate(timeout=LIMIT_S)
    if process.returncode and not REFUSED.search(said + complained):
        return complained[-400:]
    return "" if said.strip() or complained else "it said nothing"


def ran(entries: list[Entry], place: Path, token: str) -> dict[str, str]:
    """Run every copy of some requests; return what is wrong, by language and request."""
    wrong = {}
    for entry in entries:
        commands = {"curl": ["sh", "-c", f"{entry['curl']} --silent --show-error --fail-with-body"]}
        if entry["python"]:
            commands["python"] = [sys.executable, "-u", "-c", entry["python"]]
        if entry["typescript"] and shutil.which("node"):
            (place / "copied.mjs").write_text(entry["typescript"])
            commands["typescript"] = ["node", "copied.mjs"]
        for name, command in commands.items():
            if fault := run(command, place, token, entry["isStream"]):
                wrong[f"{name} {entry['what']}"] = fault
    return wrong


def test_copies_of_moves_and_streams_run_as_they_were_copied(page: Page, server: Server, tmp_path: Path) -> None:
    written, token = session(page, server)
    kinds = {kind_of(entry): entry for entry in written}
    assert len(kinds) > 5, json.dumps(list(kinds))
    few = [entry for entry in kinds.values() if entry["isStream"] or "/commands" in entry["what"]]
    assert len(few) == 2
    assert ran(few, linked(tmp_path), token) == {}


@pytest.mark.usefixtures("at_length")
def test_every_copy_of_a_session_runs_as_it_was_copied(page: Page, server: Server, tmp_path: Path) -> None:
    written, token = session(page, server)
    assert ran(written, linked(tmp_path), token) == {}
