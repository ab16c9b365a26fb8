"""What the jobs of analyses and arenas come to."""

from marshmallow import fields

from service.schemas.answers import SEATS
from service.schemas.fields import Reference, whole, words
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Answer

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


class ReasonSchema(Answer):
    """A fact that the result rests on, and the same in words; what else it holds hangs on the fact."""

    fact = words(64, required=True)
    summary = fields.String(required=True)
    command = Reference("Command")


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
    options = fields.Dict(required=True)
    seed = words(64, required=True)
    games = whole(1, 2**31, required=True)
    unfinished = whole(0, 2**31, required=True, metadata={"description": "Broken off, and counted for nobody"})
    mean_commands = fields.Float(required=True)
    table = fields.List(fields.Nested(ArenaRowSchema()), required=True)


RESULTS = (AnalysisResultSchema(), ArenaResultSchema())
"""Results of jobs that the contract describes as components."""
