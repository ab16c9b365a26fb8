"""Defines the bodies and queries of requests."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from domain.core.kinds import OPTIONS, array, text
from service.faults import Fault
from service.game.late_seats import LONGEST_PATIENCE_S
from service.game.overdue import LEAST_OVERDUE_S, LONGEST_OVERDUE_S
from service.handlers.analyses import LEAST_BUDGET_MS, MOST_BUDGET_MS, USUAL_BUDGET_MS
from service.handlers.arenas import MOST_GAMES as MOST_ARENA_GAMES
from service.schemas.clocks import MOST_HOLIDAYS, ClockField
from service.schemas.fields import (
    KindField,
    Pointed,
    always,
    choice,
    credential,
    display_name,
    flag,
    moment,
    query_flag,
    query_number,
    query_number_or,
    sometimes,
    whole,
    words,
    words_or_null,
)
from service.schemas.limits import MOST_EVENTS
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Inner, Listed, Query, Strict
from service.table.choices import ANALYSES, SEAT_KINDS, UNDO_POLICIES
from service.table.events import MOST_ENTROPY, MOST_SEATS, OVERDUE_AFTER_S

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
SHOWN_NAME = "visible characters without line breaks or control characters; spaces around it are removed"
"""Explains the limits of a display name."""


class NewSeatSchema(Strict):
    """Who shall play a seat."""

    kind = choice(
        SEAT_KINDS,
        **always(
            "Who plays the seat: a person (`human`), an AI agent (`ai`), a program (`bot`), or anyone who takes it "
            "later (`open`)."
        ),
    )
    name = display_name(LONGEST_NAME, **sometimes(f"The player's display name: {SHOWN_NAME}."))
    agent = words(
        64,
        **sometimes(
            "The id of the agent that plays an `ai` seat (by default the strongest), or steps in when a `bot` is late."
        ),
    )
    webhook = words(64, **sometimes("The id of the webhook by which a `bot` plays; without one it plays with a token."))
    deadline_s = whole(
        1,
        LONGEST_PATIENCE_S,
        **sometimes("The seconds that a `bot` has before its agent acts; 30 by default if it has an agent."),
    )


class DelaySchema(Strict):
    """How far behind spectators see the game: exactly one of the two members."""

    seconds = whole(1, LONGEST_DELAY_S, **sometimes("Spectators see the game this many seconds late."))
    versions = whole(1, 1000, **sometimes("Spectators do not see this many of the newest versions."))

    bounds = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def need_one(self, delay: dict[str, Any], **kwargs: Any) -> None:
        """Require exactly one member."""
        if len(delay) != 1:
            raise ValidationError([Fault("one_delay")])


class NewGameSchema(Strict):
    """A game to set up."""

    ruleset = words(64, **always("The id of the ruleset, as `GET /v1/rulesets` lists them.", example="catan"))
    map = words(64, **sometimes("The id of the map to play on; by default the ruleset's own."))
    modules = KindField(
        array(text(64), 16, unique=True), **sometimes("The ids of the modules to play with; by default none.")
    )
    options = Pointed(OPTIONS.name, **sometimes("The options of the game, as the ruleset's `options` describes them."))
    seats = Listed(NewSeatSchema(), MOST_SEATS, **always("The seats in order; their number is the number of players."))
    seat_order = choice(
        ("given", "random"), **sometimes("The order of the seats: as listed (`given`, the default) or shuffled.")
    )
    undo = choice(
        UNDO_POLICIES,
        **sometimes(
            "What can be undone: anything (`free`), nothing after a reveal (`until_reveal`, the default), only what "
            "all accept (`consent`), or nothing (`off`)."
        ),
    )
    private = flag(**sometimes("True to hide the game (404) from everyone without a token or the invitation."))
    clock = ClockField(**sometimes("The time limits of people and bots; by default there are none."))
    spectator_delay = Inner(
        DelaySchema(), **sometimes("How far behind spectators see the game; by default not at all.")
    )
    analyses = choice(
        ANALYSES,
        **sometimes(
            "When analyses can be requested: at any time (`all`, the default for one party against agents) or only "
            "after the end (`finished`)."
        ),
    )
    overdue_after_s = whole(
        LEAST_OVERDUE_S,
        LONGEST_OVERDUE_S,
        **sometimes(
            "The seconds without an action after which a seat is overdue, in a game without a clock.",
            default=OVERDUE_AFTER_S,
        ),
    )
    hot_seat = flag(**sometimes("True if the players of all `human` seats share one device and count as one party."))
    seed = words(64, **sometimes("A seed that makes all chance repeatable and marks the game as `unfair`."))


class TakeSeatSchema(Strict):
    """An open seat to take."""

    seat = whole(*SEATS, **sometimes("The number of the open seat to take; by default the first one."))
    name = display_name(LONGEST_NAME, **sometimes(f"Your display name: {SHOWN_NAME}."))
    invite = credential(64, **sometimes("The invitation, which private games and rematches require."))
    entropy = words(MOST_ENTROPY, **sometimes("Your own random text, which becomes part of the seed of all chance."))


class ChangeSeatSchema(Strict):
    """A change of a seat: exactly one of the members."""

    name = display_name(LONGEST_NAME, **sometimes(f"The holder's new display name: {SHOWN_NAME}."))
    agent = words_or_null(
        64, **sometimes("The id of the agent that shall play the seat; null lets the holder play again.")
    )
    reissue = flag(**sometimes("True to replace the token of a seat that nobody holds; the old one stops working."))
    open = flag(**sometimes("True to open the seat to somebody else, where necessary by a vote."))

    bounds = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def need_one(self, change: dict[str, Any], **kwargs: Any) -> None:
        """Require exactly one change."""
        said = [value for name, value in change.items() if value or name == "agent"]
        if len(said) != 1 or len(change) != 1:
            raise ValidationError([Fault("one_change")])


class UndoSchema(Strict):
    """How far to undo."""

    to_version = whole(
        *VERSIONS,
        **sometimes(
            "The version to return to; by default the one before the newest command of the caller, or of any "
            "seat for the owner."
        ),
    )
    expected_version = whole(
        *VERSIONS, **sometimes("The newest version the caller knows; if the game has moved on, the answer is 412.")
    )


class RedoSchema(Strict):
    """A redo of the newest undo."""

    expected_version = whole(
        *VERSIONS, **sometimes("The newest version the caller knows; if the game has moved on, the answer is 412.")
    )


class HolidaySchema(Strict):
    """A holiday to take."""

    days = whole(1, MOST_HOLIDAYS, **always("How many days of 24 hours the holiday lasts, starting now."))


class PauseSchema(Strict):
    """A pause to request."""

    until = moment(
        **always("When the pause shall end, at most 30 days ahead, in ISO 8601.", example="2026-01-31T18:00:00.000Z")
    )


class AnswerSchema(Strict):
    """An answer to a vote."""

    accept = flag(**always("True to vote yes, false to vote no; the answer cannot be changed."))


class BranchSchema(Strict):
    """A new game to begin at a version of another one."""

    version = whole(*VERSIONS, **always("The version at which the new game begins."))
    seats = Listed(
        NewSeatSchema(), MOST_SEATS, **sometimes("The seats of the new game; by default those of the old one.")
    )
    chance = choice(
        ("same", "fresh"),
        **sometimes(
            "Which seed the branch uses: a new one (`fresh`, the default) or that of a finished game (`same`)."
        ),
    )


class ReplaySchema(Strict):
    """The record to make of a game."""

    format = choice(RECORD_FORMATS, **sometimes("The format of the record; by default `json`."))
    every = whole(
        1,
        MOST_BETWEEN,
        **sometimes("How many positions lie between two pictures, at least; for the formats `svg` and `gif`."),
    )


class AnalysisSchema(Strict):
    """A position to analyze."""

    seat = whole(
        *SEATS, **sometimes("The seat whose commands are ranked, using only what it knows; by default your own.")
    )
    version = whole(*VERSIONS, **sometimes("The version to analyze; by default the newest one."))
    budget_ms = whole(
        LEAST_BUDGET_MS,
        MOST_BUDGET_MS,
        **sometimes(
            "The approximate processor time in milliseconds, counted in decisions of the agent.",
            default=USUAL_BUDGET_MS,
        ),
    )
    agent = words(64, **sometimes("The id of the agent that plays the sampled games; by default the strongest."))


class ArenaSchema(Strict):
    """Agents, one for each seat, that play against each other."""

    ruleset = words(64, **always("The id of the ruleset to play.", example="catan"))
    map = words(64, **sometimes("The id of the map to play on; by default the ruleset's own."))
    modules = KindField(
        array(text(64), 16, unique=True), **sometimes("The ids of the modules to play with; by default none.")
    )
    options = Pointed(OPTIONS.name, **sometimes("The options of the games, as the ruleset's `options` describes them."))
    agents = KindField(array(text(64), MOST_SEATS), **always("The ids of the agents, one for each seat."))
    games = whole(1, MOST_ARENA_GAMES, **always("How many games the agents play."))
    seed = words(
        64, **sometimes("A seed that makes the arena repeatable; by default a random one, shown in the result.")
    )


class CommandQuery(Query):
    """Whether a command is only to be tried."""

    dry_run = query_flag(**sometimes("`true` to learn what would happen without doing it."))


class NothingSchema(Strict):
    """An empty object."""


class VersionQuery(Query):
    """A moment of the game."""

    version = query_number(*VERSIONS, **sometimes("The version to show the game at; by default the newest one."))


class BoardQuery(Query):
    """How much a board says."""

    words = query_flag(
        **sometimes("`true` to add to each place what it is called in words, in the language of `Accept-Language`.")
    )


class EventsQuery(Query):
    """A part of the log."""

    after = query_number_or(
        LATEST, 0, VERSIONS[1], **sometimes("The version after which events begin; `latest` for new ones only.")
    )
    limit = query_number(
        1, MOST_EVENTS, **sometimes("The number of events per page, 100 by default; a version is never split.")
    )
    line = choice(("current",), **sometimes("`current` to leave out versions that were undone."))
    summaries = query_flag(**sometimes("`true` to add a `summary` in words to each event."))
    legal = query_flag(
        **sometimes("`true` to add what is legal to each `turn` of a seat's stream, and a `turn` to its last page.")
    )
    ticket = credential(64, **sometimes("A stream ticket, which replaces the token."))
