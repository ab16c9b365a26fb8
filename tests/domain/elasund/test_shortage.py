"""Tests when the cards run out (ledger, chapter 6)."""

from dataclasses import replace

import pytest

from domain.elasund import ELASUND
from domain.elasund.chapters.permits import TakeGold
from domain.elasund.chapters.production import CardsShort, GoldHalved, GoldProduced, HalveInfluence, HalvesShuffled
from domain.elasund.chapters.special import BuyGold
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.payments import DeckRenewed, InfluenceDrawn
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, build, influence, move


def two_workshops(edition: str = "english") -> Table:
    """Red and blue are due one gold each in row 6."""
    table = Table(2, edition, huts=False).building(R, "workshop", (0, 4)).building(B, "workshop", (1, 4))
    return table.gold(R, 25).gold(B, 25)


def inns(edition: str = "english", red: int = 1, blue: int = 1) -> Table:
    """Red and blue are each due one influence card for every inn of theirs in row 6."""
    table = Table(3, edition, huts=False)
    table.building(R, "inn", *[(2 * n, 4) for n in range(red)])
    return table.building(B, "inn", *[(2 * (red + n), 3) for n in range(blue)])


@pytest.mark.rule("elasund.shortage.trigger_total")
def test_a_shortage_is_a_supply_below_all_that_is_due() -> None:
    table = two_workshops().supply(bank=1).roll(6)
    assert table.happened(CardsShort) == [CardsShort(True)]
    assert table.happened(GoldProduced) == []
    assert table.happened(GoldHalved) == [GoldHalved((12, 12))]


@pytest.mark.rule("elasund.shortage.exact_supply")
def test_a_supply_that_pays_exactly_is_no_shortage() -> None:
    table = two_workshops().gold(R, 20).supply(bank=2).roll(6)
    assert table.happened(CardsShort) == []
    assert (table.state.gold, table.state.bank) == ([21, 26], 0)
    cards = inns(blue=2).supply(deck="red", discards="blue green").roll(6)
    assert (cards.happened(CardsShort), cards.influences()) == ([], [1, 2, 0])


@pytest.mark.rule("elasund.shortage.zero_due")
def test_without_anything_due_there_is_no_shortage() -> None:
    table = inns().gold(R, 10).supply(bank=0).roll(6)
    assert table.happened(CardsShort) == []
    assert table.gold_of(R) == 10


@pytest.mark.rule("elasund.shortage.kinds_apart")
def test_gold_and_influence_run_short_apart() -> None:
    table = inns().building(R, "workshop", (5, 4)).gold(R, 9).supply(bank=0).roll(6)
    assert table.happened(CardsShort) == [CardsShort(True)]
    assert table.influences()[:2] == [1, 1]
    assert table.gold_of(R) == 5
    penniless = inns().building(R, "workshop", (5, 4)).supply(bank=0).roll(6)
    assert (penniless.gold_of(R), penniless.influences()) == (0, [1, 1, 0])
    blind = inns().building(R, "workshop", (5, 4)).supply(deck="red").roll(6)
    assert (blind.happened(CardsShort), blind.gold_of(R)) == ([CardsShort(False)], 1)
    assert blind.influences() == [0, 0, 0]


@pytest.mark.rule("elasund.shortage.reshuffle_first")
def test_the_discard_pile_is_shuffled_in_before_influence_is_short() -> None:
    table = inns(blue=2).supply(deck="red", discards="blue blue blue blue green").roll(6, 0, 2, 2)
    assert table.happened(CardsShort) == []
    assert [type(e) for e in table.happened(InfluenceDrawn, DeckRenewed)] == [
        InfluenceDrawn,
        DeckRenewed,
        InfluenceDrawn,
        InfluenceDrawn,
    ]
    assert (table.influence_of(R), table.influence_of(B)) == ({"red": 1}, {"blue": 2})
    short = inns(blue=2).supply(deck="red", discards="blue").roll(6)
    assert short.happened(CardsShort) == [CardsShort(False)]


def halving(edition: str = "english") -> Table:
    """Three cards are due and two are left; red holds five, blue one and green two."""
    table = inns(edition, blue=2).influence(R, red=3, blue=2).influence(B, green=1).influence(2, red=2)
    return table.supply(deck="red", discards="green").roll(6)


@pytest.mark.rule("elasund.shortage.halve_all")
def test_all_give_up_half_rounded_down() -> None:
    table = halving()
    assert table.waiting() == [R, 2]
    gold = list(table.state.gold)
    table.when(R, HalveInfluence(influence(red=2))).when(2, HalveInfluence(influence(red=1)))
    assert table.influences() == [3, 1, 1]
    assert table.state.gold == gold
    short = Table(3, huts=False).building(R, "workshop", (0, 4)).gold(R, 5).gold(B, 7).influence(B, red=4)
    assert short.supply(bank=0).roll(6).happened(GoldHalved) == [GoldHalved((2, 3, 0))]
    assert short.influences()[B] == 4


@pytest.mark.rule("elasund.shortage.halve_gold")
def test_a_shortage_of_gold_halves_gold() -> None:
    table = two_workshops().supply(bank=1).roll(6)
    assert table.happened(GoldHalved) == [GoldHalved((12, 12))]
    assert (table.state.gold, table.state.bank) == ([13, 13], 25)


@pytest.mark.rule("elasund.shortage.halve_before_income")
def test_halves_are_counted_before_the_income() -> None:
    table = Table(2, "german", huts=False).building(R, "workshop", (0, 4)).gold(R, 4).supply(bank=0).roll(6)
    assert table.happened(GoldHalved) == [GoldHalved((2, 0))]
    assert table.gold_of(R) == 3


@pytest.mark.rule("elasund.shortage.halve_owner_chooses")
def test_the_owner_chooses_the_half() -> None:
    table = halving()
    for chosen in (influence(red=2), influence(blue=2), influence(red=1, blue=1)):
        assert table.may(R, HalveInfluence(chosen))
    assert table.refused(R, HalveInfluence(influence(red=1))) == "elasund.shortage.halve_all"
    assert table.refused(R, HalveInfluence(influence(red=3))) == "elasund.shortage.halve_all"
    assert table.refused(R, HalveInfluence(influence(green=2))) == "elasund.shortage.cards_held"


@pytest.mark.rule("elasund.shortage.halve_simultaneous")
def test_nothing_goes_on_until_all_have_halved() -> None:
    table = halving().when(2, HalveInfluence(influence(red=1)))
    assert table.waiting() == [R]
    assert table.refused(R, BuildWall(105)) == "elasund.turn.obligations_block"
    assert table.refused(2, HalveInfluence(influence(red=1))) == "elasund.shortage.halve_simultaneous"
    assert table.when(R, HalveInfluence(influence(red=2))).frame() == "build_tiles"


def after_halving(edition: str = "english") -> Table:
    """Red and green have given up half; the deck holds the two cards that were left and these three."""
    table = halving(edition).when(2, HalveInfluence(influence(red=1)))
    return table.when(R, HalveInfluence(influence(red=1, blue=1)))


@pytest.mark.rule("elasund.shortage.new_deck")
def test_everything_is_shuffled_into_a_new_deck() -> None:
    table = after_halving()
    assert table.happened(HalvesShuffled) == [HalvesShuffled()]
    assert table.state.deck == [3, 1, 1]
    assert table.state.discards == [0, 0, 0]
    assert table.view(None)["deck"] == 5


@pytest.mark.rule("elasund.shortage.income_forfeited")
def test_in_english_the_short_income_is_lost() -> None:
    gold = two_workshops().supply(bank=1).roll(6)
    assert gold.state.gold == [13, 13]
    assert after_halving().influences() == [3, 1, 1]


@pytest.mark.rule("elasund.shortage.income_after_halving")
def test_in_german_the_income_is_paid_after_halving() -> None:
    gold = two_workshops("german").supply(bank=1).roll(6)
    assert gold.state.gold == [14, 14]
    assert after_halving("german").influences() == [4, 3, 1]


@pytest.mark.rule("elasund.shortage.income_after_halving")
def test_halves_that_suffice_exactly_are_paid_out() -> None:
    table = inns("german", red=1, blue=1).influence(R, red=4).supply(deck=" ", discards=" ").roll(6)
    table.when(R, HalveInfluence(influence(red=2)))
    assert (table.influences(), table.view(None)["deck"]) == ([3, 1, 0], 0)


@pytest.mark.rule("elasund.shortage.still_short")
def test_income_that_the_halves_cannot_pay_either_is_lost() -> None:
    table = inns("german", red=1, blue=2).influence(R, red=2).supply(discards="red").roll(6)
    table.when(R, HalveInfluence(influence(red=1)))
    assert table.influences() == [1, 0, 0]
    assert table.view(None)["deck"] == 2
    gold = Table(2, "german", huts=False).building(R, "workshop", (0, 4)).gold(R, 1).supply(bank=0).roll(6)
    assert gold.gold_of(R) == 1


@pytest.mark.rule("elasund.shortage.only_production")
def test_later_draws_of_the_turn_are_normal() -> None:
    table = Table(2, huts=False, shortage_lasts="roll").building(R, "workshop", (0, 4)).building(B, "workshop", (1, 4))
    table.gold(R, 25).gold(B, 25).supply(bank=1).roll(6).to_permit_phase().when(R, TakeGold())
    assert table.gold_of(R) == 13 + 2
    assert two_workshops("german").supply(bank=1).roll(6).to_permit_phase().when(R, TakeGold()).gold_of(R) == 14 + 2


@pytest.mark.rule("elasund.shortage.lasts")
def test_in_english_nobody_gets_a_short_kind_until_the_turn_ends() -> None:
    table = two_workshops().supply(bank=1).roll(6)
    assert table.view(None)["short"] == ["gold"]
    table.to_permit_phase().when(R, TakeGold())
    assert table.gold_of(R) == 13
    table.influence(R, red=1, green=1, blue=1)
    assert table.refused(R, BuyGold()) == "elasund.shortage.lasts"
    assert BuyGold() not in table.listed(R)
    assert "short" not in table.end_turn().view(None)


@pytest.mark.rule("elasund.shortage.lasts")
def test_a_wall_brings_no_influence_while_it_is_short() -> None:
    table = after_halving().gold(R, 2).when(R, BuildWall(105))
    assert (table.view(None)["short"], table.happened(InfluenceDrawn)) == (["influence"], [])
    assert len(table.view(None)["walls"]) == 1
    paid = after_halving("german").gold(R, 2).when(R, BuildWall(105))
    assert len(paid.happened(InfluenceDrawn)) == 1


@pytest.mark.rule("elasund.shortage.lasts_among_players")
def test_players_compensate_each_other_while_gold_is_short() -> None:
    table = two_workshops().supply(bank=1).permit(R, 4, (2, 1)).permit(B, 2, (3, 1)).permit(R, 0, (2, 2)).roll(6)
    table.when(R, build("inn", 2, 1))
    assert table.gold_of(B) == 13 + 2


@pytest.mark.rule("elasund.shortage.paid_ends_it")
def test_a_shortage_that_was_paid_does_not_last() -> None:
    table = Table(2, huts=False, shortage_income="paid_after_halving").building(R, "workshop", (0, 4))
    table.gold(R, 8).supply(bank=0).roll(6).to_permit_phase().when(R, TakeGold())
    assert table.gold_of(R) == 4 + 1 + 2


def test_a_position_in_a_shortage_is_packed_with_it() -> None:
    state = two_workshops().supply(bank=1).roll(6).state
    again = ELASUND.unpack(ELASUND.pack(state))
    assert (again.short, again.builds) == (state.short, state.builds) == (1, 0)


def test_a_game_from_before_the_switch_is_short_for_the_roll_alone() -> None:
    config = ELASUND.configure(2, None, (), {})
    old = replace(config, options={k: v for k, v in config.options.items() if k != "shortage_lasts"})
    assert config.options["shortage_lasts"] == "turn"
    assert ELASUND.completed(old).options["shortage_lasts"] == "roll"


@pytest.mark.rule("elasund.shortage.other_draws_partial")
def test_other_draws_give_what_is_there() -> None:
    table = Table().walls(R, 107, 106, 105, 104).gold(R, 2).supply(deck="red").when(R, BuildWall(207))
    assert (table.influence_of(R), table.happened(CardsShort)) == ({"red": 1}, [])
    renewed = Table().walls(R, 107, 106, 105, 104).gold(R, 2).supply(deck="red", discards="blue")
    assert renewed.when(R, BuildWall(207)).influence_of(R) == {"red": 1, "blue": 1}
    assert Table().supply(bank=1).phase("permit").when(R, TakeGold()).gold_of(R) == 1


@pytest.mark.rule("elasund.shortage.phase3_empty_bank")
def test_gold_may_be_chosen_from_an_empty_bank() -> None:
    table = Table().supply(bank=0).permit(R, 0, (0, 0)).influence(R, red=2).phase("permit").when(R, TakeGold())
    assert (table.gold_of(R), table.frame()) == (0, "special_action")
    assert table.may(R, move(0, 0, 1, "red"))


@pytest.mark.rule("elasund.shortage.special_d_empty_bank")
def test_gold_is_not_bought_from_an_empty_bank() -> None:
    table = Table().influence(R, red=1, green=1, blue=1).phase("special")
    assert table.supply(bank=0).refused(R, BuyGold()) == "elasund.shortage.special_d_empty_bank"
    assert table.supply(bank=1).when(R, BuyGold()).gold_of(R) == 1
