"""Tests `longroad-client` for TypeScript: what it promises, its page and its bot, as sources and as a package of npm.

The sources run as they are, so that Node alone is enough for most of it. `make sdks` also builds the package with npm,
checks its types, lets the bot play eight games of every ruleset and a browser one, and prints figures.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from standardwebhooks import Webhook

from service.problems import STATUS
from service.webhooks.signing import new_secret
from tests.bots.network import bad_network
from tests.conftest import StorePair
from tests.openapi.generators.toolbox import CONTRACT, has_npm, run
from tests.openapi.sdks.hall import LONG, SHORT, evening
from tests.openapi.sdks.typescript import SOURCES, built, check, linked, packed
from tests.service.console.browser import browsing, find_browser
from tests.service.http.live import Server

HERE = Path(__file__).parent
BOT = SOURCES / "examples" / "bot.js"
README = (SOURCES / "README.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000"
PATIENCE_S = 120
MOST_LINES = 40
CUT = 0.3

PLAYED = """(async () => {
  const { Longroad } = await import("/src/index.js");
  const seats = [{ kind: "human" }, { kind: "human" }];
  const { mine } = await new Longroad("ADDRESS").createGame({ ruleset: "goofspiel", seats });
  const versions = new Set();
  const watch = async () => { for await (const event of mine[0].events({ after: 0 })) versions.add(event.version); };
  const play = (seat) => seat.playGame(({ actions }) => actions[0].command);
  const [{ status, version }] = await Promise.all([...mine.map(play), watch()]);
  return { status, version, versions: [...versions] };
})()"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed here"),
]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory, long_games: int) -> Path:
    """Return a directory in which the package is installed from its tarball; skips the test without npm."""
    if not long_games or not has_npm():
        pytest.skip("a part of `make sdks`, where there is npm")
    place = tmp_path_factory.mktemp("npm")
    tarball = packed(built(place / "built"), place)
    (place / "package.json").write_text('{"type": "module", "private": true}')
    ran = run(["npm", "install", "--offline", "--no-audit", "--no-fund", tarball], place)
    assert ran.code == 0, ran.text
    return place


def test_client_keeps_its_promises(sdk_server: Server, tmp_path: Path) -> None:
    shutil.copy(HERE / "checks.mjs", linked(tmp_path))
    with bad_network(sdk_server.port, CUT, 3) as network:
        told = {"BASE": f"http://127.0.0.1:{sdk_server.port}", "CUT": f"http://127.0.0.1:{network.port}"}
        told |= {"DELIVERY": _delivery(), "SLUGS": " ".join(STATUS)}
        ran = _node("checks.mjs", tmp_path, **told)
    assert ran.returncode == 0, ran.stdout


def test_what_it_throws_says_what_was_wrong(tmp_path: Path) -> None:
    shutil.copy(HERE / "errors.mjs", linked(tmp_path))
    ran = _node("errors.mjs", tmp_path)
    assert ran.returncode == 0, ran.stdout


def test_every_program_of_the_page_runs(sdk_server: Server, tmp_path: Path) -> None:
    for path in _programs(linked(tmp_path), f"http://127.0.0.1:{sdk_server.port}"):
        ran = _node(path.name, tmp_path)
        assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("wish", SHORT, ids=lambda wish: wish["ruleset"])
def test_bot_plays_through_a_bad_network(wish: dict[str, str], sdk_server: Server, stores: StorePair) -> None:
    played = evening(sdk_server, stores, ("node", BOT), wish, 1, 1)
    assert played.commands > 10


@pytest.mark.parametrize("wish", LONG, ids=lambda wish: wish["ruleset"])
def test_bot_finishes_many_games(wish: dict[str, str], sdk_server: Server, stores: StorePair, long_games: int) -> None:
    if not long_games:
        pytest.skip("a part of `make sdks`")
    print(evening(sdk_server, stores, ("node", BOT), wish, long_games, 1))


def test_it_plays_in_a_browser_through_a_bad_network(sdk_server: Server, long_games: int, tmp_path: Path) -> None:
    """The page comes from another address than the API, so that each request is one across origins."""
    program = find_browser()
    if not long_games or program is None:
        pytest.skip("a part of `make sdks`, where there is a Chromium")
    with ExitStack() as stack:
        sources = stack.enter_context(files_of(SOURCES))
        network = stack.enter_context(bad_network(sdk_server.port, CUT, 4))
        page = stack.enter_context(browsing(program, tmp_path))
        page.open(f"{sources}/package.json")
        page.wait("location.pathname === '/package.json'")
        told = page.value(PLAYED.replace("ADDRESS", f"http://127.0.0.1:{network.port}"))
    assert told["status"] == "finished"
    assert told["versions"] == [*range(1, told["version"] + 1)]


def test_every_method_of_the_contract_can_be_called() -> None:
    [told] = re.findall(r"export type Method = (.*);", (SOURCES / "src" / "typing.d.ts").read_text(encoding="utf-8"))
    paths = json.loads(CONTRACT.read_text(encoding="utf-8"))["paths"].values()
    assert set(re.findall(r"\w+", told)) == {method for item in paths for method in item} - {"parameters"}


def test_bot_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_package_is_typed_and_plays(package: Path, sdk_server: Server) -> None:
    """The installed package passes strict checks, with the bot and all programs of the page, and plays."""
    programs = _programs(package, f"http://127.0.0.1:{sdk_server.port}")
    bot = Path(shutil.copy(BOT, package))
    check([bot, *programs], package)
    assert _node("bot.js", package, f"http://127.0.0.1:{sdk_server.port}", "goofspiel").returncode == 0


def test_package_has_no_dependencies_and_no_large_source() -> None:
    told = json.loads((SOURCES / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in told
    assert max(path.stat().st_size for path in SOURCES.glob("*/*")) < 20_000


def test_the_installed_package_is_imported_by_its_name(package: Path) -> None:
    subprocess.run(["node", "--input-type=module", "-e", 'import "longroad-client"'], cwd=package, check=True)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Log nothing."""


@contextmanager
def files_of(place: Path) -> Iterator[str]:
    """Serve the files of a directory, and yield the address."""
    web = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(place)))
    Thread(target=web.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"http://127.0.0.1:{web.server_port}"
    web.shutdown()
    web.server_close()


def _programs(place: Path, address: str) -> list[Path]:
    """Write the programs of the page into a directory, for a server, and return their paths."""
    paths = []
    for number, code in enumerate(re.findall(r"```js\n(.*?)```", README, re.DOTALL)):
        path = place / f"page{number}.mjs"
        path.write_text(code.replace(ADDRESS, address), encoding="utf-8")
        paths.append(path)
    assert len(paths) >= 6
    return paths


def _delivery() -> str:
    secret, body = new_secret(), json.dumps({"type": "turn", "timestamp": "2026-11-23T00:00:00Z", "data": {}})
    now = datetime.now(UTC)
    signature = Webhook(secret).sign("msg-1", now, body)
    names = {"webhook-id": "msg-1", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}
    return json.dumps({"secret": secret, "headers": names, "body": body})


def _node(program: str, where: Path, *told: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["node", program, *told],
        cwd=where,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
