"""Tests that what a seat believes follows from what it sees alone."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildSettlement
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.robber.messages import MoveRobber, Steal
from domain.catan.chapters.turn import EndTurn
from domain.catan.dealing import find_hidden
from domain.catan.knowledge import Knowledge
from domain.catan.modules.favors.earning import FavorDrawn
from domain.catan.modules.favors.exchange import ExchangeFavor, ReturnFavor
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import BY_GIFT
from domain.catan.modules.helpers.building import KeepCard, UseCardChoice
from domain.catan.state import State
from domain.catan.terms import CARD_COST, CARDS, KNIGHT, MONOPOLY, ORE, VICTORY_POINT, WOOL
from domain.core.table_state import SPECTATOR
from tests.domain.catan.favoring import BOOK, SHIP, Favoring
from tests.domain.catan.hand_weights import weights_of
from tests.domain.catan.helping import helping
from tests.domain.catan.table import Table, edge, node, tile
from tests.laws.catan import fits
from workers.agents.following import Follower

OBSERVERS = (SPECTATOR, 0, 1, 2, 3)


class Watched:
    """Represents a stated game that all observers follow from here on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.follower = Follower(CATAN, table.state, OBSERVERS)

    def when(self, seat: int, command: Any, *chance: int) -> "Watched":
        """A seat gives a command, and everybody sees what it may."""
        self.table.when(seat, command, *chance)
        self.follower.follow(self.table.events)
        return self

    def knowledge(self, seat: int) -> Knowledge:
        """Return what an observer knows and believes."""
        knowledge = CATAN.observe(self.table.state, None if seat == SPECTATOR else seat)
        belief = self.follower.belief(seat)
        assert belief is not None
        CATAN.add_belief(knowledge, belief)
        return knowledge

    def worlds(self, seat: int, count: int = 30) -> list[State]:
        """Return positions as an observer believes they may be."""
        rng, knowledge = Random(1), self.knowledge(seat)
        return [CATAN.determinize(knowledge, rng) for _ in range(count)]


def robbed(kind: int) -> Watched:
    """Seat 1 robs seat 2, who holds two wool and an ore."""
    table = Table().settlement(2, node("(0,2)N")).hand(2, wool=2, ore=1).hand(1, brick=1).cards(1, knight=1).turn(1)
    game = Watched(table).when(1, PlayKnight()).when(1, MoveRobber(tile("(0,2)")))
    return game.when(1, Steal(2), kind)


@pytest.mark.parametrize("seat", OBSERVERS)
def test_two_games_that_differ_in_what_is_hidden_are_believed_alike(seat: int) -> None:
    wool, ore = robbed(WOOL), robbed(ORE)
    packed = [[CATAN.pack(world) for world in game.worlds(seat)] for game in (wool, ore)]
    assert (packed[0] == packed[1]) == (seat not in (1, 2))


def test_a_theft_splits_what_others_believe() -> None:
    game = robbed(WOOL)
    for seat, hands in ((0, {(0, 0, 1, 0, 1): 2 / 3, (0, 0, 2, 0, 0): 1 / 3}), (1, {(0, 0, 1, 0, 1): 1.0})):
        belief = game.knowledge(seat).belief
        assert belief is not None
        assert weights_of(belief.hands, 2) == pytest.approx(hands)


def nine_points(**options: Any) -> Watched:
    """Seat 1 has eight points, and a card to settle for a ninth; everybody else has none."""
    table = Table(**options).city(1, *(node(name) for name in ("(0,-2)N", "(2,-2)N", "(2,0)N", "(0,2)N"))).turn(1)
    table.road(1, edge("(0,-1)", "NW")).hand(1, brick=1, lumber=1, wool=3, grain=3, ore=2)
    return Watched(table)


def test_no_seat_hides_what_would_have_won() -> None:
    game = nine_points().when(1, BuyDevelopmentCard(), KNIGHT).when(1, BuyDevelopmentCard(), MONOPOLY)
    assert len(find_hidden(game.knowledge(0)).likely_points(1)) == 2
    assert len(find_hidden(CATAN.observe(game.table.state, 0)).likely_points(1)) == 3
    assert {world.card(1, VICTORY_POINT) for world in game.worlds(0)} == {0, 1}
    game.when(1, BuildSettlement(node("(0,-1)N"))).when(1, EndTurn())
    assert {world.card(1, VICTORY_POINT) for world in game.worlds(0)} == {0}


def test_a_card_that_has_to_wait_may_be_one_point_more() -> None:
    game = nine_points(victory_point_card_waits=True).when(1, BuildSettlement(node("(0,-1)N")))
    game.when(1, BuyDevelopmentCard(), VICTORY_POINT)
    assert {world.card(1, VICTORY_POINT) for world in game.worlds(0)} == {0, 1}


def test_cards_that_were_seen_in_the_deck_are_believed_there() -> None:
    table = helping("card_choice").hand(0, wool=1, grain=1, ore=1).cards(1, knight=2)
    game = Watched(table).when(0, UseCardChoice(CARD_COST), VICTORY_POINT, MONOPOLY, MONOPOLY)
    in_deck = [{world.deck[MONOPOLY] for world in game.worlds(seat)} for seat in (0, 2)]
    game.when(0, KeepCard(VICTORY_POINT))
    later = [{world.deck[MONOPOLY] for world in game.worlds(seat)} for seat in (0, 2)]
    assert in_deck[0] == later[0] == {2}
    assert 1 in in_deck[1] & later[1]


def test_a_token_that_was_returned_is_believed_in_the_supply() -> None:
    game = Watched(Favoring().tokens(0, book=1).tokens(1, ship=1).supply(ship=1))
    game.when(0, ExchangeFavor(), SHIP).when(0, ReturnFavor(BOOK))
    assert {favors_of(world).tokens(1)[SHIP] for world in game.worlds(0)} == {1}
    assert {favors_of(world).tokens(1)[SHIP] for world in game.worlds(2)} == {0, 1}
    drawn = FavorDrawn(2, BY_GIFT, BOOK)
    game.table.happens(drawn)
    game.follower.follow([drawn])
    assert {favors_of(world).tokens(2)[BOOK] for world in game.worlds(0)} == {0, 1}


def test_cards_that_could_have_been_played_are_likelier_points() -> None:
    table = Table().cards(1, knight=1, victory_point=1).turn(1)
    game = Watched(table)
    before = find_hidden(game.knowledge(0)).likely_points(1)
    for seat in (1, 2, 3, 0, 1):
        game.when(seat, EndTurn())
        game.table.phase("trade")
    after = find_hidden(game.knowledge(0)).likely_points(1)
    assert game.follower.beliefs[0].kept[1] == (2, 2)
    assert after[2] > before[2] > 0
    assert after[0] < before[0]
    game = Watched(table.turn(1)).when(1, PlayKnight())
    assert game.follower.beliefs[0].kept[1] == (0,)


def test_where_nothing_is_left_to_believe_the_bounds_hold() -> None:
    game = robbed(WOOL)
    belief = game.knowledge(0).belief
    assert belief is not None
    belief.hands.spread = None
    assert {tuple(world.hand(2)) for world in game.worlds(0)} == {(0, 0, 2, 0, 0), (0, 0, 1, 0, 1)}


@pytest.mark.parametrize("seat", OBSERVERS)
def test_a_position_that_was_set_is_believed_within_its_bounds(seat: int) -> None:
    state = robbed(WOOL).table.state
    knowledge = CATAN.observe(state, None if seat == SPECTATOR else seat)
    belief = CATAN.believe(knowledge)
    fits(belief, knowledge)
    assert belief.hands.weight(state.hands) == (1.0 if seat in (1, 2) else pytest.approx(1 / 2, abs=0.1))


def test_every_card_is_somewhere_in_a_believed_world() -> None:
    for world in robbed(WOOL).worlds(0):
        held = [sum(world.cards[card :: len(CARDS)]) for card in range(len(CARDS))]
        assert [a + b for a, b in zip(held, world.deck, strict=True)] == [13, 2, 2, 2, 5]
