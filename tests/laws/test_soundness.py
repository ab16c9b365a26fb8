"""Tests that every position of a game is sound, and that one in which something is missing or misplaced is not."""

from random import Random
from typing import Any

import pytest

from domain.core.chance import SampledChance
from domain.core.errors import Unsound
from domain.core.random_play import play_at_random
from tests.laws.cases import CASES, Case

STEPS = 40


def opened(case: Case, rng: Random) -> Any:
    config = case.ruleset.configure(case.seats, case.map, case.modules, dict(case.options))
    opening = case.ruleset.setup(config, SampledChance(rng))
    state = case.ruleset.begin(opening[0])
    for event in opening[1:]:
        case.ruleset.evolve(state, event)
    return state


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_positions_of_games_are_sound_and_settled(case: Case) -> None:
    rng = Random(case.name)
    state = opened(case, rng)
    while case.ruleset.result(state) is None:
        case.ruleset.check(state)
        draft = case.ruleset.draft(state.copy(), SampledChance(rng))
        case.ruleset.settle(draft)
        assert draft.events == []
        play_at_random(case.ruleset, state, rng, STEPS)
    case.ruleset.check(state)


def broken(case: Case, name: str, change: Any) -> str:
    state = opened(case, Random(1))
    play_at_random(case.ruleset, state, Random(1), 200)
    setattr(state, name, change(getattr(state, name)))
    with pytest.raises(Unsound) as refused:
        case.ruleset.check(state)
    return refused.value.key


def one_more(numbers: Any) -> Any:
    return type(numbers)([numbers[0] + 1, *numbers[1:]])


BREAKS = [
    ("catan-4", "bank", one_more, "cards"),
    ("catan-4", "bank", lambda bank: [-1, *bank[1:]], "negative"),
    ("catan-4", "deck", lambda deck: (30, *deck[1:]), "cards"),
    ("catan-4", "points", one_more, "points"),
    ("catan-4", "robber", lambda _: 99, "place"),
    ("catan-4", "active", lambda _: 4, "seats"),
    ("catan-4", "roads", lambda roads: [roads[0], roads[0], *roads[2:]], "shared"),
    ("catan-4", "settlements", lambda masks: [masks[0] | 1 << 200, *masks[1:]], "place"),
    ("catan-4", "known", lambda known: [count + 19 for count in known], "known"),
    ("elasund-english-3", "bank", lambda bank: bank + 1, "cards"),
    ("elasund-english-3", "points", one_more, "points"),
    ("elasund-english-3", "trade", one_more, "trade"),
    ("elasund-english-3", "active", lambda _: 3, "seats"),
    ("dice-2", "used", lambda _: [63, 0], "sheet"),
    ("dice-2", "roads", lambda _: [2, 0], "sheet"),
    ("dice-2", "boxes", lambda boxes: [(40,), *boxes[1:]], "points"),
    ("dice-2", "dice", lambda _: (7, 0, 0, 0, 0, 0), "dice"),
]


@pytest.mark.parametrize(("name", "member", "change", "key"), BREAKS)
def test_a_position_that_no_game_has_is_refused(name: str, member: str, change: Any, key: str) -> None:
    case = next(case for case in CASES if case.name == name)
    assert broken(case, member, change) == key
