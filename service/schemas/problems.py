"""What went wrong, as RFC 9457 has it."""

from typing import Final

from marshmallow import fields

from service.keys import SCOPES
from service.schemas.fields import as_described, choice, flag, whole, words
from service.schemas.shapes import Answer
from service.table_events import MOST_SEATS

JSON_TYPES: Final = ("null", "boolean", "number", "string", "array", "object")
TYPES: Final = ("integer", *JSON_TYPES)
CREDENTIALS: Final = (
    "seat_token",
    "token_of_this_seat",
    "token_of_this_game",
    "owner_token",
    "api_key",
)
GIVEN: Final = (
    "nothing",
    "malformed",
    "unknown_token",
    "unknown_key",
    "unknown_ticket",
    "token_of_another_game",
    "token_of_another_seat",
    "resigned_seat",
    "seat_token",
    "owner_token",
    "api_key",
)


class FaultSchema(Answer):
    """One member of a request that does not have the shape asked for."""

    pointer = fields.String(required=True, metadata={"description": "JSON Pointer to the member", "example": "/edge"})
    code = fields.String(required=True, metadata={"example": "range"})
    detail = fields.String(required=True, metadata={"example": "must be a whole number from 0 to 71"})
    expected = fields.List(
        choice(TYPES), metadata={"description": "With the code `type`: the JSON types that the member may have"}
    )
    given = choice(JSON_TYPES, metadata={"description": "With the code `type`: the JSON type that came instead"})
    allowed = fields.List(fields.String(), metadata={"description": "All names or words that may stand there"})
    nearest = fields.List(
        fields.String(), metadata={"description": "Those of `allowed` most like what came, the best first"}
    )
    minimum = whole(-(2**53), 2**53, metadata={"description": "The least number that may stand there"})
    maximum = whole(-(2**53), 2**53, metadata={"description": "The greatest number that may stand there"})


class AwaitedSeatSchema(Answer):
    """A seat for which the game waits."""

    seat = whole(0, MOST_SEATS - 1, required=True, metadata={"description": "The number of the seat, from 0"})
    frame = fields.String(
        required=True, metadata={"description": "What it is to do, as `words.frames` of the ruleset names it"}
    )
    must = flag(required=True, metadata={"description": "False where play can go on without it"})


class ProblemSchema(Answer):
    """A problem; `type` is one of a closed list, title and detail speak the language asked for."""

    type = fields.String(required=True, metadata={"example": "/problems/refused"})
    title = fields.String(required=True, metadata={"example": "Refused by the rules"})
    status = whole(400, 599, required=True, metadata={"example": 409})
    detail = fields.String(required=True)
    instance = fields.String(required=True, metadata={"description": "The path that was asked for, percent-encoded"})
    rule = words(100, metadata={"description": "The id of the rule that refused; see rules/{rule}"})
    missing = as_described(
        {"type": "object", "additionalProperties": {"type": "integer"}},
        metadata={"description": "What the command lacks: how many cards, dice or coins, by kind"},
    )
    version = whole(
        0, 2**53, metadata={"description": "The version at which the game stands, or that a record does not prove"}
    )
    index = whole(0, 199, metadata={"description": "Which of several commands was refused, or of a version's events"})
    awaiting = fields.List(
        fields.Nested(AwaitedSeatSchema()),
        metadata={"description": "With `refused`: for whom the game waits; empty after its end"},
    )
    given = choice(
        GIVEN, metadata={"description": "With `unauthorized` and `forbidden`: what the request showed who is calling"}
    )
    expected = fields.List(
        choice(CREDENTIALS),
        metadata={"description": "With `unauthorized` and `forbidden`: what is needed instead, any one of them"},
    )
    scope = choice(SCOPES, metadata={"description": "With `forbidden`: the scope that the API key lacks"})
    allowed = fields.List(
        fields.String(),
        metadata={
            "description": "What there is instead: methods (405), media types (406, 415), versions of the API (400), "
            "ids of rulesets or agents (404)"
        },
    )
    nearest = fields.List(
        fields.String(),
        metadata={"description": "With 404: the paths or ids most like the one that was asked for, the best first"},
    )
    line = whole(1, 2**53, metadata={"description": "With `bad_json`: the line in which the body stops being JSON"})
    column = whole(1, 2**53, metadata={"description": "With `bad_json`: the column in that line; both count from 1"})
    errors = fields.List(fields.Nested(FaultSchema()))
