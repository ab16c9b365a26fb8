"""Jobs and what they come to, one schema for each kind of job."""

from marshmallow import fields

from service.schemas.analyses import AnalysisResultSchema, ArenaResultSchema
from service.schemas.fields import Reference, choice, whole
from service.schemas.messages import VERSIONS
from service.schemas.replays import ReplayResultSchema
from service.schemas.shapes import Answer, OneOf
from service.schemas.webhooks import DeliverySchema

KIND = {"description": "What kind of work it is, which says what `result` holds."}
RESULT = {"description": "What the job came to. Absent until it has finished, and where it failed."}


class _Job(Answer):
    """Work that takes its time."""

    id = fields.String(
        required=True, metadata={"description": "The id of the job, by which `GET /v1/jobs/{id}` finds it."}
    )
    status = choice(
        ("queued", "running", "finished", "failed"),
        required=True,
        metadata={"description": "How far it is; `failed`: see `problem`."},
    )
    progress = fields.Float(
        required=True,
        metadata={"minimum": 0, "maximum": 1, "description": "How much of the work is done, from 0 to 1."},
    )
    problem = Reference("Problem", metadata={"description": "What stood in the way. Only where the job failed."})


class HeadMoveResultSchema(Answer):
    """How the head of a game was moved."""

    version = whole(*VERSIONS, required=True, metadata={"description": "The version that the move itself made."})
    to_version = whole(*VERSIONS, required=True, metadata={"description": "The version whose position the game has."})


class HeadMoveJobSchema(_Job):
    """A job that undoes or redoes."""

    kind = choice(("undo", "redo"), required=True, metadata=KIND)
    result = fields.Nested(HeadMoveResultSchema(), metadata=RESULT)


class ReplayJobSchema(_Job):
    """A job that rebuilds a game from its log and writes its record."""

    kind = choice(("replay",), required=True, metadata=KIND)
    result = fields.Nested(ReplayResultSchema(), metadata=RESULT)


class AnalysisJobSchema(_Job):
    """A job that analyzes a position."""

    kind = choice(("analysis",), required=True, metadata=KIND)
    result = fields.Nested(AnalysisResultSchema(), metadata=RESULT)


class ArenaJobSchema(_Job):
    """A job that lets agents play against each other."""

    kind = choice(("arena",), required=True, metadata=KIND)
    result = fields.Nested(ArenaResultSchema(), metadata=RESULT)


class DeliveryJobSchema(_Job):
    """A job that tries a webhook's delivery again."""

    kind = choice(("delivery",), required=True, metadata=KIND)
    result = fields.Nested(DeliverySchema(), metadata=RESULT)


class JobSchema(OneOf):
    """Work that takes its time, told apart by its kind."""

    by = "kind"
    variants = {
        "undo": HeadMoveJobSchema(),
        "redo": HeadMoveJobSchema(),
        "replay": ReplayJobSchema(),
        "analysis": AnalysisJobSchema(),
        "arena": ArenaJobSchema(),
        "delivery": DeliveryJobSchema(),
    }


class MovedSchema(Answer):
    """What an undo or a redo came to: the job that does it, or the vote that decides on it."""

    job = fields.Nested(HeadMoveJobSchema(), metadata={"description": "Where the caller may do it alone"})
    vote = Reference("Vote", metadata={"description": "Where the other parties are asked"})
