"""Tests components and limits (ledger, chapter 1)."""

from random import Random

import pytest

from domain.core.chance import SampledChance
from domain.core.errors import InvalidConfiguration
from domain.elasund import ELASUND
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.geometry import geometry
from domain.elasund.payments import InfluenceDrawn
from domain.elasund.pieces import CHURCH_PRICE, KIND_OF_PIECE, KINDS_OF_BUILDING, PIECES, TRACK_FLAGS
from domain.elasund.state import State
from domain.elasund.terms import BUILDINGS, CHURCH_TILES
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, G, R, Y, build, place


@pytest.mark.rule("elasund.component.player_count")
def test_two_to_four_play() -> None:
    for seats in (2, 3, 4):
        assert ELASUND.configure(seats, None, (), {}).seats == seats
    for seats in (0, 1, 5):
        with pytest.raises(InvalidConfiguration) as refusal:
            ELASUND.configure(seats, None, (), {})
        assert refusal.value.rule == "elasund.component.player_count"


@pytest.mark.rule("elasund.component.player_set")
def test_a_player_owns_ten_cubes_five_permits_four_buildings_nine_walls() -> None:
    table = Table().permit(R, 2, (0, 2)).ship(4).phase("permit").gold(R, 5)
    supply = Table().seat_view(None, R)["supply"]
    assert supply == {"cubes": 10, "permits": [0, 1, 2, 3, 4], "buildings": ["house", "workshop"], "wall_tiles": 9}
    assert [KIND_OF_PIECE[piece] for piece in range(4)] == [0, 1, 2, 3]
    assert table.refused(R, place(2, 1, 2)) == "elasund.permit_phase.from_supply"
    assert table.may(R, place(3, 1, 2))


@pytest.mark.rule("elasund.component.small_hut")
def test_a_small_hut_gives_influence_and_is_never_built() -> None:
    table = Table().roll(4)
    assert table.influences()[R] == 1
    table = Table(huts=False).permit(R, 0, (3, 8)).gold(R, 9)
    assert table.refused(R, build("small_hut", 3, 8)) == "elasund.component.small_hut"


@pytest.mark.rule("elasund.component.large_hut")
def test_a_large_hut_gives_gold_and_is_never_built() -> None:
    assert Table().roll(9).gold_of(R) == 1
    assert Table().roll(10).gold_of(R) == 0
    table = Table(huts=False).permit(R, 0, (3, 7)).gold(R, 9)
    assert table.refused(R, build("large_hut", 3, 7)) == "elasund.component.large_hut"
    for hut in geometry(table.state.setting)["buildings"][:2]:
        assert (hut["permits"], hut["gold"], hut["flags"], hut["count"]) == (0, 0, 0, 1)


@pytest.mark.rule("elasund.component.house")
def test_a_house_costs_one_gold_and_gives_influence() -> None:
    table = Table().permit(R, 0, (3, 8)).gold(R, 1)
    table.when(R, build("house", 3, 8))
    assert (table.gold_of(R), table.points(R)) == (0, 0)
    assert table.roll(11).influences() == [1, 0, 0, 0]
    assert Table().permit(R, 0, (3, 8)).refused(R, build("house", 3, 8)) == "elasund.component.house"


@pytest.mark.rule("elasund.component.workshop")
def test_a_workshop_costs_two_gold_and_gives_gold() -> None:
    table = Table().permit(R, 0, (3, 8)).gold(R, 2)
    table.when(R, build("workshop", 3, 8))
    assert (table.gold_of(R), table.points(R)) == (0, 0)
    assert table.roll(12).gold_of(R) == 1
    short = Table().permit(R, 0, (3, 8)).gold(R, 1)
    assert short.refused(R, build("workshop", 3, 8)) == "elasund.component.workshop"


@pytest.mark.rule("elasund.component.well")
def test_a_well_costs_five_and_gives_a_cube_alone() -> None:
    table = Table().permit(R, 0, (3, 8)).gold(R, 5)
    assert table.stack("well") == 4
    table.when(R, build("well", 3, 8))
    assert (table.gold_of(R), table.points(R), table.stack("well")) == (0, 1, 3)
    table.roll(11)
    assert (table.gold_of(R), table.influences()[R]) == (0, 0)
    assert Table().permit(R, 0, (3, 8)).gold(R, 4).refused(R, build("well", 3, 8)) == "elasund.component.well"


@pytest.mark.rule("elasund.component.stalls")
def test_market_stalls_cost_five_and_give_a_cube_alone() -> None:
    table = Table().permit(R, 0, (3, 8)).gold(R, 5)
    assert table.stack("stalls") == 4
    table.when(R, build("stalls", 3, 8))
    assert (table.gold_of(R), table.points(R), table.at(4, 8)) == (0, 1, (R, "stalls"))
    table.roll(11)
    assert (table.gold_of(R), table.influences()[R]) == (0, 0)
    assert Table().permit(R, 0, (3, 8)).gold(R, 4).refused(R, build("stalls", 3, 8)) == "elasund.component.stalls"


@pytest.mark.rule("elasund.component.inn")
def test_an_inn_takes_two_permits_and_three_gold_for_influence_and_a_cube() -> None:
    table = Table().permit(R, 0, (3, 8), (4, 8)).gold(R, 3)
    assert table.stack("inn") == 5
    table.when(R, build("inn", 3, 8))
    assert (table.gold_of(R), table.points(R)) == (0, 1)
    assert table.roll(12).influences()[R] == 1
    alone = Table().permit(R, 0, (3, 8)).gold(R, 3)
    assert alone.refused(R, build("inn", 3, 8)) == "elasund.building.permit_count"


@pytest.mark.rule("elasund.component.shop")
def test_a_shop_gives_gold_and_a_cube() -> None:
    table = Table().permit(R, 0, (3, 8), (4, 8)).gold(R, 3)
    assert table.stack("shop") == 5
    table.when(R, build("shop", 3, 8))
    assert (table.gold_of(R), table.points(R)) == (0, 1)
    table.roll(12)
    assert (table.gold_of(R), table.influences()[R]) == (1, 0)
    alone = Table().permit(R, 0, (3, 8)).gold(R, 3)
    assert alone.refused(R, build("shop", 3, 8)) == "elasund.building.permit_count"


@pytest.mark.rule("elasund.component.large")
def test_a_large_building_takes_three_permits_for_two_cubes() -> None:
    table = Table(huts=False).permit(R, 0, (3, 7), (4, 7), (3, 8)).gold(R, 5)
    assert table.stack("large") == 3
    table.when(R, build("large", 3, 7))
    assert (table.gold_of(R), table.points(R), table.at(4, 9)) == (0, 2, (R, "large"))
    two = Table(huts=False).permit(R, 0, (3, 7), (4, 7)).gold(R, 5)
    assert two.refused(R, build("large", 3, 7)) == "elasund.building.permit_count"
    for row, cubes in ((10, 1), (11, 1), (12, 0)):
        raided = Table(huts=False).building(R, "large", (3, 7)).turn(B).gold(R, 9)
        raided.roll_pirate(row)
        assert raided.owed(R) == cubes


@pytest.mark.rule("elasund.component.no_rotation")
def test_tiles_are_never_turned() -> None:
    table = Table().permit(R, 0, (3, 9)).gold(R, 5)
    assert table.may(R, build("workshop", 3, 8))
    assert table.may(R, build("house", 3, 9))
    assert table.refused(R, build("house", 3, 8)) == "elasund.permit.own_permit_needed"
    assert table.when(R, build("workshop", 3, 8)).at(4, 9) is None


@pytest.mark.rule("elasund.component.wall_sequence")
def test_walls_come_in_the_printed_order() -> None:
    table = Table()
    gains, cubes = [], []
    for number in range(9):
        table.gold(R, 4).phase("build")
        before = table.points(R)
        table.when(R, BuildWall(301 + number if number < 8 else 107))
        gains.append(len(table.happened(InfluenceDrawn)))
        cubes.append(table.points(R) - before)
        table.state.builds = 0
    assert gains == [1, 1, 0, 1, 2, 0, 2, 2, 0]
    assert cubes == [0, 0, 1, 0, 0, 1, 0, 0, 1]


@pytest.mark.rule("elasund.component.gold_51")
def test_there_are_51_gold_cards() -> None:
    state = played_some()
    assert state.bank + sum(state.gold) + state.pool[0] == 51


@pytest.mark.rule("elasund.component.influence_39")
def test_there_are_13_influence_cards_of_each_color() -> None:
    state = played_some()
    for color in range(3):
        assert state.deck[color] + state.discards[color] + state.pool[1 + color] + sum(state.influence[color::3]) == 13


def played_some() -> State:
    """Return a position after 150 random commands."""
    rng = Random(3)
    state = Table().state
    for _ in range(150):
        seat = ELASUND.awaiting(state)[0].seat
        actions = ELASUND.actions(state, seat)
        command = rng.choice(actions.commands) if actions.commands else actions.templates[0].sample(rng)
        state = ELASUND.decide(state, seat, command, SampledChance(rng)).state
    return state


@pytest.mark.rule("elasund.component.church_nine")
def test_the_nine_church_tiles_are_one_a_place() -> None:
    assert sorted(CHURCH_TILES) == ["C", "E", "N", "NE", "NW", "S", "SE", "SW", "W"]
    assert CHURCH_PRICE == 7
    table = Table(huts=False).church(R, "C", "NW", "N", "NE", "W", bottom="SE").church(B, "E", "SW", "S", "SE")
    shown = table.view(None)["church"]["tiles"]
    assert len({entry["square"] for entry in shown}) == 9
    assert (table.points(R), table.points(B)) == (5, 4)


@pytest.mark.rule("elasund.component.trade_flags")
def test_the_trade_track_has_flags_on_five_spaces() -> None:
    assert TRACK_FLAGS == ((3, 4), (5, 3), (7, 2), (9, 2), (11, 1))
    table = Table().building(R, "inn", (0, 0), (0, 2))
    assert table.trade(R) == (4, [3])
    assert table.trade(G) == table.trade(Y) == (0, [])


@pytest.mark.rule("elasund.component.hard_limits")
def test_nothing_is_substituted_for_what_has_run_out() -> None:
    table = Table().building(B, "inn", (5, 0), (7, 0), (5, 2), (7, 2), (7, 4)).permit(R, 0, (3, 8), (4, 8)).gold(R, 3)
    assert table.refused(R, build("inn", 3, 8)) == "elasund.building.from_supply"
    assert table.may(R, build("shop", 3, 8))
    assert PIECES == 37
    assert sum(kind.copies for kind in KINDS_OF_BUILDING[4:]) == 21
    assert [kind.copies for kind in KINDS_OF_BUILDING[:4]] == [1, 1, 1, 1]
    assert [kind.flags for kind in KINDS_OF_BUILDING] == [0, 0, 0, 0, 1, 1, 1, 1, 2]
    assert len(BUILDINGS) == 9


PRICES = {
    "house": (1, 1),
    "workshop": (2, 1),
    "well": (5, 1),
    "stalls": (5, 1),
    "inn": (3, 2),
    "shop": (3, 2),
    "large": (5, 3),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule(f"elasund.component.{name}")) for name in PRICES]
)
def test_a_building_has_its_price(name: str) -> None:
    gold, permits = PRICES[name]
    table = Table(huts=False).permit(R, 0, *((3, 7), (4, 7), (3, 8))[:permits]).gold(R, gold - 1)
    assert table.refused(R, build(name, 3, 7)) == f"elasund.component.{name}"
    assert table.gold(R, gold).when(R, build(name, 3, 7)).gold_of(R) == 0
