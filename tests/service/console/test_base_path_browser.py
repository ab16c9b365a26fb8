"""Tests in a real browser that the console, the documents and streams work below a path, behind a real nginx.

It is set up by the lines of `docs/operations.md`.
"""

import json
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.routes.guide import BUILT, FIRST
from tests.conftest import StorePair
from tests.ports import free_port
from tests.service.console.clicking import play
from tests.service.console.page import Page
from tests.service.http.live import SOON_S, Server, served, worker
from tests.service.processes import wait_for

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin:/opt/homebrew/bin")
pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux"),
    pytest.mark.skipif(NGINX is None, reason="no nginx on this machine"),
    pytest.mark.usefixtures("at_length"),
]
PAGE = Path(__file__).parents[3] / "docs" / "operations.md"
PROXY = "http://127.0.0.1:8000"
CONFIGURATION = """
daemon off; master_process off; pid {place}/pid; error_log {place}/error.log;
events {{}}
http {{
  access_log off; types {{}} default_type application/octet-stream;
  client_body_temp_path {place}/body; proxy_temp_path {place}/proxied; fastcgi_temp_path {place}/fast;
  uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
  server {{ listen 127.0.0.1:{port};
{block}
  }}
}}
"""
LOADED = """[location.href, ...performance.getEntriesByType('resource').map((one) => one.name),
  ...[...document.querySelectorAll('[href], [src]')].map((one) => one.getAttribute('href') ?? one.getAttribute('src'))
    .map((one) => new URL(one, location.href).href)]"""
LINK = "document.querySelector('#inviting:not([hidden]) .link')?.value"
LIVE = "document.querySelector('#stream-state')?.textContent === 'live'"


@contextmanager
def proxied(server: Server, place: Path) -> Iterator[int]:
    """Run nginx before a server as the page says, until the block ends; yield its port."""
    [block] = re.findall(r"^```nginx\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert PROXY in block
    port = free_port()
    lines = block.replace(PROXY, f"http://127.0.0.1:{server.port}")
    (place / "nginx.conf").write_text(CONFIGURATION.format(place=place, port=port, block=lines))
    process = subprocess.Popen((str(NGINX), "-p", str(place), "-c", str(place / "nginx.conf")))
    try:
        assert wait_for(lambda: is_open(port)), (place / "error.log").read_text()
        yield port
    finally:
        process.terminate()
        process.wait(SOON_S)


def is_open(port: int) -> bool:
    """Return whether something listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def site(stores: StorePair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve below a path, with an agent, and return the address at which nginx has it."""
    with (
        served(stores, LONGROAD_BASE_PATH="/longroad", LONGROAD_TRUSTED_PROXIES="127.0.0.1") as server,
        worker(stores, "ai"),
    ):
        assert ask_nonsense(server.port)["type"] == "/longroad/problems/bad_request"
        with proxied(server, tmp_path_factory.mktemp("nginx")) as port:
            yield f"http://127.0.0.1:{port}/longroad"


def ask_nonsense(port: int) -> dict[str, Any]:
    """Send a server what is no HTTP, and return the problem with which it answers."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"nonsense\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    problem: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return problem


def assert_all_below(page: Page, site: str) -> None:
    """See that the page found all that it asked for, and neither asked the host for anything above nor leads there."""
    host = site.removesuffix("/longroad")
    assert [one for one in page.value(LOADED) if one.startswith(host) and not one.startswith(f"{site}/")] == []
    failed = [fault["entry"]["url"] if "entry" in fault else str(fault) for fault in page.faults]
    assert [one for one in failed if not one.startswith(f"{site}/v1/")] == []  # games refuse things, such as strangers


def test_a_game_is_played_and_watched_from_the_bench(page: Page, site: str) -> None:
    page.open(site)
    page.tap("#play-catan-dice")
    page.wait(LIVE)
    page.press("#open-bench")
    page.wait("document.querySelector('#bench:not([hidden])') !== null")
    assert play(page, 7, 20) == 20
    page.wait("document.querySelectorAll('#bench-log .fold').length > 20")
    page.value("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
    page.press("#bench-log .fold")
    page.press("#bench-log .more:not([hidden]) [data-copy=curl]")
    assert f" '{site}/v1/games/" in page.wait("globalThis.copied")
    assert_all_below(page, site)


def test_a_friend_comes_by_a_link(open_page: Callable[[], Page], site: str) -> None:
    host, friend = open_page(), open_page()
    host.open(f"{site}/")
    host.press("#friend-catan-dice")
    link = host.wait(LINK)
    assert link.startswith(f"{site}/#/join/")
    friend.open(link)
    friend.press("#sit-down")
    host.wait(f"{LIVE} && document.querySelector('#inviting').hidden")
    assert_all_below(host, site)
    assert_all_below(friend, site)


def test_the_contract_is_tried_out(page: Page, site: str) -> None:
    page.open(f"{site}/docs")
    page.wait("!!document.querySelector('#operations-catalog-getServer')")
    page.tap("#operations-catalog-getServer .opblock-summary-control")
    page.press("#operations-catalog-getServer .execute")
    page.wait(
        "document.querySelector('.live-responses-table tbody .response-col_status')?.textContent.startsWith('200')"
    )
    assert page.value("document.querySelector('.request-url pre').textContent") == f"{site}/v1"
    assert_all_below(page, site)


@pytest.mark.parametrize("path", ["/docs/glossary", "/problems/refused", "/guide"])
def test_other_pages_load_and_lead_below_the_path(page: Page, site: str, path: str) -> None:
    page.open(site + path)
    page.wait("document.readyState === 'complete' && !!document.querySelector('.frame a')")
    if path != "/guide" or (BUILT / FIRST).is_file():
        assert_all_below(page, site)


def test_what_is_for_operators_is_not_shown(page: Page, site: str) -> None:
    for path in ("/metrics", "//metrics", "/%6detrics", "/longroad/metrics"):
        page.open(site + path)
        page.wait("document.readyState === 'complete'")
        assert "longroad_" not in page.value("document.body.innerText")
