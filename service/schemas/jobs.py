"""Defines jobs and their results, one schema per kind of job."""

from typing import Final

from service.schemas.advice import AdviceSchema, BatchResultSchema
from service.schemas.analyses import AnalysisResultSchema
from service.schemas.arenas import ArenaResultSchema, HostedGameSchema
from service.schemas.fields import Reference, choice, fraction, nested, objects, sometimes, string, whole
from service.schemas.messages import VERSIONS
from service.schemas.replays import ReplayResultSchema
from service.schemas.reviews import ReviewPartSchema, ReviewResultSchema
from service.schemas.shapes import Answer, OneOf
from service.schemas.webhooks import DeliverySchema

KIND: Final = "The kind of job, which determines the form of `result`."
ABSENT: Final = "Absent until the job is finished, and if it failed."


class _Job(Answer):
    """Work that takes longer than a request."""

    id = string("The id of the job, to use with `GET /v1/jobs/{id}`.")
    status = choice(
        ("queued", "running", "finished", "failed"), "The state of the job; if it has `failed`, `problem` says why."
    )
    progress = fraction("How much of the work is done, from 0 to 1.")
    problem = Reference("Problem", sometimes("Why the job failed. Absent unless it did."))


class HeadMoveResultSchema(Answer):
    """How the head of a game was moved."""

    version = whole(*VERSIONS, "The new version that the undo or redo made.")
    to_version = whole(*VERSIONS, "The version whose position the game has returned to.")


class HeadMoveJobSchema(_Job):
    """A job that undoes or redoes."""

    kind = choice(("undo", "redo"), KIND)
    result = nested(HeadMoveResultSchema, sometimes(f"The state of the game after the move. {ABSENT}"))


class ReplayJobSchema(_Job):
    """A job that rebuilds a game from its log and writes its record."""

    kind = choice(("replay",), KIND)
    result = nested(ReplayResultSchema, sometimes(f"The verified replay with its record. {ABSENT}"))


class AnalysisJobSchema(_Job):
    """A job that analyzes a position."""

    kind = choice(("analysis",), KIND)
    result = nested(AnalysisResultSchema, sometimes(f"What the analysis has found. {ABSENT}"))


class ReviewJobSchema(_Job):
    """A job that reviews a finished game."""

    kind = choice(("review",), KIND)
    part = nested(
        ReviewPartSchema,
        sometimes("What is known while the decisions are judged. Absent before the graph is done, and after the end."),
    )
    result = nested(ReviewResultSchema, sometimes(f"What the review has found. {ABSENT}"))


class ArenaJobSchema(_Job):
    """A job that lets agents and bots play against each other."""

    kind = choice(("arena",), KIND)
    games = objects(
        HostedGameSchema, sometimes("The games that are hosted for bots, as far as they have begun. Absent if none is.")
    )
    result = nested(ArenaResultSchema, sometimes(f"How the agents performed. {ABSENT}"))


class AdviceJobSchema(_Job):
    """A job that asks an agent about a position."""

    kind = choice(("advice",), KIND)
    result = nested(AdviceSchema, sometimes(f"What the agent would do. {ABSENT}"))


class BatchJobSchema(_Job):
    """A job that answers many questions about positions."""

    kind = choice(("batch",), KIND)
    result = nested(BatchResultSchema, sometimes(f"The answers. {ABSENT}"))


class DeliveryJobSchema(_Job):
    """A job that tries a webhook's delivery again."""

    kind = choice(("delivery",), KIND)
    result = nested(DeliverySchema, sometimes(f"The delivery after the new attempt. {ABSENT}"))


class RemovalResultSchema(Answer):
    """What became of the games of a client, or of finished games."""

    removed = whole(0, 2**53, "How many games were removed.")
    kept = whole(
        0,
        2**53,
        "How many were kept: other people play there, branches of games that still run depend on them, or they cannot "
        "be read.",
    )
    due = whole(0, 2**53, sometimes("How many would be removed. Absent unless they are only counted."))


class RemovalJobSchema(_Job):
    """A job that removes the games of a client, or finished games."""

    kind = choice(("removal",), KIND)
    result = nested(RemovalResultSchema, sometimes(f"How many games were removed. {ABSENT}"))


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
        "advice": AdviceJobSchema(),
        "batch": BatchJobSchema(),
        "delivery": DeliveryJobSchema(),
        "removal": RemovalJobSchema(),
    }


class MovedSchema(Answer):
    """The job that does an undo or a redo, or the vote that decides on it."""

    job = nested(HeadMoveJobSchema, sometimes("The job that does it. Absent if the other parties must vote."))
    vote = Reference("Vote", sometimes("The vote of the other parties. Absent if the caller may do it alone."))


class AdvisedSchema(Answer):
    """What an agent would do, or the job that finds it out."""

    advice = nested(AdviceSchema, sometimes("What the agent would do. Absent until it is known."))
    job = nested(AdviceJobSchema, sometimes("The job that finds it out. Absent if that is done."))
