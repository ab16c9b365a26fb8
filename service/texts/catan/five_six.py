"""Holds the texts of the extension for five and six players."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import frame
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "Pass": message("Build nothing more in the special building phase."),
}

FRAMES: Final[Messages] = {
    "special_building": frame(
        "The seat may build or buy development cards between two turns, or pass.",
        after="The number of the seat whose turn has just ended.",
    ),
}

PHRASES: Final = {
    "command.Pass": _("Pass"),
    "frame.special_building": _("build in the special building phase"),
    "module.five-six": _("five and six players"),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, order=9)
