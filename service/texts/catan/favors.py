"""The words of the favors (Entre amigos): gifts, links, guilds and their tokens."""

from typing import Final

from service.texts.catan.shared import EDGE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, frame

DRAWN: Final = "The kind of the favor token. Only the seat in `seat` sees this member."

MESSAGES: Final[Messages] = {
    "OfferGift": message(
        "Offer one resource card to another player as a gift, in order to earn a favor token.",
        resource="The resource of the card; the player must have one.",
        to="The number of the seat that may accept; it must not have more visible points.",
    ),
    "AcceptGift": message("Accept the gift that another player offers."),
    "DeclineGift": message("Decline the gift that another player offers."),
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
        "A core was split, and its parts still count as linked to the core of another seat. "
        "A core is a connected set of a seat's roads and buildings.",
        seat="The number of the seat whose core was split.",
        roads="The ids of the edges with roads of that core.",
        buildings="The ids of the nodes with settlements and cities of that core.",
        other="The number of the seat whose core stays linked to it.",
        other_roads="The ids of the edges with roads of the other seat's core.",
        other_buildings="The ids of the nodes with settlements and cities of the other seat's core.",
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

TEXTS: Final = Texts(MESSAGES, FRAMES)
