"""Trades with the others at a server of Pioneers: an offer is a call for quotes, and a quote is an answer to it.

A quote that gives what the offer takes, for no more than it gives, agrees to it; any other one is a counter-offer.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from workers.bridge.families.catan.pioneers.island import KINDS, SEATS
from workers.bridge.families.catan.pioneers.orders import write_counts, write_offer
from workers.bridge.families.catan.pioneers.session import Heard
from workers.bridge.families.catan.pioneers.table import Table

Cards = Mapping[str, int]


class Trader(Protocol):
    """Names what an offer needs of the guest who makes it."""

    table: Table

    def write(self, text: str) -> None:
        """Send a line."""

    def read(self) -> Heard:
        """Return the next line."""

    def wait(self, *first: str) -> Heard:
        """Return the next line to this seat that begins with one of some words."""

    def choose(self) -> list[dict[str, Any]]:
        """Return the commands that are chosen."""


class Quote(NamedTuple):
    """Holds what a seat would give for what."""

    seat: int
    number: int
    supply: Cards
    receive: Cards


class Offering:
    """Makes an offer and ends it."""

    def __init__(self, guest: Trader) -> None:
        self.guest, self.table = guest, guest.table
        self.quotes: dict[int, Quote] = {}
        """The quotes by the number of the offer that they agree to, or that they are."""

    def make(self, command: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Offer a trade; return what is chosen in its place, nothing if it was made."""
        guest, table = self.guest, self.table
        guest.write(write_offer(command))
        guest.wait("domestic-trade")
        number = table.numbered = table.numbered + 1
        give, take = (_whole(command[name]) for name in ("give", "take"))
        others = [seat for seat in range(SEATS) if seat != table.seat]
        wanted = list(command.get("to") or others)
        offer = {"offer": number, "seat": table.seat, "give": give, "take": take, "to": wanted}
        agreed: dict[int, Quote] = {}
        made = offer | {"accepted": [], "declined": []}
        table.offers.append(made)
        for seat, quote in self._hear_quotes().items():
            if seat not in wanted or quote is None:
                continue
            if _meets(quote, give, take):
                agreed[seat] = quote
            else:
                self._counter(number, quote)
        made["accepted"] = sorted(agreed)
        made["declined"] = sorted(seat for seat in wanted if seat not in agreed)
        then = self._answer() if agreed or self.quotes else []
        if then and then[0]["type"] == "ConfirmTrade" and then[0]["offer"] == number:
            return self._take(agreed[then[0]["partner"]], made)
        if then and then[0]["type"] == "AcceptOffer" and then[0]["offer"] in self.quotes:
            return self._take(self.quotes[then[0]["offer"]], made)
        self._finish(made)
        return then

    def _hear_quotes(self) -> dict[int, Quote | None]:
        """Return what each other seat answers; None declines."""
        found: dict[int, Quote | None] = {}
        while len(found) < SEATS - 1:
            heard = self.guest.read()
            if heard.player is None or heard.words[:1] != ["domestic-quote"]:
                continue
            if heard.words[1] == "finish":
                found.setdefault(heard.player, None)
            elif heard.words[1] == "quote":
                found[heard.player] = _read_quote(heard.player, heard.words[2:])
        return found

    def _counter(self, number: int, quote: Quote) -> None:
        """Lay a quote on the table as a counter-offer."""
        table = self.table
        table.numbered += 1
        self.quotes[table.numbered] = quote
        table.hands[quote.seat].show(quote.supply)
        table.offers.append(
            {
                "offer": table.numbered,
                "seat": quote.seat,
                "give": quote.supply,
                "take": quote.receive,
                "to": [table.seat],
                "accepted": [],
                "declined": [],
                "answers": number,
            }
        )

    def _answer(self) -> list[dict[str, Any]]:
        """Return what is chosen, once the counter-offers were turned down that are not wanted."""
        while True:
            chosen = self.guest.choose()
            if chosen[0]["type"] != "DeclineOffer":
                return chosen
            counter = next(one for one in self.table.offers if one["offer"] == chosen[0]["offer"])
            counter["declined"] = [self.table.seat]

    def _take(self, quote: Quote, made: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Make a trade."""
        cards = f"supply {write_counts(quote.supply)} receive {write_counts(quote.receive)}"
        self.guest.write(f"domestic-trade accept player {quote.seat} quote {quote.number} {cards}")
        self.guest.wait("domestic-trade")
        self._finish(made)
        self.table.offers = [one for one in self.table.offers if one is not made]
        return []

    def _finish(self, made: Mapping[str, Any]) -> None:
        """End the trade: what was offered cannot be had any more."""
        self.guest.write("domestic-trade finish")
        self.guest.wait("domestic-trade")
        table = self.table
        table.offers = [one for one in table.offers if one["offer"] not in self.quotes]
        for one in table.offers:
            one["accepted"], one["declined"] = [], list(one["to"])


def _whole(cards: Cards) -> dict[str, int]:
    return {kind: cards.get(kind, 0) for kind in KINDS}


def _read_quote(seat: int, words: list[str]) -> Quote:
    """Return a quote: its number, what the seat gives, and what it takes."""
    supply, receive = words[2:7], words[8:13]
    cards = [{kind: int(word) for kind, word in zip(KINDS, one, strict=True)} for one in (supply, receive)]
    return Quote(seat, int(words[0]), *cards)


def _meets(quote: Quote, give: Cards, take: Cards) -> bool:
    """Return whether a quote gives all that an offer takes, for no more than it gives."""
    return all(quote.supply[kind] >= take[kind] and quote.receive[kind] <= give[kind] for kind in KINDS)
