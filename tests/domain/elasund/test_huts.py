"""Tests the workers' huts (ledger, chapter 17)."""

import pytest

from domain.elasund.board import squares_of
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.huts import DeclineHut, HutLost, HutReplaced, ReplaceHut, hut_places
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.displacing import PermitReturned
from domain.elasund.payments import GoldPaid
from domain.elasund.terms import BUILDINGS, LARGE_HUT, SMALL_HUT
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, G, R, Y, build, hut, place, tile


def displaced(seats: int = 4, edition: str = "english") -> Table:
    """Red has built an inn on (2,1) over its own hut on (3,2) and blue's on (2,2)."""
    table = Table(seats, edition).permit(R, 0, (2, 1), (3, 1)).gold(R, 9)
    return table.when(R, build("inn", 2, 1))


def blue_displaced(edition: str = "english", *free: tuple[int, int]) -> Table:
    """Red has built over blue's small hut alone; if squares are named, only these are empty."""
    table = Table(4, edition).permit(R, 0, (1, 1), (2, 1)).gold(R, 9)
    if free:
        table.full_board((1, 1), (2, 1), (1, 2), (2, 2), *free)
        table.state.built |= 1 << 22
    return table.when(R, build("inn", 1, 1))


def places(table: Table, seat: int, kind: int = SMALL_HUT) -> list[int]:
    """Return the squares that a seat is offered for a hut."""
    return [c.square for c in table.listed(seat) if isinstance(c, ReplaceHut) and c.hut == kind]


@pytest.mark.rule("elasund.hut.trigger_any")
def test_a_hut_displaced_by_anything_is_placed_anew() -> None:
    larger = blue_displaced()
    equal = Table().permit(B, 0, (3, 5)).gold(B, 5).influence(B, green=3).turn(B)
    equal.when(B, build("stalls", 3, 5, "green"))
    church = Table().church(Y, "SW", bottom="C").gold(B, 7).turn(B).when(B, BuildChurch(), tile("SE"))
    for table, owner in ((larger, B), (equal, R), (church, R)):
        assert (table.frame(), table.waiting()) == ("replace_hut", [owner])


@pytest.mark.rule("elasund.hut.immediate")
def test_a_hut_is_placed_before_the_turn_goes_on() -> None:
    table = blue_displaced()
    assert table.at(1, 1) == (R, "inn")
    assert table.refused(R, BuildWall(107)) == "elasund.hut.immediate"
    assert table.when(B, hut("small_hut", 7, 7)).may(R, BuildWall(107))
    assert displaced().refused(R, BuildWall(107)) == "elasund.hut.immediate"


@pytest.mark.rule("elasund.hut.free")
def test_a_hut_costs_nothing() -> None:
    table = blue_displaced().when(B, hut("small_hut", 7, 7))
    assert table.happened(GoldPaid) == []
    assert table.view(None)["permits"] == []
    assert table.at(7, 7) == (B, "small_hut")


@pytest.mark.rule("elasund.hut.not_a_build")
def test_a_hut_is_no_build() -> None:
    table = displaced().when(R, hut("small_hut", 7, 7)).when(B, hut("small_hut", 7, 8))
    assert table.view(None)["built_this_turn"] == 1
    assert table.when(R, BuildWall(107)).frame() == "permit_or_gold"


@pytest.mark.rule("elasund.hut.may_replace")
def test_in_english_the_owner_may_choose() -> None:
    table = blue_displaced()
    assert table.may(B, hut("small_hut", 7, 7))
    assert table.may(B, DeclineHut(SMALL_HUT))


@pytest.mark.rule("elasund.hut.decline")
def test_a_declined_hut_is_out_of_the_game() -> None:
    table = blue_displaced().when(B, DeclineHut(SMALL_HUT))
    assert table.happened(HutLost) == [HutLost(B, SMALL_HUT)]
    table.turn(B)
    assert table.refused(B, hut("small_hut", 7, 7)) == "elasund.hut.immediate"
    assert not any(b["seat"] == B and b["building"] == "small_hut" for b in table.view(None)["buildings"])


@pytest.mark.rule("elasund.hut.must_replace")
def test_in_german_the_owner_must() -> None:
    table = blue_displaced("german")
    assert table.refused(B, DeclineHut(SMALL_HUT)) == "elasund.hut.must_replace"
    assert DeclineHut(SMALL_HUT) not in table.listed(B)
    assert places(table, B)


@pytest.mark.rule("elasund.hut.any_empty")
def test_any_empty_square_will_do() -> None:
    table = blue_displaced()
    assert set(places(table, B)) == set(squares_of(table.state.empty & ~table.state.setting.board.trade_fields))
    assert table.refused(B, hut("small_hut", 2, 5)) == "elasund.hut.any_empty"
    assert table.refused(B, hut("small_hut", 3, 2)) == "elasund.hut.any_empty"
    church = Table().church(Y, "SW").permit(R, 0, (1, 1), (2, 1)).gold(R, 9).when(R, build("inn", 1, 1))
    assert church.may(B, hut("small_hut", 3, 4))


@pytest.mark.rule("elasund.hut.not_trade_field")
def test_a_hut_never_stands_on_a_trade_field() -> None:
    table = displaced(3).when(R, DeclineHut(SMALL_HUT))
    for x, y in ((0, 4), (5, 0), (5, 9)):
        assert table.refused(B, hut("small_hut", x, y)) == "elasund.hut.not_trade_field"
    assert displaced(2).when(R, DeclineHut(SMALL_HUT)).may(B, hut("small_hut", 4, 0))


def with_permits(edition: str = "english", **options: str) -> Table:
    """Red has built over blue's small hut; there are permits of red on (7,7) and of blue on (7,8) and (0,8)."""
    table = Table(4, edition, **options).permit(R, 0, (1, 1), (2, 1), (7, 7)).permit(B, 0, (7, 8), (0, 8)).gold(R, 9)
    return table.when(R, build("inn", 1, 1))


@pytest.mark.rule("elasund.hut.not_on_permits")
@pytest.mark.parametrize("edition", ["english", "german"])
def test_a_hut_never_stands_on_a_barred_permit(edition: str) -> None:
    table = with_permits(edition)
    assert table.refused(B, hut("small_hut", 7, 7)) == "elasund.hut.not_on_permits"
    assert not {77, 8} & set(places(table, B))
    for barred in (with_permits("german"), with_permits(hut_on_own_permits="forbidden")):
        assert barred.refused(B, hut("small_hut", 7, 8)) == "elasund.hut.not_on_permits"
        assert 78 not in places(barred, B)


@pytest.mark.rule("elasund.hut.on_own_permits")
def test_in_english_a_hut_may_stand_on_own_permits() -> None:
    for table in (with_permits(), with_permits("german", hut_on_own_permits="allowed")):
        assert 78 in places(table, B)
        assert table.when(B, hut("small_hut", 7, 8)).at(7, 8) == (B, "small_hut")
    assert with_permits().refused(B, hut("small_hut", 0, 8)) == "elasund.hut.not_trade_field"
    last = Table().permit(R, 0, (1, 1), (2, 1)).permit(B, 0, (7, 8)).gold(R, 9)
    last.full_board((1, 1), (2, 1), (1, 2), (2, 2))
    last.state.built |= 1 << 22
    assert places(last.when(R, build("inn", 1, 1)), B) == [78]


@pytest.mark.rule("elasund.hut.own_permit_returns")
def test_an_own_permit_below_a_hut_returns() -> None:
    table = with_permits().when(B, hut("small_hut", 7, 8))
    assert table.happened(PermitReturned, GoldPaid, HutReplaced) == [
        PermitReturned(B, 0),
        HutReplaced(B, SMALL_HUT, 78),
    ]
    assert (table.permit_on(7, 8), table.permit_on(7, 7)) == (None, (R, 2))
    assert table.may(R, BuildWall(107))
    assert table.turn(B, "permit").ship(10).gold(B, 9).may(B, place(0, 6, 7))
    large = Table().permit(B, 0, (3, 5)).gold(B, 5).influence(B, green=3).permit(R, 1, (7, 7), (7, 8)).turn(B)
    large.when(B, build("stalls", 3, 5, "green")).when(R, hut("large_hut", 7, 7))
    assert large.happened(PermitReturned) == [PermitReturned(R, 1), PermitReturned(R, 2)]
    assert (large.at(7, 7), large.at(7, 8)) == ((R, "large_hut"), (R, "large_hut"))
    half = Table().permit(B, 0, (3, 5)).gold(B, 5).influence(B, green=3).permit(R, 1, (7, 8)).turn(B)
    half.when(B, build("stalls", 3, 5, "green")).when(R, hut("large_hut", 7, 7))
    assert half.happened(PermitReturned) == [PermitReturned(R, 1)]


def red_large_hut(*free: tuple[int, int]) -> Table:
    """Blue has built stalls over red's large hut; only the named squares are empty."""
    table = Table().permit(B, 0, (3, 5)).gold(B, 5).influence(B, green=3).turn(B)
    table.full_board((3, 5), *free)
    return table.when(B, build("stalls", 3, 5, "green"))


@pytest.mark.rule("elasund.hut.two_squares")
def test_the_large_hut_needs_two_squares_one_below_the_other() -> None:
    table = red_large_hut((3, 8), (4, 8))
    assert table.happened(HutLost) == [HutLost(R, LARGE_HUT)]
    edge = red_large_hut((3, 9), (4, 0))
    assert edge.happened(HutLost) == [HutLost(R, LARGE_HUT)]
    free = red_large_hut((3, 8), (3, 9))
    assert places(free, R, LARGE_HUT) == [38]
    assert free.refused(R, hut("large_hut", 3, 9)) == "elasund.hut.two_squares"


@pytest.mark.rule("elasund.hut.no_square_out")
def test_without_a_place_the_hut_leaves_the_game() -> None:
    for edition in ("english", "german"):
        table = Table(4, edition).permit(R, 0, (1, 1), (2, 1)).gold(R, 9)
        table.full_board((1, 1), (2, 1), (1, 2))
        table.when(R, build("inn", 1, 1))
        assert table.happened(HutLost) == [HutLost(B, SMALL_HUT)]
        assert table.waiting() == [R]


@pytest.mark.rule("elasund.hut.builder_first")
def test_the_builder_comes_first() -> None:
    table = displaced()
    assert table.waiting() == [R]
    assert table.refused(B, hut("small_hut", 7, 7)) == "elasund.hut.clockwise"
    assert table.when(R, hut("small_hut", 7, 7)).waiting() == [B]
    later = Table().permit(B, 0, (2, 1), (3, 1)).gold(B, 9).turn(B).when(B, build("inn", 2, 1))
    assert later.waiting() == [B]
    assert later.when(B, hut("small_hut", 7, 7)).waiting() == [R]


@pytest.mark.rule("elasund.hut.clockwise")
def test_everybody_is_asked_for_the_own_huts_alone() -> None:
    table = Table(huts=False).building(B, "large_hut", (3, 2)).building(Y, "small_hut", (2, 2))
    table.permit(R, 0, (2, 1), (3, 1)).gold(R, 9).when(R, build("inn", 2, 1))
    assert (places(table, B), DeclineHut(SMALL_HUT) in table.listed(B)) == ([], False)
    assert places(table, B, LARGE_HUT)
    table.when(B, hut("large_hut", 7, 7))
    assert (places(table, Y, LARGE_HUT), DeclineHut(LARGE_HUT) in table.listed(Y)) == ([], False)
    assert places(table, Y)


@pytest.mark.rule("elasund.hut.clockwise")
def test_the_others_follow_clockwise() -> None:
    table = Table(huts=False).building(Y, "small_hut", (2, 2)).building(B, "small_hut", (3, 2))
    table.permit(R, 0, (2, 1), (3, 1)).gold(R, 9).when(R, build("inn", 2, 1))
    assert table.waiting() == [B]
    assert table.refused(Y, hut("small_hut", 7, 7)) == "elasund.hut.clockwise"
    assert table.when(B, hut("small_hut", 7, 7)).waiting() == [Y]
    past = Table(huts=False).building(R, "small_hut", (2, 2)).building(Y, "small_hut", (3, 2))
    past.permit(G, 0, (2, 1), (3, 1)).gold(G, 9).turn(G).when(G, build("inn", 2, 1))
    assert past.waiting() == [Y]
    assert past.when(Y, hut("small_hut", 7, 7)).waiting() == [R]


@pytest.mark.rule("elasund.hut.two_of_one_owner")
def test_an_owner_of_two_chooses_their_order() -> None:
    for first, second in (("small_hut", "large_hut"), ("large_hut", "small_hut")):
        table = Table(huts=False).building(R, "small_hut", (2, 2)).building(R, "large_hut", (3, 2))
        table.permit(R, 0, (2, 1), (3, 1)).gold(R, 9).when(R, build("inn", 2, 1))
        half = table.state.copy()
        table.when(R, DeclineHut(BUILDINGS.index(first)))
        assert {command.hut for command in table.listed(R)} == {BUILDINGS.index(second)}
        table.state = half
        table.when(R, hut(first, 6, 6))
        assert (table.frame(), table.waiting()) == ("replace_hut", [R])
        assert table.when(R, hut(second, 8, 6)).frame() == "build_tiles"
        assert table.happened(HutReplaced)


@pytest.mark.rule("elasund.hut.earlier_blocks_later")
def test_an_earlier_hut_blocks_a_later_one() -> None:
    table = Table().permit(R, 0, (2, 1), (3, 1)).gold(R, 9)
    table.full_board((2, 1), (3, 1), (3, 8))
    table.when(R, build("inn", 2, 1)).when(R, hut("small_hut", 3, 8))
    assert table.happened(HutLost) == [HutLost(B, SMALL_HUT)]
    assert table.frame() == "build_tiles"


@pytest.mark.rule("elasund.hut.freed_squares")
def test_squares_freed_by_the_build_are_legal() -> None:
    table = Table(huts=False).building(Y, "large_hut", (2, 2)).permit(R, 0, (1, 1), (1, 2)).gold(R, 9)
    table.when(R, build("inn", 1, 1))
    assert hut_places(table.state, Y, LARGE_HUT) >> 23 & 1
    assert table.refused(Y, hut("large_hut", 2, 2)) == "elasund.hut.any_empty"
    assert table.when(Y, hut("large_hut", 2, 3)).at(2, 4) == (Y, "large_hut")


@pytest.mark.rule("elasund.hut.trigger_any")
def test_a_hut_is_placed_only_by_its_owner_and_only_what_is_off() -> None:
    table = blue_displaced()
    assert table.refused(R, hut("small_hut", 7, 7)) == "elasund.hut.clockwise"
    assert table.refused(B, hut("large_hut", 7, 7)) == "elasund.hut.trigger_any"
