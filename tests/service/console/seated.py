"""Seats pages at tables."""

import json
from typing import Any

from tests.service.console.page import Page
from tests.service.http.live import Server


def seated(page: Page, server: Server, made: dict[str, Any], seats: list[int]) -> None:
    """Give a page the tokens of some seats, and open their table."""
    given = {str(seat): made["seats"][seat]["token"] for seat in seats}
    holding(page, server, made["id"], {"seats": given, "as": str(seats[0])})
    page.wait("!!document.querySelector('#picture svg')")


def holding(page: Page, server: Server, game: str, held: dict[str, Any]) -> None:
    """Let a page hold something of a game, as if it had been given it before, and open the game."""
    remember(page, server, {"games": {game: held}}, "sessionStorage")
    page.open(f"http://127.0.0.1:{server.port}/#/games/{game}")


def remember(page: Page, server: Server, kept: dict[str, Any], storage: str = "localStorage") -> None:
    """Let a page have something in a storage of the browser, as if the console had kept it there before."""
    page.open(f"http://127.0.0.1:{server.port}/console/icon.svg")
    page.wait("location.pathname.endsWith('svg')")
    page.value(f"{storage}.setItem('longroad', {json.dumps(json.dumps(kept))})")
