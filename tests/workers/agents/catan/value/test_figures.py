"""The figures of a position are those of a seat's knowledge when the seat knows as much."""

import math
from collections.abc import Iterator

import pytest

from domain.catan import CATAN
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS
from workers.agents.catan.value.figures import NAMES, POINTS, figures
from workers.agents.catan.value.holdings import holdings_of
from workers.training.games import plan_of, play_game, turns_of


@pytest.fixture(scope="module")
def positions() -> list[State]:
    """Return the positions of a game as its turns begin."""
    game = play_game(CATAN, plan_of("figures", 0, "heuristic"))
    return [state.copy() for state in turns_of(CATAN, game.plan, game.moves)]


def open_handed(positions: list[State]) -> Iterator[State]:
    """Yield the positions with every hand known to all, and nobody with a development card."""
    for state in positions:
        state = state.copy()
        state.known, state.extra = list(state.hands), (0,) * len(state.extra)
        state.cards = state.fresh = (0,) * len(state.cards)
        yield state


def test_equal_information_gives_equal_figures(positions: list[State]) -> None:
    for state in open_handed(positions):
        for seat in range(state.seats):
            assert figures(CATAN.observe(state, seat)) == figures(state)


def test_a_row_for_each_seat_and_a_number_for_each_name(positions: list[State]) -> None:
    for state in positions:
        rows = figures(state)
        assert [len(row) for row in rows] == [len(NAMES)] * state.seats
        assert all(math.isfinite(figure) for row in rows for figure in row)


def test_figures_do_not_depend_on_what_was_computed_before(positions: list[State]) -> None:
    forth = [figures(state) for state in positions]
    back = [figures(state) for state in reversed(positions)]
    assert forth == back[::-1]


def test_expected_cards_add_up_to_what_lies_on_the_table(positions: list[State]) -> None:
    for state in positions:
        knowledge = CATAN.observe(state, 0)
        hands, cards = holdings_of(knowledge)
        for seat in range(state.seats):
            assert sum(hands[seat * KINDS : seat * KINDS + KINDS]) == pytest.approx(knowledge.hand_sizes[seat])
            assert sum(cards[seat * len(CARDS) : (seat + 1) * len(CARDS)]) == pytest.approx(knowledge.card_counts[seat])


def test_own_hidden_points_count(positions: list[State]) -> None:
    state = positions[20].copy()
    before = figures(CATAN.observe(state, 1))[1][POINTS]
    state.add_card(1, CARDS.index("victory_point"), 1)
    assert figures(CATAN.observe(state, 1))[1][POINTS] == pytest.approx(before + 1 / state.setting.target)
