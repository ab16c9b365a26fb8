"""Tests that a refusal about an offer states the real reason and what would be right, in both languages."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.http.client import Table, new_table
from tests.service.http.trading import CATAN, TURN

OFFER = {"give": {"wool": 2}, "take": {"ore": 1}, "to": [1, 2]}


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Return a table at which seat 0 has made offer 1 to the seats 1 and 2, and seat 1 has accepted it."""
    trading = new_table(client, **CATAN, sandbox=True, given=TURN)
    trading.act(0, "OfferTrade", **OFFER)
    trading.act(1, "AcceptOffer", offer=1)
    return trading


def sent(table: Table, seat: int, kind: str, language: str = "en", **members: int) -> TestResponse:
    """Send a command, and return the answer."""
    return table.post("/commands", {"type": kind, **members}, seat, Accept_Language=language)


@pytest.mark.parametrize(
    ("seat", "kind", "members", "rule", "said"),
    [
        (1, "AcceptOffer", {"offer": 99}, "open_offer", "Offer 99 is not open (open: 1)."),
        (2, "DeclineOffer", {"offer": 7}, "open_offer", "Offer 7 is not open (open: 1)."),
        (1, "AcceptOffer", {"offer": 1}, "one_answer", "Seat 1 has already accepted offer 1."),
        (0, "ConfirmTrade", {"offer": 1, "partner": 2}, "consent", "Seat 2 has not accepted offer 1 (accepted by: 1)."),
        (1, "WithdrawOffer", {"offer": 1}, "own_offer", "Seat 0 made offer 1."),
    ],
)
def test_a_refusal_about_an_offer_says_what_holds(
    table: Table, seat: int, kind: str, members: dict[str, int], rule: str, said: str
) -> None:
    refused = sent(table, seat, kind, **members)
    assert (refused.status_code, refused.json["rule"]) == (409, f"catan.trade.domestic.{rule}")
    assert refused.json["detail"].startswith(said)


def test_an_offer_that_was_traded_is_not_open(table: Table) -> None:
    assert sent(table, 0, "ConfirmTrade", offer=1, partner=1).status_code == 201
    for seat, kind in ((2, "AcceptOffer"), (2, "DeclineOffer"), (0, "WithdrawOffer")):
        refused = sent(table, seat, kind, "es", offer=1).json
        assert refused["detail"].startswith("La oferta 1 no está abierta; ninguna lo está.")
    assert sent(table, 0, "ConfirmTrade", offer=1, partner=1).json["rule"] == "catan.trade.domestic.open_offer"


def test_a_command_at_the_wrong_time_says_what_can_be_sent(table: Table) -> None:
    detail = sent(table, 0, "RollDice").json["detail"]
    assert detail.startswith("RollDice is not possible now; this seat can send: ")
    assert "EndTurn" in detail


def test_an_offer_of_cards_that_are_not_held_says_what_is_missing(table: Table) -> None:
    offered = {"type": "OfferTrade", "give": {"wool": 2, "grain": 5}, "take": {"ore": 5}}
    refused = table.post("/commands", offered, 0).json
    assert refused["rule"] == "catan.trade.domestic.must_own"
    assert (refused["missing"], refused["detail"].startswith("Missing: 2 grain.")) == ({"grain": 2}, True)
    table.act(0, "OfferTrade", give={"wool": 1}, take={"ore": 5})
    assert sent(table, 2, "AcceptOffer", offer=2).json["missing"] == {"ore": 1}


def test_a_command_of_a_module_that_the_game_lacks_is_told_so(table: Table) -> None:
    for kind in ("FlipHelper", "UseCanalTokenForAny"):
        refused = sent(table, 0, kind)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/refused")
        assert refused.json["detail"].startswith(f"{kind} is a command of a module that this game is played without; ")
