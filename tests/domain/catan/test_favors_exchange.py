"""Tests favors: exchanging a token, and the end of the game (rulebook 003, Intercambiar; Fin de la partida)."""

import pytest

from domain.catan import CATAN, combinations
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.robber.messages import DeclineSteal, MoveRobber
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.favors.earning import AcceptGift, DeclineGift, OfferGift
from domain.catan.modules.favors.exchange import ExchangeFavor, ReturnFavor
from domain.catan.modules.favors.guilds import CallMasterBuilders, CallScholars, CallTraders
from domain.catan.modules.five_six import Pass
from domain.catan.terms import KNIGHT
from tests.domain.catan.favoring import BOOK, COMPASS, ORE, SHIP, SUPPLIES, WOOL, Favoring, sides, trail
from tests.domain.catan.outsiders import alike
from tests.domain.catan.table import line, path_edges, ring, tile

EDGES = path_edges(line(2))


@pytest.mark.rule("favors.exchange.draw_then_return")
def test_an_exchange_draws_first_and_returns_any_token() -> None:
    table = Favoring().tokens(0, book=1)
    assert table.refused(0, ReturnFavor(BOOK)) == "favors.exchange.draw_then_return"
    table.when(0, ExchangeFavor(), SHIP)
    assert (table.frame(), table.listed(0)) == ("return_favor", [ReturnFavor(SHIP), ReturnFavor(BOOK)])
    assert table.refused(0, EndTurn()) == "catan.turn.pending_first"
    assert table.refused(0, ReturnFavor(COMPASS)) == "favors.exchange.draw_then_return"
    table.when(0, ReturnFavor(BOOK))
    assert (table.held(0), table.counts(), table.guild()["supply"]) == ({"ship": 1}, [1, 0, 0, 0], 55)
    again = Favoring().tokens(0, book=1).when(0, ExchangeFavor(), SHIP).when(0, ReturnFavor(SHIP))
    assert again.held(0) == {"book": 1}


@pytest.mark.rule("favors.exchange.needs_token_and_supply")
def test_an_exchange_needs_a_token_and_a_supply() -> None:
    for table in (Favoring(), Favoring().tokens(0, book=1).supply()):
        assert table.refused(0, ExchangeFavor()) == "favors.exchange.needs_token_and_supply"
        assert ExchangeFavor() not in table.listed(0)
    table = Favoring().tokens(0, book=1).supply(ship=1).when(0, ExchangeFavor(), SHIP)
    assert table.when(0, ReturnFavor(BOOK)).guild()["supply"] == 1


@pytest.mark.rule("favors.exchange.fresh_may_return")
def test_a_fresh_token_may_be_exchanged_away() -> None:
    table = Favoring().hand(0, wool=1).gift(1, WOOL, BOOK).when(0, ExchangeFavor(), SHIP).when(0, ReturnFavor(BOOK))
    assert table.held(0) == {"ship": 1}
    for use in (CallTraders(WOOL, ORE), ExchangeFavor()):
        assert table.refused(0, use) == "favors.use.once_per_turn"


@pytest.mark.rule("favors.exchange.secret")
def test_nobody_else_learns_what_was_exchanged() -> None:
    def exchanged(held: str, drawn: int, returned: int) -> Favoring:
        table = Favoring().tokens(0, **{held: 1}).when(0, ExchangeFavor(), drawn)
        assert {"type": "ExchangeBegun", "seat": 0} in table.seen(1)
        return table.when(0, ReturnFavor(returned))

    first, second = exchanged("book", SHIP, BOOK), exchanged("compass", BOOK, BOOK)
    assert {"type": "FavorReturned", "seat": 0, "token": "book"} in first.seen(0)
    assert {"type": "FavorReturned", "seat": 0} in first.seen(None)
    assert alike(first, second, 1, 2, 3, None)


def test_an_open_exchange_tells_nobody_what_was_drawn() -> None:
    first = Favoring().tokens(0, book=1).when(0, ExchangeFavor(), SHIP)
    second = Favoring().tokens(0, compass=1).when(0, ExchangeFavor(), BOOK)
    assert alike(first, second, 1, 2, 3, None)
    assert first.listed(0) != second.listed(0)


@pytest.mark.rule("favors.target.eleven")
def test_favors_raise_the_target_to_eleven() -> None:
    for map_name, seats in (("beginner", 3), ("beginner", 4), *(("variable", count) for count in SUPPLIES)):
        config = CATAN.configure(seats, map_name, ("favors",), {})
        assert config.options["victory_points"] == 11
        assert CATAN.configure(seats, map_name, (), {}).options["victory_points"] == 10
    table = Favoring().tokens(0, compass=4).catan_tokens(0, 9).when(0, CallMasterBuilders())
    assert (table.points(0), CATAN.result(table.state)) == (10, None)
    won = CATAN.result(table.turn(0).when(0, CallMasterBuilders()).state)
    assert won is not None
    assert won.winners == (0,)


@pytest.mark.rule("favors.win.own_turn_only")
def test_points_won_out_of_turn_count_when_the_own_turn_begins() -> None:
    table = Favoring(5).catan_tokens(2, 9).hand(2, brick=1, lumber=1)
    topology = table.state.setting.board.topology
    edges = sides(topology, trail(topology, 0, 5))
    table.road(2, *edges[:4]).when(0, EndTurn()).when(1, Pass()).when(2, BuildRoad(edges[4]))
    assert (table.points(2), CATAN.result(table.state)) == (11, None)
    for seat in (2, 3, 4):
        table.when(seat, Pass())
    assert (table.state.active, CATAN.result(table.state)) == (1, None)
    table.phase("trade").when(1, EndTurn())
    for seat in (2, 3, 4, 0):
        table.when(seat, Pass())
    assert table.state.winner == 2


def revealing(table: Favoring) -> list[str]:
    """Return the names of the newest events that reveal something hidden."""
    return [CATAN.events.of(event).name for event in table.events if CATAN.events.of(event).reveals]


@pytest.mark.rule("favors.undo.draws_reveal")
def test_every_draw_is_a_reveal() -> None:
    gift = Favoring().hand(0, wool=1).when(0, OfferGift(WOOL, 1))
    assert revealing(gift) == []
    assert "FavorDrawn" in revealing(gift.when(1, AcceptGift(WOOL, 0), BOOK))
    robber = Favoring().robber(tile("(2,0)")).phase("roll").roll(7).when(0, MoveRobber(tile("(-2,1)")), BOOK)
    assert revealing(robber) == ["FavorDrawn"]
    exchange = Favoring().tokens(0, book=1).when(0, ExchangeFavor(), SHIP)
    assert revealing(exchange) == ["ExchangeBegun"]
    scholars = Favoring().tokens(0, book=2).when(0, CallScholars(), KNIGHT)
    assert revealing(scholars) == ["DevelopmentCardBought"]
    link = Favoring().road(0, *EDGES[:2]).road(1, EDGES[3]).hand(0, brick=2, lumber=2)
    assert revealing(link.when(0, BuildRoad(EDGES[2]), *[BOOK] * 4)) == ["FavorDrawn"] * 4
    assert revealing(Favoring().road(0, EDGES[0]).hand(0, brick=1, lumber=1).when(0, BuildRoad(EDGES[1]))) == []


@pytest.mark.rule("combo.undo.reveal_by_consequence")
def test_whatever_made_somebody_draw_or_answer_is_a_reveal() -> None:
    gift = Favoring().supply().hand(0, wool=1).when(0, OfferGift(WOOL, 1)).when(1, AcceptGift(WOOL, 0))
    assert revealing(gift) == ["GiftAccepted"]
    declined = Favoring().hand(0, wool=1).when(0, OfferGift(WOOL, 1)).when(1, DeclineGift(WOOL, 0))
    assert revealing(declined) == ["GiftDeclined"]
    desert = Favoring().settlement(1, ring("(0,0)")[0]).hand(1, wool=1).robber(tile("(2,0)")).phase("roll").roll(7)
    assert revealing(desert.when(0, MoveRobber(tile("(0,0)")))) == []
    assert revealing(desert.when(0, DeclineSteal(), BOOK)) == ["FavorDrawn"]


def test_the_matrix_offers_favors_on_every_map() -> None:
    cells = [cell for cell in combinations.describe()["matrix"] if cell["modules"] == ["favors"]]
    refused = [(cell["map"], cell["seats"]) for cell in cells if not cell["playable"]]
    assert refused == [("beginner", 5), ("beginner", 6)]
