"""Holds texts that mean the same in several games; messages refer to them by name."""

from typing import Final

from service.texts.message_text import MessageText, message

COLORS: Final = "A color for each seat; null, as the list or in it, means one that is free."
STARTING_SEAT: Final = "The number of the seat that begins; null means a random one."
ACTOR: Final = "The number of the seat that did this, counted from 0."
FIRST_SEAT: Final = "The number of the seat that takes the first turn."
FRAMES: Final = (
    "What has to be done, as frames; the last one in the list is done first. It is empty once the rules have "
    "ended the game."
)
TURN: Final = "The number of the turn, counted from 1 over all seats."
WINNERS: Final = "The numbers of the seats that won."

AGENDA_SET: Final = message("The agenda changed: it names who has to act next, and what for.", frames=FRAMES)
POSITION_SET: Final = message(
    "The game starts from the position of another game, because it is a branch.",
    parent="The id of the game that this one branched from.",
    parent_version="The version of the parent that this game starts from.",
    position="The whole position in packed form. It is hidden from everybody.",
)
ENVELOPE: Final = {
    "version": "The version of the game that this event belongs to, counted from 1.",
    "index": "The place of the event within its version, counted from 0.",
    "type": "The type of the event, which says what its other members are.",
    "seat": "The number of the seat that acted. It is absent where the table acted.",
    "time": "When the event was written to the log, in UTC.",
    "cursor": "The cursor that continues right after this event. It is only present in streams of JSON lines.",
    "summary": "A sentence that says what happened, in the requested language. It is absent without `summaries=true`.",
}
"""Explains the members that every event has, unless its own table explains its seat."""
COMMAND_TYPE: Final = "The type of the command, which says what its other members are."
FRAME: Final = "The name of the frame; `words.frames` of the ruleset puts it into words."
FRAME_SEATS: Final = "The numbers of the seats that still have to act; empty where the table acts by itself."


def frame(about: str, /, **members: str) -> MessageText:
    """Return the text of a frame: its name and seats, and its other members."""
    return message(about, frame=FRAME, seats=FRAME_SEATS, **members)
