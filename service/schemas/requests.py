"""Bodies and queries that come in."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from domain.core.kinds import OPTIONS, array, text
from service.analyzing import LEAST_BUDGET_MS, MOST_BUDGET_MS, USUAL_BUDGET_MS
from service.arenas import MOST_GAMES as MOST_ARENA_GAMES
from service.bots import LONGEST_PATIENCE_S
from service.overdue import LEAST_OVERDUE_S, LONGEST_OVERDUE_S
from service.schemas.clocks import MOST_HOLIDAYS, ClockField
from service.schemas.faults import Fault
from service.schemas.fields import (
    KindField,
    Pointed,
    choice,
    credential,
    display_name,
    flag,
    moment,
    query_flag,
    query_number,
    query_number_or,
    whole,
    words,
    words_or_null,
)
from service.schemas.limits import MOST_EVENTS, MOST_GAMES
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Inner, Listed, Query, Strict
from service.table_events import (
    ANALYSES,
    MOST_ENTROPY,
    MOST_SEATS,
    OVERDUE_AFTER_S,
    SEAT_KINDS,
    UNDO_POLICIES,
)

LATEST = "latest"
RECORD_FORMATS = ("json", "ndjson", "text", "svg", "gif")
LONGEST_NAME = 40
MOST_BETWEEN = 10_000
LONGEST_DELAY_S = 3_600
NEW_GAME = {
    "ruleset": "catan",
    "seats": [{"kind": "human", "name": "Ana"}, {"kind": "ai"}, {"kind": "ai"}, {"kind": "ai"}],
}
ARENA = {"ruleset": "catan", "agents": ["heuristic", "uniform", "uniform"], "games": 60, "seed": "first"}
SEATS = (0, MOST_SEATS - 1)


class NewSeatSchema(Strict):
    """Who shall sit on a seat."""

    kind = choice(SEAT_KINDS, required=True)
    name = display_name(LONGEST_NAME)
    agent = words(
        64, metadata={"description": "Plays an `ai` seat (by default the strongest), or stands in for a late `bot`"}
    )
    webhook = words(64, metadata={"description": "The id of the webhook by which a `bot` plays"})
    deadline_s = whole(
        1, LONGEST_PATIENCE_S, metadata={"description": "Seconds that a `bot` has before its agent acts"}
    )


class DelaySchema(Strict):
    """How far spectators lag behind: exactly one of them."""

    seconds = whole(1, LONGEST_DELAY_S)
    versions = whole(1, 1000)

    bounds = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def need_one(self, delay: dict[str, Any], **kwargs: Any) -> None:
        """One measure at a time."""
        if len(delay) != 1:
            raise ValidationError([Fault("one_delay")])


class NewGameSchema(Strict):
    """A game to set up."""

    ruleset = words(64, required=True, metadata={"example": "catan"})
    map = words(64)
    modules = KindField(array(text(64), 16, unique=True))
    options = Pointed(OPTIONS.name, metadata={"description": "As the ruleset's JSON Schema has them"})
    seats = Listed(NewSeatSchema(), MOST_SEATS, required=True)
    seat_order = choice(("given", "random"))
    undo = choice(UNDO_POLICIES)
    private = flag()
    clock = ClockField()
    spectator_delay = Inner(DelaySchema())
    analyses = choice(
        ANALYSES,
        metadata={"description": "When analyses may be asked for; `all` by default where one plays against agents"},
    )
    overdue_after_s = whole(
        LEAST_OVERDUE_S,
        LONGEST_OVERDUE_S,
        metadata={
            "description": "Without a clock: seconds after which the others need not wait for a seat that must act",
            "default": OVERDUE_AFTER_S,
        },
    )
    hot_seat = flag(metadata={"description": "The creator keeps the tokens of all `human` seats: they are one party"})
    seed = words(64, metadata={"description": "Makes the game repeatable, and marks it unfair"})


class TakeSeatSchema(Strict):
    """An open seat to take; without a number the first one."""

    seat = whole(*SEATS)
    name = display_name(LONGEST_NAME)
    invite = credential(64, metadata={"description": "Of a private game"})
    entropy = words(MOST_ENTROPY, metadata={"description": "Your own part in the key of all chance; see fairness"})


class ChangeSeatSchema(Strict):
    """What is done to a seat: exactly one of them."""

    name = display_name(LONGEST_NAME, metadata={"description": "The holder's new name"})
    agent = words_or_null(64, metadata={"description": "Who plays there instead; null: the holder plays again"})
    reissue = flag(metadata={"description": "A new token of a seat that nobody holds; the old one dies"})
    open = flag(metadata={"description": "Let somebody else take it"})

    bounds = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def need_one(self, change: dict[str, Any], **kwargs: Any) -> None:
        """One change at a time."""
        said = [value for name, value in change.items() if value or name == "agent"]
        if len(said) != 1 or len(change) != 1:
            raise ValidationError([Fault("one_change")])


class UndoSchema(Strict):
    """How far to go back."""

    to_version = whole(*VERSIONS)
    expected_version = whole(*VERSIONS)


class RedoSchema(Strict):
    """A step forward again."""

    expected_version = whole(*VERSIONS)


class HolidaySchema(Strict):
    """A holiday to take."""

    days = whole(1, MOST_HOLIDAYS, required=True, metadata={"description": "Of 24 hours, from now on"})


class PauseSchema(Strict):
    """A pause to ask for."""

    until = moment(
        required=True, metadata={"description": "At most 30 days ahead", "example": "2026-01-31T18:00:00.000Z"}
    )


class AnswerSchema(Strict):
    """An answer to a vote."""

    accept = flag(required=True)


class BranchSchema(Strict):
    """A new game from an old version."""

    version = whole(*VERSIONS, required=True)
    seats = Listed(NewSeatSchema(), MOST_SEATS)
    chance = choice(("same", "fresh"))


class ReplaySchema(Strict):
    """Which record to make of a game."""

    format = choice(RECORD_FORMATS)
    every = whole(
        1, MOST_BETWEEN, metadata={"description": "`svg` and `gif`: how many positions apart the frames are, at least"}
    )


class AnalysisSchema(Strict):
    """What an engine is to look at."""

    seat = whole(*SEATS, metadata={"description": "Whose commands to rank, from what it knows; by default one's own"})
    version = whole(*VERSIONS, metadata={"description": "By default the newest"})
    budget_ms = whole(
        LEAST_BUDGET_MS,
        MOST_BUDGET_MS,
        metadata={"description": "Processor time, counted in decisions of the agent", "default": USUAL_BUDGET_MS},
    )
    agent = words(64, metadata={"description": "Which agent plays on; by default the strongest"})


class ArenaSchema(Strict):
    """Agents, one a seat, that are to play against each other."""

    ruleset = words(64, required=True, metadata={"example": "catan"})
    map = words(64)
    modules = KindField(array(text(64), 16, unique=True))
    options = Pointed(OPTIONS.name, metadata={"description": "As the ruleset's JSON Schema has them"})
    agents = KindField(
        array(text(64), MOST_SEATS), required=True, metadata={"description": "By their ids, as many as there are seats"}
    )
    games = whole(1, MOST_ARENA_GAMES, required=True)
    seed = words(64, metadata={"description": "Makes the arena repeatable; drawn and told otherwise"})


class CommandQuery(Query):
    """Whether a command is only to be tried."""

    dry_run = query_flag(metadata={"description": "`true`: tell what would happen, and do nothing"})


class NothingSchema(Strict):
    """A body that says nothing."""


class VersionQuery(Query):
    """A moment of the game."""

    version = query_number(*VERSIONS, metadata={"description": "As it stood right after this version"})


class EventsQuery(Query):
    """A part of the log."""

    after = query_number_or(
        LATEST, 0, VERSIONS[1], metadata={"description": "Versions above this one; `latest`: only new ones"}
    )
    limit = query_number(1, MOST_EVENTS, metadata={"description": "Events of the page, which never splits a version"})
    line = choice(("current",), metadata={"description": "`current`: without what was undone"})
    summaries = query_flag(metadata={"description": "`true`: each event with a `summary` in words"})
    ticket = credential(64, metadata={"description": "A stream ticket in place of a token"})


class GamesQuery(Query):
    """A part of the lobby."""

    status = choice(("open", "running", "finished"), metadata={"description": "Only games that stand so"})
    ruleset = words(64, metadata={"description": "Only games of this family"})
    mine = query_flag(metadata={"description": "Only the caller's games, private ones too"})
    cursor = words(200, metadata={"description": "The `next` of the page before"})
    limit = query_number(1, MOST_GAMES, metadata={"description": "Games of the page"})
