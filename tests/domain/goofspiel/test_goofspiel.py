"""Tests the rules of Goofspiel as stated games, and what a seat knows of the bids."""

from random import Random
from typing import Any

import pytest

from domain.core.chance import ScriptedChance
from domain.core.errors import IllegalCommand, InvalidConfiguration
from domain.core.ruleset import Result
from domain.goofspiel import CARDS, RULESET, Bid, BidMade, BidsShown, State
from workers.agents import play
from workers.agents.goofspiel.matching import Matching


def opened(seats: int, prize: int) -> State:
    """Return a new game whose first prize is this one."""
    opening, *rest = RULESET.setup(RULESET.configure(seats, None, (), {}), ScriptedChance([prize]))
    state = RULESET.begin(opening)
    for event in rest:
        RULESET.evolve(state, event)
    return state


def bid(state: State, seat: int, card: int, *prizes: int) -> list[Any]:
    """Bid a card, change the position, and return the events without the agenda; `prizes` are turned next."""
    draft = RULESET.decide(state, seat, Bid(card), ScriptedChance(prizes))
    for event in draft.events:
        RULESET.evolve(state, event)
    return draft.events[:-1]


@pytest.mark.rule("goofspiel.players.count")
def test_two_to_five_play_with_13_cards_each() -> None:
    for seats in (2, 5):
        state = opened(seats, 1)
        assert [len(RULESET.actions(state, seat)) for seat in range(seats)] == [CARDS] * seats
    for seats in (1, 6):
        with pytest.raises(InvalidConfiguration) as refusal:
            RULESET.configure(seats, None, (), {})
        assert refusal.value.rule == "goofspiel.players.count"


@pytest.mark.rule("goofspiel.bid.once")
def test_the_highest_of_all_bids_takes_the_prize() -> None:
    state = opened(3, 7)
    assert bid(state, 2, 5) == [BidMade(2, 5)]
    assert bid(state, 0, 9) == [BidMade(0, 9)]
    with pytest.raises(IllegalCommand) as refusal:
        bid(state, 2, 6)
    assert refusal.value.rule == "goofspiel.bid.once"
    assert bid(state, 1, 8, 13) == [BidMade(1, 8), BidsShown((9, 8, 5), 0, 13)]
    assert RULESET.points(state) == (7, 0, 0)
    assert (state.prize, state.turn, RULESET.in_turn(state)) == (13, 2, None)


@pytest.mark.rule("goofspiel.bid.once")
def test_nobody_takes_a_prize_for_which_two_bid_most() -> None:
    state = opened(3, 7)
    for seat, card in ((0, 9), (1, 9)):
        bid(state, seat, card)
    assert bid(state, 2, 1, 2)[-1] == BidsShown((9, 9, 1), -1, 2)
    assert RULESET.points(state) == (0, 0, 0)


@pytest.mark.rule("goofspiel.bid.own_card")
def test_a_card_is_bid_only_once() -> None:
    state = opened(2, 7)
    bid(state, 0, 9)
    bid(state, 1, 9, 1)
    with pytest.raises(IllegalCommand) as refusal:
        bid(state, 0, 9)
    assert refusal.value.rule == "goofspiel.bid.own_card"
    assert Bid(9) not in RULESET.actions(state, 0)


@pytest.mark.rule("goofspiel.end.last_prize")
def test_most_points_win_after_the_last_prize() -> None:
    state = opened(2, 1)
    for prize in range(1, CARDS + 1):
        assert RULESET.result(state) is None
        bid(state, 0, prize)
        bid(state, 1, prize % CARDS + 1, *range(prize + 1, min(prize + 2, CARDS + 1)))
    assert RULESET.result(state) == Result((1,), (13, 78))
    with pytest.raises(IllegalCommand) as refusal:
        bid(state, 0, 1)
    assert refusal.value.rule == "goofspiel.end.last_prize"


def test_a_bid_is_seen_by_its_seat_alone_until_all_have_bid() -> None:
    state = opened(2, 7)
    bid(state, 0, 9)
    for observer, shown in ((0, 9), (1, None), (None, None)):
        view = RULESET.render(RULESET.observe(state, observer))
        assert [seat["bid"] for seat in view["seats"]] == [shown, None]
        assert 9 in view["seats"][0]["cards"]
    worlds = {RULESET.determinize(RULESET.observe(state, 1), Random(seed)).bids[0] for seed in range(200)}
    assert worlds == set(range(1, CARDS + 1))


def test_the_agent_bids_as_much_as_the_prize_is_worth() -> None:
    state = opened(2, 7)
    chosen = Matching().choose(RULESET, RULESET.observe(state, 0), RULESET.actions(state, 0), 0.05, Random(0))
    assert chosen == Bid(7)
    wins = [play(RULESET, ["matching", "uniform"], str(seed)).result for seed in range(40)]
    assert sum(result is not None and result.winners == (0,) for result in wins) > 30
