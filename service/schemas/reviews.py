"""Defines reviews of finished games: how chances went, what decisions cost, and how lucky each seat was."""

from marshmallow import fields

from service.schemas.analyses import CERTAINTIES, METHODS
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
from service.schemas.seats import AGENT_VERSION
from service.schemas.shapes import Answer

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


_GRAPH = objects(GraphPointSchema, "How likely each seat was to win at every turn, and the end.")
_TURNING_POINTS = objects(
    TurningPointSchema, "The turns that changed the probabilities most, at most five, in their order."
)


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
    graph = _GRAPH
    turning_points = _TURNING_POINTS
    players = objects(ReviewedPlayerSchema, "How each seat was played, in the order of the seats.")
    decisions = objects(DecisionSchema, "Every decision where there was a choice, in order.")
    mistakes = objects(MistakeSchema, "The decisions that cost most, at most twenty, the dearest first.")


class ReviewPartSchema(Answer):
    """What a review has found before it is done."""

    graph = _GRAPH
    turning_points = _TURNING_POINTS
