"""Tests the points on which the texts disagree, each under both editions (component facts 15)."""

from dataclasses import asdict, replace

import pytest

from domain.elasund import ELASUND
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.huts import DeclineHut, HutLost
from domain.elasund.chapters.permits import PassPermit, PlacePermit, TakeGold
from domain.elasund.chapters.pirates import ChooseReward, DeclineReward, DrawReward, GiveUpCards
from domain.elasund.chapters.production import CardsShort
from domain.elasund.chapters.setup import CityFounded
from domain.elasund.chapters.special import BuyGold
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.options import EDITIONS, SWITCHES
from domain.elasund.payments import DeckRenewed
from domain.elasund.pieces import KINDS_OF_BUILDING
from domain.elasund.terms import GOLD_CARDS, INFLUENCE_CARDS, SMALL_HUT
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, Y, build, cards, extra, hut, place, tile


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> str:
    """Return the edition under which a test runs, each in turn."""
    return str(request.param)


def test_an_edition_sets_all_switches_and_a_switch_wins_over_it() -> None:
    for at, name in enumerate(EDITIONS):
        options = ELASUND.configure(2, None, (), {"edition": name}).options
        assert {switch: options[switch] for switch in SWITCHES} == {s: r[at] for s, r in SWITCHES.items()}
    mixed = ELASUND.configure(2, None, (), {"edition": "german", "hut_replace": "may"}).options
    assert (mixed["hut_replace"], mixed["win_timing"]) == ("may", "immediate")
    assert ELASUND.configure(2, None, (), {}).options["edition"] == "english"


def test_1_ten_cubes_win_at_once_or_at_the_end_of_the_turn(edition: str) -> None:
    table = Table(4, edition, huts=False).building(R, "large", (7, 1), (5, 1), (5, 5)).building(R, "inn", (3, 3))
    table.building(R, "well", (8, 8), (8, 9)).permit(R, 0, (3, 9)).gold(R, 5).when(R, build("well", 3, 9))
    assert table.points(R) == 10
    assert table.winner() == (R if edition == "german" else None)
    if edition == "english":
        assert table.end_turn().winner() == R


def pool(edition: str) -> Table:
    """Blue has given up one gold and one red card to red's pirate; red has two towers."""
    table = Table(4, edition, huts=False).walls(R, 107, 106, 105, 104, 103, 102).building(B, "well", (5, 3), (6, 3))
    return table.gold(B, 1).influence(B, red=1).roll_pirate(5)


def test_2_the_reward_is_drawn_or_chosen(edition: str) -> None:
    table = pool(edition)
    assert table.may(R, DrawReward(2)) == (edition == "english")
    assert table.may(R, ChooseReward(cards(gold=1, red=1))) == (edition == "german")


def test_3_the_reward_is_optional(edition: str) -> None:
    assert pool(edition).when(R, DeclineReward()).frame() == "build_tiles"


def full_rows(edition: str) -> Table:
    """The rows 5, 6 and 8 are full, and the ship is in row 6."""
    return Table(4, edition, huts=False).ship(6).phase("permit").full_row(5).full_row(6).full_row(8)


def test_4_a_full_row_opens_the_adjacent_or_the_nearest_free_rows(edition: str) -> None:
    assert full_rows(edition).may(R, place(0, 0, 2)) == (edition == "german")
    assert Table(4, edition, huts=False).ship(6).phase("permit").full_row(6).may(R, place(0, 0, 3))


def hut_off(edition: str) -> Table:
    """Red has built over blue's small hut."""
    return Table(4, edition).permit(R, 0, (1, 1), (2, 1)).gold(R, 9).when(R, build("inn", 1, 1))


def test_5_a_hut_may_or_must_be_placed_anew(edition: str) -> None:
    assert hut_off(edition).may(B, DeclineHut(SMALL_HUT)) == (edition == "english")
    assert hut_off(edition).may(B, hut("small_hut", 7, 7))


def test_6_a_hut_stands_on_own_permits_or_on_none(edition: str) -> None:
    table = hut_off(edition).permit(R, 2, (7, 7)).permit(B, 0, (7, 8))
    assert not table.may(B, hut("small_hut", 7, 7))
    assert table.may(B, hut("small_hut", 7, 8)) == (edition == "english")


def test_6_a_game_from_before_the_switch_bars_own_permits(edition: str) -> None:
    config = ELASUND.configure(4, None, (), {"edition": edition})
    old = {name: value for name, value in config.options.items() if name != "hut_on_own_permits"}
    table = hut_off(edition).permit(B, 0, (7, 8))
    table.state.setting = ELASUND.begin(CityFounded({**asdict(config), "modules": [], "options": old})).setting
    assert ELASUND.completed(replace(config, options=old)).options["hut_on_own_permits"] == "forbidden"
    assert not table.may(B, hut("small_hut", 7, 8))
    assert hut("small_hut", 7, 8) not in table.listed(B)


def test_7_any_cause_lets_a_hut_be_placed_anew(edition: str) -> None:
    church = Table(4, edition).church(Y, "SW", bottom="C").gold(B, 7).turn(B).when(B, BuildChurch(), tile("SE"))
    equal = Table(4, edition).permit(B, 0, (3, 5)).gold(B, 5).influence(B, red=3).turn(B)
    equal.when(B, build("stalls", 3, 5, "red"))
    for table, owner in ((hut_off(edition), B), (church, R), (equal, R)):
        assert (table.frame(), table.waiting()) == ("replace_hut", [owner])


def test_8_the_builder_places_first_then_clockwise(edition: str) -> None:
    table = Table(4, edition).permit(R, 0, (2, 1), (3, 1)).gold(R, 9).when(R, build("inn", 2, 1))
    assert table.waiting() == [R]
    assert table.when(R, hut("small_hut", 7, 7)).waiting() == [B]


def test_9_placing_a_hut_is_no_build(edition: str) -> None:
    assert hut_off(edition).when(B, hut("small_hut", 7, 7)).when(R, BuildWall(107)).frame() == "permit_or_gold"


def test_10_short_income_is_lost_or_paid_after_halving(edition: str) -> None:
    table = Table(2, edition, huts=False).building(R, "workshop", (0, 4)).gold(R, 8).supply(bank=0).roll(6)
    assert table.happened(CardsShort) == [CardsShort(True)]
    assert table.gold_of(R) == (4 if edition == "english" else 5)


def test_11_discards_are_shuffled_in_before_a_shortage(edition: str) -> None:
    table = Table(2, edition, huts=False).building(R, "inn", (0, 4)).supply(deck=" ", discards="blue").roll(6)
    assert (table.happened(CardsShort), table.happened(DeckRenewed)) == ([], [DeckRenewed()])
    assert table.influence_of(R) == {"blue": 1}


def test_12_other_draws_take_what_is_there(edition: str) -> None:
    assert Table(2, edition).supply(bank=1).phase("permit").when(R, TakeGold()).gold_of(R) == 1
    wall = Table(4, edition).walls(R, 107, 106, 105, 104).gold(R, 2).supply(deck="red").when(R, BuildWall(103))
    assert wall.influence_of(R) == {"red": 1}


def test_13_one_payment_covers_two_equal_buildings(edition: str) -> None:
    table = Table(4, edition, huts=False).building(R, "shop", (2, 6)).building(B, "shop", (4, 8)).turn(Y)
    table.permit(Y, 0, (4, 7), (3, 8)).gold(Y, 3).influence(Y, green=3).when(Y, build("inn", 3, 7, "green"))
    assert table.influence_of(Y) == {}


def test_14_a_repeated_number_is_that_of_the_ships_row(edition: str) -> None:
    table = Table(4, edition, huts=False).roll_pirate(5).roll(5)
    assert table.frame() == "move_ship"
    assert Table(4, edition, huts=False).ship(3).roll(3).roll(3).ship_row() == 3


def test_15_special_action_d_costs_one_of_each_color(edition: str) -> None:
    assert Table(4, edition).influence(R, red=1, green=1, blue=1).phase("special").may(R, BuyGold())
    assert not Table(4, edition).influence(R, red=3).phase("special").may(R, BuyGold())


def test_16_influence_opens_any_empty_square(edition: str) -> None:
    table = Table(4, edition, huts=False).influence(R, blue=2).ship(12).phase("permit")
    assert {c.square for c in table.listed(R) if isinstance(c, PlacePermit) and c.color == 2} == (set(range(90)) - {25})
    special = Table(4, edition, huts=False).influence(R, red=1, green=1, blue=1).phase("special")
    assert special.may(R, extra(0, 8, 9))
    assert not special.may(R, extra(0, 2, 5))


def test_17_the_box_holds_51_gold_and_39_influence_cards(edition: str) -> None:
    table = Table(2, edition)
    assert (table.view(None)["bank"], table.view(None)["deck"]) == (GOLD_CARDS, sum(INFLUENCE_CARDS)) == (51, 39)


def test_18_a_part_in_the_row_produces(edition: str) -> None:
    assert Table(4, edition, huts=False).building(R, "shop", (0, 3)).roll(6).gold_of(R) == 1


def test_19_after_a_seven_a_permit_goes_to_the_row_of_the_pirate(edition: str) -> None:
    table = Table(4, edition, huts=False).roll_pirate(5).to_permit_phase()
    assert table.may(R, place(0, 0, 3))
    assert not table.may(R, place(0, 0, 4))
    assert table.full_row(5).may(R, place(0, 0, 4))


def test_20_phase_three_may_or_may_not_be_passed(edition: str) -> None:
    assert Table(4, edition).phase("permit").may(R, PassPermit()) == (edition == "english")


def test_21_the_owner_chooses_what_the_pirate_gets(edition: str) -> None:
    table = Table(4, edition, huts=False).building(B, "well", (6, 3)).gold(B, 1).influence(B, red=1).roll_pirate(5)
    assert table.may(B, GiveUpCards(cards(gold=1)))
    assert table.may(B, GiveUpCards(cards(red=1)))
    bank = table.view(None)["bank"]
    table.when(B, GiveUpCards(cards(gold=1)))
    assert table.view(None)["bank"] == bank + 1


def test_22_the_tile_not_chosen_is_shown_to_nobody_else(edition: str) -> None:
    table = Table(4, edition, huts=False).church(R, "SW", bottom="C")
    assert table.seat_view(R, R)["church_bottom"] == "C"
    assert not any("church_bottom" in shown for shown in table.view(B)["seats"])


def test_a_hut_without_a_place_is_lost_in_both(edition: str) -> None:
    table = Table(4, edition).permit(R, 0, (1, 1), (2, 1)).gold(R, 9).full_board((1, 1), (2, 1), (1, 2))
    assert table.when(R, build("inn", 1, 1)).happened(HutLost) == [HutLost(B, SMALL_HUT)]


def test_neutral_buildings_are_twenty_one() -> None:
    assert sum(kind.copies for kind in KINDS_OF_BUILDING if kind.is_neutral) == 21
