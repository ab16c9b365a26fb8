"""Describes the data of answers, as `outputSchema` shows it; what has a name of the API is what the API calls so."""

from collections.abc import Mapping
from typing import Any, Final

Schema = Mapping[str, Any]


def shape(required: tuple[str, ...] = (), **properties: Schema) -> dict[str, Any]:
    """Describe an object."""
    return {"type": "object", "properties": properties} | ({"required": list(required)} if required else {})


def list_of(items: Schema, description: str = "") -> dict[str, Any]:
    """Describe a list; an answer that has none of it says so by an empty one."""
    return {"type": "array", "items": items} | ({"description": description} if description else {})


WORDS: Final = {"type": "string"}
COUNT: Final = {"type": "integer"}
YES: Final = {"type": "boolean"}
OBJECT: Final = {"type": "object"}
SEATS: Final = list_of(COUNT)
MEMBERS: Final = list_of(
    shape(("name", "value"), name=WORDS, at=COUNT, value={}),
    "Members of a document, in order; `at` numbers the entries of a list.",
)
EVENTS: Final = list_of(shape(("version", "summary"), version=COUNT, summary=WORDS))
EVENTS_LEFT: Final = {"type": "integer", "description": "More happened: `history` goes on after this version."}
ACTIONS: Final = list_of(shape(("number", "summary"), number=COUNT, summary=WORDS), "What `play` takes.")
TEMPLATES: Final = list_of(
    shape(("number", "type", "summary", "bounds"), number=COUNT, type=WORDS, summary=WORDS, bounds=OBJECT),
    "Examples that `play` takes, too, and whose members `fill` changes within the bounds.",
)
AWAITED: Final = list_of(shape(("seat", "frame", "must"), seat=COUNT, frame=WORDS, must=YES))
VOTE: Final = shape(
    ("id", "kind", "by", "yes", "no", "waiting", "status"),
    id=COUNT,
    kind=WORDS,
    by={"type": ["integer", "null"]},
    yes=SEATS,
    no=SEATS,
    waiting=SEATS,
    status=WORDS,
)
RESULT: Final = shape(("winners", "points"), winners=SEATS, points=SEATS, reason=WORDS)
PLACE: Final = {"page": COUNT, "pages": COUNT}
"""Describes what is present if an answer has several pages."""

TURN: Final = {"version": COUNT, "must_act": YES, "actions": ACTIONS, "templates": TEMPLATES}
STANDING: Final = {
    "game": WORDS,
    "ruleset": WORDS,
    "status": WORDS,
    "version": COUNT,
    "awaiting": AWAITED,
    "vote": VOTE,
    "result": {**RESULT, "description": "Present once the game is over."},
}
HAPPENED: Final = {"events": EVENTS, "more_after": EVENTS_LEFT}
SEATED: Final = {"handle": WORDS, "game": WORDS, "seat": COUNT}

NOTHING: Final = {"array": list, "boolean": bool}
"""Says what a required member is about which no line said anything."""


def complete(schema: Schema, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data with the required lists that are empty, and the required members that are false."""
    properties = schema["properties"]
    missing = [name for name in schema.get("required", ()) if name not in data]
    return {**data, **{name: NOTHING[properties[name]["type"]]() for name in missing}}
