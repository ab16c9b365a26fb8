"""Holds the texts of members that messages of every game have."""

from typing import Final

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
