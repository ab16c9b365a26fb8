"""Holds the texts of the end of the game."""

from typing import Final

from service.texts.elasund.shared import CARDS
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import WINNERS
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "ElasundGameWon": message(
        "A seat had all its cubes on the board and won the game.",
        seat="The number of the seat that won, counted from 0.",
        points="The victory points of the winner, one for each cube.",
    ),
    "CityFinished": message(
        "Nobody can build any more, and the seats with the most cubes won.",
        winners=WINNERS,
        points="The victory points of each winner, one for each cube.",
    ),
    "ElasundHandsRevealed": message(
        "The game is over, and all hands are public.",
        hands=composed("The gold and influence cards of each seat, in the order of the seats.", CARDS),
    ),
}

OPTIONS: Final = {
    "win_timing": (
        "When a seat with all its cubes on the board wins: at the end of its turn or at once; null means as in the "
        "edition."
    ),
}

PHRASES: Final = {
    "event.ElasundGameWon": _("Seat %(seat)s wins with %(points)s cubes on the board."),
    "event.CityFinished": _(
        "Nobody can build any more: seats %(winners)s have won with %(points)s cubes on the board."
    ),
    "event.ElasundHandsRevealed": _("All hands are shown: %(hands)s."),
    "event.ElasundHandsRevealed.without": _("All hands are shown; they are empty."),
    "option.win_timing": _("when a win counts"),
    "choice.end_of_turn": _("at the end of the turn"),
    "choice.immediate": _("at once"),
    "picture.cubes_left": _("cubes left"),
    "picture.goal": _("%(cubes)s cubes on the board win"),
}

TEXTS: Final = Texts(MESSAGES, phrases=PHRASES, options=OPTIONS, order=7)
