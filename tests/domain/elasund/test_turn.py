"""Tests the four phases of a turn (ledger, chapter 3)."""

import pytest

from domain.elasund import ELASUND
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.huts import DeclineHut
from domain.elasund.chapters.permits import PassPermit, TakeGold
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.ship import RollDice
from domain.elasund.chapters.special import BuyGold, UpgradePermit
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.terms import RED, SMALL_HUT
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, Y, build, extra, hut, move, place


@pytest.mark.rule("elasund.turn.phase_order")
def test_the_four_phases_come_in_order() -> None:
    table = Table().gold(R, 9).influence(R, red=1, green=1, blue=1).turn(R, "roll")
    for early in (BuildWall(107), TakeGold(), BuyGold(), EndTurn(), EndBuilding()):
        assert table.refused(R, early) == "elasund.turn.phase_order"
    table.roll(12)
    assert table.frame() == "build_tiles"
    for early in (RollDice(), TakeGold(), PassPermit(), place(0, 0, 9), BuyGold(), EndTurn()):
        assert table.refused(R, early) == "elasund.turn.phase_order"
    table.to_permit_phase()
    assert table.frame() == "permit_or_gold"
    for wrong in (RollDice(), BuildWall(107), EndBuilding(), BuyGold(), EndTurn()):
        assert table.refused(R, wrong) == "elasund.turn.phase_order"
    table.when(R, TakeGold())
    assert table.frame() == "special_action"
    assert table.refused(R, BuildWall(107)) == "elasund.turn.phase_order"
    assert table.may(R, EndTurn())


@pytest.mark.rule("elasund.turn.fresh_permit_waits")
def test_a_permit_serves_no_building_of_its_own_turn() -> None:
    table = Table().gold(R, 9).ship(11).to_permit_phase().when(R, place(0, 3, 8))
    assert table.refused(R, build("house", 3, 8)) == "elasund.turn.phase_order"
    assert table.end_turn().turn(R).may(R, build("house", 3, 8))


@pytest.mark.rule("elasund.turn.max_two_builds")
def test_two_tiles_at_most_are_built_a_turn() -> None:
    table = Table().gold(R, 9).when(R, BuildWall(107)).when(R, BuildWall(106))
    assert table.frame() == "permit_or_gold"
    assert table.refused(R, BuildWall(105)) == "elasund.turn.max_two_builds"
    church = (
        Table(huts=False).church(Y, "C").gold(R, 30).permit(R, 0, (3, 8)).when(R, BuildChurch()).when(R, BuildChurch())
    )
    for third in (BuildChurch(), BuildWall(107), build("well", 3, 8)):
        assert church.refused(R, third) == "elasund.turn.max_two_builds"
    tiles = Table().gold(R, 30).permit(R, 0, (3, 8), (7, 7)).when(R, build("well", 3, 8)).when(R, build("well", 7, 7))
    assert tiles.refused(R, BuildWall(107)) == "elasund.turn.max_two_builds"


@pytest.mark.rule("elasund.turn.build_mix")
def test_the_two_tiles_may_be_of_any_kinds() -> None:
    mixed = Table(huts=False).church(Y, "C").gold(R, 20)
    assert mixed.when(R, BuildWall(107)).when(R, BuildChurch()).view(None)["built_this_turn"] == 2
    walls = Table().gold(R, 20).when(R, BuildWall(107)).when(R, BuildWall(106))
    assert walls.view(None)["built_this_turn"] == 2
    churches = Table(huts=False).church(Y, "C").gold(R, 20).when(R, BuildChurch()).when(R, BuildChurch())
    assert churches.view(None)["built_this_turn"] == 2


@pytest.mark.rule("elasund.turn.build_optional")
def test_building_is_voluntary() -> None:
    assert Table().gold(R, 9).to_permit_phase().frame() == "permit_or_gold"
    once = Table().gold(R, 9).when(R, BuildWall(107))
    assert once.frame() == "build_tiles"
    assert once.to_permit_phase().frame() == "permit_or_gold"


@pytest.mark.rule("elasund.turn.one_of_phase3")
def test_phase_three_gives_a_permit_or_gold_once() -> None:
    table = Table().phase("permit").when(R, TakeGold())
    assert table.refused(R, place(0, 0, 0)) == "elasund.turn.one_of_phase3"
    assert table.refused(R, TakeGold()) == "elasund.turn.one_of_phase3"
    placed = Table().phase("permit").when(R, place(0, 0, 0))
    assert placed.refused(R, TakeGold()) == "elasund.turn.one_of_phase3"
    assert placed.refused(R, place(1, 1, 0)) == "elasund.turn.one_of_phase3"


@pytest.mark.rule("elasund.turn.one_special")
def test_one_special_action_a_turn_after_phase_three() -> None:
    specials = (BuyGold(), move(0, 1, 1, "red"), extra(1, 2, 1), UpgradePermit(0, 2, RED))
    for first in specials:
        table = Table().influence(R, red=4, green=2, blue=2).permit(R, 0, (0, 0)).gold(R, 9)
        for early in ("build", "permit"):
            assert table.phase(early).refused(R, first) == "elasund.turn.phase_order"
        table.phase("special").when(R, first)
        for second in specials:
            assert table.refused(R, second) == "elasund.turn.one_special"
        assert table.listed(R) == [EndTurn()]


@pytest.mark.rule("elasund.turn.clockwise")
def test_the_player_to_the_left_follows() -> None:
    table = Table().end_turn()
    assert table.waiting() == [B]
    assert table.refused(R, RollDice()) == "elasund.turn.clockwise"
    assert [ELASUND.actions(table.state, seat).must_act for seat in (R, B, Y)] == [False, True, False]
    assert table.turn(Y).end_turn().waiting() == [R]


@pytest.mark.rule("elasund.turn.obligations_block")
def test_nobody_goes_on_while_another_owes_a_decision() -> None:
    table = Table().permit(R, 0, (2, 1), (3, 1)).gold(R, 9).without(0)
    table.when(R, build("inn", 2, 1))
    assert table.waiting() == [B]
    assert table.refused(R, BuildWall(107)) == "elasund.hut.immediate"
    assert table.when(B, DeclineHut(SMALL_HUT)).may(R, BuildWall(107))
    raid = Table().building(B, "well", (6, 3)).gold(B, 3).roll_pirate(5)
    assert raid.waiting() == [B]
    assert raid.refused(R, BuildWall(107)) == "elasund.turn.obligations_block"
    own = Table().building(R, "well", (6, 3)).gold(R, 9).roll_pirate(5)
    assert own.waiting() == [R]
    assert own.refused(R, BuildWall(107)) == "elasund.turn.obligations_block"


@pytest.mark.rule("elasund.turn.no_player_trade")
def test_players_give_each_other_nothing_but_compensation() -> None:
    table = Table().gold(R, 9).influence(R, red=3)
    for phase in ("build", "permit", "special"):
        kinds = {type(command).__name__ for command in table.phase(phase).listed(R)}
        assert not any("Offer" in kind or "Trade" in kind or "Give" in kind for kind in kinds)
    others = sum(table.state.gold[1:])
    table.phase("build").when(R, BuildWall(107))
    assert sum(table.state.gold[1:]) == others == 0


@pytest.mark.rule("elasund.turn.no_hand_limit")
def test_a_hand_may_grow_without_limit() -> None:
    table = Table().gold(R, 9).influence(R, red=3, blue=3).phase("permit").when(R, TakeGold()).end_turn()
    assert table.seat_view(None, R)["hand"] == 17
    assert table.waiting() == [B]


def test_nothing_is_placed_in_another_players_name() -> None:
    table = Table().gold(B, 9).permit(R, 0, (3, 8))
    assert table.refused(B, build("well", 3, 8)) == "elasund.turn.clockwise"
    assert table.refused(B, extra(0, 3, 8)) == "elasund.turn.clockwise"
    assert table.refused(R, hut("small_hut", 3, 8)) == "elasund.hut.immediate"
