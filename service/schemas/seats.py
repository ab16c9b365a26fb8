"""Defines seats: who shall play one, requests to take and change one, and how they are shown."""

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from domain.core.kinds import text
from service.faults import Fault
from service.game.clocks import MOST_GRACES
from service.game.debts import LONGEST_PATIENCE_S
from service.schemas.fields import (
    NOT_EMPTY,
    READABLE,
    SHOWN_NAME,
    WordsField,
    choice,
    credential,
    display_name,
    flag,
    nested,
    or_null,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.shapes import Answer, Inner, Strict
from service.schemas.votes import SeatVotesSchema, VoteAnswersSchema, VoteSchema
from service.table.seat_events import MOST_AGENT_VERSION, MOST_ENTROPY
from service.table.terms import ABSENT, LENT, RESIGNED, SEAT_KINDS, STATUSES

LONGEST_NAME = 40
TRUE: Final = {"not": {"const": False}}
"""Narrows a change that is there or not; `const` of a boolean makes code in Java that does not compile."""
AGENT_OR_NULL: Final = {"anyOf": [{"type": "string", "maxLength": 64} | NOT_EMPTY | READABLE, {"type": "null"}]}
MOST_LEVEL = 8
LEVEL: Final = whole(1, MOST_LEVEL, sometimes("The level at which the agent plays. Absent if it has no levels."))
AGENT_VERSION: Final = whole(
    1,
    MOST_AGENT_VERSION,
    sometimes("The version of the agent. Absent without one, and in logs from before agents had versions."),
)


PLAYER: Final = words(
    64,
    sometimes(
        "The id of the player for whom the seat is, one of the API key in `X-Api-Key`. Without a `name` the seat has "
        "the player's."
    ),
)


class SeatDraftSchema(Strict):
    """Who shall play a seat."""

    kind = choice(
        SEAT_KINDS,
        "Who plays the seat: a person (`human`), an AI agent (`ai`), a program (`bot`), or anyone who takes it "
        "later (`open`).",
    )
    name = display_name(LONGEST_NAME, sometimes(f"The player's display name: {SHOWN_NAME}."))
    player = PLAYER
    agent = words(
        64,
        sometimes(
            "The id of the agent that plays an `ai` seat (by default the strongest), or steps in when a `bot` is late. "
            "`planner@2` names a version; without one the newest plays."
        ),
    )
    level = whole(
        1,
        MOST_LEVEL,
        sometimes(
            "The level at which the agent plays, one of those that `GET /v1/agents` lists for it; if only a level is "
            "given, by the agent that has levels."
        ),
    )
    votes = Inner(
        VoteAnswersSchema(),
        sometimes("How the player of a `human` or `bot` seat answers votes beforehand; by default not at all."),
    )
    webhook = words(64, sometimes("The id of the webhook by which a `bot` plays; without one it plays with a token."))
    deadline_s = whole(
        1,
        LONGEST_PATIENCE_S,
        sometimes("The seconds that a `bot` has before its agent acts; 30 by default if it has an agent."),
    )


class TakeSeatSchema(Strict):
    """An open seat to take."""

    seat = whole(*SEATS, sometimes("The number of the open seat to take; by default the first one."))
    name = display_name(LONGEST_NAME, sometimes(f"Your display name: {SHOWN_NAME}."))
    player = PLAYER
    invite = credential(128, sometimes("The invitation, which private games and rematches require."))
    votes = Inner(VoteAnswersSchema(), sometimes("How you answer votes beforehand; by default not at all."))
    presence = flag(
        sometimes(
            "True if the others at the table may see whether you are there; by default they do not. A player's own "
            "`presence` decides for all its seats."
        )
    )
    entropy = words(MOST_ENTROPY, sometimes("Your own random text, which becomes part of the seed of all chance."))


class ChangeSeatSchema(Strict):
    """A change of a seat: exactly one of the members."""

    name = display_name(LONGEST_NAME, sometimes(f"The holder's new display name: {SHOWN_NAME}."))
    agent = WordsField(
        or_null(text(64)),
        sometimes(
            "The id of the agent that shall play the seat, followed by `@` and a level where one is wanted, and by `@` "
            "and a version where not the newest shall play (`graded@3@1`, `planner@1`); null lets the holder play "
            "again.",
            narrow=AGENT_OR_NULL,
        ),
    )
    reissue = flag(
        sometimes("True to replace the token of a seat that nobody holds; the old one stops working.", narrow=TRUE)
    )
    open = flag(sometimes("True to open the seat to somebody else, where necessary by a vote.", narrow=TRUE))
    votes = Inner(
        VoteAnswersSchema(),
        sometimes("How the holder answers votes from now on; kinds of votes that are not named keep their answer."),
    )

    presence = flag(
        sometimes("True if the others at the table may see from now on whether the holder is there, false if not.")
    )

    bounds = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def need_one(self, change: dict[str, Any], **kwargs: Any) -> None:
        """Require exactly one change."""
        said = [value for name, value in change.items() if value or name in ("agent", "votes", "presence")]
        if len(said) != 1 or len(change) != 1:
            raise ValidationError([Fault("one_change")])


class SeatTokenSchema(Answer):
    """A seat, with its token where the caller is given one."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    kind = choice(SEAT_KINDS, "Who plays the seat: a person, an agent or a bot, or `open` while it is free.")
    token = string(
        sometimes("The token that acts for this seat, shown only once. Absent on `open`, `ai` and webhook seats.")
    )


class SeatedSchema(Answer):
    """A seat that was taken or changed."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    kind = choice(SEAT_KINDS, "Who plays the seat after this request.")
    version = whole(*VERSIONS, "The newest version of the game that the caller may see.")
    status = choice(STATUSES, "The state of the game; it is `running` once the last seat is taken.")
    token = string(sometimes("The new token of the seat, shown only once. Absent if no token was made."))
    agent = string(sometimes("The id of the agent that plays the seat now. Absent without one."))
    level = LEVEL
    agent_version = AGENT_VERSION
    invite = string(sometimes("An invitation for the open seat of a private game. Absent if none was made."))
    vote = nested(VoteSchema, sometimes("The vote on opening the seat. Absent if no vote was needed."))
    votes = nested(
        SeatVotesSchema,
        sometimes("How you answer votes beforehand, which nobody else sees. Present if the request had `votes`."),
    )


class GameSeatSchema(Answer):
    """A seat and who plays it."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    kind = choice(SEAT_KINDS, "Who plays the seat now; it is `ai` where `left` is present.")
    name = string(sometimes("The display name of the player. Absent if none was given."))
    agent = string(
        sometimes("The id of the agent that plays the seat, or steps in when its bot is late. Absent without one.")
    )
    level = LEVEL
    agent_version = AGENT_VERSION
    left = choice(
        (RESIGNED, ABSENT, LENT), sometimes("Why an agent replaces the seat's holder. Absent while the holder plays.")
    )
    party = whole(*SEATS, sometimes("The lowest seat of the party. Present where one API key acts for several seats."))
    held = flag(
        sometimes(
            "True if only the player has the token; false if the creator may know it too, or once the player "
            "has resigned. Present on seats of people and bots."
        )
    )
    holidays_left = whole(
        0, 2**31, sometimes("How many days of holiday the seat has left. Present under a clock of the kind `days`.")
    )
    graces_left = whole(
        0,
        MOST_GRACES,
        sometimes("How often the seat may still get the clock's `grace_s`. Present under a clock that has it."),
    )
    bank_ms = whole(
        0, 2**53, sometimes("The milliseconds left on the seat's clock at this version. Present with a `bank` clock.")
    )
