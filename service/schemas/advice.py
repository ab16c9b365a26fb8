"""Defines advice for positions: what is asked, and the answers; and many questions about positions at once."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError

from domain.core.kinds import array, json_value
from service.faults import Fault
from service.handlers.analyses import MOST_LIMIT
from service.records.advice import MOST_NODES
from service.schemas.analyses import METHODS, RankedSchema, ReasonSchema
from service.schemas.fields import (
    KindField,
    Reference,
    choice,
    count,
    flag,
    fraction,
    nested,
    number,
    objects,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.messages import SEATS
from service.schemas.play import LegalActionsSchema
from service.schemas.positions import (
    AppliedSchema,
    PositionActionsSchema,
    PositionCommandsSchema,
)
from service.schemas.shapes import Answer, Strict, reference

MOST_MEMBERS: Final = 100
LONGEST_SEED: Final = 64
LEGAL_ACTIONS: Final = "legal-actions"
APPLY: Final = "apply"
ADVICE: Final = "advice"


class PositionQuestionSchema(PositionActionsSchema):
    """A position about which an agent is asked."""

    agent = words(
        64,
        sometimes("The agent, by its id or with a version (`planner@2`); by default the strongest quick one."),
    )
    level = whole(1, 100, sometimes("The level at which the agent plays; only for agents with levels."))
    limit = whole(
        1,
        MOST_LIMIT,
        sometimes("How many of the best commands are ranked; without it the agent only says what it would do."),
    )
    nodes = whole(
        1,
        MOST_NODES,
        sometimes("How much work ranking may be, in decisions of the agent. A slow agent is given fewer at most."),
    )
    seed = words(LONGEST_SEED, sometimes("What all chance follows from; by default the hash of the position."))


class ChanceToWinSchema(Answer):
    """How likely a seat wins."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    probability = fraction("The estimated probability that this seat wins, from 0 to 1.")
    low = number(
        sometimes("The lower bound of it, with 95 % confidence. Present only with `ranked`.", minimum=0, maximum=1)
    )
    high = number(
        sometimes("The upper bound of it, with 95 % confidence. Present only with `ranked`.", minimum=0, maximum=1)
    )


class ConsideredSchema(Answer):
    """What an answer was found by."""

    method = choice(
        ("choice", *METHODS),
        "How it was found: `choice`, by what the agent would do; with `ranked`, by a calibrated `value` or by "
        "`playouts`.",
    )
    actions = count("How many commands and families of commands the seat can give.")
    beliefs = flag("Whether the agent knew what the seat can conclude about hidden cards.")
    nodes = whole(1, 2**31, sometimes("The most decisions that could be spent on it. Present only with `ranked`."))
    samples = whole(0, 2**31, sometimes("How many games or turns were sampled. Present only with `ranked`."))


class AdviceSchema(Answer):
    """What an agent would do at a position, which depends on the request alone."""

    seat = whole(*SEATS, "The seat that is advised.")
    agent = words(64, "The id of the agent that gave it.")
    level = whole(1, 100, sometimes("The level at which it plays. Absent for an agent without levels."))
    version = whole(1, 2**31, "The version of the agent.")
    seed = words(LONGEST_SEED, "What all chance followed from.")
    key = string("Identifies the question: clients may keep the answer under it.")
    command = Reference(
        "Command",
        sometimes("What the agent would do, ready to be posted. Absent if the seat can do nothing, or should wait."),
    )
    summary = string(sometimes("What the command does, as a sentence in the requested language. Absent without one."))
    win_probability = objects(
        ChanceToWinSchema,
        sometimes("How likely each seat is to win, in the order of the seats. Absent if no value is known at once."),
    )
    ranked = objects(
        RankedSchema, sometimes("The best commands of the seat, best first. Present only with `limit` or `nodes`.")
    )
    reasons = objects(
        ReasonSchema, sometimes("The facts that support or limit it. Present only with `limit` or `nodes`.")
    )
    considered = nested(ConsideredSchema, "What it was found by.")


class PositionMemberSchema(PositionCommandsSchema, PositionQuestionSchema):
    """One question about a position: what is to be done, and the body of that operation."""

    do = choice((LEGAL_ACTIONS, APPLY, ADVICE), "The operation on positions whose body the other members are.")
    commands = KindField(
        PositionCommandsSchema._declared_fields["commands"].kind,  # type: ignore[attr-defined]
        sometimes("The commands that are carried out, for `apply`."),
    )


class PositionBatchSchema(Strict):
    """Many questions about positions."""

    members = KindField(
        array(json_value(reference("PositionMember")), MOST_MEMBERS),
        "The questions, each answered by itself.",
    )


class MemberAnswerSchema(Answer):
    """The answer to one question: a member of the name of what was done, or the problem."""

    index = count("Which of the questions is answered, counted from 0.")
    status = whole(200, 599, "The status that a request of its own would have been answered with.")
    legal_actions = nested(LegalActionsSchema, sometimes("What the seat may do. Only for `legal-actions`."))
    applied = nested(AppliedSchema, sometimes("What the commands did. Only for `apply`."))
    advice = nested(AdviceSchema, sometimes("What the agent would do. Only for `advice`."))
    problem = Reference("Problem", sometimes("Why there is no answer. Absent if there is one."))


class BatchResultSchema(Answer):
    """The answers to many questions about positions."""

    answers = objects(MemberAnswerSchema, "The answers, in the order of the questions.")


def read_member(member: Any) -> tuple[str, dict[str, Any]]:
    """Return what is to be done and the checked body; raises ValidationError."""
    done = member.get("do") if isinstance(member, Mapping) else None
    schema = _BODIES.get(done) if isinstance(done, str) else None
    if schema is None or not isinstance(done, str):
        raise ValidationError({"do": [Fault("choice", allowed=[*_BODIES])]})
    body: dict[str, Any] = schema.load({name: value for name, value in member.items() if name != "do"})
    return done, body


_BODIES: Final[Mapping[str, Strict]] = {
    LEGAL_ACTIONS: PositionActionsSchema(),
    APPLY: PositionCommandsSchema(),
    ADVICE: PositionQuestionSchema(),
}
