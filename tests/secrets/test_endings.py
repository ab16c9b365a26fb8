"""Tests that what old versions and events hid while a game ran stays hidden after its end."""

from random import Random
from typing import Any, Final

import pytest

from tests.laws.cases import CASES, Case, of_catan
from tests.secrets.courses import Course, played
from tests.secrets.hosting import SPECTATOR, Hosted, Wish, hosted, same_luck, written
from tests.secrets.pairs import SEED, Bench

WHOLE: Final = (
    of_catan("short game", 4, "variable", "favors", "helpers", victory_points=4),
    *(case for case in CASES if case.name == "elasund-english-3"),
)
LONGEST: Final = 5_000
LOOKED_AT: Final = 4


@pytest.mark.parametrize("case", WHOLE, ids=[case.name for case in WHOLE])
def test_what_was_hidden_stays_hidden_after_the_end(bench: Bench, case: Case) -> None:
    course = played(case, Random(case.name), LONGEST, whole=True)
    assert case.ruleset.result(course.state)
    for observer in (0, SPECTATOR):
        wish = Wish(
            f"end {case.name} {observer}", observer, SEED, "free", ("human",) * case.seats, None, None, bench.url
        )
        with same_luck(wish.name):
            house = bench.houses[0]
            house.empty()
            world = hosted(house, _before_the_end(course), wish)
            before = looked_at(world)
            written(house.ctx, house.ctx.games.load(world.id), course.deeds[-1:])
        assert house.ctx.games.load(world.id).table.finished
        assert looked_at(world) == before


def _before_the_end(course: Course) -> Course:
    before = course.opened_again(course.opening, course.start)
    before.deeds = course.deeds[:-1]
    return before


def looked_at(world: Hosted) -> list[Any]:
    """Return what is shown of some versions up to the newest, and of the events right after them."""
    client, path = world.house.client, f"/v1/games/{world.id}"
    versions = [1 + number * (world.version - 1) // LOOKED_AT for number in range(LOOKED_AT + 1)]
    shown: list[Any] = [
        client.get(f"{path}{place}?version={version}", headers=world.headers).data
        for version in versions
        for place in ("", "/board.svg")
    ]
    for version in versions[:-1]:
        shown.append(client.get(f"{path}/events?after={version - 1}&limit=1", headers=world.headers).json["events"])
    return shown
