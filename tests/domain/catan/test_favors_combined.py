"""Tests favors on maps with towns, with helpers and with the canal (ledger of the extras, section 6)."""

from itertools import pairwise
from typing import Any

import pytest

from domain.catan import CATAN, maps
from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import PlayMonopoly
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.robber.messages import DeclineSteal, MoveRobber, Steal
from domain.catan.chapters.trading.messages import ConfirmTrade, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.erie_canal.chapter import CanalTokensTraded, UseCanalToken
from domain.catan.modules.erie_canal.linking import CanalLinked
from domain.catan.modules.favors.earning import OfferGift
from domain.catan.modules.favors.exchange import ExchangeFavor
from domain.catan.modules.favors.guilds import CallMerchants, CallRoadBuilders, CallTraders
from domain.catan.modules.favors.linking import cores
from domain.catan.modules.five_six import Pass
from domain.catan.modules.helpers.moving import TakeCard, UseTakeFromLeader
from domain.catan.modules.helpers.terms import EFFECTS
from domain.catan.modules.helpers.trading import UseForcedTrade, UseTwoToOne
from domain.catan.modules.helpers.using import FlipHelper, HelperDealt
from domain.catan.modules.towns.chapter import MapTokenTaken
from domain.catan.modules.towns.town_map import town_map
from domain.catan.terms import GRAIN, ORE, WOOL
from tests.domain.catan.favoring import BOOK, SHIP, WAGON, Favoring
from tests.domain.catan.outsiders import EVERYONE
from tests.domain.catan.table import cards

A, B, C, D = range(4)
FOUR = (BOOK, SHIP, SHIP, WAGON)
NEW_YORK = maps.topology_of("new-york", 4)


def place(name: str, map_name: str = "new-york") -> int:
    """Return the node of a town or of a crossing with a token."""
    ground = town_map(map_name)
    assert ground is not None
    return next(node for node, known in ground.names.items() if known == name)


ALBANY, KINGSTON, ITHACA, UTICA, SYRACUSE = map(place, ("Albany", "Kingston", "Ithaca", "Utica", "Syracuse"))
ONEONTA, LITTLE_FALLS, CATSKILL = map(place, ("Oneonta", "Little Falls", "Catskill Park"))


def beside(*nodes: int) -> int:
    """Return the one crossing that neighbors all of these nodes."""
    (found,) = set.intersection(*({end for _, end in NEW_YORK.reach[node]} for node in nodes))
    return found


def way(*nodes: int) -> list[int]:
    """Return the edges along neighboring nodes of New York."""
    return [NEW_YORK.edge_of[min(a, b), max(a, b)] for a, b in pairwise(nodes)]


# Crossings by the towns around them.
WEST_OF_UTICA = beside(SYRACUSE, UTICA)
EAST_OF_UTICA = beside(UTICA, LITTLE_FALLS)
SOUTH_OF_UTICA = beside(UTICA, ITHACA)
NORTH_OF_ITHACA = beside(SYRACUSE, ITHACA)
BY_KINGSTON = beside(KINGSTON)
BY_ALBANY = next(end for _, end in NEW_YORK.reach[ALBANY] if end != beside(ALBANY, LITTLE_FALLS))
BETWEEN = beside(BY_ALBANY, BY_KINGSTON)


def on_new_york(seats: int = 4, *modules: str) -> Favoring:
    """Return an empty New York where the first three seats can each pay for four roads and two settlements."""
    table = Favoring(seats, "new-york", modules=modules)
    for seat in range(3):
        table.hand(seat, brick=6, lumber=6, wool=2, grain=2)
    return table


def built(table: Favoring, seat: int, edge: int, *chance: int) -> list[int]:
    """Return the seats that draw tokens, in order, when a seat builds a road there."""
    table.when(seat, BuildRoad(edge), *chance)
    return table.drawn()


def slice_of(table: Favoring, name: str) -> Any:
    """Return what everybody is shown of a module."""
    return table.view(None)[name]


@pytest.mark.rule("combo.target.favors_on_scenario")
def test_favors_raise_the_target_of_a_scenario_by_one() -> None:
    for map_name in ("new-york", "mallorca"):
        for seats, target in {3: 14, 4: 13, 5: 11, 6: 11}.items():
            assert CATAN.configure(seats, map_name, ("favors",), {}).options["victory_points"] == target
            assert CATAN.configure(seats, map_name, (), {}).options["victory_points"] == target - 1
    table = on_new_york().catan_tokens(A, 11).road(A, *way(BETWEEN, BY_KINGSTON))
    table.settlement(A, ALBANY)
    assert (table.points(A), CATAN.result(table.state)) == (12, None)
    assert table.when(A, BuildSettlement(KINGSTON)).state.winner == A


@pytest.mark.rule("combo.catan_tokens.separate_stocks")
def test_the_tokens_of_the_map_and_of_the_guilds_are_separate_stocks() -> None:
    table = on_new_york(3).road(A, *way(beside(CATSKILL, ONEONTA), ONEONTA))
    assert (len(slice_of(table, "towns")["tokens"]), table.guild()["catan_tokens"]) == (8, 12)
    table.when(A, BuildRoad(*way(beside(CATSKILL, ONEONTA), CATSKILL)))
    assert (len(slice_of(table, "towns")["tokens"]), table.guild()["catan_tokens"]) == (7, 12)
    assert (table.points(A), table.catan_tokens(A, 1).points(A)) == (1, 2)


@pytest.mark.rule("combo.favors_scenario.hex_neighbors")
def test_a_hex_is_empty_when_nobody_produces_from_it() -> None:
    town = place("Riverhead")
    far = next(at for at in NEW_YORK.node_tiles[town] if Favoring(4, "new-york").state.setting.board.tokens[at] == 12)
    settled = Favoring(4, "new-york").settlement(B, town).hand(B, ore=1).phase("roll").roll(7).when(A, MoveRobber(far))
    assert (settled.drawn(), settled.frame()) == ([], "steal")
    empty = Favoring(4, "new-york").phase("roll").roll(7).when(A, MoveRobber(far), BOOK)
    assert empty.drawn() == [A]
    for name in ("Riverhead", "Syracuse", "Buffalo", "Plattsburgh"):
        for tile in NEW_YORK.node_tiles[place(name)]:
            beside_it = Favoring(4, "new-york").settlement(B, place(name)).phase("roll").roll(7)
            assert beside_it.when(A, MoveRobber(tile)).drawn() == []


@pytest.mark.rule("combo.favors_new_york.desert")
def test_sparing_the_neighbors_of_the_robbers_place_in_new_york_earns_a_token() -> None:
    table = Favoring(4, "new-york").settlement(B, place("Corning")).hand(B, wool=2)
    home = table.state.robber
    table.robber(0).phase("roll").roll(7).when(A, MoveRobber(home))
    assert (table.drawn(), table.frame()) == ([], "steal")
    table.when(A, DeclineSteal(), BOOK)
    assert (table.drawn(), table.hand_of(B)) == ([A], {"wool": 2})
    table.robber(0).phase("roll").roll(7).when(A, MoveRobber(home)).when(A, Steal(B), WOOL)
    assert (table.drawn(), table.counts()) == ([], [1, 0, 0, 0])


@pytest.mark.rule("combo.favors_mallorca.no_desert")
def test_mallorca_has_no_desert_to_spare() -> None:
    table = Favoring(4, "mallorca")
    home = table.state.robber
    table.robber(0).settlement(B, place("Cala Pi", "mallorca")).hand(B, wool=1).phase("roll").roll(7)
    assert table.when(A, MoveRobber(home)).frame() == "steal"
    assert table.when(A, DeclineSteal()).drawn() == []
    empty = Favoring(4, "mallorca").robber(0).phase("roll").roll(7).when(A, MoveRobber(home), BOOK)
    assert empty.drawn() == [A]


@pytest.mark.rule("combo.free_road.map_rewards")
def test_a_guild_road_takes_a_token_and_gives_a_rate() -> None:
    crossing = beside(CATSKILL, ONEONTA)
    table = Favoring(4, "new-york").tokens(A, shovel=2).road(A, *way(crossing, ONEONTA))
    beyond = way(ONEONTA, next(end for _, end in NEW_YORK.reach[ONEONTA] if end != crossing))
    assert table.refused(A, CallRoadBuilders(*beyond)) == "new_york.road.stops_at_unsettled_town"
    table.when(A, CallRoadBuilders(*way(crossing, CATSKILL)))
    assert (table.happened(MapTokenTaken), table.points(A)) == ([MapTokenTaken(A, CATSKILL)], 1)
    red = Favoring(4, "new-york", modules=("erie-canal",)).tokens(A, shovel=1).hand(A, wool=2)
    red.road(A, *way(SYRACUSE, WEST_OF_UTICA)).when(A, CallRoadBuilders(*way(WEST_OF_UTICA, UTICA)))
    assert slice_of(red, "erie_canal")["seats"][A]["tokens"] == 1
    assert red.when(A, MaritimeTrade(cards(wool=2), ORE)).hand_of(A) == {"ore": 1}


@pytest.mark.rule("combo.road.all_rewards_at_once")
def test_one_road_gives_every_reward() -> None:
    crossing = beside(CATSKILL, ONEONTA)
    other = next(end for _, end in NEW_YORK.reach[CATSKILL] if len(NEW_YORK.reach[end]) == 2)
    table = on_new_york().road(A, *way(crossing, ONEONTA)).road(B, *way(other, CATSKILL))
    assert built(table, A, *way(crossing, CATSKILL), *FOUR) == [B, A, A, A]
    assert table.happened(MapTokenTaken) == [MapTokenTaken(A, CATSKILL)]
    assert (table.points(A), table.counts()) == (1, [3, 1, 0, 0])


def meeting_at_utica() -> Favoring:
    """Two stretches of A's roads end at empty Utica; the western one has met B, whose core reaches Little Falls."""
    table = on_new_york().road(A, *way(WEST_OF_UTICA, UTICA), *way(UTICA, EAST_OF_UTICA))
    north = beside(WEST_OF_UTICA, beside(LITTLE_FALLS, beside(WEST_OF_UTICA, place("Watertown"))))
    return table.road(B, *way(WEST_OF_UTICA, north, *_onward(north)))


def _onward(north: int) -> list[int]:
    """Return the way from the crossing north of Utica to Little Falls."""
    middle = next(end for _, end in NEW_YORK.reach[north] if LITTLE_FALLS in {far for _, far in NEW_YORK.reach[end]})
    return [middle, LITTLE_FALLS]


@pytest.mark.rule("combo.link.stretches_are_cores")
def test_stretches_at_an_empty_town_are_cores_of_their_own() -> None:
    table = meeting_at_utica()
    assert (len(cores(table.state, A)), len(cores(table.state, B))) == (2, 1)
    assert built(table, A, *way(EAST_OF_UTICA, LITTLE_FALLS), *FOUR) == [B, A, A, A]
    settled = meeting_at_utica().when(A, BuildSettlement(UTICA))
    assert len(cores(settled.state, A)) == 1
    assert built(settled, A, *way(EAST_OF_UTICA, LITTLE_FALLS)) == []


@pytest.mark.rule("combo.link.stretches_are_cores")
def test_towns_on_one_waterway_are_one_core() -> None:
    table = on_new_york().settlement(A, ALBANY, KINGSTON)
    assert len(cores(table.state, A)) == 1
    assert len(cores(on_new_york().settlement(A, ALBANY, UTICA).state, A)) == 2


@pytest.mark.rule("combo.link.meeting_at_empty_town")
def test_roads_that_meet_at_an_empty_town_link() -> None:
    table = on_new_york().settlement(A, SYRACUSE).settlement(B, UTICA).road(A, *way(SYRACUSE, NORTH_OF_ITHACA))
    table.road(B, *way(UTICA, SOUTH_OF_UTICA, ITHACA), *way(UTICA, WEST_OF_UTICA))
    assert built(table, A, *way(NORTH_OF_ITHACA, ITHACA), *FOUR) == [B, A, A, A]
    assert built(table, A, *way(SYRACUSE, WEST_OF_UTICA)) == []


@pytest.mark.rule("combo.link.water_never_links")
def test_sharing_a_waterway_links_nobody() -> None:
    table = on_new_york().settlement(A, ALBANY).road(B, *way(KINGSTON, BY_KINGSTON)).turn(B)
    table.when(B, BuildSettlement(KINGSTON))
    assert table.drawn() == []
    table.turn(A).road(A, *way(ALBANY, BY_ALBANY, BETWEEN))
    assert built(table, A, *way(BETWEEN, BY_KINGSTON), *FOUR) == [B, A, A, A]


@pytest.mark.rule("favors.link.buildings_give_nothing")
def test_a_building_links_without_tokens() -> None:
    table = on_new_york().settlement(A, ALBANY).road(A, *way(ALBANY, BY_ALBANY)).road(B, *way(KINGSTON, BY_KINGSTON))
    table.when(A, BuildSettlement(KINGSTON))
    assert (table.drawn(), table.counts()) == ([], [0] * 4)
    table.road(B, *way(BY_KINGSTON, BETWEEN)).turn(B)
    assert built(table, B, *way(BETWEEN, BY_ALBANY)) == []
    unmet = on_new_york().settlement(A, ALBANY).road(A, *way(ALBANY, BY_ALBANY))
    unmet.road(B, *way(KINGSTON, BY_KINGSTON, BETWEEN)).turn(B)
    assert built(unmet, B, *way(BETWEEN, BY_ALBANY), *FOUR) == [A, B, B, B]


@pytest.mark.rule("combo.canal_favors.separate_tokens")
def test_canal_tokens_come_beside_the_favors() -> None:
    table = Favoring(6, "new-york", modules=("erie-canal",))
    assert (table.guild()["supply"], slice_of(table, "erie_canal")["supply"]) == (84, 8)
    drawn = CATAN.events.by_name["FavorDrawn"].fields[-1].kind.schema["enum"]
    assert drawn == ["wagon", "ship", "shovel", "book", "compass"]


def with_both() -> Favoring:
    """Seat 0 holds a canal token, a ship and a wool card; seat 1 holds an ore card."""
    table = Favoring(4, "new-york", modules=("erie-canal",)).tokens(A, ship=1).hand(A, wool=1).hand(B, ore=1)
    return table.happens(CanalLinked(A, ((SYRACUSE, UTICA),), 1))


@pytest.mark.rule("combo.canal_favors.distinct")
def test_a_canal_token_is_no_favor_token() -> None:
    table = with_both()
    for wrong in ({"ship": 1}, {"favor": 1}):
        with pytest.raises(ValueError, match="unknown member"):
            CATAN.commands.decode({"type": "OfferTrade", "give": wrong, "take": {"ore": 1}})
    with pytest.raises(ValueError, match="not one of"):
        CATAN.commands.decode({"type": "ReturnFavor", "token": "canal_token"})
    offer = CATAN.commands.decode({"type": "OfferTrade", "give": {"canal_token": 1}, "take": {"ore": 1}})
    assert isinstance(offer, OfferTrade)
    table.when(A, offer).when(B, CATAN.commands.decode({"type": "AcceptOffer", "offer": 1}))
    table.when(A, ConfirmTrade(1, B))
    assert table.happened(CanalTokensTraded) == [CanalTokensTraded(A, B, 1)]
    assert ([seat["tokens"] for seat in slice_of(table, "erie_canal")["seats"][:2]], table.counts()[:2]) == (
        [0, 1],
        [1, 0],
    )


@pytest.mark.rule("combo.gift.only_resource_cards")
def test_a_canal_token_is_no_gift() -> None:
    table = with_both()
    with pytest.raises(ValueError, match="not one of"):
        CATAN.commands.decode({"type": "OfferGift", "resource": "canal_token", "to": 1})
    assert [c for c in table.listed(A) if isinstance(c, OfferGift)] == [OfferGift(WOOL, to) for to in (B, C, D)]
    assert table.gift(B).counts() == [2, 0, 0, 0]


@pytest.mark.rule("combo.five_six.special_building_scope")
def test_only_building_and_buying_in_the_special_building_phase() -> None:
    table = on_new_york(5, "erie-canal", "helpers").tokens(B, ship=1, wagon=1, shovel=1)
    for seat, name in enumerate(("two_to_one", "two_to_one", "two_to_one", "two_to_one", "two_to_one")):
        table.happens(HelperDealt(seat, EFFECTS.index(name)))
    table.happens(CanalLinked(B, ((SYRACUSE, UTICA),), 1)).settlement(B, ALBANY).when(A, EndTurn())
    refused = {
        OfferGift(WOOL, C): "favors.gift.own_turn_after_roll",
        CallMerchants(ORE): "favors.use.special_building_none",
        CallTraders(WOOL, ORE): "favors.use.special_building_none",
        ExchangeFavor(): "favors.use.special_building_none",
        UseTwoToOne(WOOL): "helpers.use.no_special_building",
        UseCanalToken(WOOL): "catan.special_building.what",
        MaritimeTrade(cards(wool=4), ORE): "catan.special_building.no_trade",
        OfferTrade(cards(wool=1), cards(ore=1)): "catan.special_building.no_trade",
    }
    for command, rule in refused.items():
        assert table.refused(B, command) == rule
        assert command not in table.listed(B)
    assert {type(command) for command in table.listed(B)} <= {BuildRoad, BuildSettlement, Pass}
    table.when(B, BuildRoad(*way(ALBANY, BY_ALBANY)))


@pytest.mark.rule("combo.five_six.rewards_in_special_building")
def test_roads_of_the_special_building_phase_give_all_rewards() -> None:
    table = on_new_york(5, "erie-canal").road(C, *way(SYRACUSE, WEST_OF_UTICA)).road(D, *way(UTICA, EAST_OF_UTICA))
    table.when(A, EndTurn()).when(B, Pass())
    assert built(table, C, *way(WEST_OF_UTICA, UTICA), *FOUR) == [D, C, C, C]
    assert slice_of(table, "erie_canal")["seats"][C]["tokens"] == 1
    table.refused(C, MaritimeTrade(cards(wool=2), ORE))
    table.refused(C, UseCanalToken(GRAIN))
    table.turn(C).when(C, MaritimeTrade(cards(wool=2), ORE)).when(C, UseCanalToken(GRAIN))
    assert table.when(C, MaritimeTrade(cards(grain=2), ORE)).hand_of(C)["ore"] == 2


def attacked(*effects: str) -> Favoring:
    """Seat 0 holds this helper; the leader, seat 2, has a wool card, two canal tokens, a favor and a Catan token."""
    table = Favoring(4, "new-york", modules=("erie-canal", "helpers"))
    for seat, name in enumerate((*effects, "road_help", "card_choice", "move_road")):
        table.happens(HelperDealt(seat, EFFECTS.index(name)))
    table.happens(CanalLinked(C, ((SYRACUSE, UTICA), (UTICA, ALBANY)), 2)).tokens(C, ship=1).catan_tokens(C, 1)
    return table.hand(C, wool=1).hand(A, ore=1)


def belongings(table: Favoring) -> tuple[Any, ...]:
    """Return what everybody is shown of seat 2: its canal tokens, and its entry among the favors."""
    return slice_of(table, "erie_canal")["seats"][C]["tokens"], table.guild()["seats"][C]


@pytest.mark.rule("combo.cards_only.attacks")
def test_attacks_reach_resource_cards_alone() -> None:
    leader = attacked("take_from_leader").when(A, UseTakeFromLeader(C))
    before = belongings(leader)
    assert leader.listed(A) == [TakeCard(WOOL)]
    assert leader.when(A, TakeCard(WOOL)).hand_of(A) == {"wool": 1, "ore": 1}
    forced = attacked("forced_trade").when(A, UseForcedTrade(WOOL, 1 << C))
    monopoly = attacked("two_to_one").cards(A, monopoly=1).when(A, PlayMonopoly(WOOL))
    robbed = attacked("two_to_one").settlement(C, ITHACA).phase("roll").roll(7)
    robbed.when(A, MoveRobber(NEW_YORK.node_tiles[ITHACA][0])).when(A, Steal(C), WOOL)
    for table in (leader, forced, monopoly, robbed):
        assert belongings(table) == before
        assert table.hand_of(C).get("wool", 0) == 0
    assert before == (2, {"seat": 2, "tokens": 1, "catan_tokens": 1})
    later = leader.when(A, FlipHelper()).turn(B).turn(A)
    assert later.refused(A, UseTakeFromLeader(C)) == "helpers.leader.more_points"
    assert [leader.view(viewer)["favors"]["seats"][C]["tokens"] for viewer in EVERYONE] == [1] * 5
