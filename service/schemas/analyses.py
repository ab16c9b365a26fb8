"""Defines analyses: the request, and the result."""

from typing import Any, Final

from marshmallow import Schema, fields

from service.faults import Fault
from service.handlers.analyses import LEAST_BUDGET_MS, MOST_BUDGET_MS, MOST_LIMIT, USUAL_LIMIT
from service.schemas.fields import (
    Reference,
    always,
    choice,
    count,
    flag,
    fraction,
    list_of,
    number,
    objects,
    sometimes,
    string,
    unbounded,
    whole,
    words,
)
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.records import FINISHED, require_finished
from service.schemas.seats import AGENT_VERSION
from service.schemas.shapes import Answer, OneOf, Strict
from service.schemas.sharing import component_of

METHODS: Final = ("value", "playouts")
CERTAINTIES = ("confirmed", "open", "doubtful", "unchecked")


class RankedSchema(Answer):
    """A command that was tried, and how well the seat does after it."""

    command = Reference("Command", "The command that was tried, which can be posted as it is.")
    summary = string("What the command does, as a sentence in the requested language.")
    win_probability = fraction("The estimated probability that the seat wins after this command, from 0 to 1.")
    low = fraction("The lower bound of the probability, with 95 % confidence.")
    high = fraction("The upper bound of the probability, with 95 % confidence.")
    points = number("The seat's average points at the end of the sampled games, or of the turn.")
    samples = whole(1, 2**31, "How many games, or turns, were sampled after this command.")


class OddsSchema(Answer):
    """How likely a seat wins."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    probability = fraction("The estimated probability that this seat wins, from 0 to 1.")
    low = fraction("The lower bound of the probability, with 95 % confidence.")
    high = fraction("The upper bound of the probability, with 95 % confidence.")


def _reason(fact: str, about: str, **members: Any) -> tuple[str, Schema]:
    """Return the schema of a fact that supports a result, with its own members."""
    own = {
        "fact": choice((fact,), "The kind of fact, as a word for programs."),
        "summary": string("The fact as a sentence in the requested language."),
    }
    schema: Schema = type(component_of(fact, "ReasonSchema"), (Answer,), {**own, **members, "__doc__": about})()
    return fact, schema


_BY_SEAT = list_of(fields.Integer(), "The visible points of each seat, in the order of the seats.")
_REASONS = (
    _reason("over", "The game is over."),
    _reason("points", "How many points each seat has.", points=_BY_SEAT),
    _reason(
        "agent_choice",
        "What the agent would do by itself.",
        agent=words(64, "The id of the agent that would choose this command."),
        agent_version=AGENT_VERSION,
        command=Reference("Command", "The command that the agent would choose."),
    ),
    _reason(
        "only_choice", "Only one command is legal.", command=Reference("Command", "The only command that is legal.")
    ),
    _reason(
        "close",
        "The best command is hardly better than another.",
        command=Reference("Command", "The next best command, which may be just as good."),
    ),
    _reason("clear", "The best command is clearly better than all others."),
    _reason("wins", "A command wins at once.", command=Reference("Command", "The command that wins the game at once.")),
    _reason(
        "gain",
        "A command brings points at once.",
        command=Reference("Command", "The command that brings points at once."),
        points=whole(-100, 100, "How many points the command brings at once."),
    ),
    _reason(
        "builds",
        "A command completes a plan of the seat.",
        command=Reference("Command", "The command that completes the plan."),
        plan=words(64, "The plan that is completed."),
    ),
    _reason(
        "serves",
        "A command brings a plan of the seat nearer.",
        command=Reference("Command", "The command that brings the plan nearer."),
        plan=words(64, "The plan that comes nearer."),
        rounds=number(always("In how many rounds the plan can be paid after the command, on average.", minimum=0)),
        rounds_before=number(sometimes("The same before the command. Absent if it was out of reach then.", minimum=0)),
    ),
    _reason(
        "costs_rival",
        "A command makes it less likely that a rival wins.",
        command=Reference("Command", "The command that costs the rival."),
        rival=whole(*SEATS, "The seat of the rival whose chances fall most."),
        probability=fraction("By how much the rival's probability to win falls, from 0 to 1."),
    ),
    _reason(
        "worlds",
        "What the seat cannot know was sampled.",
        worlds=count("How many different positions were sampled for the hidden cards."),
    ),
    _reason(
        "cut",
        "Some sampled games were not played to their end but judged by their points.",
        playouts=count("How many games were sampled in total."),
        cut=count("How many of the sampled games were stopped early."),
        decisions=count("After how many decisions a sampled game is stopped, at most."),
    ),
    _reason(
        "left_out",
        "Some commands were not tried.",
        count=count("How many legal commands were not tried because there were too many."),
    ),
)


class ReasonSchema(OneOf):
    """A fact that supports or limits a result."""

    by = "fact"
    variants = dict(_REASONS)


class AnalysisResultSchema(Answer):
    """The result of an analysis, which depends only on the request and on what the seat knew."""

    game = words(64, "The id of the game that was analyzed.")
    version = whole(*VERSIONS, "The version whose position was analyzed.")
    seat = unbounded(
        "The seat whose knowledge was used and whose commands are ranked; null for a spectator.", allow_none=True
    )
    agent = words(64, "The id of the agent that played the sampled games.")
    agent_version = AGENT_VERSION
    method = choice(
        METHODS,
        "How the probabilities were found: `value`, by a calibrated value at the end of sampled turns, or "
        "`playouts`, by games that agents play on.",
    )
    budget_ms = whole(1, 2**31, "The budget in milliseconds of processor time.")
    samples = count("How many games, or turns, were sampled in total.")
    win_probability = objects(OddsSchema, "How likely each seat is to win, in the order of the seats.")
    ranked = objects(
        RankedSchema, "The best commands of the seat, best first; empty if it cannot act or the game is over."
    )
    reasons = objects(ReasonSchema, "The facts that support or limit this result.")


class _Asked(Strict):
    """What is asked of any position."""

    budget_ms = whole(
        LEAST_BUDGET_MS,
        MOST_BUDGET_MS,
        sometimes(
            "The approximate processor time in milliseconds, counted in decisions of the agent; by default 300 with "
            "the method `value` and 2,000 with `playouts`.",
        ),
    )
    limit = whole(1, MOST_LIMIT, sometimes("How many of the best commands the result lists.", default=USUAL_LIMIT))
    agent = words(
        64,
        sometimes(
            "The id of the agent that plays the sampled games (by default the strongest), or `planner@1` for a version."
        ),
    )


class AnalysisSchema(_Asked):
    """A position of a game to analyze."""

    seat = whole(
        *SEATS, sometimes("The seat whose commands are ranked, using only what it knows; by default your own.")
    )
    version = whole(*VERSIONS, sometimes("The version to analyze; by default the newest one."))


class PositionAnalysisSchema(_Asked):
    """A position to analyze, as the record of a finished game at a version."""

    error_messages = {"type": Fault("object")}

    record = FINISHED
    version = whole(*VERSIONS, sometimes("The version to analyze; by default the last one of the record."))
    seat = whole(*SEATS, sometimes("The seat whose commands are ranked; by default the one that must act."))
    all_cards = flag(sometimes("Whether all cards may be used, not only what the seat knows; by default not."))


def read_position(body: Any) -> dict[str, Any]:
    """Parse a request; raises ValidationError, and Problem for the record of a running game."""
    require_finished(body.get("record") if isinstance(body, dict) else None)
    wish: dict[str, Any] = PositionAnalysisSchema().load(body)
    return wish
