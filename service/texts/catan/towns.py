"""The words of boards with towns, New York and Mallorca."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR

MESSAGES: Final[Messages] = {
    "MapTokenTaken": message(
        "A seat's road was the first to reach a Catan token on the board, and the seat took it.",
        seat=ACTOR,
        node="The id of the node where the token lay, as in the board's `nodes`.",
    ),
}

TEXTS: Final = Texts(MESSAGES)
