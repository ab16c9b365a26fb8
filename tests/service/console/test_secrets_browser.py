"""Tests in two real browsers, one invited by a link, that neither page ever gets what its player must not know."""

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import StorePair
from tests.service.console.bodies import HIDDEN, bodies, forbidden, recorded
from tests.service.console.clicking import click, following
from tests.service.console.page import Page
from tests.service.http.live import Server, worker

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux"),
    pytest.mark.usefixtures("at_length", "agents"),
]
SEVERAL = 20
HELD = "Object.values(JSON.parse(localStorage.longroad).games)[0]"
AS = "Object.values(JSON.parse(sessionStorage.longroad).games)[0].as"
SEAT = f"Number({AS})"


@pytest.fixture
def agents(stores: StorePair) -> Iterator[None]:
    """Run the worker that plays for agents."""
    with worker(stores, "ai"):
        yield


def invite(host: Page, guest: Page, server: Server) -> dict[str, Any]:
    """Begin a private game on one page, and have another join it by the link."""
    host.open(f"http://127.0.0.1:{server.port}/")
    host.press("#friend-catan")
    guest.open(host.wait("document.querySelector('#inviting:not([hidden]) .link')?.value"))
    guest.press("#sit-down")
    for page in (host, guest):
        page.wait("!!document.querySelector('#picture svg')")
    game: str = host.value("location.hash.split('/')[2]")
    token = host.value(f"{HELD}.seats[{AS}]")
    return {"path": f"/v1/games/{game}", "token": token}


def kinds(server: Server, game: dict[str, Any]) -> set[str]:
    """Return the types of all events so far."""
    found: set[str] = set()
    after = 0
    while after is not None:
        page = server.ask("GET", f"{game['path']}/events?after={after}", None, game["token"])[1]
        found |= {event["type"] for event in page["events"]}
        after = page.get("next")
    return found


def test_neither_page_ever_gets_what_its_player_must_not_know(open_page: Callable[[], Page], server: Server) -> None:
    host, guest = recorded(open_page()), recorded(open_page())
    game = invite(host, guest, server)
    seed = 3
    while not set(HIDDEN) <= kinds(server, game):
        for page in (host, guest) * SEVERAL:
            seed = following(seed)
            if click(page, seed >> 8) is None:
                time.sleep(0.02)

    assert server.ask("GET", game["path"], None, game["token"])[1]["status"] == "running"
    for page, other in ((host, guest), (guest, host)):
        for kind in HIDDEN:
            page.wait(f"bodies.some(({{text}}) => text.includes('{kind}'))")
        texts, seat = bodies(page), page.value(SEAT)
        secrets = other.value(f"[...Object.values({HELD}.seats), {HELD}.owner].filter(Boolean)")
        assert len(secrets) == (2 if other is host else 1)
        assert [secret for secret in secrets if any(secret.partition(".")[2] in text for text in texts)] == []
        assert forbidden(texts, seat) == []
        assert forbidden(texts, seat + 1) != [], "the page does see its own hand"
