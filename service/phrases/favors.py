"""What commands, events and frames of the favors say (Catan, Entre amigos)."""

from typing import Final

from service.translations import _

COMMANDS: Final = {
    "command.OfferGift": _("Offer seat %(to)s 1 %(resource)s as a gift"),
    "command.AcceptGift": _("Accept the gift"),
    "command.DeclineGift": _("Decline the gift"),
    "command.NameDrawer": _("Let seat %(owner)s draw a favor token first"),
    "command.CallTraders": _("Let the traders swap 1 %(give)s for 1 %(take)s"),
    "command.CallMerchants": _("Take 1 %(take)s from the merchants for 1 ship"),
    "command.CallRoadBuilders": _("Let the road builders build on path %(edge)s for 1 shovel"),
    "command.CallScholars": _("Draw a development card from the scholars for 2 books"),
    "command.CallMasterBuilders": _("Take a Catan token from the master builders for 2 compasses"),
    "command.ExchangeFavor": _("Draw a favor token to exchange one"),
    "command.ReturnFavor": _("Return the favor token %(token)s"),
}

EVENTS: Final = {
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
}

FRAMES: Final = {
    "frame.answer_gift": _("answer a gift"),
    "frame.return_favor": _("return a favor token"),
    "frame.name_drawer": _("name who draws a favor token first"),
}

TERMS: Final = {
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
}
