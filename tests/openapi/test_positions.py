"""Tests that what the contract says of states and boards is true in whole games on every map, with every module.

The short form plays a game of each map and set of modules, and the long form (`--long=1`) one of every case of the
laws.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.catan.combinations import CHOSEN, EVERYTHING
from domain.catan.modules.erie_canal.holdings import ANY, canal_of
from domain.catan.state import Offer
from domain.dice.sheet import CITIES, KNIGHTS, ROADS, SETTLEMENTS
from domain.dice.terms import BOXES, CROSS
from domain.elasund.terms import GOLD_SHORT
from openapi.generate import PATH
from service.catalog import RULESETS
from service.schemas.states.by_ruleset import BOARDS, STATES
from service.schemas.states.catan import PARTS
from service.views.narration import board_in_words
from tests.laws.cases import CASES, OF_MODULES, Case, of_catan
from tests.laws.playing import open_position, uniform
from tests.openapi.closed import closed
from tests.openapi.coverage import Coverage
from tests.openapi.schemas import Judge

CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
JUDGE = Judge(closed(CONTRACT))
WATCHED = 5  # steps between two looks of a spectator
JUDGED = 100  # steps between two looks at what everybody sees
MOST_STEPS = 20_000
SHORT = (
    of_catan("all", 3, "new-york", *CHOSEN),
    of_catan("base", 3, "variable"),
    *OF_MODULES,
    *[case for case in CASES if case.name in ("favors-helpers-6", "catan-mallorca-3", "helpers-beginner-4")],
    *[case for case in CASES if case.name in ("dice-2", "elasund-english-3", "elasund-german-2", "goofspiel-2")],
)


def positions(case: Case) -> Iterator[tuple[int, int | None, Any]]:
    """Yield the positions of a game with the number of steps and a seat that may act, or None after the end."""
    ruleset, rng = case.ruleset, Random(case.name)
    state, chance = open_position(case, 1)
    for step in range(MOST_STEPS):
        if ruleset.result(state) is not None:
            yield step, None, state
            return
        seat = rng.choice(ruleset.awaiting(state)).seat
        yield step, seat, state
        command = uniform(ruleset, state, seat, ruleset.actions(state, seat), rng)
        state = ruleset.decide(state, seat, command, chance).state


def board_of(case: Case, state: Any) -> dict[str, Any]:
    return {"id": "a-game", "ruleset": case.ruleset.name, **case.ruleset.geometry(state)}


def view_of(case: Case, state: Any, seat: int | None) -> dict[str, Any]:
    return {"ruleset": case.ruleset.name, **case.ruleset.render(case.ruleset.observe(state, seat))}


def read_a_game(case: Case, coverage: Coverage) -> None:
    """Play a game: note what acting seats and spectators see, and now and then judge everybody's view."""
    for step, acting, state in positions(case):
        if step == 0:
            board = board_of(case, state)
            for shown in (board, board_in_words(case.ruleset, board, "en")):
                assert JUDGE.faults("Board", shown) == []
                coverage.read("Board", shown)
        if acting is not None:
            coverage.read("GameState", view_of(case, state, acting if step % WATCHED else None))
        if step % JUDGED == 0 or acting is None:
            for seat in (None, *range(case.seats)):
                view = view_of(case, state, seat)
                coverage.read("GameState", view)
                assert JUDGE.faults("GameState", view) == [], (case.name, step)


def seldom() -> Iterator[tuple[Case, Any]]:
    """Yield what random games hardly ever come to, as seat 0 sees it.

    A shortage, a canal token for every kind, an offer with a time, a bid of one's own.
    """
    [elasund] = [case for case in SHORT if case.name == "elasund-english-3"]
    short, _ = open_position(elasund, 1)
    short.short = GOLD_SHORT
    yield elasund, short
    used, _ = open_position(SHORT[0], 1)
    canal_of(used).used = ANY
    yield SHORT[0], used
    timed, _ = open_position(SHORT[1], 1)
    timed.offers = (Offer(1, 0, (1, 0, 0, 0, 0), (0, 1, 0, 0, 0), 0b110, expires_at=1_800_000_000_000),)
    yield SHORT[1], timed
    [goofspiel] = [case for case in SHORT if case.name == "goofspiel-2"]
    bidding, _ = open_position(goofspiel, 1)
    bidding.bids[0] = 7
    yield goofspiel, bidding


def test_states_and_boards_are_what_the_contract_says(long_games: int) -> None:
    """States and boards fit their schemas, and what may be absent or null sometimes is, so that `required` is true."""
    coverage = Coverage(CONTRACT)
    for case in CASES if long_games else SHORT:
        read_a_game(case, coverage)
    for case, state in seldom():
        coverage.read("GameState", view_of(case, state, 0))
    assert coverage.missing() == []


def test_a_member_that_no_schema_tells_of_is_refused() -> None:
    case = SHORT[1]
    _, _, state = next(positions(case))
    view = view_of(case, state, 0)
    assert JUDGE.faults("GameState", view) == []
    for wrong in (view | {"more": 1}, view | {"ruleset": "chess"}, {**view, "seats": [view["seats"][0] | {"x": 1}]}):
        assert JUDGE.faults("GameState", wrong) != []
    assert JUDGE.faults("GameState", {name: value for name, value in view.items() if name != "robber"}) != []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_printed_board_is_known_before_the_game(case: Case) -> None:
    config = case.ruleset.configure(case.seats, case.map, case.modules, dict(case.options))
    printed = case.ruleset.printed(config)
    if case.map == "variable":
        assert printed is None
    else:
        assert printed == case.ruleset.geometry(open_position(case, 1)[0])


def test_every_ruleset_and_every_module_with_a_part_of_the_state_has_a_schema() -> None:
    assert STATES.keys() == BOARDS.keys() == RULESETS.keys()
    with_parts = [module.name for module in EVERYTHING.modules if module.open_slice is not None]
    assert sorted(PARTS) == sorted(name.replace("-", "_") for name in with_parts)


def test_a_sheet_of_the_dice_game_with_everything_on_it_is_within_its_bounds() -> None:
    printed = len(ROADS) + sum(place.points for place in (*SETTLEMENTS, *CITIES)) + sum(range(1, KNIGHTS + 1))
    points = STATES["catan-dice"].fields["seats"].inner.schema.fields["points"]  # type: ignore[attr-defined]
    assert [points.deserialize(number) for number in (CROSS * BOXES, printed)] == [CROSS * BOXES, printed]
    assert printed > 100, "as good players have come to have"
