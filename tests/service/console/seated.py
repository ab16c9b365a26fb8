"""Seats pages at tables."""

from typing import Any

from tests.service.console.browser import Page
from tests.service.http.live import Server


def seated(page: Page, server: Server, made: dict[str, Any], seats: list[int]) -> None:
    """Give a page the tokens of some seats, and open their table."""
    given = {str(seat): made["seats"][seat]["token"] for seat in seats}
    held = {"games": {made["id"]: {"seats": given, "as": str(seats[0])}}}
    page.open(f"http://127.0.0.1:{server.port}/console/icon.svg")
    page.wait("location.pathname.endsWith('svg')")
    page.value(f"sessionStorage.setItem('longroad', JSON.stringify({held!r}))")
    page.open(f"http://127.0.0.1:{server.port}/#/games/{made['id']}")
    page.wait("!!document.querySelector('#picture svg')")
