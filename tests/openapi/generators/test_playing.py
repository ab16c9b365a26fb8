"""Tests that generated clients play: a game of dice, and Catan with a dry run, an undo, a branch and pages of events.

`make clients-check` runs it, and prints a table; a client whose tools are not installed is skipped.
"""

from collections.abc import Iterator

import pytest

from tests.conftest import StorePair
from tests.openapi.generators.playing import PLAYERS, Played, Player, played, table
from tests.service.http.live import Server, staffed

MOVES = 10


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    """Yield a server with workers, which carry out what is undone."""
    with staffed(stores) as running:
        yield running


@pytest.fixture(scope="module")
def rows() -> Iterator[dict[Player, Played | str]]:
    """Yield what was played, and print it in the end."""
    found: dict[Player, Played | str] = {}
    yield found
    print(f"\n\n{table(found)}\n")


@pytest.mark.parametrize("player", PLAYERS, ids=[player.maker.place for player in PLAYERS])
def test_generated_client_plays(player: Player, server: Server, rows: dict[Player, Played | str]) -> None:
    if player.missing():
        rows[player] = f"not installed here: {', '.join(player.missing())}"
        pytest.skip(f"{player.generator}: {rows[player]}")
    rows[player] = "failed"
    rows[player] = row = played(player, f"http://127.0.0.1:{server.port}")

    said = row.said
    assert said["legal"] is True
    assert said["undo"] == "finished"
    assert said["events"] == len(_events(server, said["catan"])), "all pages"
    assert server.ask("GET", f"/v1/games/{said['dice']}")[1]["status"] == "finished"
    assert server.ask("GET", f"/v1/games/{said['branch']}")[1]["version"] == 1
    versions = {event["version"] for event in _events(server, said["catan"])}
    assert max(versions) == 1 + MOVES + 1, "the undo is a version, too"


def _events(server: Server, game: str) -> list[dict[str, int]]:
    status, page = server.ask("GET", f"/v1/games/{game}/events?limit=1000")
    assert status == 200, page
    events: list[dict[str, int]] = page["events"]
    return events
