"""The value says how likely each seat is to win."""

import pytest

from domain.catan import CATAN
from domain.catan.state import State
from workers.agents.catan.value.figures import NAMES, POINTS
from workers.agents.catan.value.model import Value, load_value
from workers.agents.search.phased_weights import PhasedWeights
from workers.lab.training.games import plan_of, play_game, turns_of


@pytest.fixture(scope="module")
def positions() -> list[State]:
    """Return the positions of a game as its turns begin."""
    game = play_game(CATAN, plan_of("model", 1, "heuristic"))
    return [state.copy() for state in turns_of(CATAN, game.plan, game.moves)]


def test_chances_add_up(positions: list[State]) -> None:
    value = load_value()
    for state in positions:
        chances = value.chances(state)
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0


def test_a_point_more_is_worth_something(positions: list[State]) -> None:
    value = load_value()
    for state in positions:
        richer = state.copy()
        richer.points[2] += 1
        assert value.chances(richer)[2] > value.chances(state)[2]


def test_a_game_that_is_won_is_certain(positions: list[State]) -> None:
    state = positions[-1].copy()
    state.winner = 3
    assert load_value().chances(state) == [0, 0, 0, 1]


def test_weights_go_over_from_phase_to_phase(positions: list[State]) -> None:
    """Between two knots a score is a mixture of those at the knots."""
    low, high = ([slope * (name == NAMES[POINTS]) for name in NAMES] for slope in (0.0, 10.0))
    state = positions[0].copy()
    state.points, state.cards, state.largest_army = [5, 4, 4, 4], (0,) * len(state.cards), 0
    middle = [5 * (name == NAMES[POINTS]) for name in NAMES]
    halfway = Value(PhasedWeights((0.4, 0.6), (low, high))).chances(state)
    assert halfway == pytest.approx(Value(PhasedWeights((0.5,), (middle,))).chances(state))
