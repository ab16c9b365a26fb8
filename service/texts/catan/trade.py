"""Holds the texts of trade among players and with the bank."""

from typing import Final

from service.texts.catan.shared import GOODS, RESOURCES
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR
from service.texts.translations import _

OFFER: Final = "The id of the offer, which counts from 1 within the game."
GIVE: Final = composed("The cards (and canal tokens) that the seat in `seat` gives, counted by kind.", GOODS)
TAKE: Final = composed("The cards (and canal tokens) that the seat in `seat` gets, counted by kind.", GOODS)

MESSAGES: Final[Messages] = {
    "OfferTrade": message(
        "Offer a domestic trade. The active player offers to the others, everybody else to the active player.",
        give=composed("The cards (and canal tokens) to give, counted by kind. The player must have them.", GOODS),
        take=composed("The cards (and canal tokens) to get in return, counted by kind.", GOODS),
        to="The numbers of the seats that may accept. Absent or empty, it goes to all possible partners.",
    ),
    "AcceptOffer": message(
        "Accept an offer. If the active player accepts another player's offer, the trade happens at once.", offer=OFFER
    ),
    "DeclineOffer": message("Decline an offer, or take back the acceptance of one.", offer=OFFER),
    "WithdrawOffer": message("Withdraw one of the player's own offers.", offer=OFFER),
    "ConfirmTrade": message(
        "Make the trade with one of the players who accepted the offer.",
        offer=OFFER,
        partner="The number of the seat to trade with; it must have accepted the offer.",
    ),
    "MaritimeTrade": message(
        "Trade with the bank at 4:1, or at a better rate of the player's harbors.",
        give=composed("The cards to give: two, three or four of one resource, as the rate says.", RESOURCES),
        take="The resource of the one card that the bank gives.",
    ),
    "TradeOffered": message(
        "A seat offered a domestic trade.",
        offer=OFFER,
        seat="The number of the seat that made the offer.",
        give=GIVE,
        take=TAKE,
        to="The numbers of the seats that may accept the offer.",
    ),
    "OfferAccepted": message("A seat accepted an offer, which still has to be confirmed.", offer=OFFER, seat=ACTOR),
    "OfferDeclined": message(
        "A seat declined an offer, or its earlier acceptance no longer holds.", offer=OFFER, seat=ACTOR
    ),
    "OfferWithdrawn": message(
        "An offer was withdrawn, because its maker chose so or may have lost the cards.",
        offer=OFFER,
        seat="The number of the seat that had made the offer.",
    ),
    "OffersLapsed": message("All open offers ended, because the trade phase is over."),
    "TradeMade": message(
        "Two seats made a domestic trade.",
        offer="The id of the offer that was accepted.",
        seat="The number of the seat that had made the offer.",
        partner="The number of the seat that accepted the offer.",
        give=GIVE,
        take=TAKE,
    ),
    "MaritimeTradeMade": message(
        "A seat traded with the bank.",
        seat=ACTOR,
        give=composed("The cards that the seat gave to the bank, all of one resource.", RESOURCES),
        take=composed("The one card that the seat got from the bank.", RESOURCES),
    ),
}

PHRASES: Final = {
    "command.OfferTrade": _("Offer %(give)s for %(take)s to seats %(to)s"),
    "command.OfferTrade.without": _("Offer %(give)s for %(take)s to everyone"),
    "command.AcceptOffer": _("Accept offer %(offer)s: give %(mine)s for %(theirs)s to seat %(maker)s"),
    "command.AcceptOffer.without": _("Accept offer %(offer)s"),
    "command.DeclineOffer": _("Decline offer %(offer)s: seat %(maker)s offers %(theirs)s for %(mine)s"),
    "command.DeclineOffer.without": _("Decline offer %(offer)s"),
    "command.WithdrawOffer": _("Withdraw offer %(offer)s: %(mine)s for %(theirs)s"),
    "command.WithdrawOffer.without": _("Withdraw offer %(offer)s"),
    "command.ConfirmTrade": _("Confirm offer %(offer)s: give %(mine)s for %(theirs)s to seat %(partner)s"),
    "command.ConfirmTrade.without": _("Trade with seat %(partner)s as in offer %(offer)s"),
    "command.MaritimeTrade": _("Trade %(give)s for 1 %(take)s with the bank"),
    "event.TradeOffered": _("Offer %(offer)s: seat %(seat)s offers %(give)s for %(take)s to seats %(to)s."),
    "event.TradeOffered.without": _("Offer %(offer)s: seat %(seat)s offers %(give)s for %(take)s."),
    "event.OfferAccepted": _("Seat %(seat)s accepts offer %(offer)s."),
    "event.OfferDeclined": _("Seat %(seat)s declines offer %(offer)s."),
    "event.OfferWithdrawn": _("Seat %(seat)s withdraws offer %(offer)s."),
    "event.OffersLapsed": _("All open offers lapse."),
    "event.TradeMade": _("Seat %(seat)s gives %(give)s to seat %(partner)s for %(take)s."),
    "event.MaritimeTradeMade": _("Seat %(seat)s trades %(give)s for %(take)s with the bank."),
    "refusal.catan.trade.domestic.open_offer": _("Offer %(offer)s is not open (open: %(open)s)."),
    "refusal.catan.trade.domestic.open_offer.without": _("Offer %(offer)s is not open; no offer is."),
    "refusal.catan.trade.domestic.one_answer.accepted": _("Seat %(seat)s has already accepted offer %(offer)s."),
    "refusal.catan.trade.domestic.one_answer.declined": _("Seat %(seat)s has already declined offer %(offer)s."),
    "refusal.catan.trade.domestic.asked_only": _("Offer %(offer)s was not made to seat %(seat)s (made to: %(asked)s)."),
    "refusal.catan.trade.domestic.own_offer": _("Seat %(maker)s made offer %(offer)s."),
    "refusal.catan.trade.domestic.consent": _(
        "Seat %(partner)s has not accepted offer %(offer)s (accepted by: %(accepted)s)."
    ),
    "refusal.catan.trade.domestic.consent.without": _("Seat %(partner)s has not accepted offer %(offer)s; nobody has."),
    "refusal.catan.trade.domestic.two_parties": _("A player makes no offer to itself and answers none of its own."),
    "refusal.catan.trade.domestic.offers": _("An offer can go to the seats %(partners)s."),
    "refusal.catan.trade.domestic.with_active": _("An offer can go to seat %(partners)s."),
    "refusal.catan.trade.domestic.most_asked": _("The most are %(most)s."),
    "refusal.catan.trade.maritime.four_to_one": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.three_to_one": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.two_to_one": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.two_to_one_kind_only": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.own_harbor_only": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.road_not_enough": _("The rates of this kind are: %(rates)s."),
}

TEXTS: Final = Texts(MESSAGES, phrases=PHRASES, order=5)
