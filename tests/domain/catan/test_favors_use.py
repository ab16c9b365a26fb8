"""Tests favors: when tokens are used, and which (rulebook 003, Entre amigos, Usar o cambiar una ficha de favor)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import PlayMonopoly
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import MoveRobber, Steal
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.favors import earning, exchange
from domain.catan.modules.favors.earning import DeclineGift, OfferGift
from domain.catan.modules.favors.exchange import ExchangeFavor
from domain.catan.modules.favors.guilds import (
    CallMasterBuilders,
    CallMerchants,
    CallRoadBuilders,
    CallScholars,
    CallTraders,
)
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.terms import KNIGHT
from tests.domain.catan.favoring import BOOK, ORE, SHIP, WOOL, Favoring, sides, trail
from tests.domain.catan.outsiders import alike
from tests.domain.catan.table import line, path_edges, ring, tile

EDGES = path_edges(line(2))
USES = (
    CallTraders(WOOL, ORE),
    CallMerchants(ORE),
    CallRoadBuilders(EDGES[1]),
    CallScholars(),
    CallMasterBuilders(),
    ExchangeFavor(),
)


def rich(seats: int = 4) -> Favoring:
    """Seat 0 holds tokens for two favors of every guild, three wool cards, and a road."""
    table = Favoring(seats).tokens(0, wagon=2, ship=2, shovel=2, book=4, compass=4)
    return table.hand(0, wool=3).road(0, EDGES[0])


def chance_of(use: object) -> tuple[int, ...]:
    """Return the outcomes of chance that a use of favors needs."""
    return {CallScholars: (KNIGHT,), ExchangeFavor: (BOOK,)}.get(type(use), ())


@pytest.mark.rule("favors.use.once_per_turn")
@pytest.mark.parametrize("use", USES)
def test_one_favor_or_one_exchange_a_turn(use: object) -> None:
    table = rich().when(0, use, *chance_of(use))
    if type(use) is ExchangeFavor:
        table.when(0, exchange.ReturnFavor(BOOK))
    for other in USES:
        if type(other) is not CallTraders or type(use) is not CallTraders:
            assert table.refused(0, other) == "favors.use.once_per_turn"
            assert other not in table.listed(0)
    assert CallMerchants(ORE) in table.turn(0).listed(0)


@pytest.mark.rule("favors.use.own_turn_only")
@pytest.mark.parametrize("use", USES)
def test_favors_are_used_in_the_own_turn(use: object) -> None:
    table = rich().turn(1)
    assert table.refused(0, use) == "favors.use.own_turn_only"
    assert table.listed(0) == []
    assert use in table.turn(0).listed(0)


@pytest.mark.rule("favors.use.after_roll")
@pytest.mark.parametrize("use", USES)
def test_favors_are_used_after_the_roll(use: object) -> None:
    table = rich().phase("roll")
    assert table.refused(0, use) == "favors.use.after_roll"
    assert table.listed(0) == [RollDice()]
    table.hand(0, wool=1).roll(7).when(0, MoveRobber(tile("(2,0)")), BOOK)
    assert use in table.listed(0)


def early() -> Favoring:
    """Seat 0 holds tokens, cards and a road before its roll, at a table that lets favors be used then."""
    table = Favoring(favors_before_roll=True).tokens(0, wagon=2, ship=2, shovel=2, book=4, compass=4)
    return table.hand(0, wool=3).road(0, EDGES[0]).phase("roll")


@pytest.mark.rule("favors.use.before_roll")
@pytest.mark.parametrize("use", USES)
def test_as_an_option_favors_are_used_before_the_roll(use: object) -> None:
    table = early()
    assert use in table.listed(0)
    assert RollDice() in table.listed(0)
    table.when(0, use, *chance_of(use))
    if type(use) is ExchangeFavor:
        assert table.listed(0) == [exchange.ReturnFavor(token) for token in range(5)]
        table.when(0, exchange.ReturnFavor(BOOK))
    assert table.frame() == "roll"
    spent = CallTraders(WOOL, ORE) if type(use) is CallMerchants else CallMerchants(ORE)
    assert table.refused(0, spent) == "favors.use.once_per_turn"
    table.roll(7).when(0, MoveRobber(tile("(2,0)")), BOOK)
    assert table.refused(0, spent) == "favors.use.once_per_turn"
    assert spent in table.turn(0).phase("roll").listed(0)


@pytest.mark.rule("favors.use.before_roll")
def test_as_an_option_gifts_are_made_before_the_roll() -> None:
    table = early().gift(1, WOOL, SHIP)
    assert (table.frame(), table.hand_of(1)) == ("roll", {"wool": 1})
    assert table.refused(0, OfferGift(WOOL, 2)) == "favors.gift.one_per_turn"
    assert table.refused(1, OfferGift(WOOL, 0)) == "favors.gift.own_turn_after_roll"
    assert table.refused(1, CallMerchants(ORE)) == "favors.use.own_turn_only"
    declined = early().when(0, OfferGift(WOOL, 1)).when(1, DeclineGift(WOOL, 0))
    assert declined.frame() == "roll"
    assert OfferGift(WOOL, 2) in declined.listed(0)


@pytest.mark.rule("favors.use.before_roll")
def test_the_second_swap_may_follow_the_roll() -> None:
    table = early().when(0, CallTraders(WOOL, ORE)).roll(7).when(0, MoveRobber(tile("(2,0)")), BOOK)
    assert table.when(0, CallTraders(WOOL, ORE)).hand_of(0)["ore"] == 2
    assert table.refused(0, CallTraders(WOOL, ORE)) == "favors.traders.two_swaps"


@pytest.mark.rule("favors.use.before_roll")
def test_a_point_before_the_roll_wins() -> None:
    table = early().catan_tokens(0, table_target(early()) - 1)
    assert CATAN.result(table.state) is None
    assert CATAN.result(table.when(0, CallMasterBuilders()).state).winners == (0,)


def table_target(table: Favoring) -> int:
    """Return how many points seat 0 still needs at a table."""
    return int(table.state.setting.target) - table.points(0)


@pytest.mark.rule("favors.use.no_fresh_token")
def test_a_token_of_this_turn_is_not_used() -> None:
    table = Favoring().hand(0, wool=1).gift(1, WOOL, SHIP)
    assert table.guild(0)["own"]["fresh"]["ship"] == 1
    assert table.refused(0, CallMerchants(ORE)) == "favors.use.no_fresh_token"
    older = Favoring().tokens(0, ship=1).hand(0, wool=1).gift(1, WOOL, SHIP).when(0, CallMerchants(ORE))
    assert older.held(0) == {"ship": 1}
    assert older.refused(0, CallMerchants(ORE)) == "favors.use.once_per_turn"


@pytest.mark.rule("favors.use.pair_all_old")
def test_both_tokens_of_a_pair_are_from_before_this_turn() -> None:
    table = Favoring().tokens(0, compass=1).tokens(0, fresh=True, compass=1)
    assert table.refused(0, CallMasterBuilders()) == "favors.use.pair_all_old"
    assert CallMasterBuilders() not in table.listed(0)
    assert CallMasterBuilders() in table.turn(0).listed(0)


@pytest.mark.rule("favors.use.off_turn_gain_next_turn")
def test_a_token_got_in_anothers_turn_is_usable_in_the_own_next_one() -> None:
    table = Favoring(5)
    edges = sides(table.state.setting.board.topology, trail(table.state.setting.board.topology, 0, 5))
    table.road(0, *edges[:2]).road(1, *edges[3:]).hand(0, brick=1, lumber=1)
    table.when(0, BuildRoad(edges[2]), SHIP, BOOK, BOOK, BOOK).when(0, EndTurn())
    assert table.refused(1, CallMerchants(ORE)) == "favors.use.special_building_none"
    assert table.turn(1).when(1, CallMerchants(ORE)).hand_of(1) == {"ore": 1}


@pytest.mark.rule("favors.use.special_building_none")
@pytest.mark.parametrize("use", USES)
def test_no_favor_in_the_special_building_phase(use: object) -> None:
    table = Favoring(5).tokens(1, wagon=1, ship=1, shovel=1, book=2, compass=2).hand(1, wool=1, brick=1, lumber=1)
    start = table.state.setting.board.topology.edge_nodes[0][0]
    edges = sides(table.state.setting.board.topology, trail(table.state.setting.board.topology, start, 2))
    table.road(1, edges[0]).when(0, EndTurn())
    assert table.refused(1, use) == "favors.use.special_building_none"
    assert use not in table.listed(1)
    table.when(1, BuildRoad(edges[1]))
    assert table.hand_of(1) == {"wool": 1}


@pytest.mark.rule("favors.use.cost")
def test_what_each_guild_costs() -> None:
    prices = {"wagon": 1, "ship": 1, "shovel": 1, "book": 2, "compass": 2}
    for use, (name, price) in zip(USES, prices.items(), strict=False):
        short = Favoring().hand(0, wool=1).road(0, EDGES[0]).tokens(0, **{name: price - 1})
        assert short.refused(0, use) == "favors.use.cost"
        enough = Favoring().hand(0, wool=1).road(0, EDGES[0]).tokens(0, **{name: price + 1})
        enough.when(0, use, *chance_of(use))
        assert (enough.counts()[0], enough.held(0), enough.guild()["used"][name]) == (1, {name: 1}, price)


@pytest.mark.rule("favors.use.takes_effect_now")
def test_a_favor_takes_effect_as_it_is_used() -> None:
    table = rich().when(0, CallRoadBuilders(EDGES[1]))
    assert (table.roads_of(0), table.frame()) == ([EDGES[0], EDGES[1]], "trade")
    table.turn(1).turn(0)
    assert table.refused(0, BuildRoad(EDGES[2])) == "catan.road.cost"


@pytest.mark.rule("favors.use.tokens_leave")
def test_used_tokens_never_come_back() -> None:
    table = Favoring().tokens(0, book=4).supply(ship=10).when(0, CallScholars(), KNIGHT)
    assert (table.guild()["supply"], favors_of(table.state).supply) == (10, [0, 10, 0, 0, 0])
    empty = Favoring().tokens(0, book=4).supply().when(0, CallScholars(), KNIGHT)
    assert empty.guild()["supply"] == 0
    assert (
        empty.hand(0, wool=1).turn(0).when(0, earning.OfferGift(WOOL, 1)).when(1, earning.AcceptGift(WOOL, 0)).drawn()
        == []
    )


@pytest.mark.rule("favors.tokens.not_tradable")
def test_tokens_are_not_traded() -> None:
    for give in ({"ship": 1}, {"favor": 1}):
        with pytest.raises(ValueError, match="give"):
            decoded(give)
    table = rich().when(0, decoded({"wool": 1}))
    assert table.view(1)["offers"][0]["give"] == {"wool": 1}


def decoded(give: dict[str, int]) -> OfferTrade:
    """Return a trade offer read from JSON; raise `ValueError("give")` where it cannot be read."""
    try:
        offer: OfferTrade = CATAN.commands.decode({"type": "OfferTrade", "give": give, "take": {"ore": 1}})
    except ValueError as error:
        raise ValueError("give") from error
    return offer


@pytest.mark.rule("favors.tokens.not_resources")
def test_tokens_are_no_resource_cards() -> None:
    table = Favoring().hand(0, wool=7).tokens(0, book=5).phase("roll").roll(7)
    assert table.frame() == "move_robber"
    assert Favoring().hand(0, wool=8).phase("roll").roll(7).refused(0, EndTurn()) == "catan.turn.pending_first"
    around = ring("(2,0)")
    robbed = Favoring().settlement(1, around[0]).tokens(1, book=5).hand(1, ore=1).phase("roll").roll(7)
    robbed.when(0, MoveRobber(tile("(2,0)"))).when(0, Steal(1), ORE)
    assert (robbed.counts()[1], robbed.hand_of(1)) == (5, {})
    monopoly = Favoring().cards(0, monopoly=1).tokens(1, ship=2).hand(1, ore=1).when(0, PlayMonopoly(ORE))
    assert (monopoly.counts()[1], monopoly.hand_of(0)) == (2, {"ore": 1})


def test_no_refusal_tells_another_seats_tokens() -> None:
    first, second = Favoring().tokens(1, ship=1).turn(1), Favoring().tokens(1, book=1).turn(1)
    for use in USES:
        assert first.refused(0, use) == second.refused(0, use) == "favors.use.own_turn_only"
    assert alike(first, second, 0, 2, 3, None)
