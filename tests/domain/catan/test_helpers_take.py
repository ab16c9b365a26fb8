"""Tests helpers: taking from a leader, the robber to the desert, and undoing (ledger of the extras, section 2)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, OfferTrade
from domain.catan.modules.helpers.building import UseCardChoice
from domain.catan.modules.helpers.moving import (
    LeaderCardTaken,
    RobberSentHome,
    TakeCard,
    UseMoveRoad,
    UseRobberToDesert,
    UseTakeFromLeader,
)
from domain.catan.modules.helpers.trading import ReturnCard, UseForcedTrade
from domain.catan.terms import CARD_COST, DESERT, GRAIN, KNIGHT, ORE, PASTURE, WOOL
from tests.domain.catan.boards import laid
from tests.domain.catan.helping import awaited, flip, helping
from tests.domain.catan.outsiders import alike
from tests.domain.catan.table import Table, cards, line, node, path_edges, tile

ROW = line(2)


def leading(**hand: int) -> Table:
    """Seat 0 has one point and may look at the hand of a leader: seat 2, with two points and these cards."""
    table = helping("take_from_leader").settlement(0, ROW[0]).settlement(1, ROW[2]).hand(1, grain=1)
    return table.city(2, ROW[4]).hand(2, **hand)


@pytest.mark.rule("helpers.leader.more_points")
def test_only_a_hand_of_a_visible_leader_is_looked_at() -> None:
    table = leading(ore=1).cards(1, victory_point=3)
    assert table.refused(0, UseTakeFromLeader(1)) == "helpers.leader.more_points"
    for victim in (0, 3, 5):
        assert table.refused(0, UseTakeFromLeader(victim)) == "helpers.leader.more_points"
    assert [c for c in table.listed(0) if isinstance(c, UseTakeFromLeader)] == [UseTakeFromLeader(2)]
    assert leading().refused(0, UseTakeFromLeader(2)) == "helpers.leader.more_points"


@pytest.mark.rule("helpers.leader.look_and_take")
def test_the_hand_is_seen_by_two_and_a_card_taken() -> None:
    table = leading(wool=1, ore=2).cards(2, monopoly=1).when(0, UseTakeFromLeader(2))
    seen = {viewer: table.seen(viewer)[1] for viewer in (None, 0, 1, 2, 3)}
    assert seen[0] == seen[2] == {"type": "HandSeen", "seat": 0, "victim": 2, "hand": {"wool": 1, "ore": 2}}
    assert seen[1] == seen[3] == seen[None] == {"type": "HandSeen", "seat": 0, "victim": 2}
    assert table.view(0)["seats"][2]["at_least"] == {"brick": 0, "lumber": 0, "wool": 1, "grain": 0, "ore": 2}
    assert "development_cards" not in table.view(0)["seats"][2]
    assert awaited(table) == ("take_from_leader", [0])
    assert table.listed(0) == [TakeCard(WOOL), TakeCard(ORE)]
    assert table.refused(0, TakeCard(KNIGHT)) == "helpers.leader.look_and_take"
    assert table.hand(0, grain=1).refused(0, TakeCard(GRAIN)) == "helpers.leader.look_and_take"
    table.when(0, TakeCard(ORE))
    assert (table.hand_of(0), table.hand_of(2)) == ({"grain": 1, "ore": 1}, {"wool": 1, "ore": 1})
    assert table.happened(LeaderCardTaken) == [LeaderCardTaken(0, 2, ORE)]
    assert table.seen(1)[0] == {"type": "LeaderCardTaken", "seat": 0, "victim": 2}
    assert table.view(0)["seats"][2]["at_least"]["ore"] == 1


def test_outsiders_learn_nothing_of_the_hand() -> None:
    first, other = leading(wool=1, ore=2).hand(3, wool=1, grain=1), leading(wool=2, grain=1).hand(3, ore=2)
    for table, kind in ((first, ORE), (other, WOOL)):
        table.state.known = [0] * len(table.state.known)
        table.when(0, UseTakeFromLeader(2))
        table.when(0, TakeCard(kind))
    assert alike(first, other, 1, None)


def test_an_offer_of_the_victim_lapses_so_that_it_tells_nothing() -> None:
    table = leading(ore=2).when(2, OfferTrade(cards(ore=1), cards(wool=1)))
    table.when(0, UseTakeFromLeader(2)).when(0, TakeCard(ORE))
    assert table.view(None)["offers"] == []
    assert flip(table).refused(0, AcceptOffer(1)) == "catan.trade.domestic.open_offer"


HOME = tile("(0,0)")


def haunted() -> Table:
    """Seat 0 may send the robber home from the mountains; seat 1 lives at the desert with cards."""
    table = helping("robber_to_desert").robber(tile("(2,0)"))
    return table.settlement(1, node("(0,0)N")).hand(1, grain=2)


@pytest.mark.rule("helpers.robber_desert.move_and_take")
def test_the_robber_goes_home_and_pays_what_it_left() -> None:
    table = haunted()
    assert table.refused(0, UseRobberToDesert(tile("(1,0)"))) == "helpers.robber_desert.move_and_take"
    table.when(0, UseRobberToDesert(HOME))
    assert table.happened(RobberSentHome) == [RobberSentHome(0, HOME)]
    assert table.view(None)["robber"] == HOME
    assert (table.hand_of(0), table.hand_of(1)) == ({"ore": 1}, {"grain": 2})
    assert awaited(table) == ("settle_helper", [0])
    assert awaited(flip(table)) == ("trade", [0])


@pytest.mark.rule("helpers.robber_desert.not_from_desert")
def test_the_robber_is_not_sent_from_a_desert() -> None:
    at_home = haunted().robber(HOME)
    assert at_home.refused(0, UseRobberToDesert(HOME)) == "helpers.robber_desert.not_from_desert"
    started = laid(3, seats=5)
    first, second = [at for at, terrain in enumerate(started.terrain) if terrain == DESERT]
    pasture = started.terrain.index(PASTURE)
    table = helping("robber_to_desert", seats=5, board={"terrain": started.terrain, "tokens": started.tokens})
    assert table.robber(first).refused(0, UseRobberToDesert(second)) == "helpers.robber_desert.not_from_desert"
    table.robber(pasture)
    sent = [c for c in table.listed(0) if isinstance(c, UseRobberToDesert)]
    assert sent == [UseRobberToDesert(first), UseRobberToDesert(second)]
    assert table.when(0, sent[1]).hand_of(0) == {"wool": 1}
    assert table.view(None)["robber"] == second


def revealed(table: Table) -> bool:
    """Return whether the newest command revealed something."""
    return any(CATAN.events.of(event).reveals for event in table.events)


@pytest.mark.rule("helpers.undo.reveals")
def test_what_shows_hidden_cards_is_a_reveal() -> None:
    assert revealed(helping("forced_trade").hand(1, wool=1).when(0, UseForcedTrade(WOOL, 0b10)))
    bought = helping("card_choice").hand(0, ore=1, wool=1, grain=1)
    assert revealed(bought.when(0, UseCardChoice(CARD_COST), KNIGHT, KNIGHT, KNIGHT))
    looked = leading(ore=2).when(0, UseTakeFromLeader(2))
    assert revealed(looked)
    assert revealed(looked.when(0, TakeCard(ORE)))
    roads = path_edges(ROW)
    moved = helping("move_road").settlement(0, ROW[0]).road(0, *roads[:2])
    moved.when(0, next(c for c in moved.listed(0) if isinstance(c, UseMoveRoad)))
    assert not revealed(moved)
    assert not revealed(flip(moved))
    given = helping("forced_trade").hand(1, wool=1).when(0, UseForcedTrade(WOOL, 0b10)).when(0, ReturnCard(WOOL))
    assert not revealed(given)
