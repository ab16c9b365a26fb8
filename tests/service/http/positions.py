"""Plays games of every ruleset over REST, whose positions are compared with documents."""

from collections.abc import Iterator
from random import Random

from tests.domain.catan.own_boards import SMALL
from tests.service.http.client import Table
from tests.service.http.playing import choices_of

GAMES = [
    {"ruleset": "catan", "seats": [{"kind": "human"}] * 4},
    {"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "map": "new-york", "modules": ["favors", "helpers"]},
    {"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "map": SMALL},
    {"ruleset": "catan-dice", "seats": [{"kind": "human"}] * 2},
    {"ruleset": "elasund", "seats": [{"kind": "human"}] * 3},
    {"ruleset": "goofspiel", "seats": [{"kind": "human"}] * 2},
]
STEPS, EVERY = 60, 6
ENVELOPE = ("version", "index", "time", "cursor", "summary")


def acting(table: Table, rng: Random) -> int:
    """Return a seat that must act."""
    return rng.choice([entry["seat"] for entry in table.get().json["awaiting"] if entry["must"]])


def walked(table: Table) -> Iterator[int]:
    """Play random commands, and yield before some of them the seat that must act."""
    rng = Random(7)
    for number in range(STEPS):
        if number % EVERY == 0 and table.get().json["status"] == "running":
            yield acting(table, rng)
        if table.get().json["status"] == "finished":
            return
        seat = acting(table, rng)
        command = rng.choice(choices_of(table.get("/legal-actions", seat).json))
        assert table.post("/commands", command, seat).status_code == 201
