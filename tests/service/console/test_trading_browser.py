"""Tests in a real browser how offers are made, answered and haggled about, and where trading is not possible."""

import sys
from collections.abc import Callable

import pytest

from tests.service.console.moving import move_until
from tests.service.console.page import Page
from tests.service.console.people import ALL_HOLD, TRADING, command, people, sandbox, turn
from tests.service.console.seated import seated
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
CARD = "document.querySelector('#offers .offer')"
LOG = "[...document.querySelectorAll('#events li')].map((one) => one.querySelector(':scope > :last-child').innerText)"
COST = {"wool": 1, "grain": 1, "ore": 1}


@pytest.mark.fault("F6")
def test_an_offer_says_what_it_holds_and_is_answered_there(open_page: Callable[[], Page], server: Server) -> None:
    made = people(server)
    path, tokens = f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]]
    move_until(server, made, 0, "OfferTrade")
    give = server.ask("GET", path, None, tokens[0])[1]["state"]["seats"][0]["resources"]
    take = server.ask("GET", path, None, tokens[1])[1]["state"]["seats"][1]["resources"]
    mine = next(kind for kind, count in give.items() if count)
    other = next(kind for kind, count in take.items() if count and kind != mine)

    guest = open_page()
    seated(guest, server, made, [1])
    host = open_page()
    seated(host, server, made, [0])
    host.tap("#open-trade")
    host.tap(f"#tray [data-member=give] [data-kind={mine}]")
    host.tap(f"#tray [data-member=take] [data-kind={other}]")
    host.tap("#tray .person[data-seat='2']")
    host.tap("#trade-offer")

    guest.wait("!!document.querySelector('#offers .offer')")
    told = guest.value("document.querySelector('#offers .offer').getAttribute('aria-label')")
    assert told == f"Ana gives 1 {mine} for 1 {other}"
    guest.tap("#offers [data-type=AcceptOffer]")
    host.tap("#offers [data-type=ConfirmTrade]")
    host.wait("!document.querySelector('#offers .offer')")
    now = server.ask("GET", path, None, tokens[0])[1]["state"]["seats"][0]["resources"]
    assert now == {**give, mine: give[mine] - 1, other: give[other] + 1}


def test_an_offer_for_one_of_several_is_haggled_about(open_page: Callable[[], Page], server: Server) -> None:
    made = sandbox(server, TRADING)
    path, tokens = f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]]

    def hand() -> dict[str, int]:
        return dict(server.ask("GET", path, None, tokens[0])[1]["state"]["seats"][0]["resources"])

    held = hand()
    guest = open_page()
    seated(guest, server, made, [1])
    host = open_page()
    seated(host, server, made, [0])
    host.tap("#open-trade")
    host.tap("#tray [data-member=give] [data-kind=brick]")
    host.tap("#tray [data-member=take] [data-kind=wool]")
    assert host.value("document.querySelector('#any-of').disabled")
    host.tap("#tray [data-member=take] [data-kind=ore]")
    host.tap("#any-of")
    host.value("document.querySelector('#offer-lasts').value = '300'")
    host.tap("#trade-offer")

    guest.wait("!!document.querySelector('#offers .offer .clock')")
    told = guest.value("document.querySelector('#offers .offer').getAttribute('aria-label')")
    assert told == "Ana gives 1 brick for 1 wool or 1 ore"
    assert guest.value("document.querySelectorAll('#offers [data-type=AcceptOffer]').length") == 2
    guest.value("document.querySelectorAll('#offers [data-type=AcceptOffer]')[1].click()")
    host.tap("#offers [data-type=ConfirmTrade]")
    host.wait("!document.querySelector('#offers .offer')")
    assert hand() == {**held, "brick": held["brick"] - 1, "ore": held["ore"] + 1}

    host.tap("#open-trade")
    host.tap("#tray [data-member=give] [data-kind=brick]")
    host.tap("#tray [data-member=take] [data-kind=wool]")
    host.tap("#trade-offer")
    guest.wait("!!document.querySelector('#offers [data-type=AcceptOffer]')")
    guest.value("document.querySelector('#offers [data-type=counter]').click()")
    guest.wait("!!document.querySelector('#trade-offer')")
    guest.tap("#tray [data-member=take] [data-kind=brick]")
    guest.tap("#trade-offer")
    host.wait("document.querySelectorAll('#offers .offer').length === 2")
    first, counter = server.ask("GET", path, None, tokens[0])[1]["state"]["offers"]
    assert first["declined"] == [1]
    assert (counter["answers"], counter["give"], counter["take"], counter["to"]) == (2, {"wool": 1}, {"brick": 2}, [0])
    host.tap("#offers [data-type=AcceptOffer]")
    host.wait("!document.querySelector('#offers .offer')")
    assert hand() == {**held, "brick": held["brick"] - 3, "ore": held["ore"] + 1, "wool": held["wool"] + 1}


def test_an_answer_to_an_offer_names_whose_offer_it_was(page: Page, server: Server) -> None:
    made = sandbox(server, TRADING)
    command(server, made, 0, {"type": "OfferTrade", "give": {"ore": 1}, "take": {"wool": 1}, "to": [1, 2]})
    command(server, made, 1, {"type": "OfferTrade", "give": {"wool": 1}, "take": {"ore": 2}, "answers": 1})
    seated(page, server, made, [0])
    page.wait("document.querySelectorAll('#offers .offer').length === 2")
    assert "Answers the offer of Ana" in page.value("document.querySelector('#offers').innerText")
    page.wait(f"{LOG}.includes('Bruno would rather give Ana 1 wool for 2 ore')")
    assert "Ana offers 1 ore for 1 wool" in page.value(LOG)


def test_an_offer_that_all_declined_is_one_line(page: Page, server: Server) -> None:
    made = sandbox(server, TRADING)
    command(server, made, 0, {"type": "OfferTrade", "give": {"wool": 1}, "take": {"brick": 1}, "to": [1, 2]})
    seated(page, server, made, [0])
    height = f"{CARD}?.getBoundingClientRect().height"
    open_px = page.wait(height)
    offer = page.value(f"Number({CARD}.dataset.offer)")
    for seat in (1, 2):
        command(server, made, seat, {"type": "DeclineOffer", "offer": offer})
    page.wait(f"!!document.querySelector('#offers .offer.declined') && {height} < {open_px} / 2")
    page.tap("#offers [data-type=WithdrawOffer]")
    page.wait(f"!{CARD}")


def test_trade_stands_beside_the_end_of_the_turn_on_a_lying_phone(page: Page, server: Server) -> None:
    held = {"type": "DevelopmentCardBought", "seat": 0, "card": "victory_point", "cost": COST}
    made = sandbox(server, [ALL_HOLD, held, *turn("trade")])
    page.send("Emulation.setDeviceMetricsOverride", width=844, height=390, deviceScaleFactor=1, mobile=True)
    seated(page, server, made, [0])
    page.wait("!!document.querySelector('#open-trade') && !!document.querySelector('#do-EndTurn')")
    trade, end = page.box("#open-trade"), page.box("#do-EndTurn")
    assert trade["right"] <= end["left"]
    assert trade["bottom"] <= 390
    page.tap("#open-trade")
    page.wait("!!document.querySelector('#tray:not([hidden])')")


def test_after_building_trade_says_why_it_cannot_be_pressed(page: Page, server: Server) -> None:
    made = sandbox(server, TRADING)
    seated(page, server, made, [0])
    page.wait("document.querySelector('#turn .what')?.innerText.startsWith('trade, build')")
    assert page.value("document.querySelector('#open-trade').getAttribute('aria-disabled')") is None
    command(server, made, 0, {"type": "BuyDevelopmentCard"})
    page.wait("document.querySelector('#open-trade')?.getAttribute('aria-disabled') === 'true'")
    assert page.value("document.querySelector('#open-trade').textContent") == "Trade not after building"
    assert page.value("document.querySelector('#turn .what').innerText").lower() == "build, or end your turn."
