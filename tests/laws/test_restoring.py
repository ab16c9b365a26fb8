"""Holds that a position is what its document tells: read back, it tells the same again and allows the same."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.catan.hands import bound
from domain.catan.terms import KINDS
from domain.core.chance import SampledChance
from domain.core.errors import Unsound
from domain.core.knowledge import Known
from tests.domain.catan.own_boards import OWN
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position, uniform

EVERY, MOST = 7, 40
SHORT_EVERY = 14
NOON = 1_800_000_000_000
"""When all commands are given, in ms."""


def positions(case: Case, every: int = EVERY) -> Iterator[Any]:
    """Yield positions of a random game: the opening, one in `every` of those that follow, and the end."""
    rules, rng = case.ruleset, Random(case.name)
    state, _ = open_position(case, 1)
    for number in range(EVERY * MOST):
        seat = rules.next_seat(state)
        if number % every == 0 or seat < 0:
            yield state
        if seat < 0:
            return
        asked = rng.choice([awaited.seat for awaited in rules.awaiting(state)])
        draft = rules.draft(state, SampledChance(rng))
        draft.now = NOON
        rules.play(draft, asked, uniform(rules, state, asked, rules.actions(state, asked), rng))


def families(actions: Any) -> list[Any]:
    """Return the templates of legal actions so that they can be compared."""
    return [
        (one.example, {name: vars(bound) for name, bound in (one.bounds | one.optional).items()})
        for one in actions.templates
    ]


def bounds(knowledge: Any) -> Any:
    """Return what all know of each hand, and what the observer knows of those of others, while a game runs.

    And how many development cards of each seat are new.
    """
    if not hasattr(knowledge, "extra") or not knowledge.agenda:
        return None
    others = [seat for seat in range(knowledge.seats) if seat != knowledge.seat]
    mine = [bound(knowledge, knowledge.seat, seat, kind) for seat in others for kind in range(KINDS)]
    return knowledge.known, mine, knowledge.fresh_counts


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_position_is_what_its_document_tells(case: Case, long_games: int) -> None:
    rules = case.ruleset
    config = rules.configure(case.seats, case.map, case.modules, dict(case.options))
    for state in positions(case, EVERY if long_games else SHORT_EVERY):
        for seat in (None, *range(state.seats)):
            shown = rules.render(rules.observe(state, seat))
            found = rules.restore(Known(config, shown, seat, rules.layout(state)))
            rules.check(found)
            known = rules.observe(found, seat)
            assert rules.render(known) == shown
            assert bounds(known) == bounds(rules.observe(state, seat))
            assert rules.fingerprint(found) == rules.fingerprint(state)
            if seat is not None:
                mine, theirs = rules.actions(found, seat), rules.actions(state, seat)
                assert (mine.must_act, [*mine], families(mine)) == (theirs.must_act, [*theirs], families(theirs))


@pytest.mark.parametrize("case", [case for case in CASES if case.map in OWN.values()], ids=lambda case: case.name)
def test_tiles_of_any_island_are_a_board_of_ones_own(case: Case) -> None:
    rules, told = case.ruleset, case.ruleset.own_board(str(case.map))
    assert told is not None
    config = rules.configure(case.seats, "variable", case.modules, dict(case.options))
    for state in positions(case):
        seen = rules.render(rules.observe(state, 0))
        found = rules.restore(Known(config, seen, 0, told["board"]))
        assert found.setting.config.map == case.map
        assert rules.render(rules.observe(found, 0)) == seen
        assert rules.layout(found) is None


def test_tiles_that_are_no_board_are_refused() -> None:
    case = next(case for case in CASES if case.name == "own-3")
    rules, told = case.ruleset, case.ruleset.own_board(str(case.map))
    assert told is not None
    config = rules.configure(3, "variable", (), {})
    seen = rules.render(rules.observe(next(positions(case)), 0))
    layout = {**told["board"], "tiles": [*told["board"]["tiles"], {"q": 9, "r": 9, "terrain": "fields", "token": 4}]}
    with pytest.raises(Unsound) as refused:
        rules.restore(Known(config, seen, 0, layout))
    assert (refused.value.key, refused.value.pointer) == ("board.apart", f"/layout/tiles/{len(layout['tiles']) - 1}")
