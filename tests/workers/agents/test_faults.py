"""Tests the count of the faults of an agent of Catan."""

from domain.catan.chapters.trading.messages import OfferTrade
from tests.domain.catan.table import Table, cards, line
from tests.workers.agents.faults import completes, count_faults, races, wins_next


def test_a_game_is_counted() -> None:
    counts = count_faults("heuristic", 1, 0)
    assert (counts["games"], counts["seats"], counts["won"]) == (1, 4, 1)
    assert counts["turns"] > 20
    assert counts["of those at the start, prevented"] <= counts["rival's win stood at the start"]


def test_one_seat_of_an_agent_is_counted_among_others() -> None:
    counts = count_faults("uniform", 1, 1, "heuristic")
    assert counts["seats"] == 1
    assert counts["offers"] == 0


def test_a_rival_wins_next_only_with_all_the_cards() -> None:
    row = line(2)
    table = Table().city(1, *row[0:8:2]).settlement(1, line(4)[0])
    assert not wins_next(table.hand(1, ore=3, grain=1).state, 1)
    table.state.cities[1] &= table.state.cities[1] - 1  # a city piece is left for it
    table.state.settlements[1] |= 1 << row[0]
    table.state.points[1] = 9
    assert not wins_next(table.state, 1)
    assert wins_next(table.hand(1, grain=1).state, 1)


def test_knights_are_near_the_army_where_those_in_hand_take_it() -> None:
    table = Table().cards(0, knight=2)
    assert not races(table.state, 0)
    assert races(table.cards(0, knight=1).state, 0)


def test_an_exchange_completes_what_can_be_paid_after_it_alone() -> None:
    offer = OfferTrade(cards(wool=1), cards(ore=1, grain=1))
    assert completes(cards(wool=1, ore=2, grain=1), offer)
    assert not completes(cards(wool=1, ore=2), offer)
