"""Defines the events of the table, which are never rewound.

Those of its opening and end and of sandboxes are here; those of seats, clocks and votes beside.
"""

from dataclasses import dataclass, fields
from typing import Any, Final

from domain.core.chance import Choice
from domain.core.kinds import OPTIONS, array, boolean, integer, json_value, seat_mask, text, word
from domain.core.messages import NOBODY, Field, Message, MessageTable
from service.table.clock_events import CLOCK_MESSAGES, CLOCK_SCHEMA
from service.table.seat_events import CLIENT, SEAT_MESSAGES
from service.table.terms import (
    ANALYSES,
    ENDINGS,
    MOST_SEATS,
    SEAT,
    SEAT_KINDS,
    TALKS,
    UNDO_POLICIES,
    Analyses,
    Talk,
)
from service.table.vote_events import VOTE_MESSAGES

OVERDUE_AFTER_S: Final = 86_400
OFFER_WAIT_S: Final = 8
MOST_DRAWS: Final = 100
"""Limits how many draws are chosen at a time."""
LONGEST_MAP: Final = 300
"""Limits the characters of a map's name, which may be the text of a board."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A game was created.

    * `seats` has the kind of each seat, and the agent if it has one: by a name with the level if the agent has levels,
      with its version as `agent_version`.
    * `parent` names the game and version that this one branched from, `rematch_of` the game for whose players the open
      seats are reserved.
    * `seed` is the key of all chance. `commitment` is the SHA-256 of `salt` and seed, public from the start; only a
      seed that a client chose has a salt.
    * `clock` is the time limit of a seat, with what happens at its end. Without one, the others need not wait for a
      seat after `overdue_after_s` seconds.
    * `spectator_delay` is a number of seconds or versions; `analyses` says when analyses are allowed.
    * `hot_seat`: the creator keeps the tokens of all `human` seats. `held` is a mask of the seats whose tokens the
      creator does not have. `client` stands for the API key that acts for the other seats, and is empty without one.
    * `offer_wait_s` is how many seconds agents wait for people who may answer an offer, `agent_talk` how often they
      make offers, `agent_pace_ms` how many ms at least pass before a visible act of an agent.
    * `fill` names the agents that take open seats, `stand_in` the one that plays for late players.
    * `phrases`: seats may talk by the phrases that the server offers.
    * A game that is not `listed` is left out of lists, and open to all who know its id.
    * In a `sandbox` the owner chooses what is drawn.
    """

    ruleset: str
    ruleset_version: int
    map: str
    modules: list[str]
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    undo: str
    private: bool
    unfair: bool
    parent: dict[str, Any] | None
    chance: str
    commitment: str
    seed: str
    clock: dict[str, Any] | None = None
    spectator_delay: dict[str, Any] | None = None
    rematch_of: str = ""
    analyses: str = Analyses.FINISHED.value
    hot_seat: bool = False
    overdue_after_s: int = OVERDUE_AFTER_S
    salt: str = ""
    held: int = 0
    offer_wait_s: int = OFFER_WAIT_S
    sandbox: bool = False
    client: str = ""
    agent_talk: str = Talk.USUAL.value
    agent_pace_ms: int = 0
    fill: dict[str, Any] | None = None
    stand_in: dict[str, Any] | None = None
    phrases: bool = False
    listed: bool = True


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Holds what the creator chose for a table, as TableOpened explains it; rematches and branches keep most of it."""

    undo: str
    private: bool
    clock: dict[str, Any] | None = None
    spectator_delay: dict[str, Any] | None = None
    analyses: str = Analyses.FINISHED.value
    hot_seat: bool = False
    overdue_after_s: int = OVERDUE_AFTER_S
    offer_wait_s: int = OFFER_WAIT_S
    agent_talk: str = Talk.USUAL.value
    agent_pace_ms: int = 0
    fill: dict[str, Any] | None = None
    stand_in: dict[str, Any] | None = None
    phrases: bool = False
    listed: bool = True


def options_of(chosen: Any) -> TableOptions:
    """Return the options among the members of a TableOpened, or of a request for a new game."""
    return TableOptions(**{field.name: getattr(chosen, field.name) for field in fields(TableOptions)})


def is_listed(opened: TableOpened) -> bool:
    """Return whether a game may be in lists that everybody can read."""
    return opened.listed and not opened.private


@dataclass(frozen=True, slots=True)
class SeatsFilled:
    """The last seat was taken; from here on the game runs."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The table ended the game before the rules did; `points` are the public ones."""

    reason: int
    winners: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """The same table meets again in another game."""

    game: str


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The game is over; the seed, with its salt if it has one, proves the commitment and every draw."""

    seed: str
    salt: str = ""


@dataclass(frozen=True, slots=True)
class DrawsChosen:
    """The owner of a sandbox game chose what the next draws bring; earlier choices are dropped.

    Each of the `draws` holds stream, number, and outcome, as an index among so many `outcomes`.
    """

    draws: list[dict[str, Any]]


def draws_chosen(choices: list[Choice]) -> DrawsChosen:
    """Return the event of some choices."""
    return DrawsChosen(
        [
            {"stream": choice.stream, "number": choice.n, "outcomes": choice.size, "outcome": choice.outcome}
            for choice in choices
        ]
    )


def choices_of(event: DrawsChosen) -> tuple[Choice, ...]:
    """Return the choices of an event."""
    return tuple(Choice(one["stream"], one["number"], one["outcomes"], one["outcome"]) for one in event.draws)


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _or_null(properties: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [{"type": "object", "properties": properties, "required": list(properties)}, {"type": "null"}]}


_HEX: Final = text(512)  # a seed of 64 characters has up to 256 bytes
_SEATS: Final = json_value(
    {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "kind": {"type": "string", "enum": list(SEAT_KINDS)},
                "agent": {"type": "string"},
                "agent_version": {"type": "integer"},
                "deadline_s": {"type": "integer"},
            },
            "required": ["kind"],
        },
    }
)
DELAY_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "seconds": {"type": "integer", "minimum": 1},
        "versions": {"type": "integer", "minimum": 1},
    },
}
_STAND_IN: Final = {"agent": {"type": "string"}, "agent_version": {"type": "integer"}}
_FILL: Final = {"after_s": _whole(1, 2**31), **_STAND_IN}
_PARENT: Final = json_value(
    {
        "anyOf": [
            {
                "type": "object",
                "properties": {"id": {"type": "string"}, "version": {"type": "integer"}},
                "required": ["id", "version"],
            },
            {"type": "null"},
        ]
    }
)
_CHOSEN: Final = {
    "stream": {"type": "string"},
    "number": _whole(0, 2**53),
    "outcomes": _whole(1, 2**31),
    "outcome": _whole(0, 2**31),
}
_DRAWS: Final = json_value(
    {
        "type": "array",
        "items": {"type": "object", "properties": _CHOSEN, "required": list(_CHOSEN)},
        "maxItems": MOST_DRAWS,
    }
)

TABLE_EVENTS: Final = MessageTable(
    (
        Message(
            TableOpened,
            (
                Field("ruleset", text(64)),
                Field("ruleset_version", integer(1, 2**31)),
                Field("map", text(LONGEST_MAP)),
                Field("modules", json_value({"type": "array", "items": {"type": "string"}})),
                Field("options", OPTIONS),
                Field("seats", _SEATS),
                Field("undo", json_value({"type": "string", "enum": list(UNDO_POLICIES)})),
                Field("private", boolean()),
                Field("unfair", boolean()),
                Field("parent", _PARENT),
                Field("chance", text(64)),
                Field("commitment", _HEX),
                Field("seed", _HEX, NOBODY),
                Field("clock", json_value({"anyOf": [*CLOCK_SCHEMA["anyOf"], {"type": "null"}]}), required=False),
                Field("spectator_delay", json_value({"anyOf": [DELAY_SCHEMA, {"type": "null"}]}), required=False),
                Field("rematch_of", text(64), required=False),
                Field("analyses", json_value({"type": "string", "enum": list(ANALYSES)}), required=False),
                Field("hot_seat", boolean(), required=False),
                Field("overdue_after_s", integer(1, 2**31), required=False),
                Field("salt", _HEX, NOBODY, required=False),
                Field("held", seat_mask(MOST_SEATS), required=False),
                Field("offer_wait_s", integer(0, 2**31), required=False),
                Field("sandbox", boolean(), required=False),
                Field("client", CLIENT, required=False),
                Field("agent_talk", json_value({"type": "string", "enum": list(TALKS)}), required=False),
                Field("agent_pace_ms", integer(0, 2**31), required=False),
                Field("fill", json_value(_or_null(_FILL)), required=False),
                Field("stand_in", json_value(_or_null(_STAND_IN)), required=False),
                Field("phrases", boolean(), required=False),
                Field("listed", boolean(), required=False, absent=True),
            ),
        ),
        Message(SeatsFilled),
        *SEAT_MESSAGES,
        *CLOCK_MESSAGES,
        Message(
            GameClosed,
            (
                Field("reason", word(ENDINGS)),
                Field("winners", array(SEAT, MOST_SEATS)),
                Field("points", array(integer(-(2**31), 2**31), MOST_SEATS)),
            ),
        ),
        Message(RematchOpened, (Field("game", text(64)),)),
        *VOTE_MESSAGES,
        Message(DrawsChosen, (Field("draws", _DRAWS),)),
        Message(SeedRevealed, (Field("seed", _HEX), Field("salt", _HEX, required=False))),
    )
)
