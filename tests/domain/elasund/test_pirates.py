"""Tests rolling a seven (ledger, chapter 15)."""

import pytest

from domain.elasund.board import LABELS
from domain.elasund.chapters.pirates import (
    CardsGivenUp,
    ChooseReward,
    DeclineReward,
    DrawReward,
    GiveUpCards,
    PiratePoolCleared,
    PiratePoolRevealed,
    RewardTaken,
)
from domain.elasund.chapters.ship import MoveShip
from domain.elasund.chapters.walls import BuildWall
from tests.domain.elasund.table import Table, weighed
from tests.domain.elasund.words import B, R, Y, cards


def raided(edition: str = "english", towers: int = 1) -> Table:
    """Red, with this many towers, raids blue's well in row 5; blue, with one gold and two red cards, owes one card."""
    table = Table(4, edition, huts=False).walls(R, *(107, 106, 105, 104, 103, 102, 207, 206, 205)[: 3 * towers])
    return table.building(B, "well", (6, 3)).gold(B, 1).influence(B, red=2).roll_pirate(5)


@pytest.mark.rule("elasund.pirate.move_other_row")
def test_the_pirate_goes_to_any_other_row() -> None:
    table = Table().ship(5).roll(7)
    assert [command.row for command in table.listed(R)] == [row for row in LABELS if row != 5]
    assert table.refused(R, MoveShip(5)) == "elasund.pirate.move_other_row"
    assert table.refused(R, MoveShip(7)) == "elasund.pirate.move_other_row"


@pytest.mark.rule("elasund.pirate.first_turn")
def test_on_a_first_seven_all_rows_are_open() -> None:
    table = Table()
    table.state.ship = -1
    assert [command.row for command in table.roll(7).listed(R)] == list(LABELS)


@pytest.mark.rule("elasund.pirate.discard_per_cube")
def test_every_cube_in_the_row_costs_a_card() -> None:
    table = Table(huts=False).building(B, "well", (5, 3), (6, 3)).building(Y, "well", (7, 3)).gold(B, 5).gold(Y, 5)
    table.roll_pirate(5)
    assert [table.owed(seat) for seat in range(4)] == [0, 2, 0, 1]
    assert table.waiting() == [B, Y]


@pytest.mark.rule("elasund.pirate.roller_too")
def test_the_roller_gives_up_cards_too() -> None:
    table = Table(huts=False).building(R, "well", (6, 3)).gold(R, 5).roll_pirate(5)
    assert table.waiting() == [R]
    assert table.when(R, GiveUpCards(cards(gold=1))).gold_of(R) == 4


def owed_in(table: Table, seat: int, row: int) -> int:
    """Return what a seat with nine gold owes when the pirate comes to a row."""
    table.ship(12 if row != 12 else 2).gold(seat, 9).roll_pirate(row)
    return table.owed(seat)


@pytest.mark.rule("elasund.pirate.discard_by_flag_row")
def test_a_cube_counts_in_the_row_of_its_flag() -> None:
    assert owed_in(Table(huts=False).building(B, "inn", (4, 2)), B, 5) == 0
    assert owed_in(Table(huts=False).building(B, "inn", (4, 2)), B, 4) == 1


@pytest.mark.rule("elasund.pirate.large_two_rows")
def test_a_large_building_counts_in_its_upper_two_rows() -> None:
    owed = [owed_in(Table(huts=False).building(R, "large", (6, 2)), R, row) for row in (3, 4, 5, 6)]
    assert owed == [0, 1, 1, 0]


@pytest.mark.rule("elasund.pirate.east_tower_counts")
def test_a_tower_in_the_east_counts_in_its_row() -> None:
    table = Table(huts=False).walls(R, 301, 302, 303)
    assert owed_in(table, R, 5) == 1
    assert owed_in(Table(huts=False).walls(R, 301, 302, 303), R, 4) == 0


@pytest.mark.rule("elasund.pirate.ns_tower_not")
def test_towers_in_the_north_and_south_are_in_no_row() -> None:
    for row in LABELS:
        assert owed_in(Table(huts=False).walls(R, 107, 106, 105), R, row) == 0
        assert owed_in(Table(huts=False).walls(R, 207, 206, 205), R, row) == 0


@pytest.mark.rule("elasund.pirate.track_cubes_not")
def test_cubes_on_the_track_are_in_no_row() -> None:
    for row in LABELS:
        table = Table(huts=False).building(R, "house", (0, 9)).building(R, "workshop", (0, 7))
        assert table.trade(R) == (3, [3])
        assert owed_in(table, R, row) == 0


@pytest.mark.rule("elasund.pirate.church_cubes_count")
def test_church_cubes_count_in_the_row_of_their_tile() -> None:
    assert owed_in(Table(huts=False).church(R, "C"), R, 8) == 1
    assert owed_in(Table(huts=False).church(R, "C"), R, 9) == 0
    short = (
        Table(huts=False)
        .building(R, "large", (7, 1), (5, 1), (5, 6))
        .building(R, "well", (3, 9), (4, 9), (7, 9), (8, 9))
    )
    assert owed_in(short.church(R, "C"), R, 8) == 0


@pytest.mark.rule("elasund.pirate.owner_chooses")
def test_the_owner_chooses_the_cards() -> None:
    table = Table(huts=False).building(B, "well", (4, 3), (5, 3), (6, 3)).gold(B, 4).influence(B, red=1, blue=1)
    table.roll_pirate(5)
    for chosen in (cards(gold=3), cards(gold=1, red=1, blue=1)):
        assert table.may(B, GiveUpCards(chosen))
    for number in (2, 4):
        assert table.refused(B, GiveUpCards(cards(gold=number))) == "elasund.pirate.discard_per_cube"
    assert table.refused(B, GiveUpCards(cards(red=3))) == "elasund.pirate.cards_held"


@pytest.mark.rule("elasund.pirate.short_hand")
def test_a_short_hand_gives_all_it_has() -> None:
    table = Table(huts=False).building(B, "well", (4, 3), (5, 3), (6, 3)).gold(B, 1).influence(B, red=1).roll_pirate(5)
    assert (table.seat_view(None, B)["hand"], table.frame()) == (0, "build_tiles")
    roller = Table(huts=False).building(R, "well", (5, 3), (6, 3)).gold(R, 1).roll_pirate(5)
    assert (roller.happened(CardsGivenUp), roller.gold_of(R)) == ([CardsGivenUp(R, 1, cards(gold=1))], 0)
    empty = Table(huts=False).building(B, "well", (6, 3)).roll_pirate(5)
    assert (empty.happened(CardsGivenUp), empty.frame()) == ([], "build_tiles")


@pytest.mark.rule("elasund.pirate.forced_auto")
def test_who_owes_the_whole_hand_is_not_asked() -> None:
    table = Table(huts=False).building(B, "well", (6, 3)).influence(B, red=1).roll_pirate(5)
    assert table.happened(CardsGivenUp) == [CardsGivenUp(B, 1, cards(red=1))]
    assert table.waiting() == [R]


@pytest.mark.rule("elasund.pirate.simultaneous")
def test_all_choose_at_once_and_show_together() -> None:
    table = Table(huts=False).building(R, "well", (5, 3)).building(B, "well", (6, 3)).gold(R, 3).gold(B, 3)
    table.influence(R, red=1).roll_pirate(5).when(R, GiveUpCards(cards(red=1)))
    assert table.seen(B)[0] == {"type": "CardsGivenUp", "seat": R, "count": 1}
    assert "laying_aside" not in table.seat_view(B, R)
    assert table.refused(R, GiveUpCards(cards(gold=1))) == "elasund.pirate.simultaneous"
    table.when(B, GiveUpCards(cards(gold=1)))
    assert table.happened(PiratePoolRevealed) == [PiratePoolRevealed((0, 1, 0, 0, 1, 0, 0, 0, *[0] * 8))]


@pytest.mark.rule("elasund.pirate.before_reward")
def test_discards_come_before_the_reward_and_that_before_building() -> None:
    table = raided()
    assert table.waiting() == [B]
    assert table.refused(R, DrawReward(1)) == "elasund.pirate.before_reward"
    assert table.gold(R, 9).refused(R, BuildWall(104)) == "elasund.turn.obligations_block"
    table.when(B, GiveUpCards(cards(gold=1)))
    assert table.frame() == "pirate_reward"
    assert table.refused(R, BuildWall(104)) == "elasund.pirate.before_reward"


@pytest.mark.rule("elasund.pirate.reward_count")
def test_the_reward_is_a_card_a_tower() -> None:
    table = Table(huts=False).walls(R, 107, 106, 105, 301, 302, 303).building(B, "well", (5, 4), (6, 4), (7, 4), (8, 4))
    table.gold(B, 9).roll_pirate(6).when(B, GiveUpCards(cards(gold=4)))
    assert table.listed(R) == [DeclineReward(), DrawReward(1), DrawReward(2)]
    assert table.refused(R, DrawReward(3)) == "elasund.pirate.reward_count"
    without = raided(towers=0).when(B, GiveUpCards(cards(gold=1)))
    assert without.frame() == "build_tiles"


@pytest.mark.rule("elasund.pirate.reward_cap")
def test_the_reward_is_not_more_than_was_given_up() -> None:
    table = raided(towers=3).when(B, GiveUpCards(cards(gold=1)))
    assert table.listed(R) == [DeclineReward(), DrawReward(1)]
    assert table.refused(R, DrawReward(2)) == "elasund.pirate.reward_cap"
    nothing = Table(huts=False).walls(R, 107, 106, 105).roll_pirate(5)
    assert nothing.frame() == "build_tiles"


@pytest.mark.rule("elasund.pirate.reward_pool_all")
def test_the_rollers_own_cards_are_in_the_pool() -> None:
    table = Table(huts=False).walls(R, 107, 106, 105).building(R, "well", (6, 3)).gold(R, 5).roll_pirate(5)
    table.when(R, GiveUpCards(cards(gold=1))).when(R, DrawReward(1))
    assert table.gold_of(R) == 5


def pool_of_three(edition: str) -> Table:
    """Blue and yellow have given up one gold and two red cards; red has one tower."""
    table = Table(4, edition, huts=False).walls(R, 107, 106, 105).building(B, "well", (6, 3))
    table.building(Y, "well", (7, 3), (5, 3)).gold(B, 1).influence(Y, red=2).roll_pirate(5)
    assert table.view(None)["pirate_pool"] == {"gold": 1, "red": 2, "green": 0, "blue": 0}
    return table


@pytest.mark.rule("elasund.pirate.reward_random")
def test_in_english_the_reward_is_drawn() -> None:
    table = pool_of_three("english")
    assert table.refused(R, ChooseReward(cards(red=1))) == "elasund.pirate.reward_random"
    assert pool_of_three("english").when(R, DrawReward(1), 0).happened(RewardTaken) == [RewardTaken(R, 0)]
    assert table.when(R, DrawReward(1), 1).influence_of(R) == {"red": 1}
    pool = pool_of_three("english").walls(R, 104, 103, 102)
    pool.agenda(*pool.state.agenda[:-1], pool.state.agenda[-1]._replace(data=2))
    pool.when(R, DrawReward(2), 1, 1)
    assert weighed(pool.chance) == [("pirate", [1, 2, 0, 0]), ("pirate", [1, 1, 0, 0])]


@pytest.mark.rule("elasund.pirate.reward_choose")
def test_in_german_the_reward_is_chosen() -> None:
    table = pool_of_three("german")
    assert table.refused(R, DrawReward(1)) == "elasund.pirate.reward_choose"
    for count in (0, 2):
        assert table.refused(R, ChooseReward(cards(red=count))) == "elasund.pirate.reward_count"
        assert not table.may(R, ChooseReward(cards(red=count)))
    assert table.refused(R, ChooseReward(cards(blue=1))) == "elasund.pirate.reward_cap"
    assert table.may(R, ChooseReward(cards(gold=1)))
    assert table.when(R, ChooseReward(cards(red=1))).influence_of(R) == {"red": 1}


@pytest.mark.rule("elasund.pirate.reward_optional")
def test_the_reward_may_be_declined() -> None:
    for edition in ("english", "german"):
        assert pool_of_three(edition).may(R, DeclineReward())
        table = pool_of_three(edition).when(R, DeclineReward())
        assert (table.influences()[R], table.gold_of(R), table.frame()) == (0, 0, "build_tiles")
        assert table.view(None)["built_this_turn"] == 0


@pytest.mark.rule("elasund.pirate.pool_destination")
def test_what_is_not_taken_goes_away() -> None:
    table = pool_of_three("english")
    bank = table.view(None)["bank"]
    table.when(R, DeclineReward())
    assert table.happened(PiratePoolCleared) == [PiratePoolCleared()]
    assert (table.view(None)["bank"], table.view(None)["discards"]["red"]) == (bank + 1, 2)
    assert table.view(None)["pirate_pool"] == {"gold": 0, "red": 0, "green": 0, "blue": 0}


@pytest.mark.rule("elasund.pirate.turn_continues")
def test_after_the_pirate_the_turn_goes_on() -> None:
    table = raided().when(B, GiveUpCards(cards(gold=1))).when(R, DrawReward(1))
    assert table.gold(R, 9).may(R, BuildWall(104))


@pytest.mark.rule("elasund.pirate.cubes_stay")
def test_the_pirate_takes_no_cubes_tiles_or_permits() -> None:
    table = Table(huts=False).building(B, "well", (6, 3)).permit(B, 2, (5, 3)).gold(B, 5)
    before = [table.view(None)[name] for name in ("buildings", "permits", "walls")]
    table.roll_pirate(5).when(B, GiveUpCards(cards(gold=1)))
    assert [table.view(None)[name] for name in ("buildings", "permits", "walls")] == before
    assert table.points(B) == 1
