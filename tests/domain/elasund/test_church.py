"""Tests the church (ledger, chapter 12)."""

import pytest

from domain.core.chance import FirstChance, NotedChance
from domain.elasund import ELASUND
from domain.elasund.board import squares_of
from domain.elasund.chapters.building import CompensationPaid
from domain.elasund.chapters.church import (
    BuildChurch,
    ChooseChurchTile,
    ChurchTileBuilt,
    ChurchTileHidden,
    ChurchTilesDrawn,
)
from domain.elasund.terms import CHURCH_TILES
from tests.domain.elasund.table import Table, weighed
from tests.domain.elasund.words import B, R, build, hut, pair, place, tile


def founded(chosen: str = "SW", other: str = "C", **options: bool) -> Table:
    """Red has built the first tile; blue is on turn with plenty of gold."""
    table = Table(huts=options.get("huts", False)).gold(R, 7).gold(B, 21)
    table.when(R, BuildChurch(), pair(chosen, other)).when(R, ChooseChurchTile(tile(chosen)))
    return table.turn(B)


@pytest.mark.rule("elasund.church.cost")
def test_a_church_tile_costs_seven() -> None:
    assert Table().gold(R, 7).when(R, BuildChurch()).gold_of(R) == 0
    assert Table().gold(R, 6).refused(R, BuildChurch()) == "elasund.church.cost"
    assert founded().when(B, BuildChurch()).gold_of(B) == 14


@pytest.mark.rule("elasund.church.no_permit")
def test_a_church_tile_needs_no_permit() -> None:
    table = Table().gold(R, 7)
    assert table.view(None)["permits"] == []
    assert table.influences()[R] == 0
    assert table.may(R, BuildChurch())


@pytest.mark.rule("elasund.church.first_tile_choice")
def test_the_first_builder_chooses_between_two_tiles() -> None:
    table = Table(huts=False).gold(R, 14).when(R, BuildChurch(), pair("SW", "C"))
    assert weighed(table.chance) == [("church", [1] * 36)]
    assert table.listed(R) == [ChooseChurchTile(tile("C")), ChooseChurchTile(tile("SW"))]
    assert table.refused(R, ChooseChurchTile(tile("N"))) == "elasund.church.first_tile_choice"
    assert table.refused(R, BuildChurch()) == "elasund.church.first_tile_choice"
    table.when(R, ChooseChurchTile(tile("SW"))).when(R, BuildChurch(), tile("NE"))
    assert table.happened(ChurchTileBuilt) == [ChurchTileBuilt(R, tile("NE"), 43, True)]
    assert table.frame() == "permit_or_gold"


@pytest.mark.rule("elasund.setup.church_pile")
def test_every_draw_from_the_pile_is_one_of_its_own() -> None:
    table, drawn = founded(), NotedChance(FirstChance())
    for seat in (B, B):
        ELASUND.decide(table.state, seat, BuildChurch(), drawn)
        table.when(seat, BuildChurch())
    assert [(draw.stream, draw.n) for draw in drawn.draws] == [("church", 1), ("church", 2)]


@pytest.mark.rule("elasund.church.cube")
def test_without_a_cube_in_supply_a_tile_takes_none() -> None:
    table = founded().building(B, "large", (6, 1), (6, 4), (6, 7)).building(B, "well", (0, 0), (0, 2), (0, 4), (0, 6))
    assert table.points(B) == 10
    assert table.when(B, BuildChurch(), tile("NE")).happened(ChurchTileBuilt)[0].cube is False
    assert table.points(B) == 10


@pytest.mark.rule("elasund.church.first_tile_foundation")
def test_the_first_tile_stands_on_the_foundation() -> None:
    assert founded("SW").view(None)["church"]["tiles"] == [{"tile": "SW", "square": 25, "seat": R, "cube": True}]


@pytest.mark.rule("elasund.church.unchosen_to_bottom")
def test_the_other_tile_is_drawn_last() -> None:
    table = founded("SW", "C")
    for number in range(8):
        table.gold(B, 7).phase("build")
        table.state.builds = 0
        table.when(B, BuildChurch())
        [built] = table.happened(ChurchTileBuilt)
        assert (built.tile == tile("C")) == (number == 7)


@pytest.mark.rule("elasund.church.area_fixed")
def test_the_first_tile_fixes_the_area() -> None:
    for chosen, columns, rows in (("SW", (2, 4), (3, 5)), ("NW", (2, 4), (5, 7)), ("SE", (0, 2), (3, 5))):
        others = [name for name in ("NW", "N", "NE", "W", "C", "E", "SW", "S", "SE") if name != chosen]
        table = Table(huts=False).church(R, chosen, *others, bottom=others[-1])
        squares = squares_of(table.state.church)
        assert (min(at // 10 for at in squares), max(at // 10 for at in squares)) == columns
        assert (min(at % 10 for at in squares), max(at % 10 for at in squares)) == rows


@pytest.mark.rule("elasund.church.later_tiles_blind")
def test_later_tiles_are_drawn_and_go_to_their_one_place() -> None:
    table = founded("SW").when(B, BuildChurch(), tile("NE"))
    assert table.happened(ChurchTileBuilt) == [ChurchTileBuilt(B, tile("NE"), 43, True)]
    assert table.happened(ChurchTilesDrawn) == []
    left = ("NW", "N", "NE", "W", "E", "S", "SE")  # C lies at the bottom
    assert weighed(table.chance) == [("church", [int(name in left) for name in CHURCH_TILES])]


@pytest.mark.rule("elasund.church.no_withdrawal")
def test_a_drawn_tile_cannot_be_taken_back() -> None:
    """Drawing tiles reveals something, so that an undo under `until_reveal` stops there."""
    table = Table().gold(R, 7).when(R, BuildChurch())
    assert any(ELASUND.events.of(event).reveals for event in table.events)
    later = founded().when(B, BuildChurch())
    assert any(ELASUND.events.of(event).reveals for event in later.events)
    assert table.refused(R, build("well", 3, 8)) == "elasund.church.first_tile_choice"


@pytest.mark.rule("elasund.church.cube")
def test_a_church_tile_takes_a_cube() -> None:
    table = founded()
    assert table.points(R) == 1
    assert table.when(B, BuildChurch()).points(B) == 1


@pytest.mark.rule("elasund.church.displaces_any_size")
def test_any_building_gives_way_to_the_church() -> None:
    table = founded("SW").building(R, "inn", (3, 3)).when(B, BuildChurch(), tile("NE"))
    assert (table.at(3, 3), table.points(R), table.stack("inn")) == (None, 1, 5)
    large = founded("SW").building(R, "large", (3, 2)).when(B, BuildChurch(), tile("NE"))
    assert (large.at(3, 2), large.points(R), large.stack("large")) == (None, 1, 3)
    assert large.influences()[B] == 0


@pytest.mark.rule("elasund.church.displaces_own")
def test_own_buildings_give_way_too() -> None:
    table = founded("SW").building(B, "inn", (3, 3))
    assert table.points(B) == 1
    table.when(B, BuildChurch(), tile("NE"))
    assert (table.at(3, 3), table.points(B)) == (None, 1)


@pytest.mark.rule("elasund.church.permit_returned")
def test_a_permit_on_the_square_returns_without_gold() -> None:
    table = founded("SW").permit(R, 4, (4, 3)).when(B, BuildChurch(), tile("NE"))
    assert table.permit_on(4, 3) is None
    assert 4 in table.seat_view(None, R)["supply"]["permits"]
    assert (table.gold_of(R), table.happened(CompensationPaid)) == (0, [])


@pytest.mark.rule("elasund.church.tile_permanent")
def test_a_church_tile_is_never_covered() -> None:
    table = founded("SW").church(B, "NE").permit(B, 0, (3, 3), (3, 4)).influence(B, red=3)
    for pay in (None, "red"):
        assert table.refused(B, build("inn", 3, 3, pay)) == "elasund.church.tile_permanent"
    assert not table.may(B, build("inn", 3, 3))


@pytest.mark.rule("elasund.church.free_squares_usable")
def test_free_squares_of_the_area_stay_open() -> None:
    table = founded("SW").ship(6).phase("permit")
    assert table.may(B, place(0, 3, 4))
    assert founded("SW").permit(B, 0, (3, 4)).may(B, build("well", 3, 4))


@pytest.mark.rule("elasund.church.no_trade_points")
def test_a_church_tile_earns_no_trade_points() -> None:
    table = founded("SE").when(B, BuildChurch(), tile("W"))
    assert table.happened(ChurchTileBuilt) == [ChurchTileBuilt(B, tile("W"), 4, True)]
    assert table.trade(B) == (0, [])
    table.permit(B, 0, (0, 3))
    assert table.refused(B, build("workshop", 0, 3)) == "elasund.church.tile_permanent"


@pytest.mark.rule("elasund.church.lost_trade")
def test_what_the_church_removes_loses_its_trade_points() -> None:
    table = founded("SE").building(R, "inn", (0, 3))
    assert table.trade(R) == (2, [])
    assert table.when(B, BuildChurch(), tile("W")).trade(R) == (0, [])


@pytest.mark.rule("elasund.church.complete")
def test_a_complete_church_takes_no_tile() -> None:
    table = Table(huts=False).church(B, "C", "NW", "N", "NE", "W", "E", "SW", "S", "SE").gold(R, 9)
    assert table.refused(R, BuildChurch()) == "elasund.church.complete"
    assert not table.may(R, BuildChurch())
    assert (table.winner(), table.end_turn().waiting()) == (None, [B])


@pytest.mark.rule("elasund.church.hut_removed")
def test_a_hut_removed_by_the_church_is_placed_anew() -> None:
    table = founded("SW", huts=True).when(B, BuildChurch(), tile("SE"))
    assert table.at(4, 6) is None
    assert (table.waiting(), table.frame()) == ([R], "replace_hut")
    assert table.when(R, hut("large_hut", 3, 8)).at(3, 9) == (R, "large_hut")
    assert table.waiting() == [B]


def test_the_hidden_tile_is_told_to_its_builder_alone() -> None:
    table = Table().gold(R, 7).when(R, BuildChurch(), pair("SW", "C")).when(R, ChooseChurchTile(tile("SW")))
    assert table.happened(ChurchTileHidden) == [ChurchTileHidden(R, tile("C"))]
    hidden = [event for event in table.seen(B) if event["type"] == "ChurchTileHidden"]
    assert hidden == [{"type": "ChurchTileHidden", "seat": R}]
