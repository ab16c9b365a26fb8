"""What the jobs of analyses and arenas come to."""

from typing import Any

from marshmallow import Schema, fields

from domain.core.kinds import OPTIONS
from service.schemas.answers import SEATS
from service.schemas.fields import KindField, Pointed, Reference, choice, whole, words
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Answer, OneOf

RATE = {"minimum": 0, "maximum": 1}
LOW = RATE | {"description": "The lower bound, with 95 % confidence (Wilson)"}
HIGH = RATE | {"description": "The upper bound"}
WINS = {"description": "How many; a shared win counts for a part"}


class RankedSchema(Answer):
    """A command that was tried, and what playing on from it came to for the seat."""

    command = Reference("Command", required=True)
    summary = fields.String(required=True)
    win_probability = fields.Float(required=True, metadata=RATE)
    low = fields.Float(required=True, metadata=LOW)
    high = fields.Float(required=True, metadata=HIGH)
    points = fields.Float(required=True, metadata={"description": "The mean of the seat's points"})
    samples = whole(1, 2**31, required=True, metadata={"description": "Playouts"})


class OddsSchema(Answer):
    """How likely a seat wins."""

    seat = whole(*SEATS, required=True)
    probability = fields.Float(required=True, metadata=RATE)
    low = fields.Float(required=True, metadata=LOW)
    high = fields.Float(required=True, metadata=HIGH)


def _reason(fact: str, about: str, **members: Any) -> tuple[str, Schema]:
    """A fact that a result rests on, and its schema with the members that hang on it."""
    told = {"description": "What is meant, in a word."}
    words_told = {"description": "The same as a sentence, in the language that was asked for."}
    own = {
        "fact": choice((fact,), required=True, metadata=told),
        "summary": fields.String(required=True, metadata=words_told),
    }
    name = "".join(part.capitalize() for part in fact.split("_")) + "ReasonSchema"
    schema: Schema = type(name, (Answer,), {**own, **members, "__doc__": about})()
    return fact, schema


def _command(text: str) -> Reference:
    return Reference("Command", required=True, metadata={"description": text})


def _number(text: str) -> KindField:
    return whole(0, 2**31, required=True, metadata={"description": text})


_BY_SEAT = fields.List(
    fields.Integer(),
    required=True,
    metadata={"description": "The open points of every seat, by seat."},
)
_REASONS = (
    _reason("over", "The game is over."),
    _reason("points", "How the points stand.", points=_BY_SEAT),
    _reason(
        "agent_choice",
        "What the agent would do by itself.",
        agent=words(64, required=True, metadata={"description": "The id of the agent."}),
        command=_command("The command that it would give."),
    ),
    _reason("only_choice", "There is one command alone.", command=_command("That command.")),
    _reason("close", "The best command is hardly better than another.", command=_command("The next best command.")),
    _reason("clear", "The best command is clearly better than all others."),
    _reason("wins", "A command wins at once.", command=_command("That command.")),
    _reason(
        "gain",
        "A command brings points at once.",
        command=_command("That command."),
        points=whole(-100, 100, required=True, metadata={"description": "How many points it brings."}),
    ),
    _reason("worlds", "What the seat cannot know was sampled.", worlds=_number("How many positions were tried.")),
    _reason(
        "cut",
        "Some games were not played to their end, and judged by their points.",
        playouts=_number("How many games were played on."),
        cut=_number("How many of them were broken off."),
        decisions=_number("After how many decisions."),
    ),
    _reason("left_out", "Some commands were not tried.", count=_number("How many.")),
)


class ReasonSchema(OneOf):
    """A fact that the result rests on, and the same in words."""

    by = "fact"
    variants = dict(_REASONS)


class AnalysisResultSchema(Answer):
    """The result of an analysis: a function of the version and of what the seat (null: a spectator) knew then."""

    game = words(64, required=True)
    version = whole(*VERSIONS, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    agent = words(64, required=True, metadata={"description": "Who played on"})
    budget_ms = whole(1, 2**31, required=True)
    samples = whole(0, 2**31, required=True, metadata={"description": "Playouts in all"})
    win_probability = fields.List(fields.Nested(OddsSchema()), required=True)
    ranked = fields.List(
        fields.Nested(RankedSchema()), required=True, metadata={"description": "The seat's commands, the best first"}
    )
    reasons = fields.List(fields.Nested(ReasonSchema()), required=True)


class ArenaSeatSchema(Answer):
    """How an entrant did on a seat."""

    seat = whole(*SEATS, required=True)
    games = whole(0, 2**31, required=True)
    wins = fields.Float(required=True, metadata=WINS)


class ArenaRowSchema(Answer):
    """How an entrant of an arena did."""

    entrant = whole(*SEATS, required=True, metadata={"description": "Its place among the `agents` asked for"})
    agent = words(64, required=True)
    games = whole(0, 2**31, required=True)
    wins = fields.Float(required=True, metadata=WINS)
    win_rate = fields.Float(required=True, metadata=RATE)
    low = fields.Float(required=True, metadata=LOW)
    high = fields.Float(required=True, metadata=HIGH)
    mean_points = fields.Float(required=True)
    seconds_per_decision = fields.Float(required=True, metadata={"description": "Processor time"})
    seats = fields.List(fields.Nested(ArenaSeatSchema()), required=True)


class ArenaResultSchema(Answer):
    """The result of an arena; but for the times it follows from the request and the seed."""

    ruleset = words(64, required=True)
    map = words(64, required=True)
    modules = fields.List(fields.String(), required=True)
    options = Pointed(OPTIONS.name, required=True)
    seed = words(64, required=True)
    games = whole(1, 2**31, required=True)
    unfinished = whole(0, 2**31, required=True, metadata={"description": "Broken off, and counted for nobody"})
    mean_commands = fields.Float(required=True)
    table = fields.List(fields.Nested(ArenaRowSchema()), required=True)
