"""What the contract says of positions and boards is what views hold, in games of every ruleset with all modules."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from openapi.generate import PATH
from service.schemas.positions import BOARDS, STATES
from tests.laws.cases import CASES, Case, of_catan
from tests.laws.playing import open_position, uniform

WATCHED = 3  # steps between two looks
MOST_STEPS = 1_500
GAMES = {
    "Catan": (
        of_catan("all", 3, "new-york", "favors", "helpers", "erie-canal"),
        of_catan("base", 3, "variable"),
    ),
    "CatanDice": tuple(case for case in CASES if case.name == "dice-2"),
    "Elasund": tuple(case for case in CASES if case.name in ("elasund-english-3", "elasund-german-2")),
}


def places_of(value: Any, told: dict[str, str], here: str = "") -> Iterator[str]:
    """The places of a document, as far in as the table tells of them."""
    if here in told:
        yield here
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from places_of(inner, told, f"{here}.{name}" if here else name)
    elif isinstance(value, list):
        for inner in value:
            yield from places_of(inner, told, f"{here}[]")
    else:
        yield f"untold: {here}"


def views(case: Case) -> Iterator[Any]:
    """What seats and spectators see of a game, now and then."""
    ruleset, rng = case.ruleset, Random(case.name)
    state, chance = open_position(case, 1)
    for step in range(MOST_STEPS):
        over = ruleset.result(state) is not None
        if step % WATCHED == 0 or over:
            yield from (ruleset.render(ruleset.observe(state, seat)) for seat in range(-1, case.seats))
        if over:
            return
        seat = rng.choice(ruleset.awaiting(state)).seat
        command = uniform(ruleset, state, seat, ruleset.actions(state, seat), rng)
        state = ruleset.decide(state, seat, command, chance).state


@pytest.mark.parametrize("name", GAMES)
def test_every_member_of_a_view_is_explained(name: str) -> None:
    told = STATES[f"{name}State"]
    seen = {place for case in GAMES[name] for view in views(case) for place in places_of(view, told)}
    assert sorted(place for place in seen if place.startswith("untold")) == []
    assert sorted(told.keys() - seen) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_member_of_a_board_is_explained(name: str) -> None:
    told = BOARDS[f"{name}Board"]
    boards = [case.ruleset.geometry(open_position(case, 1)[0]) for case in GAMES[name]]
    seen = {place for board in boards for place in places_of(board, told)}
    assert seen == told.keys()


def test_the_contract_holds_the_tables() -> None:
    text = PATH.read_text(encoding="utf-8")
    for name, told in (STATES | BOARDS).items():
        assert f'"{name}": {{' in text
        assert all(meaning in text for meaning in told.values())
