"""Plays games of the toy over HTTP, and reads all that anybody gets of one, which must not depend on where it is."""

from random import Random
from typing import Any, Final

from flask.testing import FlaskClient

from tests.service.http.client import Table
from tests.service.http.keys import with_key
from tests.service.http.playing import choices_of

DAY_MS: Final = 86_400_000
SEATS: Final = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bea"}]
READS: Final = (
    "",
    "?version=1",
    "?version=9",
    "?version=999",
    "/board",
    "/board.svg",
    "/board.svg?version=4",
    "/legal-actions",
    "/fairness",
    "/votes",
    "/events",
    "/events?after=3&limit=2",
    "/events?summaries=en",
    "/events?line=all",
    "/events?after=999",
)
WRITES: Final[dict[str, Any]] = {
    "/commands": {"type": "Roll"},
    "/undo": {},
    "/redo": {},
    "/votes/1": {"accept": True},
    "/seats": {},
    "/resign": {},
    "/abandon": {},
    "/pause": {"until": "2027-01-01T00:00:00.000Z"},
}


def open_game(client: FlaskClient, key: str | None = None, **wish: Any) -> Table:
    """Return a new game of the toy."""
    headers = with_key(key) if key else {}
    body = client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS, **wish}, headers=headers).json
    return Table(client, body["id"], [seat["token"] for seat in body["seats"]], body["owner_token"], None)


def play(table: Table, upto: int = 1_000) -> None:
    """Play to the end, or up to a version."""
    rng = Random(5)
    while (view := table.get("", 0).json)["version"] < upto and view["status"] == "running":
        seat = rng.choice([entry["seat"] for entry in view["awaiting"] if entry["must"]])
        answer = table.post("/commands", rng.choice(choices_of(table.get("/legal-actions", seat).json)), seat)
        assert answer.status_code == 201, answer.text


def read_all(table: Table) -> dict[str, tuple[int, bytes, object]]:
    """Return all that anybody gets of a game, by path and caller."""
    found = {}
    for seat in (None, 0, 1):
        for place in READS:
            answer = table.get(place, seat)
            found[f"{place} as {seat}"] = (answer.status_code, answer.data, answer.headers.get("ETag"))
        for place, body in WRITES.items():
            answer = table.post(place, body, seat)
            found[f"POST {place} as {seat}"] = (answer.status_code, answer.data, None)
    stranger = table.client.get(table.path, headers={"Authorization": "Bearer x.y"})
    unknown = table.client.get("/v1/games/nothing")
    return found | {"stranger": (stranger.status_code, stranger.data, None), "404": (404, unknown.data, None)}
