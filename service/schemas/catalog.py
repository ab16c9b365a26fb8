"""Defines the answers about the server."""

from marshmallow import fields

from service.game.quarantine import AWAY_REASONS
from service.measuring.readiness import REASONS, STATES
from service.schemas.fields import (
    always,
    choice,
    count,
    date_time,
    flag,
    fraction,
    list_of,
    nested,
    number,
    objects,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.rulesets import TranslatedSchema
from service.schemas.shapes import Answer
from service.settings.queue_urls import MOST
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


class QuarantineSchema(Answer):
    """How many games cannot be read, by the type of problem that they answer with."""

    log_damaged = count("The number of games whose logs failed verification.")
    written_by_newer_version = count("The number of games that only newer server software can read.")


class ScrubSchema(Answer):
    """How many of all stored games were checked for damage within the days that the operator has set for that.

    Games count from the first check that meets them.
    """

    logs = fraction("The share of the games outside the archive that were checked within these days, from 0 to 1.")
    segments = number(
        sometimes(
            "The share of the archive's files that were checked within these days, from 0 to 1. Absent if there is no "
            "archive.",
            minimum=0,
            maximum=1,
        )
    )
    late = flag("True if some of them have not been checked for longer than these days.")


class PrimariesSchema(Answer):
    """The primaries of the cluster that the event store is on."""

    all = whole(1, 1000, "The number of primaries, each of which has its own part of the games.")
    silent = whole(0, 1000, "The number of primaries that do not answer; only their games wait.")


class QueueStoresSchema(Answer):
    """The stores that share the work for the games."""

    all = whole(2, MOST, "The number of stores, each of which has the work for its own part of the games.")
    silent = list_of(
        words(5, "The place of the store in `LONGROAD_RQ_URL`, as `rq-2` for the second."),
        "The stores that do not answer; only work for their games waits.",
    )


class HealthSchema(Answer):
    """Whether the server can work."""

    status = choice(
        STATES, "`ok`, or what is wrong: a store is full, does not answer, or may lose games; or the archive is away."
    )
    archive = choice(
        AWAY_REASONS, sometimes("Why archived games cannot be read, or games archived, now. Absent if they can be.")
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
    queues = nested(
        QueueStoresSchema, sometimes("Which of the queues' stores do not answer. Present only if there are several.")
    )
    quarantine = nested(QuarantineSchema, sometimes("How many games cannot be read. Absent if all known games can be."))
    scrub = nested(
        ScrubSchema,
        sometimes("How much was checked for damage lately. Absent in `/livez`, and until the first check has begun."),
    )
