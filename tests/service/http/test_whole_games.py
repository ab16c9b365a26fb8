"""Tests that every answer in whole games matches the contract: the client refuses what is not documented.

The short form plays the opening of a dice game; the long form (`--long=1`) plays a game of each ruleset, on each map
and with each module, from the first to the last command.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from flask.testing import FlaskClient

from tests.laws.cases import CASES, Case, of_catan
from tests.service.http.client import Table, new_table
from tests.service.http.playing import choices_of

MOST_STEPS = 20_000
OPENING = 20
EVERYTHING = of_catan("all", 4, "new-york", "favors", "helpers", "erie-canal")
NAMES = (
    "dice-2",
    "elasund-english-3",
    "elasund-german-2",
    "catan-3",
    "catan-beginner-3",
    "catan-new-york-4",
    "catan-canal-3",
    "catan-mallorca-3",
    "favors-helpers-6",
    "helpers-beginner-4",
)
FEWER_POINTS = {"victory_points": 5}
"""Limits the points to win, since random players of Catan need long."""


def games(long_games: int) -> list[Case]:
    """Return the cases to play."""
    named = {case.name: case for case in CASES}
    return [named["dice-2"]] if not long_games else [*(named[name] for name in NAMES), EVERYTHING]


def opened(client: FlaskClient, case: Case) -> Table:
    """Make a game of people."""
    fewer = FEWER_POINTS if case.ruleset.name == "catan" else {}
    wish: dict[str, Any] = {"options": {**fewer, **case.options}, "modules": list(case.modules)}
    if case.map is not None:
        wish["map"] = case.map
    return new_table(client, ruleset=case.ruleset.name, seats=[{"kind": "human"}] * case.seats, seed="1", **wish)


def play(table: Table, rng: Random) -> Iterator[None]:
    """Play what is offered until the game is over, and read every resource at each step."""
    watchers = [None, *range(len(table.tokens))]
    for _ in range(MOST_STEPS):
        view = table.get(seat=rng.choice(watchers)).json
        if view["status"] == "finished":
            return
        seat = rng.choice([entry["seat"] for entry in view["awaiting"]])
        if choices := choices_of(table.get("/legal-actions", seat).json):
            assert table.post("/commands", rng.choice(choices), seat).status_code == 201
        yield
    raise AssertionError("the game does not end")


def read(table: Table, seat: int | None) -> None:
    """Read every other resource of the game."""
    for place in ("/board", "/board?words=true", "/votes", "/fairness", "?version=2", "/position", "/board.svg"):
        assert table.get(place, seat).status_code == 200, place
    after: int | None = 0
    while after is not None:
        page = table.get(f"/events?after={after}&summaries=true&legal=true&limit=200", seat)
        assert page.status_code == 200, page.text
        after = page.json.get("next")


def test_every_answer_is_what_the_contract_says(client: FlaskClient, long_games: int) -> None:
    for case in games(long_games):
        table = opened(client, case)
        steps = sum(1 for _ in islice(play(table, Random(case.name)), None if long_games else OPENING))
        for seat in (None, *range(case.seats)):
            read(table, seat)
        assert client.get(f"/v1/games?ruleset={case.ruleset.name}&limit=5").status_code == 200
        print(case.name, steps, "steps", flush=True)
