"""Holds the texts of the special cards and the end of the game."""

from typing import Final

from service.texts.catan.shared import DEVELOPMENT_CARDS, RESOURCES
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.translations import _

HOLDER: Final = "The number of the seat that holds the card now; null if nobody does."

MESSAGES: Final[Messages] = {
    "RouteChanged": message(
        "The longest continuous road of a seat changed its length.",
        seat="The number of the seat whose road changed, counted from 0.",
        length="The new length of its longest continuous road, in roads.",
    ),
    "LongestRoadMoved": message("The Longest Road card changed hands.", seat=HOLDER),
    "LargestArmyMoved": message("The Largest Army card changed hands.", seat=HOLDER),
    "GameWon": message(
        "A seat reached the victory points it needs in its own turn and won the game.",
        seat="The number of the seat that won, counted from 0.",
        points="The victory points of the winner, with victory point cards.",
        victory_point_cards="How many victory point cards the winner revealed; `points` includes them.",
    ),
    "HandsRevealed": message(
        "The game is over, and all hidden cards are public.",
        hands=composed("The resource cards of each seat, in the order of the seats.", RESOURCES),
        cards=composed("The unplayed development cards of each seat, in the order of the seats.", DEVELOPMENT_CARDS),
        points="The victory points of each seat, with victory point cards, in the order of the seats.",
    ),
}

OPTIONS: Final = {
    "victory_points": "The points needed to win in Catan; null means as many as map, seats and modules require.",
}

PHRASES: Final = {
    "event.RouteChanged": _("The longest route of seat %(seat)s has length %(length)s."),
    "event.LongestRoadMoved": _("Seat %(seat)s holds the Longest Road."),
    "event.LongestRoadMoved.without": _("Nobody holds the Longest Road."),
    "event.LargestArmyMoved": _("Seat %(seat)s holds the Largest Army."),
    "event.LargestArmyMoved.without": _("Nobody holds the Largest Army."),
    "event.GameWon": _("Seat %(seat)s wins with %(points)s points."),
    "event.HandsRevealed": _("All hands are shown: %(hands)s."),
    "event.HandsRevealed.without": _("All hands are shown; they are empty."),
    "option.victory_points": _("victory points to win"),
    "picture.largest_army": _("largest army"),
    "picture.route": _("road"),
    "picture.longest_road": _("longest road"),
}

TEXTS: Final = Texts(MESSAGES, phrases=PHRASES, options=OPTIONS, order=8)
