"""What the server offers, as it is answered."""

from marshmallow import fields

from service.readiness import STATES
from service.schemas.fields import choice, whole, words
from service.schemas.shapes import Answer
from service.schemas.translated import TranslatedSchema
from service.translations import LANGUAGES


class LimitsSchema(Answer):
    """What this server takes at most."""

    body_bytes = whole(1, 2**31, required=True)
    record_bytes = whole(1, 2**31, required=True, metadata={"description": "Of a body with a record to import"})
    batch = whole(1, 1000, required=True, metadata={"description": "Commands sent at once"})
    page = whole(1, 10_000, required=True, metadata={"description": "Events of one page"})
    wait_s = whole(1, 600, required=True, metadata={"description": "The longest Prefer: wait"})
    requests_per_minute = whole(1, 10**9, required=True, metadata={"description": "Of an address"})
    moves_per_minute = whole(1, 10**9, required=True, metadata={"description": "Of a credential"})
    games_per_hour = whole(1, 10**9, required=True, metadata={"description": "Of a credential"})


class ContractSchema(Answer):
    """Where the contract is, in words and for machines."""

    docs = fields.String(required=True)
    openapi = fields.String(required=True, metadata={"description": "What is asked for and answered"})
    openapi_yaml = fields.String(required=True, metadata={"description": "The same as YAML"})
    asyncapi = fields.String(required=True, metadata={"description": "Streams and webhooks"})


class ServerSchema(Answer):
    """The server."""

    name = words(64, required=True)
    version = words(64, required=True)
    api_version = fields.Date(
        required=True, metadata={"description": "The version of the API that answers without `X-Longroad-Version`"}
    )
    api_versions = fields.List(
        fields.Date(), required=True, metadata={"description": "All versions that are answered, the newest first"}
    )
    commit = fields.String(required=True, allow_none=True)
    rules = choice(("plain", "compiled"), required=True)
    durability = words(64, required=True, metadata={"description": "When a write reaches the disk, as found"})
    languages = fields.List(choice(LANGUAGES), required=True)
    limits = fields.Nested(LimitsSchema(), required=True)
    contract = fields.Nested(ContractSchema(), required=True)
    time = fields.DateTime(required=True)


class RulePlaceSchema(Answer):
    """Where a rule stands."""

    book = fields.Nested(TranslatedSchema(), required=True)
    place = fields.Nested(TranslatedSchema())


class RuleTextSchema(Answer):
    """What a rule says."""

    rule = words(100, required=True)
    text = fields.Nested(TranslatedSchema(), required=True)
    reason = fields.Nested(TranslatedSchema())
    option = words(64)
    places = fields.List(fields.Nested(RulePlaceSchema()), required=True)


class StrengthSchema(Answer):
    """How an agent did against a table of another, with 95 % bounds of the rate."""

    ruleset = words(64, required=True)
    against = words(64, required=True)
    seats = whole(2, 8, required=True)
    games = whole(1, 10**9, required=True)
    wins = whole(0, 10**9, required=True)
    rate = fields.Float(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)


class AgentSchema(Answer):
    """An AI opponent."""

    id = words(64, required=True)
    rulesets = fields.List(fields.String(), required=True)
    level = whole(0, 1000, required=True)
    decision_ms = whole(
        0, 10**6, required=True, metadata={"description": "The most time that a decision may take, about"}
    )
    typical_ms = fields.Float(
        required=True, metadata={"description": "Processor time of a decision where it was measured"}
    )
    about = words(300, required=True, metadata={"description": "In the language asked for"})
    measured = fields.List(fields.Nested(StrengthSchema()), required=True)


class AgentListSchema(Answer):
    """All of them."""

    agents = fields.List(fields.Nested(AgentSchema()), required=True)


class QuarantineSchema(Answer):
    """How many games cannot be read, by the problem that their requests are answered with."""

    log_damaged = whole(0, 2**31, required=True, metadata={"description": "The log does not prove true"})
    written_by_newer_version = whole(0, 2**31, required=True, metadata={"description": "A newer server can read it"})


class HealthSchema(Answer):
    """Whether the server can work."""

    status = choice(STATES, required=True)
    durability = words(64)
    quarantine = fields.Nested(QuarantineSchema)
