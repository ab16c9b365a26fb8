"""Defines the answers about the server."""

from typing import Any, Final

from marshmallow import fields

from service.measuring.readiness import REASONS, STATES
from service.schemas.arenas import RATINGS
from service.schemas.fields import (
    always,
    choice,
    count,
    date_time,
    list_of,
    nested,
    number,
    objects,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.rulesets import TranslatedSchema
from service.schemas.seats import AGENT_VERSION, LEVEL, MOST_LEVEL
from service.schemas.shapes import Answer
from service.table.seat_events import MOST_AGENT_VERSION
from service.texts.files import LANGUAGES
from service.texts.rulebook import CONFIDENCES


class LimitsSchema(Answer):
    """The limits of this server."""

    body_bytes = whole(1, 2**31, "The maximum size of a request body in bytes, unless it holds a record.")
    record_bytes = whole(1, 2**31, "The maximum size in bytes of a body with a record to import.")
    batch = whole(1, 1000, "The maximum number of commands in one request.")
    page = whole(1, 10_000, "The maximum number of events that can be requested as one page.")
    wait_s = whole(1, 600, "The maximum number of seconds for `Prefer: wait`.")
    requests_per_minute = whole(1, 10**9, "How many requests one address may send per minute, not counting commands.")
    moves_per_minute = whole(1, 10**9, "How many requests with commands one token may send per minute.")
    games_per_hour = whole(1, 10**9, "How many games can be made from one address per hour.")


class ThinkingSchema(Answer):
    """How much slow agents may think at tables where people play, so that no person waits long.

    A table costs the sum of the `typical_ms` of its slow agents.
    """

    slow_ms = number("Agents whose `typical_ms` is higher than this are slow.")
    capacity_ms = number("How much all tables with slow agents may cost together.")
    free_ms = number(
        "How much more they may cost now. A new table that costs more is refused (503 `agents_busy`), unless it is the "
        "only one."
    )


class ContractSchema(Answer):
    """Where the API is described."""

    docs = string("The path of the interactive documentation.")
    openapi = string("The path of the OpenAPI document in JSON.")
    openapi_yaml = string("The path of the OpenAPI document in YAML.")
    asyncapi = string("The path of the AsyncAPI document in YAML, which describes streams and webhooks.")
    asyncapi_json = string("The path of the AsyncAPI document in JSON.")


class ServerSchema(Answer):
    """The server and what it supports."""

    name = words(64, "The name of the software, which is always `longroad`.")
    version = words(64, "The version of the software that this server runs.")
    api_version = fields.Date(**always("The API version used when a request has no `X-Longroad-Version`."))
    api_versions = list_of(fields.Date(), "All API versions that can be requested, newest first.")
    commit = string("The commit that the server was built from; null if it is unknown.", allow_none=True)
    rules = choice(("plain", "compiled"), "Whether the rules run as plain Python or as compiled modules.")
    compiling = choice(
        ("off", "installed", "used", "ready", "failed", "pending", "no_mypy", "no_c_compiler"),
        "Why the rules run as they do: `installed` if compiled ones came with the server, else `off`. No server "
        "compiles its rules any more, so the other values are not answered.",
    )
    durability = words(
        64,
        "When a write reaches the disk: before each answer (`always`), on the replicas too (`replicated`), every "
        "second (`everysec`), or unassured.",
    )
    languages = list_of(choice(LANGUAGES), "The languages in which texts can be requested.")
    limits = nested(LimitsSchema, "The limits that apply to requests.")
    thinking = nested(
        ThinkingSchema,
        sometimes("How many tables with slow agents there is room for. Absent without a limit, or while unknown."),
    )
    contract = nested(ContractSchema, "Where the API is described.")
    time = date_time("The server's clock, in ISO 8601.")


class RulePlaceSchema(Answer):
    """A place where a rulebook contains a rule."""

    book = nested(TranslatedSchema, "The title of the rulebook that contains the rule.")
    place = nested(TranslatedSchema, sometimes("Where the rule is found in the book. Absent if it has no such place."))


class RuleTextSchema(Answer):
    """What a rule says."""

    rule = words(100, "The id of the rule, which refusals name in `rule`.")
    text = nested(TranslatedSchema, "What the rule says, in each language.")
    reason = nested(TranslatedSchema, sometimes("Why this ruling was made. Absent if the rulebooks are clear."))
    option = words(64, sometimes("The game option that changes this rule. Absent if none does."))
    confidence = choice(
        CONFIDENCES,
        sometimes(
            "How sure the rule is: `printed`, or two independent sources agree; `inferred` from what is printed; of "
            "`one_source`; or `reconstructed`. Absent for house rules of this server."
        ),
    )
    places = objects(RulePlaceSchema, "Where the rulebooks contain this rule.")


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


class QuarantineSchema(Answer):
    """How many games cannot be read, by the type of problem that they answer with."""

    log_damaged = count("The number of games whose logs failed verification.")
    written_by_newer_version = count("The number of games that only newer server software can read.")


class PrimariesSchema(Answer):
    """The primaries of the cluster that the event store is on."""

    all = whole(1, 1000, "The number of primaries, each of which has its own part of the games.")
    silent = whole(0, 1000, "The number of primaries that do not answer; only their games wait.")


class HealthSchema(Answer):
    """Whether the server can work."""

    status = choice(
        STATES, "`ok`, or what is wrong: a store is full, does not answer, or may lose games; or the archive is away."
    )
    durability = words(
        64, sometimes("When a write reaches the disk. Absent in `/livez`, and if the store does not answer.")
    )
    reasons = list_of(
        choice(tuple(REASONS)),
        sometimes("Why a store may lose games, or does not let the server in. Absent if nothing of the kind is known."),
    )
    primaries = nested(
        PrimariesSchema, sometimes("How many primaries the event store has. Present only if it is on a cluster.")
    )
    quarantine = nested(QuarantineSchema, sometimes("How many games cannot be read. Absent if all known games can be."))
