"""Tests hidden and public information: development cards, points and the end (ledger section 5)."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.scoring import GameWon, HandsRevealed
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import CARDS, KNIGHT, MONOPOLY, VICTORY_POINT, WOOL
from tests.domain.catan.outsiders import EVERYONE, alike
from tests.domain.catan.table import Table, cards, edge, node

OTHERS = (0, 2, 3, None)


def bought(card: int) -> Table:
    """Seat 1 has just bought a card; the deck gave this one."""
    return Table().turn(1).hand(1, wool=1, grain=1, ore=1).when(1, BuyDevelopmentCard(), card)


def seat_of(table: Table, viewer: int | None, seat: int) -> dict[str, Any]:
    """Return a seat as a viewer is shown it."""
    shown: dict[str, Any] = table.view(viewer)["seats"][seat]
    return shown


@pytest.mark.rule("catan.hidden.development_kind")
def test_a_bought_card_is_known_to_its_owner_alone() -> None:
    table = bought(MONOPOLY)
    assert seat_of(table, 1, 1)["development_cards"]["monopoly"] == 1
    assert seat_of(table, 1, 1)["bought_this_turn"]["monopoly"] == 1
    assert {"type": "DevelopmentCardBought", "card": "monopoly"}.items() <= purchase(table, 1).items()
    for viewer in OTHERS:
        assert seat_of(table, viewer, 1)["development_card_count"] == 1
        assert "development_cards" not in seat_of(table, viewer, 1)
        assert set(purchase(table, viewer)) == {"type", "seat", "cost"}


def purchase(table: Table, viewer: int | None) -> dict[str, Any]:
    """Return the purchase as a viewer is shown it."""
    return next(event for event in table.seen(viewer) if event["type"] == "DevelopmentCardBought")


@pytest.mark.rule("catan.hidden.development_kind")
def test_nothing_tells_one_bought_card_from_another() -> None:
    tables = [bought(card) for card in range(len(CARDS))]
    for other in tables[1:]:
        assert alike(tables[0], other, *OTHERS)
        assert not alike(tables[0], other, 1)
    later = [table.when(1, EndTurn()).roll(2) for table in tables]
    for other in later[1:]:
        assert alike(later[0], other, *OTHERS)


@pytest.mark.rule("catan.hidden.development_count")
def test_the_number_of_unplayed_cards_is_public() -> None:
    table = Table().cards(1, knight=1, victory_point=1)
    assert [seat_of(table, viewer, 1)["development_card_count"] for viewer in EVERYONE] == [2] * 5
    assert [seat_of(table, viewer, 0)["development_card_count"] for viewer in EVERYONE] == [0] * 5


@pytest.mark.rule("catan.hidden.deck_order")
def test_nobody_knows_the_next_card() -> None:
    results = set()
    for card in range(len(CARDS)):
        table = Table().hand(0, wool=1, grain=1, ore=1)
        before = [table.view(viewer) for viewer in EVERYONE]
        assert before == [Table().hand(0, wool=1, grain=1, ore=1).view(viewer) for viewer in EVERYONE]
        results.add(tuple(table.when(0, BuyDevelopmentCard(), card).view(0)["seats"][0]["development_cards"].values()))
    assert len(results) == len(CARDS)


@pytest.mark.rule("catan.hidden.deck_order")
def test_the_rest_of_the_deck_does_not_show() -> None:
    """A deck that lacks two knights and one that lacks two monopolies look the same to those who did not buy them."""
    first, second = Table().cards(1, knight=2), Table().cards(1, monopoly=2)
    assert first.state.deck != second.state.deck
    assert alike(first, second, *OTHERS)
    guesses = {tuple(CATAN.determinize(CATAN.observe(second.state, 0), Random(n)).deck) for n in range(30)}
    assert len(guesses) > 3


@pytest.mark.rule("catan.hidden.deck_count")
def test_the_size_of_the_deck_is_public() -> None:
    table = Table().hand(0, wool=4, grain=4, ore=4)
    for _ in range(4):
        table.when(0, BuyDevelopmentCard(), KNIGHT)
    assert [table.view(viewer)["deck"] for viewer in EVERYONE] == [21] * 5


@pytest.mark.rule("catan.hidden.played_knights")
def test_played_knights_are_public() -> None:
    table = Table().knights(1, 2).cards(1, knight=1)
    assert [seat_of(table, viewer, 1)["knights"] for viewer in EVERYONE] == [2] * 5
    table.turn(1).when(1, PlayKnight())
    for viewer in EVERYONE:
        assert table.seen(viewer)[0] == {"type": "KnightPlayed", "seat": 1}
        assert seat_of(table, viewer, 1)["knights"] == 3


@pytest.mark.rule("catan.hidden.progress_shown")
def test_a_played_progress_card_is_shown() -> None:
    table = Table().cards(0, monopoly=1).hand(1, wool=2).when(0, PlayMonopoly(WOOL))
    for viewer in EVERYONE:
        assert table.seen(viewer)[0]["type"] == "MonopolyPlayed"
        assert table.seen(viewer)[0]["resource"] == "wool"
        assert table.view(viewer)["played_cards"]["monopoly"] == 1
        assert seat_of(table, viewer, 0)["development_card_count"] == 0


@pytest.mark.rule("catan.hidden.progress_shown")
def test_every_progress_card_is_shown_when_played() -> None:
    for command in (PlayRoadBuilding(), PlayYearOfPlenty(cards(ore=2))):
        table = Table().settlement(0, node("(0,0)N")).cards(0, road_building=1, year_of_plenty=1).when(0, command)
        name = type(command).__name__.removeprefix("Play") + "Played"
        assert [table.seen(viewer)[0]["type"] for viewer in EVERYONE] == [name] * 5
        assert [sum(table.view(viewer)["played_cards"].values()) for viewer in EVERYONE] == [1] * 5


def eight_points() -> Table:
    """Seat 1 has four cities and so eight points in its own turn."""
    return Table().city(1, *(node(name) for name in ("(0,-2)N", "(2,-2)N", "(2,0)N", "(0,2)N"))).turn(1)


@pytest.mark.rule("catan.hidden.public_score")
def test_the_public_score_leaves_victory_point_cards_out() -> None:
    table = Table().city(1, node("(0,-2)N"), node("(2,0)N")).cards(1, victory_point=2)
    assert [seat_of(table, viewer, 1)["points"] for viewer in EVERYONE] == [4] * 5
    assert seat_of(table, 1, 1)["own_points"] == 6
    assert all("own_points" not in seat_of(table, viewer, 1) for viewer in OTHERS)


@pytest.mark.rule("catan.hidden.public_score")
def test_the_public_score_counts_special_cards() -> None:
    table = Table().settlement(1, node("(0,0)N")).knights(1, 3)
    assert [seat_of(table, viewer, 1)["points"] for viewer in EVERYONE] == [3] * 5


@pytest.mark.rule("catan.hidden.victory_point_cards")
def test_victory_point_cards_cannot_be_shown_early() -> None:
    table = Table().city(1, *(node(name) for name in ("(0,-2)N", "(2,-2)N", "(2,0)N"))).turn(1)
    table.cards(1, victory_point=2)
    assert seat_of(table, 1, 1)["own_points"] == 8
    assert [type(command) for command in table.listed(1)] == [EndTurn]
    assert not [name for name in CATAN.commands.by_name if "Victory" in name or "Reveal" in name]
    with pytest.raises(KeyError):
        CATAN.commands.decode({"type": "PlayVictoryPoint"})
    hidden = Table().city(1, *(node(name) for name in ("(0,-2)N", "(2,-2)N", "(2,0)N"))).turn(1).cards(1, knight=2)
    assert alike(table.when(1, EndTurn()), hidden.when(1, EndTurn()), *OTHERS)


@pytest.mark.rule("catan.hidden.victory_point_cards")
def test_victory_point_cards_show_when_they_win() -> None:
    table = eight_points().cards(1, victory_point=1).hand(1, wool=1, grain=1, ore=1)
    assert CATAN.result(table.state) is None
    table.when(1, BuyDevelopmentCard(), VICTORY_POINT)
    assert table.happened(GameWon) == [GameWon(1, 10, 2)]
    assert [seat_of(table, viewer, 1)["points"] for viewer in EVERYONE] == [10] * 5


@pytest.mark.rule("catan.hidden.end_reveal")
def test_everything_is_revealed_at_the_end() -> None:
    table = eight_points().cards(1, victory_point=1).cards(2, knight=1).hand(2, wool=2, ore=1).hand(1, grain=1)
    table.road(1, edge("(0,-1)", "NW")).hand(1, brick=1, lumber=1, wool=1, grain=1)
    assert all("resources" not in seat_of(table, viewer, 2) for viewer in (0, 1, 3, None))
    table.when(1, BuildSettlement(node("(0,-1)N")))
    assert [type(event) for event in table.events if type(event) in (GameWon, HandsRevealed)] == [
        GameWon,
        HandsRevealed,
    ]
    for viewer in EVERYONE:
        won = next(event for event in table.seen(viewer) if event["type"] == "GameWon")
        assert won == {"type": "GameWon", "seat": 1, "points": 10, "victory_point_cards": 1}
        assert seat_of(table, viewer, 2)["resources"] == {"brick": 0, "lumber": 0, "wool": 2, "grain": 0, "ore": 1}
        assert seat_of(table, viewer, 2)["development_cards"]["knight"] == 1
        assert seat_of(table, viewer, 1)["resources"]["grain"] == 1
        assert seat_of(table, viewer, 1)["development_cards"]["victory_point"] == 1
        assert seat_of(table, viewer, 0)["development_cards"] == dict.fromkeys(CARDS, 0)
