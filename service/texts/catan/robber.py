"""Holds the texts of the seven and the robber."""

from typing import Final

from service.texts.catan.shared import RESOURCES, TILE
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

THIEF: Final = "The number of the seat that moved the robber and steals."

MESSAGES: Final[Messages] = {
    "Discard": message(
        "Discard half of the hand, rounded down, after a seven was rolled.",
        cards=composed(
            "The resource cards to discard, counted by resource. A resource that is left out counts 0.", RESOURCES
        ),
    ),
    "MoveRobber": message("Move the robber to another hex.", tile=TILE),
    "Steal": message(
        "Steal a random resource card from a player at the robber's hex.",
        victim="The number of the seat to steal from; it must have a settlement or city at the hex.",
    ),
    "DeclineSteal": message("Steal nothing after moving the robber."),
    "DiscardMade": message(
        "A seat chose its discards; they stay secret until everybody has chosen.",
        seat=ACTOR,
        count="The number of cards that the seat discards, which is half of its hand rounded down.",
        cards=composed(
            "The discarded cards, counted by resource. Only the seat in `seat` sees this member.", RESOURCES
        ),
    ),
    "DiscardsRevealed": message(
        "All seats have chosen, and the discards went back to the bank.",
        discards=composed("The discarded cards of each seat, in the order of the seats.", RESOURCES),
    ),
    "RobberMoved": message("A seat moved the robber.", seat=ACTOR, tile=TILE),
    "CardStolen": message(
        "A seat stole a random resource card.",
        thief=THIEF,
        victim="The number of the seat that lost the card.",
        resource="The resource of the stolen card. Only the seats in `thief` and `victim` see this member.",
    ),
    "NothingStolen": message(
        "A seat chose to steal from a player who had no cards.",
        thief=THIEF,
        victim="The number of the seat that was chosen and had no cards.",
    ),
    "StealDeclined": message("A seat moved the robber and chose to steal nothing.", seat=ACTOR),
}

FRAMES: Final[Messages] = {
    "discard": frame("Each of the seats has to discard half of its hand, rounded down."),
    "move_robber": frame("The seat has to move the robber to another hex."),
    "steal": frame("The seat has to choose a player to steal from, or steal nothing where the options allow it."),
}

OPTIONS: Final = {
    "hand_limit": "A seat with more resource cards than this discards half of them on a seven.",
    "steal_compulsory": (
        "True if a player who moves the robber must steal a card where that is possible. With favors the neighbors of "
        "the desert may still be spared."
    ),
    "robber_token_only": (
        "True if the robber cannot return to the desert, where with favors it can then earn no token."
    ),
    "friendly_robber": (
        "True if the robber spares hexes with a building of a player who has 2 points or fewer, a desert among them."
    ),
}

PHRASES: Final = {
    "command.Discard": _("Discard %(cards)s"),
    "command.MoveRobber": _("Move the robber to hex %(tile)s"),
    "command.Steal": _("Steal a card from seat %(victim)s"),
    "command.DeclineSteal": _("Steal from nobody"),
    "event.DiscardMade": _("Seat %(seat)s discards %(cards)s."),
    "event.DiscardMade.without": _("Seat %(seat)s discards; cards: %(count)s."),
    "event.DiscardsRevealed": _("Discarded: %(discards)s."),
    "event.DiscardsRevealed.without": _("Nothing was discarded."),
    "event.RobberMoved": _("Seat %(seat)s moves the robber to hex %(tile)s."),
    "event.CardStolen": _("Seat %(thief)s steals 1 %(resource)s from seat %(victim)s."),
    "event.CardStolen.without": _("Seat %(thief)s steals a card from seat %(victim)s."),
    "event.NothingStolen": _("Seat %(thief)s finds no card to steal at seat %(victim)s."),
    "event.StealDeclined": _("Seat %(seat)s steals from nobody."),
    "frame.discard": _("discard half of the hand"),
    "frame.move_robber": _("move the robber"),
    "frame.steal": _("choose whom to steal from"),
    "option.hand_limit": _("cards held before a seven takes half"),
    "option.steal_compulsory": _("the player who moves the robber must steal"),
    "option.robber_token_only": _("the robber stays off the desert, which then earns no favors"),
    "option.friendly_robber": _("the robber spares hexes of players with two points or fewer"),
    "picture.robber": _("The robber on hex %(tile)s"),
    "refusal.catan.seven.discard_half_down": _("The number of cards to give back is %(count)s."),
    "refusal.catan.robber.other_hex": _("The robber stands on hex %(tile)s already."),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=4)
