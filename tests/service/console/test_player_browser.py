"""Tests in a real browser the player of a finished game: keys, links to versions, the log, what is shared."""

import sys
from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image

from tests.service.console.finished import played
from tests.service.console.page import Page
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
SHOWN = "document.getElementById('shown-version')?.value"
ENTRY = "document.querySelector('#events .shown')?.dataset.version"
PICTURED = "document.getElementById('picture')?.dataset.version"
KEPT = """(() => {
  navigator.clipboard.writeText = async (text) => { window.copied = text; };
  const made = URL.createObjectURL;
  URL.createObjectURL = (file) => {
    if (file.type === "image/gif") window.gif = file;
    return made.call(URL, file);
  };
})()"""
BYTES = """gif.arrayBuffer()
  .then((all) => btoa(Array.from(new Uint8Array(all), (one) => String.fromCharCode(one)).join("")))"""
NO_CANVAS = "HTMLCanvasElement.prototype.getContext = () => null;"


@pytest.fixture(scope="module")
def game(server: Server) -> str:
    """Play a game to its end; return its id."""
    return str(played(server)["id"])


def opened(page: Page, server: Server, game: str, version: int | None = None) -> int:
    """Open a finished game, at a version if there is one; return its last version."""
    page.open(f"http://127.0.0.1:{server.port}/#/games/{game}{f'?version={version}' if version else ''}")
    page.wait(f"{PICTURED} && !!document.querySelector('.chart')")
    page.value(KEPT)
    return int(page.value("document.getElementById('slider').max"))


def test_a_link_opens_a_version_with_its_place_in_the_log(page: Page, server: Server, game: str) -> None:
    last = opened(page, server, game, 5)
    page.wait(f"{SHOWN} === '5 / {last}' && {ENTRY} === '5' && {PICTURED} === '5'")

    page.press("#copy-version")
    page.wait(f"window.copied?.endsWith('#/games/{game}?version=5')")
    page.press("#events [data-version='9'] .at")
    page.wait(f"{SHOWN} === '9 / {last}' && {ENTRY} === '9' && {PICTURED} === '9'")
    page.press("#now")
    page.wait(f"{SHOWN} === '{last} / {last}' && {ENTRY} === '{last}'")
    assert page.faults == []


def test_the_log_is_one_stop_for_the_tabulator(page: Page, server: Server, game: str) -> None:
    last = opened(page, server, game, 5)
    page.wait(f"{ENTRY} === '5'")
    page.unfold("#events")
    page.value("document.querySelector('#events').focus()")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        page.strike(key)
    newest = page.value("document.activeElement.closest('li').dataset.version")
    page.strike("Enter")
    page.wait(f"{SHOWN} === '{newest} / {last}'")
    page.strike("Tab")
    assert page.value("document.activeElement.closest('#events')") is None


def test_keys_lead_through_a_game_and_play_it(page: Page, server: Server, game: str) -> None:
    last = opened(page, server, game)
    page.choose("#speed", "8×")
    page.value("document.activeElement.blur()")
    page.strike("Home")
    page.wait(f"{SHOWN} === '1 / {last}'")
    page.strike("ArrowRight")
    page.wait(f"{SHOWN} === '2 / {last}'")
    page.strike("ArrowLeft")
    page.wait(f"{SHOWN} === '1 / {last}'")
    page.strike(" ")
    page.wait("document.querySelector('#play-on.on')?.getAttribute('aria-label') === 'Pause'")
    page.wait(f"{PICTURED} === '6'")
    page.strike(" ")
    page.wait("!document.querySelector('#play-on.on')")
    page.strike("End")
    page.wait(f"{SHOWN} === '{last} / {last}'")
    assert page.faults == []


def test_a_game_becomes_a_moving_picture_in_the_page(page: Page, server: Server, game: str) -> None:
    opened(page, server, game)
    page.press("#share-game summary")
    page.choose("#gif-length", "120")
    page.press("#make-gif")
    page.press("#cancel-gif")
    page.wait("!document.querySelector('#cancel-gif')")
    assert page.value("document.querySelector('.gif')") is None

    page.choose("#gif-length", "20")
    page.press("#make-gif")
    page.wait("document.querySelector('.gif')?.naturalWidth > 300")
    picture = Image.open(BytesIO(b64decode(page.value(BYTES))))
    assert picture.format == "GIF"
    assert picture.n_frames > 15
    assert page.faults == []


def test_a_browser_without_pixels_leaves_the_moving_picture_to_the_server(
    page: Page, server: Server, game: str
) -> None:
    opened(page, server, game)
    page.value(NO_CANVAS)
    page.press("#share-game summary")
    page.press("#make-gif")
    page.wait("document.querySelector('#gif')?.innerText.includes('the server can')")
    assert page.value("!!document.querySelector('#gif-by-server')")
