"""Tests the manners of agents as guests: two offers in a turn, and none again that was refused."""

import time
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade, WithdrawOffer
from domain.catan.chapters.turn import EndTurn
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.domain.catan.table import Table, cards
from workers.agents.agent import Agent
from workers.agents.catan.manners import Polite

WANTED = OfferTrade(cards(brick=1), cards(ore=1), 0)
OTHERS = 0b1110


class Insisting(Agent):
    """Offers the same whenever it may offer anything, and ends its turn otherwise."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        return WANTED if any(template.cls is OfferTrade for template in actions.templates) else EndTurn()


class Guest:
    """Sits at a table on seat 0, and follows what happens there."""

    def __init__(self) -> None:
        self.table = Table().hand(0, brick=6).hand(1, ore=2, wool=1).hand(2, ore=2).hand(3, ore=2)
        self.belief: Any = CATAN.believe(CATAN.observe(self.table.state, 0))

    def when(self, seat: int, command: Any) -> "Guest":
        """Play a command."""
        self.table.when(seat, command)
        self.belief = self.belief.after(CATAN.events.seen(self.table.events, 0))
        return self

    def choose(self, *, believes: bool = True) -> Any:
        """Return what the polite agent does now."""
        knowledge = CATAN.observe(self.table.state, 0)
        if believes:
            CATAN.add_belief(knowledge, self.belief)
        return Polite(Insisting()).choose(CATAN, knowledge, CATAN.actions(self.table.state, 0), 1.0, Random(1))

    @property
    def newest(self) -> int:
        """Return the number of the newest offer."""
        return self.table.state.next_offer - 1


def test_who_refused_is_not_asked_again() -> None:
    guest = Guest()
    assert guest.choose() == WANTED
    guest.when(0, WANTED).when(1, DeclineOffer(guest.newest)).when(0, WithdrawOffer(guest.newest))
    assert guest.choose().to == OTHERS & ~0b10
    assert guest.choose(believes=False) == WANTED, "without a course of the game nothing is known of it"


def test_nothing_is_offered_that_all_refused() -> None:
    guest = Guest().when(0, WANTED)
    for seat in (1, 2, 3):
        guest.when(seat, DeclineOffer(guest.newest))
    guest.when(0, WithdrawOffer(guest.newest))
    assert guest.choose() == EndTurn()


def test_asking_twice_takes_no_more_time_than_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now, given = [0.0], []
    monkeypatch.setattr(time, "thread_time", lambda: now[0])

    class Slow(Insisting):
        def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
            given.append(budget)
            now[0] += 20.0
            return super().choose(ruleset, knowledge, actions, budget, rng)

    guest = Guest().when(0, WANTED)
    for seat in (1, 2, 3):
        guest.when(seat, DeclineOffer(guest.newest))
    guest.when(0, WithdrawOffer(guest.newest))
    knowledge = CATAN.observe(guest.table.state, 0)
    CATAN.add_belief(knowledge, guest.belief)
    actions = CATAN.actions(guest.table.state, 0)
    assert Polite(Slow()).choose(CATAN, knowledge, actions, 60.0, Random(1)) == EndTurn()
    assert given == [60.0, 40.0]


@pytest.mark.parametrize("trades", [False, True])
def test_a_turn_has_two_offers_whatever_becomes_of_them(*, trades: bool) -> None:
    guest = Guest()
    for _ in range(2):
        assert isinstance(guest.choose(), OfferTrade)
        guest.when(0, WANTED)
        if trades:
            guest.when(2, AcceptOffer(guest.newest)).when(0, ConfirmTrade(guest.newest, 2))
        else:
            guest.when(0, WithdrawOffer(guest.newest))
    assert guest.choose() == EndTurn()
    assert guest.belief.refusals.made == 2
    guest.when(0, EndTurn())
    assert guest.belief.refusals.made in (0, 2)


def test_a_counter_offer_is_no_offer_of_the_turn() -> None:
    guest = Guest().when(0, WANTED)
    guest.when(1, OfferTrade(cards(ore=1), cards(brick=2), 0, (), guest.newest))
    guest.when(0, OfferTrade(cards(brick=1), cards(wool=1), 0, (), guest.newest))
    assert guest.belief.refusals.made == 1
