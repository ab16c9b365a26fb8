"""Defines games to set up, from the start or from a version of another one, and the answer.

What only sandbox games have is here too: given events, and chosen draws.
"""

from collections.abc import Iterable
from typing import Any, Final

from marshmallow import Schema, ValidationError, validates_schema

from domain.core.kinds import CONFIG, OPTIONS, array, json_value, text
from domain.core.packing import PositionSet
from domain.core.ruleset import Ruleset
from eventstore.budget import each
from service.clients.ratings import LISTS
from service.faults import Fault
from service.game.debts import LEAST_OVERDUE_S, LONGEST_OVERDUE_S
from service.schemas.boards import BoardDraftSchema
from service.schemas.clocks import ClockField
from service.schemas.faults import wrong_type
from service.schemas.fields import (
    NOT_EMPTY,
    KindField,
    Pointed,
    always,
    choice,
    flag,
    objects,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.messages import SHOWN, VERSIONS, Union, event_union, read_each
from service.schemas.seat_policies import FillSchema, StandInSchema, check_policies
from service.schemas.seats import SeatDraftSchema, SeatTokenSchema
from service.schemas.shapes import Answer, Inner, Listed, Strict
from service.table.events import LONGEST_MAP, MOST_DRAWS, OFFER_WAIT_S, OVERDUE_AFTER_S
from service.table.terms import ANALYSES, MOST_SEATS, STATUSES, TALKS, UNDO_POLICIES

MOST_GIVEN: Final = 200
SANDBOX_ONLY: Final = ("given", "draws")
ENVELOPE: Final = ("version", "index", "time", "cursor", "summary")
"""Lists members of an answered event that say where it stands, which a given one may keep."""
DRAWS: Final[dict[str, Any]] = {
    "draws": [{"stream": "dice", "outcome": [6, 6]}, {"stream": "deck", "outcome": "knight"}]
}
GIVEN_EVENT: Final = "An event that has happened before the game goes on; its other members are those of its type."
GIVEN: Final = KindField(
    array(json_value({"$ref": "#/components/schemas/GivenEvent"}), MOST_GIVEN),
    sometimes("Events of the ruleset that have happened before the game goes on. Only for a sandbox."),
)
LONGEST_DELAY_S = 3_600
LONGEST_OFFER_WAIT_S = 300
LONGEST_PACE_MS = 10_000
NEW_GAME = {
    "ruleset": "catan",
    "seats": [{"kind": "human", "name": "Ana"}, {"kind": "ai"}, {"kind": "ai"}, {"kind": "ai"}],
}
MAP: Final = words(
    LONGEST_MAP, sometimes("The id of the map to play on, or the text of a board; by default the ruleset's own map.")
)
MODULES: Final = KindField(
    array(text(64), 16, unique=True), sometimes("The ids of the modules to play with; by default none.")
)
UNDO: Final = choice(
    UNDO_POLICIES,
    sometimes(
        "What can be undone: anything (`free`), nothing after a reveal (`until_reveal`, the default), only what "
        "all accept (`consent`), or nothing (`off`)."
    ),
)
PRIVATE: Final = flag(sometimes("True to hide the game (404) from everyone without a token or the invitation."))
LISTED: Final = flag(
    sometimes(
        "False to leave the game out of the lobby and of what others see of its players' games. "
        "Everyone who knows its id can watch it.",
        default=True,
    )
)
SEED: Final = words(64, sometimes("A seed that makes all chance repeatable and marks the game as `unfair`."))


class ChosenDrawSchema(Strict):
    """A draw of a sandbox game that its owner chooses."""

    stream = words(64, "The name of the stream of chance to draw from, such as `dice`.")
    outcome = KindField(
        json_value({}),  # the game decides what it may be; and in Java no union may hold a list
        "What is drawn: two dice as `[3, 4]`, a card or tile by its name, dice of the dice game by symbol.",
    )


FIRST_DRAWS: Final = Listed(
    ChosenDrawSchema(), MOST_DRAWS, sometimes("What the first draws bring, in order. Only for a sandbox.")
)


class ChosenDrawsSchema(Strict):
    """The next draws of a sandbox game."""

    draws = Listed(
        ChosenDrawSchema(),
        MOST_DRAWS,
        "What the next draws of each stream bring, in order. Earlier choices are dropped, so `[]` ends them.",
        least=0,
    )


def read_given(ruleset: Ruleset, bodies: list[Any]) -> list[Any]:
    """Parse events into those of the domain; raises ValidationError with the place of each that does not fit."""
    union = event_union(ruleset.name, ruleset.events, _opening(ruleset))
    return read_each("given", each("given bodies", bodies), lambda body: _event(union, body))


def _opening(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the types of the events that open a game, which cannot be given."""
    rows = [(row, [field.kind for field in row.fields]) for row in ruleset.events.rows]
    return tuple(row.name for row, kinds in rows if row.cls is PositionSet or CONFIG in kinds)


def describe_given(rulesets: Iterable[Ruleset]) -> dict[str, Any]:
    """Return the schema of the events that may be given in any ruleset."""
    names = {row.name for ruleset in rulesets for row in ruleset.events.rows if row.name not in _opening(ruleset)}
    shown = SHOWN.schema["properties"]
    kind = {**shown["type"], "enum": sorted(names)}
    return {**SHOWN.schema, "description": GIVEN_EVENT, "properties": {**shown, "type": kind}}


def _event(union: Union, body: Any) -> Any:
    if not isinstance(body, dict):
        raise ValidationError([wrong_type(["object"], body)])
    schema: Schema | None = union.variants.get(str(body.get("type")))
    known = {} if schema is None else schema.fields
    left_out = (*ENVELOPE, *(() if "seat" in known else ("seat",)))
    return union.load({name: value for name, value in body.items() if name not in left_out})


class DelaySchema(Strict):
    """How far behind spectators see the game: exactly one of the two members."""

    seconds = whole(1, LONGEST_DELAY_S, sometimes("Spectators see the game this many seconds late."))
    versions = whole(1, 1000, sometimes("Spectators do not see this many of the newest versions."))

    bounds = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def need_one(self, delay: dict[str, Any], **kwargs: Any) -> None:
        """Require exactly one member."""
        if len(delay) != 1:
            raise ValidationError([Fault("one_delay")])


class GameDraftSchema(Strict):
    """A game to set up."""

    ruleset = words(
        64, always("The id of the ruleset, as `GET /v1/rulesets` lists them.", example="catan", narrow=NOT_EMPTY)
    )
    map = MAP
    board = Inner(BoardDraftSchema(), sometimes("A board of one's own to play on, instead of `map`."))
    modules = MODULES
    options = Pointed(OPTIONS.name, sometimes("The options of the game, as the ruleset's `options` describes them."))
    seats = Listed(SeatDraftSchema(), MOST_SEATS, "The seats in order; their number is the number of players.")
    seat_order = choice(
        ("given", "random"), sometimes("The order of the seats: as listed (`given`, the default) or shuffled.")
    )
    undo = UNDO
    private = PRIVATE
    listed = LISTED
    clock = ClockField(**sometimes("The time limits of people and bots; by default there are none."))
    spectator_delay = Inner(DelaySchema(), sometimes("How far behind spectators see the game; by default not at all."))
    analyses = choice(
        ANALYSES,
        sometimes(
            "When analyses can be requested: at any time (`all`, the default for one party against agents) or only "
            "after the end (`finished`)."
        ),
    )
    overdue_after_s = whole(
        LEAST_OVERDUE_S,
        LONGEST_OVERDUE_S,
        sometimes(
            "The seconds without an action after which a seat is overdue, in a game without a clock.",
            default=OVERDUE_AFTER_S,
        ),
    )
    offer_wait_s = whole(
        0,
        LONGEST_OFFER_WAIT_S,
        sometimes(
            "The seconds that agents wait for people who may answer an offer, before they play on.",
            default=OFFER_WAIT_S,
        ),
    )
    agent_talk = choice(
        TALKS,
        sometimes(
            "How often agents offer trades: as they like (`usual`, the default), only in every third round (`little`), "
            "or never (`silent`)."
        ),
    )
    agent_pace_ms = whole(
        0,
        LONGEST_PACE_MS,
        sometimes(
            "The least time in ms from one version to the next visible act of an agent, so that people can follow. "
            "Answers to offers do not wait. With 0, agents act at once.",
            default=0,
        ),
    )
    fill = Inner(
        FillSchema(),
        sometimes("Agents that take the seats that are still open some time after the first person has sat down."),
    )
    stand_in = Inner(
        StandInSchema(),
        sometimes(
            "The agent that plays for late players until they come back: at the time limit, with `on_timeout` "
            "`agent`, or without a clock after `overdue_after_s`. By default only a clock replaces players."
        ),
    )
    phrases = flag(
        sometimes("True to let seats talk by a fixed list of phrases (`GET games/{id}/phrases`).", default=False)
    )
    hot_seat = flag(sometimes("True if the players of all `human` seats share one device and count as one party."))
    seed = SEED
    sandbox = flag(
        sometimes(
            "True to try things out: the owner chooses what is drawn, and the game is never listed among ordinary ones."
        )
    )
    given = GIVEN
    draws = FIRST_DRAWS

    @validates_schema
    def check_policies(self, wish: dict[str, Any], **kwargs: Any) -> None:
        """Refuse a policy for seats that could never apply."""
        check_policies(wish)

    @validates_schema
    def check_board(self, wish: dict[str, Any], **kwargs: Any) -> None:
        """Refuse a map beside a board."""
        if "board" in wish and "map" in wish:
            raise ValidationError({"board": [Fault("board_or_map")]})

    @validates_schema
    def check_sandbox(self, wish: dict[str, Any], **kwargs: Any) -> None:
        """Refuse in an ordinary game what only a sandbox may have."""
        steered = [name for name in SANDBOX_ONLY if name in wish]
        if steered and not wish.get("sandbox"):
            raise ValidationError({name: [Fault("sandbox_only")] for name in steered})


class BranchSchema(Strict):
    """A new game to begin at a version of another one."""

    version = whole(*VERSIONS, "The version at which the new game begins.")
    seats = Listed(
        SeatDraftSchema(), MOST_SEATS, sometimes("The seats of the new game; by default those of the old one.")
    )
    chance = choice(
        ("same", "fresh"),
        sometimes("Which seed the branch uses: a new one (`fresh`, the default) or that of a finished game (`same`)."),
    )
    sandbox = flag(sometimes("True to make the branch a sandbox, as all branches of a sandbox are."))
    given = GIVEN


class RematchSchema(Strict):
    """A rematch to open or to join."""

    rated = flag(
        sometimes(
            "False if the rematch of a rated game shall not be rated. It is rated if all players agree, in the "
            "server's list with their own tokens.",
            default=True,
        )
    )


class CreatedSchema(Answer):
    """A game that was set up."""

    id = words(64, "The id of the new game, used in its paths.")
    version = whole(*VERSIONS, "The newest version of the new game.")
    status = choice(STATUSES, "The state of the game: `open` while a seat is free, else `running`.")
    seats = objects(
        SeatTokenSchema, "The seats in order, with the tokens for the caller; only one seat if a rematch is joined."
    )
    owner_token = string(
        sometimes("The token that manages the game, shown only once. Absent when a rematch is joined.")
    )
    rated = choice(
        LISTS, sometimes("The list in which the rematch is rated if all players agree. Absent for other games.")
    )
    invite = string(sometimes("The invitation that opens a private game to others. Absent for other games."))
