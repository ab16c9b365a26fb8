"""The figures of a position are those of a seat's knowledge when the seat knows as much."""

import math
from collections.abc import Iterator

import pytest

from domain.catan import CATAN
from domain.catan.awards import move_award
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, KNIGHT, NOBODY
from workers.agents.catan.value.figures import NAMES, POINTS, figures, forget_pieces
from workers.agents.catan.value.holdings import holdings_of
from workers.lab.training.games import plan_of, play_game, turns_of


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
    assert forth == back[::-1] == [alone(state) for state in positions]


def alone(state: State) -> list[list[float]]:
    """Return the figures of a position with nothing remembered of others."""
    forget_pieces()
    return figures(state)


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


@pytest.mark.parametrize("held", [1, 2])
def test_knights_that_take_the_army_count_as_played(positions: list[State], held: int) -> None:
    """To play them brings nothing that the figures did not hold before: otherwise it would seem to cost the game."""
    ready = positions[20].copy()
    seat, other = ready.active, (ready.active + 1) % ready.seats
    ready.knights = tuple({seat: 4 - held, other: 3}.get(s, 0) for s in range(ready.seats))
    ready.largest_army, ready.cards, ready.fresh = other, (0,) * len(ready.cards), (0,) * len(ready.fresh)
    move_award(ready.points, NOBODY, other)
    played = ready.copy()
    ready.add_card(seat, KNIGHT, held)
    played.knights = tuple({seat: 4, other: 3}.get(s, 0) for s in range(ready.seats))
    move_award(played.points, other, seat)
    played.largest_army = seat
    assert figures(ready) == figures(played)
    assert figures(CATAN.observe(ready, seat)) == figures(CATAN.observe(played, seat))
    assert figures(CATAN.observe(ready, other)) != figures(CATAN.observe(played, other))


def test_every_knight_on_the_way_to_the_army_counts_more(positions: list[State]) -> None:
    state = positions[20].copy()
    state.knights, state.largest_army = (1,) * state.seats, NOBODY
    state.cards, state.fresh = (0,) * len(state.cards), (0,) * len(state.fresh)
    found = []
    for _ in range(4):
        row = figures(state)[0]
        found.append((row[NAMES.index("army")], row[POINTS]))
        state.add_card(0, KNIGHT, 1)
    assert found == sorted(found)
    assert [army for army, _ in found] == [0.15, 0.4, 1, 1]
    assert found[2][1] == found[3][1] == pytest.approx(found[0][1] + (1 - 0.15) * 2 / state.setting.target)
