"""Holds the texts of the favors (Entre amigos): gifts, links, guilds and their tokens."""

from typing import Final

from service.texts.catan.shared import EDGE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

DRAWN: Final = "The kind of the favor token. Only the seat in `seat` sees this member."
GIFT: Final = {
    "resource": "The resource of the card. If another one is offered, the answer is refused; null to leave it open.",
    "giver": "The number of the seat that gives. If another one does, the answer is refused; null to leave it open.",
}

MESSAGES: Final[Messages] = {
    "OfferGift": message(
        "Offer one resource card to another player as a gift, in order to earn a favor token.",
        resource="The resource of the card; the player must have one.",
        to="The number of the seat that may accept; it must not have more visible points.",
    ),
    "AcceptGift": message("Accept the gift that another player offers.", **GIFT),
    "DeclineGift": message("Decline the gift that another player offers.", **GIFT),
    "NameDrawer": message(
        "Choose which owner of a newly linked core draws a favor token next, because there are too few for all.",
        owner="The number of the seat that draws the next favor token.",
    ),
    "CallTraders": message(
        "Call the traders' guild to swap a card with the bank: for a wagon the first time in a turn, then free.",
        give="The resource of the card that goes to the bank.",
        take="The resource of the card that the bank gives; it must be another one.",
    ),
    "CallMerchants": message(
        "Call the merchants' guild for one ship, and take a resource card from the bank.",
        take="The resource of the card that the bank gives.",
    ),
    "CallRoadBuilders": message("Call the road builders' guild for one shovel, and build a free road.", edge=EDGE),
    "CallScholars": message("Call the scholars' guild for two books, and draw a development card."),
    "CallMasterBuilders": message("Call the master builders' guild for two compasses, and take a Catan token."),
    "ExchangeFavor": message("Draw a favor token from the supply, and then return one."),
    "ReturnFavor": message(
        "Return a favor token to the supply after drawing one in exchange.",
        token="The kind of the token to return; it may be the one just drawn.",
    ),
    "GiftOffered": message(
        "A seat offered a resource card to another seat as a gift.",
        seat=ACTOR,
        to="The number of the seat that may accept the gift.",
        resource="The resource of the card that is offered.",
    ),
    "GiftAccepted": message(
        "A seat accepted a gift and got the card.",
        seat=ACTOR,
        giver="The number of the seat that gave the card.",
        resource="The resource of the card that changed hands.",
    ),
    "GiftDeclined": message(
        "A seat declined a gift, and the giver kept the card.",
        seat=ACTOR,
        giver="The number of the seat that had offered the gift.",
    ),
    "FavorDrawn": message(
        "A seat earned a favor token and drew it at random.",
        seat="The number of the seat that drew the token, counted from 0.",
        deed="What earned the token: a harmless move of the `robber`, a `gift`, or a `link` between cores.",
        token=DRAWN,
    ),
    "ContactKept": message(
        "A core was split or lost a road, and what is left still counts as linked to another seat's core. "
        "A core is a connected set of a seat's roads, settlements and cities.",
        seat="The number of the seat whose core was split or lost a road.",
        roads="The ids of the edges with the roads that are left of the core of `seat`.",
        buildings="The ids of the nodes with the settlements and cities that are left of the core of `seat`.",
        other="The number of the seat whose core stays linked to it.",
        other_roads="The ids of the edges with the roads of the core of `other`.",
        other_buildings="The ids of the nodes with the settlements and cities of the core of `other`.",
    ),
    "FavorUsed": message(
        "A seat called a guild and paid with favor tokens.",
        seat=ACTOR,
        guild="The guild that was called, which also says the kind of the tokens.",
        tokens="How many favor tokens the seat paid, 1 or 2.",
    ),
    "CardsSwapped": message(
        "A seat swapped a card with the bank by the traders' guild.",
        seat=ACTOR,
        give="The resource of the card that the seat gave.",
        take="The resource of the card that the seat got.",
    ),
    "CardTaken": message(
        "A seat took a card from the bank by the merchants' guild.",
        seat=ACTOR,
        resource="The resource of the card that the seat got.",
    ),
    "CatanTokenTaken": message(
        "A seat took a Catan token, worth one victory point, from the master builders.", seat=ACTOR
    ),
    "ExchangeBegun": message("A seat drew a favor token and now has to return one.", seat=ACTOR, token=DRAWN),
    "FavorReturned": message("A seat returned a favor token to the supply.", seat=ACTOR, token=DRAWN),
}

FRAMES: Final[Messages] = {
    "answer_gift": frame(
        "The seat has to accept or decline a gift.", resource="The resource of the card that is offered."
    ),
    "return_favor": frame("The seat has to return a favor token, because it drew one in exchange."),
    "name_drawer": frame(
        "The seat linked cores and has to choose which of their owners draws a favor token next.",
        owners="The numbers of the seats that have not drawn a token yet.",
    ),
}

OPTIONS: Final = {
    "favors_before_roll": "True if gifts and favors of guilds are allowed before the roll too.",
}

PHRASES: Final = {
    "command.OfferGift": _("Offer seat %(to)s 1 %(resource)s as a gift"),
    "command.AcceptGift": _("Accept 1 %(resource)s from seat %(giver)s as a gift"),
    "command.AcceptGift.without": _("Accept the gift"),
    "command.DeclineGift": _("Decline 1 %(resource)s from seat %(giver)s as a gift"),
    "command.DeclineGift.without": _("Decline the gift"),
    "command.NameDrawer": _("Let seat %(owner)s draw a favor token first"),
    "command.CallTraders": _("Let the traders swap 1 %(give)s for 1 %(take)s"),
    "command.CallMerchants": _("Take 1 %(take)s from the merchants for 1 ship"),
    "command.CallRoadBuilders": _("Let the road builders build on path %(edge)s for 1 shovel"),
    "command.CallScholars": _("Draw a development card from the scholars for 2 books"),
    "command.CallMasterBuilders": _("Take a Catan token from the master builders for 2 compasses"),
    "command.ExchangeFavor": _("Draw a favor token to exchange one"),
    "command.ReturnFavor": _("Return the favor token %(token)s"),
    "event.GiftOffered": _("Seat %(seat)s offers seat %(to)s 1 %(resource)s as a gift."),
    "event.GiftAccepted": _("Seat %(seat)s accepts 1 %(resource)s from seat %(giver)s."),
    "event.GiftDeclined": _("Seat %(seat)s declines the gift of seat %(giver)s."),
    "event.FavorDrawn": _("Seat %(seat)s draws a favor token (%(deed)s): %(token)s."),
    "event.FavorDrawn.without": _("Seat %(seat)s draws a favor token (%(deed)s)."),
    "event.ContactKept": _("Cores of seats %(seat)s and %(other)s that were parted have met before."),
    "event.FavorUsed": _("Seat %(seat)s calls the %(guild)s; tokens used: %(tokens)s."),
    "event.CardsSwapped": _("Seat %(seat)s swaps 1 %(give)s for 1 %(take)s."),
    "event.CardTaken": _("Seat %(seat)s takes 1 %(resource)s from the bank."),
    "event.CatanTokenTaken": _("Seat %(seat)s takes a Catan token."),
    "event.ExchangeBegun": _("Seat %(seat)s draws a favor token to exchange one: %(token)s."),
    "event.ExchangeBegun.without": _("Seat %(seat)s draws a favor token to exchange one."),
    "event.FavorReturned": _("Seat %(seat)s returns a favor token: %(token)s."),
    "event.FavorReturned.without": _("Seat %(seat)s returns a favor token."),
    "frame.answer_gift": _("answer a gift"),
    "frame.return_favor": _("return a favor token"),
    "frame.name_drawer": _("name who draws a favor token first"),
    "term.wagon": _("wagon"),
    "term.ship": _("ship"),
    "term.shovel": _("shovel"),
    "term.book": _("book"),
    "term.compass": _("compass"),
    "term.traders": _("traders"),
    "term.merchants": _("merchants"),
    "term.road_builders": _("road builders"),
    "term.scholars": _("scholars"),
    "term.master_builders": _("master builders"),
    "term.robber": _("robber"),
    "term.gift": _("gift"),
    "term.link": _("link"),
    "module.favors": _("favors"),
    "option.favors_before_roll": _("gifts and favors before the roll too"),
    "picture.favors": _("Favor tokens: %(tokens)s, Catan tokens: %(catan_tokens)s"),
    "picture.own_favors": _("Among them %(cards)s"),
    "picture.favor_supply": _("Favor tokens in the supply: %(tokens)s, Catan tokens: %(catan_tokens)s"),
    "refusal.favors.gift.named": _("The gift that waits for an answer is 1 %(resource)s of seat %(giver)s."),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=10)
