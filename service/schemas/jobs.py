"""Defines jobs and their results, one schema per kind of job, with the results of reviews."""

from typing import Final

from marshmallow import fields

from service.schemas.advice import AdviceSchema, BatchResultSchema
from service.schemas.analyses import CERTAINTIES, METHODS, AnalysisResultSchema
from service.schemas.arenas import ArenaResultSchema, HostedGameSchema
from service.schemas.fields import (
    Reference,
    always,
    choice,
    count,
    fraction,
    list_of,
    nested,
    number,
    objects,
    sometimes,
    string,
    strings,
    unbounded,
    whole,
    words,
)
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.replays import ReplayResultSchema
from service.schemas.seats import AGENT_VERSION
from service.schemas.shapes import Answer, OneOf
from service.schemas.webhooks import DeliverySchema

_IN_TURN = unbounded("The seat whose turn began; null between turns.", allow_none=True)


class GraphPointSchema(Answer):
    """How likely each seat was to win when a turn began."""

    turn = count("The number of the turn that began; 0 before the first one.")
    version = whole(*VERSIONS, "The version after which the position was judged.")
    seat = _IN_TURN
    probability = list_of(
        fields.Float(), "The probability of each seat to win, from the whole position, in the order of the seats."
    )


class TurningPointSchema(Answer):
    """A turn after which another seat was likely to win."""

    turn = count("The number of the turn.")
    seat = _IN_TURN
    from_version = whole(*VERSIONS, "The version after which the turn began.")
    version = whole(*VERSIONS, "The version after which the next turn began, or the game was over.")
    changes = list_of(fields.Float(), "By how much the probability of each seat changed, in the order of the seats.")
    swing = fraction("The largest of the changes, without its sign.")
    summaries = strings("What happened in the turn, as sentences in the requested language; the last twelve.")


class DecisionSchema(Answer):
    """A command that was given where there was a choice, and what it cost."""

    version = whole(*VERSIONS, "The version that the command made.")
    turn = count("The number of the turn.")
    seat = whole(*SEATS, "The number of the seat that decided.")
    cost = fraction(
        "By how much the decision lowered the seat's probability to win, by what the seat knew then, from 0 to 1."
    )
    stake = fraction(
        "How far apart what was tried lies in probability, from the best to the worst; 0 if it was only put off."
    )


class MistakeCheckSchema(Answer):
    """What playouts said of a mistake: both commands were played on from, in the same worlds with the same luck."""

    playouts = count("How many pairs of playouts were made.")
    lead = number("By how much the better command raised the seat's probability to win, on average.")
    low = number("The lower bound of the lead, with 95 % confidence.")
    high = number("The upper bound of the lead, with 95 % confidence.")


class MistakeSchema(DecisionSchema):
    """A decision that cost much, and what would have been better."""

    command = Reference("Command", "The command that was given.")
    summary = string("What the command does, as a sentence in the requested language.")
    best = Reference("Command", "The best command that was tried.")
    best_summary = string("What the best command does, as a sentence in the requested language.")
    certainty = choice(
        CERTAINTIES,
        "How sure it is that this was a mistake: playouts `confirmed` it, left it `open` or made it `doubtful`; only "
        "the dearest are checked, the others are `unchecked`.",
    )
    check = nested(MistakeCheckSchema, sometimes("What the playouts said. Absent if the mistake was not checked."))


class DiceLuckSchema(Answer):
    """What the dice of all seats brought a seat, beside what was to be expected."""

    rolls = count("How often the dice were rolled in the game.")
    cards = whole(-(2**31), 2**31, "How many cards the rolls brought the seat.")
    expected_cards = number("How many cards its buildings were to bring on average, at all rolls of the game.")
    probability = number("What the rolls added to the seat's probability to win, beyond what was to be expected.")


class DrawLuckSchema(Answer):
    """What other draws brought a seat, such as robberies and development cards, beside what was to be expected."""

    own = count("How many of the draws the seat made itself.")
    points = whole(-(2**31), 2**31, "How many points the draws brought the seat.")
    expected_points = number("How many points they were to bring on average.")
    probability = number("What the draws added to the seat's probability to win, beyond what was to be expected.")


class LuckSchema(Answer):
    """How lucky a seat was."""

    dice = nested(DiceLuckSchema, "The luck of the dice.")
    draws = nested(DrawLuckSchema, "The luck of all other draws.")


class ReviewedPlayerSchema(Answer):
    """How a seat was played."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    decisions = count("How many decisions of the seat were judged.")
    choices = count("How many of them were real choices, in which at least 0.01 was at stake.")
    cost = number(always("What the decisions of the seat cost together.", minimum=0))
    accuracy = number(
        sometimes(
            "The share of what was at stake in real choices that the seat kept, in percent. Absent for fewer than 10.",
            minimum=0,
            maximum=100,
        )
    )
    luck = nested(
        LuckSchema, sometimes("How lucky the seat was. Absent with the method `playouts`, and if nothing was drawn.")
    )


class ReviewResultSchema(Answer):
    """The review of a finished game, which depends only on the game."""

    game = words(64, "The id of the game that was reviewed.")
    version = whole(*VERSIONS, "The version up to which it was reviewed.")
    agent = words(64, "The id of the agent that the players are compared with.")
    agent_version = AGENT_VERSION
    method = choice(METHODS, "How positions were judged: by a calibrated `value`, or by short `playouts` and points.")
    graph = objects(GraphPointSchema, "How likely each seat was to win at every turn, and the end.")
    turning_points = objects(
        TurningPointSchema, "The turns that changed the probabilities most, at most five, in their order."
    )
    players = objects(ReviewedPlayerSchema, "How each seat was played, in the order of the seats.")
    decisions = objects(DecisionSchema, "Every decision where there was a choice, in order.")
    mistakes = objects(MistakeSchema, "The decisions that cost most, at most twenty, the dearest first.")


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


class ReviewPartSchema(Answer):
    """What a review has found before it is done."""

    graph = objects(GraphPointSchema, "How likely each seat was to win at every turn, and the end.")
    turning_points = objects(
        TurningPointSchema, "The turns that changed the probabilities most, at most five, in their order."
    )


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
