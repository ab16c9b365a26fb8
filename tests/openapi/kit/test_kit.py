"""Tests the conformance kit: clients that do all right pass, and each fault of a broken one is found for what it is.

`make sdks` plays all scenarios with the examples of both SDKs, and prints the table of faults of docs/kit.md.
"""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from click.testing import CliRunner, Result
from longroad_client import Client
from longroad_client.command import commands
from longroad_client.kit.checks import CHECKS, ENDS
from longroad_client.kit.hosting import Kit
from longroad_client.kit.running import play_scenario
from longroad_client.kit.scenarios import BY_NAME, SCENARIOS

from tests.conftest import StorePair
from tests.openapi.kit.faults import PLANTED, Planted
from tests.openapi.sdks.package import PYTHON, ROOT
from tests.openapi.sdks.typescript import SOURCES, linked
from tests.service.http.live import Server, served, staffed

HERE = Path(__file__).parent
PAGE = ROOT / "docs" / "kit.md"
BROKEN = (sys.executable, str(HERE / "broken.py"))
OURS = "kit"
SHORT = ("calm", "answer-lost", "overtaken", "stream-cut")
SHORT_FAULTS = ("new-key", "key-reused", "not-decided-anew", "token-in-url", "crashes on half an answer")
SEAT_OF_PYTHON = """
import os, random, sys
from longroad_client import Client
url, game, token = (os.environ[f"LONGROAD_{name}"] for name in ("URL", "GAME", "TOKEN"))
choose = lambda legal: random.choice([entry["command"] for entry in legal["actions"]])
Client(url).seat(game, 0, token).play_game(choose)
"""
SEAT_OF_TYPESCRIPT = """
import { Longroad } from "longroad-client";
const { LONGROAD_URL: url, LONGROAD_GAME: game, LONGROAD_SEAT: seat, LONGROAD_TOKEN: token } = process.env;
const choose = ({ actions }) => actions[Math.floor(Math.random() * actions.length)].command;
await new Longroad(url).seat({ game, seat: Number(seat), token, isHandedOn: true }).playGame(choose);
"""
"""These play a seat that was handed on, each with one SDK."""
SHORT_SEAT = {"python": ("overtaken",), "typescript": ("handed-on",)}
NOWHERE = "http://127.0.0.1:9"
IDLE_S = 5.0


@pytest.fixture(scope="module")
def server(stores: StorePair, long_games: int) -> Iterator[Server]:
    """Yield a server; only the long form needs workers."""
    with (staffed if long_games else served)(stores) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with Client(f"http://127.0.0.1:{server.port}") as caller:
        yield caller


def wanted(name: str, short: tuple[str, ...], long_games: int) -> None:
    """Skip what only the long form plays."""
    if not long_games and name not in short:
        pytest.skip("a part of `make sdks`")


def ran(client: Client, *arguments: object) -> Result:
    """Run `longroad kit` with this server."""
    return CliRunner().invoke(commands, ["kit", "--url", client.url, *map(str, arguments)])


@pytest.mark.parametrize("name", BY_NAME)
def test_who_does_all_right_passes(client: Client, name: str, long_games: int) -> None:
    wanted(name, SHORT, long_games)
    result = play_scenario(Kit(client, (*BROKEN, "none"), "given", rivals=OURS), BY_NAME[name])
    assert (result.verdict, result.complaints) == ("passed", [])


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("language", SHORT_SEAT)
def test_a_seat_of_an_sdk_passes(
    client: Client, tmp_path: Path, language: str, name: str, long_games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted(name, SHORT_SEAT[language], long_games)
    monkeypatch.setenv("PYTHONPATH", str(PYTHON / "src"))
    result = play_scenario(Kit(client, seat(language, tmp_path), "given", rivals=OURS), BY_NAME[name])
    assert (result.verdict, result.complaints) == ("passed", [])
    print(language, name, f"{result.seconds:.1f} s")


def seat(language: str, place: Path) -> tuple[str, ...]:
    """Return the command that plays a seat which was handed on."""
    if language == "python":
        return (sys.executable, "-c", SEAT_OF_PYTHON)
    program = linked(place) / "seat.mjs"
    program.write_text(SEAT_OF_TYPESCRIPT)
    return (node(), str(program))


def node() -> str:
    """Return the path of Node; skips the test without it."""
    return shutil.which("node") or pytest.skip("Node is not installed here")


def test_a_server_whose_agents_do_not_play_is_no_fault_of_the_client(client: Client, long_games: int) -> None:
    if long_games:
        pytest.skip("here the agents play")
    done = ran(client, "--only", "calm", "--idle", "2", "--", *BROKEN, "none")
    assert done.exit_code == 3
    assert "an agent of the server: do its workers run?" in done.stdout


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.fault)
def test_each_fault_is_found_for_what_it_is(client: Client, planted: Planted, long_games: int) -> None:
    wanted(planted.fault, SHORT_FAULTS, long_games)
    kit = Kit(client, (*BROKEN, planted.fault), "given", rivals=OURS, idle_s=IDLE_S, limit_s=60)
    result = play_scenario(kit, BY_NAME[planted.scenario])
    assert [complaint.check for complaint in result.complaints] == [planted.check]
    says = result.complaints[0].says
    assert planted.says in says
    print(f"| {planted.fault} | `{planted.scenario}` | `{planted.check}` | {says} |")


@pytest.mark.parametrize("ruleset", ["goofspiel", "catan-dice"])
@pytest.mark.parametrize("language", ["python", "typescript"])
def test_our_clients_pass(
    client: Client, tmp_path: Path, language: str, ruleset: str, long_games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not long_games:
        pytest.skip("a part of `make sdks`")
    monkeypatch.setenv("PYTHONPATH", str(PYTHON / "src"))
    results = [json.loads(line) for line in example(client, tmp_path, language, ruleset)]
    print(language, ruleset, {row["scenario"]: round(row["seconds"], 1) for row in results})
    assert [row["complaints"] for row in results] == [[]] * len(SCENARIOS)
    assert {row["verdict"] for row in results} == {"passed", "skipped"}


def example(client: Client, place: Path, language: str, ruleset: str) -> list[str]:
    """Try the example bot of an SDK, and return the lines of the report."""
    bot = shutil.copy(SOURCES / "examples" / "bot.js", linked(place))
    script = PYTHON / "examples" / "bot.py"
    python = (sys.executable, script, "{url}", "{ruleset}")
    program = python if language == "python" else (node(), bot, "{url}", "{game}")
    done = ran(client, "--json", "--ruleset", ruleset, "--", *program)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_the_report_names_what_is_wrong(client: Client, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    asked = ("--rivals", "kit", "--only", "calm", "--only", "stream-cut", "--junit", report)
    done = ran(client, *asked, "--", *BROKEN, "quits")
    assert done.exit_code == 1
    assert "FAILED calm" in done.stdout
    assert "unfinished: It ended though its game is not over" in done.stdout
    assert "See docs/api.md#commands" in done.stdout
    assert "\x1b[" not in done.stdout
    suite = Xml.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "2")
    assert [case.get("name") for case in suite] == ["calm", "stream-cut"]
    assert {failure.get("type") for failure in suite.iter("failure")} == {"unfinished"}


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["--only", "storm", "--", "x"], 2, "no scenario is called storm"),
        (["--", "no-such-program"], 2, "no such program: no-such-program"),
        ([], 2, "which client? longroad kit -- CLIENT..."),
        (["--url", NOWHERE, "--", sys.executable], 3, "name one with --url, or install the package longroad"),
    ],
)
def test_what_cannot_be_tried_is_refused(arguments: list[str], code: int, line: str) -> None:
    done = CliRunner().invoke(commands, ["kit", *arguments])
    assert done.exit_code == code
    assert line in " ".join(done.output.split())


def test_a_game_that_cannot_be_made_is_no_fault_of_the_client(client: Client) -> None:
    done = ran(client, "--ruleset", "checkers", "--", *BROKEN, "none")
    assert done.exit_code == 3
    assert "the server refuses what the kit needs" in done.output


def test_without_a_server_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("longroad_client.kit.hosting.find_spec", lambda name: None)
    monkeypatch.delenv("LONGROAD_URL", raising=False)
    done = CliRunner().invoke(commands, ["kit", "--", sys.executable])
    assert done.exit_code == 3
    assert "name one with --url" in done.output


def test_it_brings_a_server_where_longroad_is_installed(monkeypatch: pytest.MonkeyPatch, long_games: int) -> None:
    if not long_games:
        pytest.skip("a part of `make sdks`")
    monkeypatch.delenv("LONGROAD_URL", raising=False)
    done = CliRunner().invoke(commands, ["kit", "--only", "calm", "--", *BROKEN, "none"])
    assert done.exit_code == 0, done.output


def test_the_page_lists_all_scenarios_and_checks() -> None:
    page = PAGE.read_text()
    assert [name for name in (*BY_NAME, *CHECKS, *ENDS) if f"`{name}`" not in page] == []
    assert [planted.fault for planted in PLANTED if f"| {planted.fault} |" not in page] == []
    told = CliRunner().invoke(commands, ["kit", "--list", "--json"]).stdout
    listed: list[Any] = [json.loads(line) for line in told.splitlines()]
    assert [row["scenario"] for row in listed] == list(BY_NAME)


def test_every_check_has_a_fault_that_it_finds() -> None:
    assert {planted.check for planted in PLANTED} == {*CHECKS, *ENDS}
