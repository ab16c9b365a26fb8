"""Tests phase 3d: buying development cards (ledger section 13)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.development.messages import BuyDevelopmentCard, DevelopmentCardBought
from domain.catan.terms import CARD_COST, CARDS, DECK, KNIGHT, MONOPOLY, VICTORY_POINT
from domain.core.chance import SeededChance, outcomes
from tests.domain.catan.table import Table

BUY = BuyDevelopmentCard()
ONE = {"wool": 1, "grain": 1, "ore": 1}


def buyer(times: int = 1) -> Table:
    """Seat 0 can buy that many cards."""
    return Table().hand(0, **dict.fromkeys(ONE, times))


@pytest.mark.rule("catan.development_card.cost")
def test_a_development_card_costs_ore_wool_and_grain() -> None:
    table = buyer().when(0, BUY, MONOPOLY)
    assert table.hand_of(0) == {}
    assert table.bank() == dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19)
    assert table.happened(DevelopmentCardBought) == [DevelopmentCardBought(0, MONOPOLY, CARD_COST)]
    assert table.view(0)["seats"][0]["development_cards"]["monopoly"] == 1
    assert table.view(0)["deck"] == 24
    for missing in ONE:
        short = Table().hand(0, **{**ONE, missing: 0}, brick=3)
        assert short.refused(0, BUY) == "catan.development_card.cost"


def bought(*buyers: int) -> list[int]:
    """Return the cards that these seats buy one after the other in a game of a known seed."""
    table = Table()
    found = []
    for seat in buyers:
        table.hand(seat, **ONE).turn(seat)
        draft = CATAN.decide(table.state, seat, BUY, SeededChance(b"a known deck"))
        table.state = draft.state
        found += [event.card for event in draft.events if isinstance(event, DevelopmentCardBought)]
    return found


@pytest.mark.rule("catan.development_card.top")
def test_the_buyer_takes_the_top_card_without_choice() -> None:
    assert BuyDevelopmentCard.__slots__ == ()
    whole = bought(*[0] * 25)
    assert [whole.count(card) for card in range(len(CARDS))] == list(DECK)
    assert len(set(whole[:10])) > 1
    assert bought(3) == whole[:1]
    assert bought(2, 1, 0, 3, 2, 1) == whole[:6]


@pytest.mark.rule("catan.development_card.top")
def test_every_card_left_is_as_likely_on_top() -> None:
    table = buyer(2).when(0, BUY, MONOPOLY)
    drawn = outcomes(lambda chance: CATAN.decide(table.state, 0, BUY, chance).events)
    odds = {events[0].card: round(24 * part) for events, part in drawn}
    assert odds == dict(enumerate((14, 2, 2, 1, 5)))


@pytest.mark.rule("catan.development_card.secret")
def test_a_bought_card_stays_secret() -> None:
    table = buyer().when(0, BUY, VICTORY_POINT)
    assert table.seen(0)[0]["card"] == "victory_point"
    for viewer in (1, None):
        assert "card" not in table.seen(viewer)[0]
        shown = table.view(viewer)["seats"][0]
        assert shown["development_card_count"] == 1
        assert "development_cards" not in shown
        assert "own_points" not in shown
        assert shown["points"] == 0
    other = buyer().when(0, BUY, KNIGHT)
    assert other.view(1) == table.view(1)
    assert other.seen(1) == table.seen(1)
    assert table.seen(1)[0].keys() == {"type", "seat", "cost"}


@pytest.mark.rule("catan.development_card.deck_empty")
def test_an_empty_deck_sells_nothing() -> None:
    table = buyer().cards(1, **dict(zip(CARDS, DECK, strict=True)))
    assert table.view(None)["deck"] == 0
    assert table.refused(0, BUY) == "catan.development_card.deck_empty"
    assert BUY not in table.listed(0)
    assert table.hand_of(0) == ONE
    last = buyer().cards(1, **dict(zip(CARDS, [*DECK[:4], 4], strict=True))).when(0, BUY, VICTORY_POINT)
    assert last.view(None)["deck"] == 0


@pytest.mark.rule("catan.development_card.several")
def test_several_cards_may_be_bought_in_one_turn() -> None:
    table = buyer(2).when(0, BUY, KNIGHT).when(0, BUY, VICTORY_POINT)
    assert table.hand_of(0) == {}
    assert table.view(0)["seats"][0]["development_card_count"] == 2
    assert table.state.turn == 1
    assert table.refused(0, BUY) == "catan.development_card.cost"


@pytest.mark.rule("catan.development_card.not_on_board")
def test_buying_needs_no_place_and_knows_no_limit() -> None:
    table = buyer().cards(0, knight=6)
    assert table.roads_of(0) == []
    table.when(0, BUY, KNIGHT)
    assert table.view(0)["seats"][0]["development_cards"]["knight"] == 7
    assert table.refused(0, BUY) == "catan.development_card.cost"
