"""Tests that whoever answers an offer or a gift reads what is given and taken, in every language."""

import pytest
from flask.testing import FlaskClient

from tests.service.http.client import Table, new_table
from tests.service.http.trading import CATAN, HELD, TURN


def summaries(table: Table, seat: int, language: str) -> dict[str, str]:
    """Return the summaries of a seat's listed commands by their types."""
    listed = table.get("/legal-actions", seat, Accept_Language=language).json["actions"]
    return {one["command"]["type"]: one["summary"] for one in listed}


@pytest.mark.parametrize(
    ("language", "accept", "decline", "withdraw", "confirm"),
    [
        (
            "en",
            "Accept offer 1: give 1 ore for 2 wool to seat 0",
            "Decline offer 1: seat 0 offers 2 wool for 1 ore",
            "Withdraw offer 1: 2 wool for 1 ore",
            "Confirm offer 1: give 2 wool for 1 ore to seat 1",
        ),
        (
            "es",
            "Aceptar la oferta 1: dar 1 mineral por 2 lana al asiento 0",
            "Rechazar la oferta 1: el asiento 0 ofrece 2 lana por 1 mineral",
            "Retirar la oferta 1: 2 lana por 1 mineral",
            "Confirmar la oferta 1: dar 2 lana por 1 mineral al asiento 1",
        ),
    ],
)
def test_answer_to_an_offer_says_what_changes_hands(
    client: FlaskClient, language: str, accept: str, decline: str, withdraw: str, confirm: str
) -> None:
    table = new_table(client, **CATAN, sandbox=True, given=TURN)
    table.act(0, "OfferTrade", give={"wool": 2}, take={"ore": 1})

    said = summaries(table, 1, language)
    assert (said["AcceptOffer"], said["DeclineOffer"]) == (accept, decline)
    table.act(1, "AcceptOffer", offer=1)

    said = summaries(table, 0, language)
    assert (said["WithdrawOffer"], said["ConfirmTrade"]) == (withdraw, confirm)


@pytest.mark.parametrize(
    ("language", "accept", "decline"),
    [
        ("en", "Accept 1 ore from seat 0 as a gift", "Decline 1 ore from seat 0 as a gift"),
        ("es", "Aceptar 1 mineral del asiento 0 como regalo", "Rechazar 1 mineral del asiento 0 como regalo"),
    ],
)
def test_answer_to_a_gift_says_what_is_given(client: FlaskClient, language: str, accept: str, decline: str) -> None:
    given = [{"type": "ResourcesProduced", "gains": [HELD, {}, {}]}, *TURN[1:]]
    wish = {**CATAN, "modules": ["favors"], "map": "variable"}
    table = new_table(client, **wish, sandbox=True, given=given)
    table.act(0, "OfferGift", resource="ore", to=1)

    said = summaries(table, 1, language)
    assert (said["AcceptGift"], said["DeclineGift"]) == (accept, decline)


@pytest.mark.parametrize(
    ("language", "accept", "decline", "confirm", "offered", "answered"),
    [
        (
            "en",
            "Accept offer 1: give 2 grain for 2 wool to seat 0",
            "Decline offer 1: seat 0 offers 2 wool for 1 ore or 2 grain",
            "Confirm offer 1: give 2 wool for 2 grain to seat 1",
            "Offer 1: seat 0 offers 2 wool for 1 ore or 2 grain to seats 1, 2.",
            "Offer 2: seat 2 answers offer 1 with 1 ore for 3 wool.",
        ),
        (
            "es",
            "Aceptar la oferta 1: dar 2 cereal por 2 lana al asiento 0",
            "Rechazar la oferta 1: el asiento 0 ofrece 2 lana por 1 mineral o 2 cereal",
            "Confirmar la oferta 1: dar 2 lana por 2 cereal al asiento 1",
            "Oferta 1: el asiento 0 ofrece 2 lana por 1 mineral o 2 cereal a los asientos 1, 2.",
            "Oferta 2: el asiento 2 responde a la oferta 1 con 1 mineral por 3 lana.",
        ),
    ],
)
def test_haggling_is_said_in_words(
    client: FlaskClient, language: str, accept: str, decline: str, confirm: str, offered: str, answered: str
) -> None:
    table = new_table(client, **CATAN, sandbox=True, given=TURN)
    table.act(0, "OfferTrade", give={"wool": 2}, take={"ore": 1}, or_take=[{"grain": 2}])
    said = summaries(table, 1, language)
    assert (said["AcceptOffer"], said["DeclineOffer"]) == (accept, decline)
    table.act(1, "AcceptOffer", offer=1, give={"grain": 2})
    assert summaries(table, 0, language)["ConfirmTrade"] == confirm

    table.act(2, "OfferTrade", give={"ore": 1}, take={"wool": 3}, answers=1)
    events = table.get("/events?summaries=true", 0, Accept_Language=language).json["events"]
    told = [event["summary"] for event in events if event["type"] == "TradeOffered"]
    assert told == [offered, answered]


def test_an_offer_says_in_words_until_when_it_stands(client: FlaskClient) -> None:
    table = new_table(client, **CATAN, sandbox=True, given=TURN)
    made = table.act(0, "OfferTrade", give={"wool": 2}, take={"ore": 1}, expires_after_s=60)["events"][0]
    assert made["expires_at"] == table.get().json["state"]["offers"][0]["expires_at"]
    events = table.get("/events?summaries=true", 0, Accept_Language="en").json["events"]
    assert events[-1]["summary"].startswith("Offer 1: seat 0 offers 2 wool for 1 ore to seats 1, 2. It stands until 20")


def test_templates_say_what_may_be_left_out(client: FlaskClient) -> None:
    table = new_table(client, **CATAN, sandbox=True, given=TURN)
    (template,) = table.get("/legal-actions", 1).json["templates"]
    others, number = {"of": "take", "most": 5}, {"least": 5, "most": 604_800}
    assert template["optional"] == {"or_take": {"others": others}, "expires_after_s": {"number": number}}
    assert template["bounds"].keys() == {"give", "take", "to"}
    table.act(0, "OfferTrade", give={"wool": 2}, take={"ore": 1})
    (template,) = table.get("/legal-actions", 1).json["templates"]
    assert template["optional"]["answers"] == {"offers": [1]}
