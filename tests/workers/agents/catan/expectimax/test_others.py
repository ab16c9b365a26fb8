"""Tests what an agent takes others for: generous, until they have refused too often to give more than they get."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.domain.catan.table import Table, cards, node
from workers.agents import play
from workers.agents.agent import Agent, load_agent
from workers.agents.catan.expectimax.agent import ASKING, STANDARD, Expectimax, load_value
from workers.agents.catan.expectimax.candidates import find_offers
from workers.agents.catan.expectimax.effort import Effort
from workers.agents.catan.expectimax.market import Exchange, Market
from workers.agents.catan.expectimax.others import FOR_EACH, MOST_REFUSED, Others, find_generous
from workers.agents.catan.planner_1 import Planner
from workers.agents.turns import decide

QUICK = Effort(worlds=2, most=2, offers=1, asked=2, founding=1)


def view_after(agreed: int, refused: int) -> Any:
    """Return what seat 0 knows once seat 1 has so often agreed and refused to give two cards for one."""
    table = Table()
    belief: Any = CATAN.believe(CATAN.observe(table.state, 0))
    belief.refusals = belief.refusals._replace(dear={1: (agreed, refused)})
    view = CATAN.observe(table.state, 0)
    CATAN.add_belief(view, belief)
    return view


def test_who_refuses_too_often_is_no_longer_taken_to_be_generous() -> None:
    for agreed in (0, 1):
        most = MOST_REFUSED + agreed * FOR_EACH
        assert find_generous(view_after(agreed, most)) == 0b1110
        assert find_generous(view_after(agreed, most + 1)) == 0b1100


def test_without_a_course_of_the_game_all_others_are_taken_to_be_generous() -> None:
    assert find_generous(CATAN.observe(Table().state, 2)) == 0b1011


def asked_for_two() -> Table:
    """Return a table on which seat 1 needs a grain more than two of its four wool, and seat 0 asks for both."""
    table = Table().settlement(1, node("(1,0)N"), node("(-1,0)N")).hand(0, grain=1).hand(1, ore=1, wool=4)
    return table.when(0, OfferTrade(cards(grain=1), cards(wool=2), 0b10))


def test_the_generous_alone_give_two_for_one() -> None:
    state = asked_for_two().state
    for generous, answer in ((0b10, AcceptOffer(1)), (0b1100, DeclineOffer(1))):
        command = decide(CATAN, state, 1, Others(Planner(), generous), 1.0, Random(0)).command
        assert command == answer == answer_of_market(generous)


def answer_of_market(generous: int) -> AcceptOffer | DeclineOffer:
    """Return what the market expects of seat 1."""
    table = Table().settlement(1, node("(1,0)N"), node("(-1,0)N")).hand(0, grain=1).hand(1, ore=1, wool=4)
    market = Market(CATAN, [table.state], 0, load_value(), generous)
    found = {(one.give, one.take) for one in market.exchanges([1], -1.0) if one.partners}
    return AcceptOffer(1) if (cards(grain=1), cards(wool=2)) in found else DeclineOffer(1)


class Stall(Market):
    """Knows of one exchange."""

    def __init__(self) -> None:
        pass

    def exchanges(self, seats: Sequence[int], least: float) -> list[Exchange]:
        return [Exchange(cards(grain=1), cards(brick=1), 0.1, 0b1110)]


@pytest.mark.parametrize(("wanted", "answers", "goes_on"), [(2, 3, True), (2, 2, False), (1, 3, False)])
def test_what_all_have_declined_takes_no_place_if_it_wanted_more_than_it_gave(
    wanted: int, answers: int, goes_on: bool
) -> None:
    table = Table().hand(0, grain=1, lumber=1)
    for number, give in ((1, cards(grain=1)), (2, cards(lumber=1))):
        table.when(0, OfferTrade(give, cards(ore=wanted)))
        for seat in (1, 2, 3)[:answers]:
            table.when(seat, DeclineOffer(number))
    given = CATAN.observe(table.state, 0), CATAN.actions(table.state, 0), EndTurn()
    assert bool(find_offers(*given, ASKING, Stall)) is goes_on
    assert not find_offers(*given, STANDARD, Stall)


class Counting(Agent):
    """Plays as another agent, and counts its answers to offers of seat 0 that want more than they give."""

    believes = True

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.answers = {AcceptOffer: 0, DeclineOffer: 0}

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        command = self.agent.choose(ruleset, knowledge, actions, budget, rng)
        if type(command) in self.answers:
            offer = next(one for one in knowledge.offers if one.id == command.offer)
            self.answers[type(command)] += offer.seat == 0 and sum(offer.take) > sum(offer.give)
        return command


def test_among_those_who_never_give_two_for_one_it_soon_stops_to_ask() -> None:
    others = [Counting(load_agent("planner@1")) for _ in range(3)]
    assert play(CATAN, [Expectimax(QUICK), *others], "firm").result
    for other in others:
        agreed, refused = other.answers[AcceptOffer], other.answers[DeclineOffer]
        assert refused <= MOST_REFUSED + 1 + FOR_EACH * agreed
    assert sum(other.answers[DeclineOffer] for other in others), "it asked"
