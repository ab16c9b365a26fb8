"""Defines what only sandbox games have: given events, and chosen draws."""

from collections.abc import Iterable
from typing import Any, Final

from marshmallow import Schema, ValidationError

from domain.core.kinds import CONFIG, array, json_value
from domain.core.packing import PositionSet
from domain.core.ruleset import Ruleset
from eventstore.budget import each
from service.schemas.faults import wrong_type
from service.schemas.fields import KindField, sometimes, words
from service.schemas.messages import SHOWN, Union, event_union, read_each
from service.schemas.shapes import Listed, Strict
from service.table.events import MOST_DRAWS

MOST_GIVEN: Final = 200
SANDBOX_ONLY: Final = ("given", "draws")
ENVELOPE: Final = ("version", "index", "time", "cursor", "summary")
"""Lists members of an answered event that say where it stands, which a given one may keep."""
DRAWS: Final[dict[str, Any]] = {
    "draws": [{"stream": "dice", "outcome": [6, 6]}, {"stream": "deck", "outcome": "knight"}]
}
GIVEN_EVENT: Final = "An event that has happened before the game goes on; its other members are those of its type."
GIVEN: Final = KindField(
    array(json_value({"$ref": "#/components/schemas/GivenEvent"}), MOST_GIVEN),
    sometimes("Events of the ruleset that have happened before the game goes on. Only for a sandbox."),
)


class ChosenDrawSchema(Strict):
    """A draw of a sandbox game that its owner chooses."""

    stream = words(64, "The name of the stream of chance to draw from, such as `dice`.")
    outcome = KindField(
        json_value({}),
        "What is drawn: two dice as `[3, 4]`, a card or tile by its name, dice of the dice game by symbol.",
    )


FIRST_DRAWS: Final = Listed(
    ChosenDrawSchema(), MOST_DRAWS, sometimes("What the first draws bring, in order. Only for a sandbox.")
)


class ChosenDrawsSchema(Strict):
    """The next draws of a sandbox game."""

    draws = Listed(
        ChosenDrawSchema(),
        MOST_DRAWS,
        "What the next draws of each stream bring, in order. Earlier choices are dropped, so `[]` ends them.",
        least=0,
    )


def read_given(ruleset: Ruleset, bodies: list[Any]) -> list[Any]:
    """Parse events into those of the domain; raises ValidationError with the place of each that does not fit."""
    union = event_union(ruleset.name, ruleset.events, _opening(ruleset))
    return read_each("given", each("given bodies", bodies), lambda body: _event(union, body))


def _opening(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the types of the events that open a game, which cannot be given."""
    rows = [(row, [field.kind for field in row.fields]) for row in ruleset.events.rows]
    return tuple(row.name for row, kinds in rows if row.cls is PositionSet or CONFIG in kinds)


def describe_given(rulesets: Iterable[Ruleset]) -> dict[str, Any]:
    """Return the schema of the events that may be given in any ruleset."""
    names = {row.name for ruleset in rulesets for row in ruleset.events.rows if row.name not in _opening(ruleset)}
    shown = SHOWN.schema["properties"]
    kind = {**shown["type"], "enum": sorted(names)}
    return {**SHOWN.schema, "description": GIVEN_EVENT, "properties": {**shown, "type": kind}}


def _event(union: Union, body: Any) -> Any:
    if not isinstance(body, dict):
        raise ValidationError([wrong_type(["object"], body)])
    schema: Schema | None = union.variants.get(str(body.get("type")))
    known = {} if schema is None else schema.fields
    left_out = (*ENVELOPE, *(() if "seat" in known else ("seat",)))
    return union.load({name: value for name, value in body.items() if name not in left_out})
