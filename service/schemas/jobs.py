"""Defines jobs and their results, one schema per kind of job."""

from typing import Final

from marshmallow import fields

from service.schemas.analyses import AnalysisResultSchema
from service.schemas.arenas import ArenaResultSchema, HostedGameSchema
from service.schemas.fields import Reference, always, choice, objects, sometimes, whole
from service.schemas.messages import VERSIONS
from service.schemas.replays import ReplayResultSchema
from service.schemas.reviews import ReviewResultSchema
from service.schemas.shapes import Answer, OneOf
from service.schemas.webhooks import DeliverySchema

KIND: Final = always("The kind of job, which determines the form of `result`.")
ABSENT: Final = "Absent until the job is finished, and if it failed."


class _Job(Answer):
    """Work that takes longer than a request."""

    id = fields.String(**always("The id of the job, to use with `GET /v1/jobs/{id}`."))
    status = choice(
        ("queued", "running", "finished", "failed"),
        **always("The state of the job; if it has `failed`, `problem` says why."),
    )
    progress = fields.Float(**always("How much of the work is done, from 0 to 1.", minimum=0, maximum=1))
    problem = Reference("Problem", **sometimes("Why the job failed. Absent unless it did."))


class HeadMoveResultSchema(Answer):
    """How the head of a game was moved."""

    version = whole(*VERSIONS, **always("The new version that the undo or redo made."))
    to_version = whole(*VERSIONS, **always("The version whose position the game has returned to."))


class HeadMoveJobSchema(_Job):
    """A job that undoes or redoes."""

    kind = choice(("undo", "redo"), **KIND)
    result = fields.Nested(HeadMoveResultSchema(), **sometimes(f"The state of the game after the move. {ABSENT}"))


class ReplayJobSchema(_Job):
    """A job that rebuilds a game from its log and writes its record."""

    kind = choice(("replay",), **KIND)
    result = fields.Nested(ReplayResultSchema(), **sometimes(f"The verified replay with its record. {ABSENT}"))


class AnalysisJobSchema(_Job):
    """A job that analyzes a position."""

    kind = choice(("analysis",), **KIND)
    result = fields.Nested(AnalysisResultSchema(), **sometimes(f"What the analysis has found. {ABSENT}"))


class ReviewJobSchema(_Job):
    """A job that reviews a finished game."""

    kind = choice(("review",), **KIND)
    result = fields.Nested(ReviewResultSchema(), **sometimes(f"What the review has found. {ABSENT}"))


class ArenaJobSchema(_Job):
    """A job that lets agents and bots play against each other."""

    kind = choice(("arena",), **KIND)
    games = objects(
        HostedGameSchema,
        **sometimes("The games that are hosted for bots, as far as they have begun. Absent if none is."),
    )
    result = fields.Nested(ArenaResultSchema(), **sometimes(f"How the agents performed. {ABSENT}"))


class DeliveryJobSchema(_Job):
    """A job that tries a webhook's delivery again."""

    kind = choice(("delivery",), **KIND)
    result = fields.Nested(DeliverySchema(), **sometimes(f"The delivery after the new attempt. {ABSENT}"))


class RemovalResultSchema(Answer):
    """What became of the games of a client."""

    removed = whole(0, 2**53, **always("How many games were removed."))
    kept = whole(
        0,
        2**53,
        **always("How many were kept: other people play there, or branches of games that still run depend on them."),
    )


class RemovalJobSchema(_Job):
    """A job that removes the games of a client."""

    kind = choice(("removal",), **KIND)
    result = fields.Nested(RemovalResultSchema(), **sometimes(f"How many games were removed. {ABSENT}"))


class JobSchema(OneOf):
    """Work that takes longer than a request, of one of several kinds."""

    by = "kind"
    variants = {
        "undo": HeadMoveJobSchema(),
        "redo": HeadMoveJobSchema(),
        "replay": ReplayJobSchema(),
        "analysis": AnalysisJobSchema(),
        "review": ReviewJobSchema(),
        "arena": ArenaJobSchema(),
        "delivery": DeliveryJobSchema(),
        "removal": RemovalJobSchema(),
    }


class MovedSchema(Answer):
    """The job that does an undo or a redo, or the vote that decides on it."""

    job = fields.Nested(
        HeadMoveJobSchema(), **sometimes("The job that does it. Absent if the other parties must vote.")
    )
    vote = Reference("Vote", **sometimes("The vote of the other parties. Absent if the caller may do it alone."))
