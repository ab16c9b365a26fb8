"""Holds the texts of Goofspiel."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, AGENDA_SET, POSITION_SET, frame
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "Bid": message("Bid a card for the prize, unseen until all have bid.", card="The number of the card to bid."),
    "GoofspielStarted": message("The game began.", config="What it is played with.", prize="The number of the prize."),
    "BidMade": message("A seat bid a card.", seat=ACTOR, card="The card, which only this seat sees."),
    "BidsShown": message(
        "All seats have bid, and a single highest bid took the prize.",
        bids="The card that each seat bid, in the order of the seats.",
        taker="The seat that took the prize; null if several bids were highest.",
        prize="The next prize; 0 if there is none.",
    ),
    "AgendaSet": AGENDA_SET,
    "PositionSet": POSITION_SET,
}
PHRASES: Final = {
    "ruleset.goofspiel": _("Goofspiel"),
    "map.table": _("the table"),
    "agent.matching": _("Bids the card with the number of the prize."),
    "command.Bid": _("Bid card %(card)s"),
    "event.GoofspielStarted": _("The cards are dealt; the first prize is %(prize)s."),
    "event.BidMade": _("Seat %(seat)s bids card %(card)s."),
    "event.BidMade.without": _("Seat %(seat)s bids a card."),
    "event.BidsShown": _("The bids are %(bids)s; seat %(taker)s takes the prize."),
    "event.BidsShown.without": _("The bids are %(bids)s; nobody takes the prize."),
    "frame.bid": _("bid a card"),
    "picture.prize": _("Prize: %(prize)s"),
}
TEXTS: Final = {"game": Texts(MESSAGES, {"bid": frame("The seat has to bid a card.")}, PHRASES)}
