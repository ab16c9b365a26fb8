"""The words of the seven and the robber."""

from typing import Final

from service.texts.catan.shared import TILE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, frame

THIEF: Final = "The number of the seat that moved the robber and steals."

MESSAGES: Final[Messages] = {
    "Discard": message(
        "Discard half of the hand, rounded down, after a seven was rolled.",
        cards="The resource cards to discard, counted by resource. A resource that is left out counts 0.",
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
        cards="The discarded cards, counted by resource. Only the seat in `seat` sees this member.",
    ),
    "DiscardsRevealed": message(
        "All seats have chosen, and the discards went back to the bank.",
        discards="The discarded cards of each seat, in the order of the seats.",
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

TEXTS: Final = Texts(MESSAGES, FRAMES)
