"""Holds the texts of the turn: the roll, what it produces, and its end."""

from typing import Final

from service.texts.catan.shared import RESOURCES
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, AGENDA_SET, TURN, frame
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "RollDice": message("Roll the dice for production."),
    "EndTurn": message("End the turn and pass the dice on."),
    "AgendaSet": AGENDA_SET,
    "TurnStarted": message("The turn of a seat began.", seat="The number of the seat whose turn began.", turn=TURN),
    "TurnEnded": message(
        "A turn ended, but other seats act before the next turn begins.",
        seat="The number of the seat whose turn ended.",
    ),
    "DiceRolled": message(
        "A seat rolled for production.", seat=ACTOR, dice="What each of the two dice shows, from 1 to 6."
    ),
    "ResourcesProduced": message(
        "The bank paid the resources of a roll.",
        gains=composed("The resource cards that each seat received, in the order of the seats.", RESOURCES),
    ),
}

FRAMES: Final[Messages] = {
    "roll": frame("The seat has to roll the dice. It may play a development card first."),
    "trade": frame("The seat may trade, then build or play a development card, or end its turn."),
    "build": frame("The seat may build or play a development card, or end its turn; it trades no more."),
    "trade_build": frame("The seat may trade and build in any order, play a development card, or end its turn."),
    "hand_on": frame(
        "The turn is over, and the table starts the next one.", next="The number of the seat that is next."
    ),
}

OPTIONS: Final = {
    "combined_trade_build": "True if trading and building can be mixed in any order after the roll.",
}

PHRASES: Final = {
    "command.RollDice": _("Roll the dice"),
    "command.EndTurn": _("End the turn"),
    "event.TurnEnded": _("Seat %(seat)s ends the turn; the others may act before the next one."),
    "event.TurnStarted": _("Turn %(turn)s: seat %(seat)s."),
    "event.DiceRolled": _("Seat %(seat)s rolls %(dice)s."),
    "event.ResourcesProduced": _("The bank pays %(gains)s."),
    "event.ResourcesProduced.without": _("The bank pays nobody."),
    "frame.roll": _("roll the dice"),
    "frame.trade": _("trade"),
    "frame.build": _("build"),
    "frame.trade_build": _("trade and build"),
    "frame.hand_on": _("the next turn begins"),
    "option.combined_trade_build": _("trade and build in any order"),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=3)
