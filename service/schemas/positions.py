"""Defines position documents, what is asked of them, and the answers. docs/positions.md specifies the document."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, ValidationError

from domain.catan.terms import HARBORS, TERRAINS
from domain.catan.topology import DIRECTIONS
from domain.core.kinds import OPTIONS, array, integer, json_value
from service.faults import Fault
from service.handlers.dry_runs import dry_run
from service.records.notation import LONGEST, BadNotation, read_notation
from service.records.positions import EDITION, PLACE, Restored, acting_seat, apply
from service.schemas.faults import wrong_type
from service.schemas.fields import (
    NOT_EMPTY,
    KindField,
    Pointed,
    Reference,
    choice,
    flag,
    list_of,
    nested,
    objects,
    or_null,
    query_number,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.limits import MOST_COMMANDS
from service.schemas.messages import SEATS, SHOWN, VERSIONS
from service.schemas.new_games import MODULES, ChosenDrawSchema
from service.schemas.play import ChanceSchema, read_commands
from service.schemas.shapes import Answer, Inner, Listed, Query, Strict, reference
from service.schemas.states.by_ruleset import STATES
from service.schemas.states.shared import SEAT
from service.table.events import LONGEST_MAP, MOST_DRAWS

MOST_TILES: Final = 200
MOST_HARBORS: Final = 50
MOST_SEEN: Final = 20_000
SEEN_EVENT: Final = {
    "type": "object",
    "description": "An event of a game; its other members are those of its type.",
    "properties": {
        "type": {"type": "string", "description": "The type of the event, which determines its other members."},
        "version": {"type": "integer", "description": "The version of the game that it belongs to."},
    },
    "required": ["type", "version"],
    "additionalProperties": True,
}
ACTING: Final = "The seat that acts; by default the seat that knows the position, else the one that must act."
_OF_VIEWS: Final = ("ruleset", "map", "modules", "options", "state")


class OfGameSchema(Strict):
    """The game of this server that a document comes from."""

    id = words(64, {"required": True, "metadata": {"description": "The id of the game.", "narrow": NOT_EMPTY}})
    version = whole(*VERSIONS, "The version of the game whose position the document shows.")


class LaidTileSchema(Strict):
    """A tile that the set-up laid."""

    q = whole(-100, 100, "The axial coordinate that grows to the east.")
    r = whole(-100, 100, "The axial coordinate that grows to the south-east.")
    terrain = choice(TERRAINS, "What lies on the tile.")
    token = KindField(or_null(integer(2, 12)), "The number on the tile; null for a tile without one.")


class LaidHarborSchema(Strict):
    """A harbor that the set-up laid."""

    q = whole(-100, 100, "The axial coordinate of its tile that grows to the east.")
    r = whole(-100, 100, "The axial coordinate of its tile that grows to the south-east.")
    side = choice(DIRECTIONS, "The side of the tile at which it lies.")
    kind = choice(HARBORS, "What it trades two for one; `any` trades three of any one kind for one.")


class LayoutSchema(Strict):
    """The tiles and harbors of an island."""

    tiles = Listed(LaidTileSchema(), MOST_TILES, "The tiles in any order.")
    harbors = Listed(LaidHarborSchema(), MOST_HARBORS, "The harbors in any order.", least=0)


class PositionDocumentSchema(Answer):
    """A position, or what one seat knows of it. A view of a game is such a document, too."""

    edition = whole(EDITION, EDITION, sometimes("The edition of the document. Absent from a view of a game."))
    game = nested(OfGameSchema, sometimes("The game of this server that the document comes from, if it does."))
    ruleset = words(64, "The ruleset of the game that is played.")
    map = words(LONGEST_MAP, sometimes("The map that the game is played on; by default the ruleset's own."))
    modules = MODULES
    options = Pointed(OPTIONS.name, sometimes("The options of the game; by default the ruleset's own."))
    seat = KindField(
        or_null(SEAT),
        sometimes("The seat that knows it, null for a spectator; by default the one with cards."),
    )
    first = whole(*SEATS, sometimes("The seat that began the game; by default it follows from the turn."))
    numbered = whole(0, 2**31, sometimes("The highest number given to an offer; by default that of the open ones."))
    layout = Inner(LayoutSchema(), sometimes("The tiles and harbors of the island. Absent if the map prints them."))
    state = Pointed("GameState", "The position in the form of its ruleset, as views show it.")
    seen = KindField(
        array(json_value(SEEN_EVENT), MOST_SEEN),
        sometimes(
            "All events of the game so far, from its first version on, as its list of events shows them to the seat. "
            "Agents that keep count of hidden cards conclude from them what others may hold."
        ),
    )


def read_document(wish: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document in a request, which holds it or its text, with checked types; raises ValidationError."""
    if ("text" in wish) == (PLACE in wish):
        raise ValidationError({PLACE: [Fault("position.one")]})
    try:
        body = read_notation(wish["text"]) if "text" in wish else wish[PLACE]
    except BadNotation:
        raise ValidationError({"text": [Fault("position.notation")]}) from None
    try:
        document: dict[str, Any] = _DOCUMENT.load(_without_table(body))
        _check_state(document)
    except ValidationError as error:
        raise ValidationError({PLACE: error.messages}) from None
    return document


def apply_wish(restored: Restored, wish: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out the commands of a request: what happens, or all that can; raises ValidationError and Problem."""
    seat = acting_seat(restored, wish.get("seat"))
    commands = read_commands(restored.game.ruleset, {"commands": [*wish["commands"]]})
    if not wish.get("outcomes"):
        seed = wish.get("seed") or restored.key
        return apply(restored, seat, commands, wish.get("draws", ()), seed)
    found = dry_run(restored.game, seat, commands)
    if "problem" in found:
        raise found["problem"]
    return {name: found[name] for name in ("certain", "chance", "exact")}


def _without_table(body: Any) -> Mapping[str, Any]:
    """Return a document, or that in a view of a game; raises ValidationError for unknown members of a document."""
    if not isinstance(body, dict):
        raise ValidationError([wrong_type(["object"], body)])
    if "status" in body:
        named = {name: body[name] for name in ("id", "version") if name in body}
        return {name: body[name] for name in _OF_VIEWS if name in body} | ({"game": named} if len(named) == 2 else {})
    known = _DOCUMENT.fields
    unknown = {name: [Fault("unknown", among=(name, known))] for name in body.keys() - known.keys()}
    if unknown:
        raise ValidationError(unknown)
    return body


def _check_state(document: Mapping[str, Any]) -> None:
    """Raise ValidationError for members of a state that have other types; an unknown ruleset is refused elsewhere."""
    schema: Schema | None = STATES.get(document["ruleset"])
    if schema is None:
        return
    try:
        schema.load({"ruleset": document["ruleset"], **document["state"]})
    except ValidationError as error:
        raise ValidationError({"state": error.messages}) from None


_DOCUMENT: Final = PositionDocumentSchema()
OWN_MEMBERS: Final[Mapping[str, Any]] = {
    "if": {"not": {"required": ["status"]}},
    "then": {"propertyNames": {"enum": [*_DOCUMENT.fields]}},
}
"""Says that only a view of a game, which has a `status`, has members besides those of the document."""


class PositionQuery(Query):
    """Which position of a game."""

    version = query_number(*VERSIONS, sometimes("The version of the game; by default the newest one."))
    seat = query_number(*SEATS, sometimes("The seat whose knowledge is shown; by default the caller's own."))


class PositionBodySchema(Strict):
    """A position, as a document or as its text."""

    position = Pointed(
        "PositionDocument", sometimes("The position as a document, or a view of a game. Absent if there is a `text`.")
    )
    text = words(LONGEST, sometimes("The position as one line of text, in place of the document."))


class PositionActionsSchema(PositionBodySchema):
    """A position whose legal actions are listed."""

    seat = whole(*SEATS, sometimes(ACTING))


class PositionCommandsSchema(PositionActionsSchema):
    """Commands of a seat to carry out at a position."""

    commands = KindField(
        array(json_value(reference("Command")), MOST_COMMANDS),
        "The commands, in the order in which they are carried out. Only the last one may draw or reveal something.",
    )
    draws = Listed(ChosenDrawSchema(), MOST_DRAWS, sometimes("What the first draws of each stream bring, in order."))
    seed = words(64, sometimes("What all other chance follows from; by default the hash of the position."))
    outcomes = flag(sometimes("True to get all outcomes with their probabilities in place of a single one."))


class AppliedSchema(Answer):
    """What commands did at a position."""

    events = list_of(KindField(SHOWN), sometimes("What happened, in order. Absent in an answer with all outcomes."))
    position = Reference(
        "PositionDocument", sometimes("The position after the commands. Absent in an answer with all outcomes.")
    )
    certain = list_of(KindField(SHOWN), sometimes("The events that come first in every case. Only with `outcomes`."))
    chance = objects(
        ChanceSchema, sometimes("The possible outcomes, whose probabilities add up to 1. Only with `outcomes`.")
    )
    exact = flag(sometimes("False if the outcomes were sampled. Present only with `outcomes`."))


class NotationSchema(Answer):
    """A position in both forms."""

    text = string("The position as one line that is safe in URLs.")
    position = Reference("PositionDocument", "The position as a document.")
