"""Defines the answers about agents, and about how strong they were measured to be."""

from typing import Any, Final

from marshmallow import fields

from service.schemas.arenas import RATINGS
from service.schemas.fields import (
    always,
    count,
    nested,
    number,
    objects,
    sometimes,
    strings,
    whole,
    words,
)
from service.schemas.seats import AGENT_VERSION, LEVEL, MOST_LEVEL
from service.schemas.shapes import Answer
from service.table.seat_events import MOST_AGENT_VERSION


class StrengthSchema(Answer):
    """The results of an agent against a table of other agents."""

    ruleset = words(64, "The id of the ruleset that was played.")
    against = words(64, "The id of the agent that played all other seats.")
    seats = whole(2, 8, "How many seats each game had.")
    games = whole(1, 10**9, "How many games were played.")
    wins = whole(0, 10**9, "How many of the games the agent won.")
    rate = number("The share of games that the agent won, from 0 to 1.")
    low = number("The lower bound of the agent's share of wins, with 95 % confidence.")
    high = number("The upper bound of the agent's share of wins, with 95 % confidence.")


def _rating() -> dict[str, Any]:
    """Return the members of a measured rating."""
    return {
        "rating": whole(*RATINGS, "The rating in Elo points; the yardstick of the ladder has 1500."),
        "low": whole(*RATINGS, "The lower bound of the rating, with 95 % confidence."),
        "high": whole(*RATINGS, "The upper bound of the rating, with 95 % confidence."),
        "games": whole(1, 10**9, "How many games it played."),
    }


_P50: Final = "The milliseconds of processor time that half of the decisions take at most, as once measured."
_P95: Final = "The milliseconds of processor time that 95 of 100 decisions take at most, as once measured."


class AgentLevelSchema(Answer):
    """A level at which an agent plays, as it was measured."""

    level = whole(1, MOST_LEVEL, "The number of the level, which seats name; a higher one plays better.")
    about = words(300, "How the agent plays at the level, in one sentence of the requested language.")
    typical_ms = number("The processor time of a typical decision in milliseconds, as once measured.")
    rating, low, high, games = _rating().values()


class RatedAgentSchema(Answer):
    """An agent, at a level if it has levels."""

    agent = words(64, "The id of the agent.")
    level = LEVEL
    agent_version = AGENT_VERSION


class StandingSchema(RatedAgentSchema):
    """How strong an agent was measured to be."""

    rating, low, high, games = _rating().values()


class BotStandingSchema(Answer):
    """How strong a bot of a client is, by its rated arenas."""

    bot = words(64, "The id of the bot: of its key, name and version.")
    name = words(64, "The name of the bot, which its owner gave.")
    version = words(32, "The version of the bot, which its owner gave.")
    rating, low, high, games = _rating().values()
    forfeits = count("How many of the games it forfeited; they count as lost.")


class LadderSchema(Answer):
    """How strong the agents of a ruleset were measured to be, on one scale."""

    ruleset = words(64, "The id of the ruleset that was played, with its default map and without modules.")
    seats = whole(2, 8, sometimes("How many seats each game had. Absent if no agent was measured."))
    games = whole(0, 10**9, "How many games were played in total; 0 if no agent was measured.")
    yardstick = nested(
        RatedAgentSchema, sometimes("The agent whose rating was set to 1500. Absent if no agent was measured.")
    )
    standings = objects(StandingSchema, "The measured agents, strongest first; empty if none was measured.")
    bots = objects(
        BotStandingSchema,
        sometimes(
            "The bots of clients that have played rated arenas, strongest first, on the scale of the agents; the 200 "
            "best. Absent without any."
        ),
    )


class LadderListSchema(Answer):
    """The ladders of all rulesets."""

    ladders = objects(LadderSchema, "One ladder for each ruleset.")


class VersionLevelSchema(Answer):
    """What decisions cost at a level of an agent."""

    level = whole(1, MOST_LEVEL, "The number of the level.")
    p50_ms = number(_P50)
    p95_ms = number(_P95)


class VersionRatingSchema(Answer):
    """How strong a version of an agent was measured to be."""

    ruleset = words(64, "The id of the ruleset that was played.")
    level = LEVEL
    rating, low, high, games = _rating().values()


class AgentVersionSchema(Answer):
    """A version of an agent that is served. What it plays does not change."""

    version = whole(1, MOST_AGENT_VERSION, "The number of the version, which seats and requests may name.")
    since = fields.Date(**always("The first day on which this version was served."))
    announced = fields.Date(**sometimes("The day on which the end of this version was announced. Absent without one."))
    ends = fields.Date(
        **sometimes(
            "The day from which this version is not served any more, at least 90 days after `announced`; games that it "
            "plays go on with the newest. Absent if no end is announced."
        )
    )
    p50_ms = number(f"{_P50} With levels, at the usual one.")
    p95_ms = number(f"{_P95} With levels, at the usual one.")
    ratings = objects(VersionRatingSchema, "Its ratings on the ladders; empty if it was not measured.")
    levels = objects(VersionLevelSchema, sometimes("What its levels cost. Absent if the agent has no levels."))


class AgentSchema(Answer):
    """A computer player of the server."""

    id = words(64, "The id of the agent, which seats and analyses name.")
    rulesets = strings("The ids of the rulesets that the agent can play.")
    level = whole(0, 1000, "The strength of the agent; a higher number means stronger play.")
    decision_ms = whole(0, 10**6, "The most milliseconds that one decision may take, approximately.")
    typical_ms = number("The processor time of a typical decision in milliseconds, as once measured.")
    about = words(300, "How the agent plays, in the requested language.")
    package = words(
        200,
        sometimes("The installed package that the agent comes from, with its version. Absent for those of the server."),
    )
    measured = objects(StrengthSchema, "The results of test matches against other agents; may be empty.")
    levels = objects(
        AgentLevelSchema,
        sometimes("The levels that a seat may ask for, the weakest first. Absent if the agent has no levels."),
    )
    usual_level = whole(
        1, MOST_LEVEL, sometimes("The level at which the agent plays if the seat names none. Absent without levels.")
    )
    versions = objects(AgentVersionSchema, "The versions that are served, the newest first; at most three.")


class AgentListSchema(Answer):
    """All agents of the server."""

    agents = objects(AgentSchema, "All agents that this server offers.")
