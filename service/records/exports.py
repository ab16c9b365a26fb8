"""Writes positions and games as files of other programs. What a file cannot hold is listed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.core.discovery import find, names_in
from service.problems import Problem, invalid
from service.records.foreign import MOST_LISTED, Part, describe_lost
from service.records.island import RULESET, SEATS, places
from service.records.positions import PLACE, Restored, position_document
from service.texts.files import ENGLISH

ROOM: Final = "service.records.writers"
TARGETS: Final = tuple(names_in(ROOM))
"""Names the programs for which files are written."""
EVENTS: Final = "events"
"""The member of a request that holds the events of a game."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """Holds a whole position on the standard island, and the events that led to it, if they are known."""

    state: Mapping[str, Any]
    layout: Mapping[str, Any]
    events: Sequence[Part]

    @staticmethod
    def fault(member: str, key: str, **params: Any) -> Problem:
        """Return the refusal of a member of the position."""
        return invalid(f"{PLACE}.{member}", key, **params)


def export_file(target: str, restored: Restored, events: Any = (), language: str = ENGLISH) -> dict[str, Any]:
    """Return the file for a program and what it lacks; raises Problem (422) for what no such file can hold."""
    document = position_document(restored.game, restored.seat, restored.shown)
    state, seats = document["state"], document["state"].get("seats", ())
    if document["ruleset"] != RULESET or document["modules"]:
        raise Leaving.fault("ruleset", "export.ruleset")
    layout = document.get("layout")
    if not SEATS[0] <= len(seats) <= SEATS[1] or layout is None:
        raise Leaving.fault("map", "import.island")
    if {(tile["q"], tile["r"]) for tile in layout["tiles"]} != {*places(len(seats))}:
        raise Leaving.fault("layout", "import.island")
    for seat, own in enumerate(seats):
        if "resources" not in own or "development_cards" not in own:
            raise Leaving.fault(f"state.seats.{seat}", "export.hidden")
    written, lost = find(ROOM, target, "write")(Leaving(state, layout, Part(list(events), EVENTS).items(MOST_LISTED)))
    return {"to": target, "document": written, "lost": [describe_lost(one, language) for one in lost]}
