"""Tests options of a game of Catan together with modules, where the texts of both meet."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.robber.messages import MoveRobber
from domain.catan.modules.erie_canal.chapter import UseCanalToken
from domain.catan.modules.erie_canal.linking import CanalLinked
from domain.catan.modules.favors.guilds import CallRoadBuilders, CallScholars
from domain.catan.modules.helpers.building import KeepCard, UseCardChoice
from domain.catan.modules.helpers.moving import UseRobberToDesert
from domain.catan.modules.helpers.trading import UseForcedTrade, UseTwoToOne
from domain.catan.modules.towns.chapter import MapTokenTaken
from domain.catan.terms import CARD_COST, KNIGHT, ORE, VICTORY_POINT, WOOL
from tests.domain.catan.favoring import Favoring
from tests.domain.catan.helping import helping
from tests.domain.catan.land import NEW_YORK
from tests.domain.catan.table import line, path_edges, ring, tile

DESERT = tile("(0,0)")
WAY = path_edges(line(2))


@pytest.mark.rule("combo.helpers_robber_options.desert")
@pytest.mark.parametrize("option", ["robber_token_only", "friendly_robber"])
def test_the_robber_helper_goes_to_a_desert_that_an_option_closes(option: str) -> None:
    table = helping("robber_to_desert", **{option: True}).settlement(1, ring("(0,0)")[0]).robber(tile("(2,0)"))
    table.when(0, UseRobberToDesert(DESERT))
    assert table.state.robber == DESERT


@pytest.mark.rule("combo.friendly_robber.visible_tokens")
def test_the_friendly_robber_counts_catan_tokens_among_the_points() -> None:
    forest = tile("(-2,1)")

    def table() -> Favoring:
        return Favoring(friendly_robber=True).settlement(1, *ring("(-2,1)")[0:3:2]).robber(tile("(2,0)")).phase("roll")

    assert table().roll(7).refused(0, MoveRobber(forest)) == "catan.robber.friendly"
    assert MoveRobber(forest) in table().catan_tokens(1, 1).roll(7).listed(0)


@pytest.mark.rule("combo.combined.trade_cards")
def test_what_helps_to_trade_may_follow_a_building_where_both_are_one_phase() -> None:
    for name, use in (("forced_trade", UseForcedTrade(WOOL, 0b10)), ("two_to_one", UseTwoToOne(WOOL))):
        strict = helping(name).road(0, WAY[0]).hand(0, brick=1, lumber=1).when(0, BuildRoad(WAY[1]))
        assert strict.refused(0, use) == "catan.turn.no_trade_after_build"
        table = helping(name, combined_trade_build=True).phase("trade").road(0, WAY[0])
        assert use in table.hand(0, brick=1, lumber=1).when(0, BuildRoad(WAY[1])).listed(0)
    canal = NEW_YORK.table(4, "erie-canal", combined_trade_build=True).happens(CanalLinked(0, (), 1))
    canal.phase("trade").settlement(0, NEW_YORK.at("Utica")).hand(0, brick=1, lumber=1)
    canal.when(0, BuildRoad(NEW_YORK.path("Utica", "0,-2,SE"))).when(0, UseCanalToken(ORE))


@pytest.mark.rule("combo.waiting_victory_point_card.drawn")
def test_a_victory_point_card_that_was_not_bought_waits_too() -> None:
    row = line(2)
    for waits in (False, True):
        chosen = helping("card_choice", victory_point_card_waits=waits).hand(0, ore=1, wool=1, grain=1)
        chosen.city(0, *row[0:8:2]).settlement(0, line(4)[0])
        chosen.when(0, UseCardChoice(CARD_COST), VICTORY_POINT, KNIGHT, KNIGHT).when(0, KeepCard(VICTORY_POINT))
        taught = Favoring(victory_point_card_waits=waits).tokens(0, book=2).catan_tokens(0, 1)
        taught.city(0, *row[0:8:2]).settlement(0, line(4)[0]).when(0, CallScholars(), VICTORY_POINT)
        for table in (chosen, taught):
            assert (CATAN.result(table.state) is None) == waits


@pytest.mark.rule("combo.target.chosen")
def test_nothing_is_added_to_a_target_that_the_table_chose() -> None:
    for map_name in ("beginner", "new-york"):
        config = CATAN.configure(3, map_name, ("favors", "helpers"), {"victory_points": 9})
        assert config.options["victory_points"] == 9


@pytest.mark.rule("combo.favors_before_roll.road_rewards")
def test_a_guild_road_before_the_roll_takes_a_token_of_the_map() -> None:
    table = Favoring(map_name="new-york", favors_before_roll=True).tokens(0, shovel=1)
    table.settlement(0, NEW_YORK.at("Kingston")).phase("roll")
    table.when(0, CallRoadBuilders(NEW_YORK.path("2,-1,SE", "Catskill Park")))
    assert [event.seat for event in table.happened(MapTokenTaken)] == [0]
