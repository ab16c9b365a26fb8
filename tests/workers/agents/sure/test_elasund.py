"""Tests that the search for sure wins of Elasund misses none and names none that is not sure."""

from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.core.chance import Chance, outcomes
from domain.elasund import ELASUND
from domain.elasund.state import State
from tests.workers.agents.sure.comparing import compare_all
from tests.workers.agents.sure.positions import ELASUND_KINDS, Found, Kind, describe, small_cities
from workers.agents.agent import load_agent
from workers.agents.elasund import winning
from workers.agents.elasund.winning import find_win, most_cubes
from workers.agents.turns import decide

JUDGED = 12
WINS = 2
LOOKED_AT = 600
WALKS = 120
STEPS = 4
PLENTY = 1 << 20
CITIES = [pytest.param(kind, id=f"{kind.seats}-{dict(kind.options)['edition']}") for kind in ELASUND_KINDS]


def search(found: Found) -> Any | None:
    """Return what the search finds if it may try as much as it likes."""
    return find_win(ELASUND, ELASUND.observe(found.state, found.seat), nodes=PLENTY)


@pytest.mark.parametrize("kind", CITIES)
def test_the_search_finds_what_the_judge_finds(kind: Kind) -> None:
    tally = compare_all(search, small_cities(kind, f"short {kind}"), JUDGED, LOOKED_AT, wins=WINS)
    assert tally.differing == []


def _after(state: State, seat: int, command: Any, chance: Chance) -> State:
    return ELASUND.decide(state, seat, command, chance).state


def walk(found: Found, rng: Random) -> list[State]:
    """Return the positions of a walk by own commands that leave nothing to chance."""
    passed = [found.state]
    for _ in range(STEPS):
        state = passed[-1]
        if ELASUND.next_seat(state) != found.seat:
            break
        commands = ELASUND.moves(state, found.seat)
        if not commands:
            break
        command = rng.choice(commands)
        reached = list(islice(outcomes(partial(_after, state, found.seat, command)), 2))
        if len(reached) > 1 or ELASUND.turn(reached[0][0]) != ELASUND.turn(state):
            continue
        passed.append(reached[0][0])
    return passed


def broken_bounds(found: Found, rng: Random) -> list[str]:
    """Describe the positions of a walk from which more cubes were placed than the bound says."""
    broken, best = [], 0
    for state in reversed(walk(found, rng)):
        gained, best = best - state.points[found.seat], max(best, state.points[found.seat])
        if gained > 0 and gained > most_cubes(state, found.seat):
            broken.append(describe(found._replace(state=state)))
    return broken


@pytest.mark.parametrize("kind", CITIES)
def test_no_walk_reaches_what_the_bound_calls_out_of_reach(kind: Kind) -> None:
    rng = Random(7)
    drawn = list(islice(small_cities(kind, f"walks {kind}"), WALKS))
    assert [line for found in drawn for line in broken_bounds(found, rng)] == []


@pytest.mark.parametrize("left_out", ["_count_track", "_towers"])
def test_what_the_bound_leaves_out_is_noticed(left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = winning.Reach if hasattr(winning.Reach, left_out) else winning
    monkeypatch.setattr(place, left_out, lambda *_: 0)
    rng, drawn = Random(11), small_cities(ELASUND_KINDS[-1], "planted")
    assert any(broken_bounds(found, rng) for found in islice(drawn, 3_000))


def test_the_planner_takes_what_the_search_finds() -> None:
    planner, won = load_agent("elasund_planner"), 0
    for found in islice(small_cities(ELASUND_KINDS[0], "taken"), 60):
        command = find_win(ELASUND, ELASUND.observe(found.state, found.seat))
        if command is not None:
            won += 1
            assert decide(ELASUND, found.state, found.seat, planner, 1.0, Random(0)).command == command
    assert won
