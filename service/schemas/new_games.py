"""Defines games to set up, from the start or from a version of another one, and the answer."""

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from domain.core.kinds import OPTIONS, array, text
from service.faults import Fault
from service.game.debts import LEAST_OVERDUE_S, LONGEST_OVERDUE_S
from service.schemas.clocks import ClockField
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
from service.schemas.messages import VERSIONS
from service.schemas.sandboxes import FIRST_DRAWS, GIVEN, SANDBOX_ONLY
from service.schemas.seats import SeatDraftSchema, SeatTokenSchema
from service.schemas.shapes import Answer, Inner, Listed, Strict
from service.table.events import OFFER_WAIT_S, OVERDUE_AFTER_S
from service.table.terms import ANALYSES, MOST_SEATS, STATUSES, UNDO_POLICIES

LONGEST_DELAY_S = 3_600
LONGEST_OFFER_WAIT_S = 300
NEW_GAME = {
    "ruleset": "catan",
    "seats": [{"kind": "human", "name": "Ana"}, {"kind": "ai"}, {"kind": "ai"}, {"kind": "ai"}],
}
MAP: Final = words(64, sometimes("The id of the map to play on; by default the ruleset's own."))
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
SEED: Final = words(64, sometimes("A seed that makes all chance repeatable and marks the game as `unfair`."))


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
    modules = MODULES
    options = Pointed(OPTIONS.name, sometimes("The options of the game, as the ruleset's `options` describes them."))
    seats = Listed(SeatDraftSchema(), MOST_SEATS, "The seats in order; their number is the number of players.")
    seat_order = choice(
        ("given", "random"), sometimes("The order of the seats: as listed (`given`, the default) or shuffled.")
    )
    undo = UNDO
    private = PRIVATE
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
    invite = string(sometimes("The invitation that opens a private game to others. Absent for other games."))
