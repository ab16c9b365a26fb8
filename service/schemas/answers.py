"""What a game answers."""

from marshmallow import fields

from domain.core.kinds import OPTIONS, array, integer, nullable
from service.clock_events import CLOCK_SCHEMA
from service.schemas.fields import KindField, Pointed, Reference, as_described, choice, flag, whole, words
from service.schemas.messages import SHOWN, VERSIONS
from service.schemas.shapes import Answer
from service.sittings import ABSENT, LENT, RESIGNED
from service.table_events import (
    ANALYSES,
    DELAY_SCHEMA,
    ENDINGS,
    MOST_SEATS,
    OUTCOMES,
    SEAT_KINDS,
    UNDO_POLICIES,
    VOTES,
)
from service.undo_rights import Right

STATUSES = ("open", "running", "finished")
SEATS = (0, MOST_SEATS - 1)
IMPORTED = {"description": "True where a record was imported; ids in it are those of where it was played"}
TOKEN = {"description": "Shown once; keep it"}


class SeatTokenSchema(Answer):
    """A seat, with its token where the caller is given one."""

    seat = whole(*SEATS, required=True)
    kind = choice(SEAT_KINDS, required=True)
    token = fields.String(metadata=TOKEN)


class CreatedSchema(Answer):
    """A game that was set up."""

    id = words(64, required=True)
    version = whole(*VERSIONS, required=True)
    status = choice(STATUSES, required=True)
    seats = fields.List(fields.Nested(SeatTokenSchema()), required=True)
    owner_token = fields.String(metadata=TOKEN)
    invite = fields.String(metadata={"description": "Lets others into a private game"})


class SeatedSchema(Answer):
    """A seat that was taken or changed."""

    seat = whole(*SEATS, required=True)
    kind = choice(SEAT_KINDS, required=True)
    version = whole(*VERSIONS, required=True)
    status = choice(STATUSES, required=True)
    token = fields.String(metadata=TOKEN)
    agent = fields.String()
    invite = fields.String(metadata={"description": "Lets somebody take the seat of a private game"})
    vote = fields.Nested(lambda: VoteSchema(), metadata={"description": "By which the others say whether it is opened"})


class GameSeatSchema(Answer):
    """Who sits on a seat."""

    seat = whole(*SEATS, required=True)
    kind = choice(SEAT_KINDS, required=True)
    name = fields.String()
    agent = fields.String()
    left = choice(
        (RESIGNED, ABSENT, LENT),
        metadata={"description": "Whose seat it is does not play; the agent does, who may be idle"},
    )
    held = flag(
        metadata={"description": "Its holder alone has the token: the seat was taken, or its first token renewed"}
    )
    holidays_left = whole(0, 2**31, metadata={"description": "Days by which it may still put off what it owes"})
    bank_ms = whole(
        0, 2**53, metadata={"description": "What its bank held at this version; where its time runs, see `deadline`"}
    )


class ParentSchema(Answer):
    """Where a branch came from."""

    id = words(64, required=True)
    version = whole(*VERSIONS, required=True)


class GameRowSchema(Answer):
    """A game in the lobby."""

    id = words(64, required=True)
    ruleset = words(64, required=True)
    status = choice(STATUSES, required=True)
    version = whole(*VERSIONS)
    unfair = flag(metadata={"description": "Somebody chose the seed, or the game is a branch"})
    seats = fields.List(fields.Nested(GameSeatSchema()))
    imported = flag(metadata=IMPORTED)


class GamePageSchema(Answer):
    """A page of the lobby."""

    games = fields.List(fields.Nested(GameRowSchema()), required=True)
    next = fields.String(metadata={"description": "The cursor of the next page"})


class AwaitedSchema(Answer):
    """A seat that may or must act."""

    seat = whole(*SEATS, required=True)
    frame = fields.String(required=True)
    must = flag()
    since = fields.String(required=True)
    deadline = fields.String()
    agent = fields.String()
    agent_state = choice(("queued", "thinking", "late"))


class ResultSchema(Answer):
    """How the game ended."""

    winners = fields.List(whole(*SEATS), required=True)
    points = fields.List(fields.Integer(), required=True)
    reason = choice(("played", *ENDINGS), metadata={"description": "By the rules, or by the table"})


class HeadMoveSchema(Answer):
    """Where an undo or a redo leads, and whether the caller does it alone or by a vote of the parties."""

    to = whole(*VERSIONS, required=True, metadata={"description": "The version whose position the game would have"})
    by = choice(
        [right.value for right in Right],
        required=True,
        metadata={"description": "`own`: at once; `vote`: when every other party accepts"},
    )


class PausedSchema(Answer):
    """A pause of the game."""

    until = fields.String(required=True, metadata={"description": "When it ends by itself"})


class GameSchema(Answer):
    """A game as the caller may see it."""

    id = words(64, required=True)
    ruleset = words(64, required=True)
    status = choice(STATUSES, required=True)
    version = whole(*VERSIONS, required=True)
    map = fields.String()
    modules = fields.List(fields.String())
    options = Pointed(OPTIONS.name)
    undo_policy = choice(UNDO_POLICIES)
    private = flag()
    unfair = flag()
    analyses = choice(ANALYSES, metadata={"description": "Until the end, or after it alone, analyses may be asked for"})
    overdue_after_s = fields.Integer()
    hot_seat = flag(metadata={"description": "The players of the `human` seats share a screen: they are one party"})
    commitment = fields.String(metadata={"description": "SHA-256 of salt and seed of all chance"})
    head = KindField(
        nullable(integer(*VERSIONS)),
        required=True,
        metadata={"description": "The version whose position is shown; null before the game is set up"},
    )
    undo = fields.Nested(
        HeadMoveSchema(),
        required=True,
        allow_none=True,
        metadata={
            "description": "What `POST undo` without a version would do for the caller; null where it is refused"
        },
    )
    redo = fields.Nested(
        HeadMoveSchema(),
        required=True,
        allow_none=True,
        metadata={"description": "What `POST redo` would do for the caller; null where it is refused"},
    )
    seats = fields.List(fields.Nested(GameSeatSchema()), required=True)
    awaiting = fields.List(fields.Nested(AwaitedSchema()), required=True)
    state = Reference(
        "GameState",
        required=True,
        allow_none=True,
        metadata={"description": "The position as its ruleset has it; null until the game is set up."},
    )
    result = fields.Nested(ResultSchema())
    parent = fields.Nested(ParentSchema())
    clock = as_described(CLOCK_SCHEMA)
    paused = fields.Nested(PausedSchema(), metadata={"description": "Present while the game rests"})
    spectator_delay = as_described(DELAY_SCHEMA)
    imported = flag(metadata=IMPORTED)
    rematch = fields.String(metadata={"description": "The game in which the table meets again"})
    rematch_of = fields.String(metadata={"description": "The game before"})


class ListedSchema(Answer):
    """A command ready to be posted."""

    command = Reference("Command", required=True)
    summary = fields.String(required=True)


class CardsBoundSchema(Answer):
    """How many cards a member may have."""

    max = as_described(
        {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        required=True,
        metadata={"description": "The most of each kind; of a kind that is absent there may be none."},
    )
    least = whole(0, 2**31, required=True, metadata={"description": "The fewest in all."})
    total = whole(0, 2**31, required=True, metadata={"description": "The most in all."})


class BoundSchema(Answer):
    """The bounds of a member of a command: of its cards, or of its seats."""

    cards = fields.Nested(
        CardsBoundSchema(), metadata={"description": "How many cards it may have. Only where it is made of cards."}
    )
    seats = KindField(
        array(integer(*SEATS), MOST_SEATS, unique=True),
        metadata={"description": "The seats it may name. Only where it is made of seats."},
    )


class TemplateSchema(Answer):
    """A family of commands: what may be filled in, within which bounds."""

    type = fields.String(required=True)
    schema = Reference("JsonSchema", required=True, metadata={"description": "The command's JSON Schema"})
    bounds = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(BoundSchema()),
        required=True,
        metadata={"description": "Within which bounds each member can be filled in, by its name."},
    )
    disjoint = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Members that may not have a kind of card in common; empty where all may."},
    )
    example = Reference("Command", required=True)
    summary = fields.String(required=True)


class LegalActionsSchema(Answer):
    """Everything that the caller's seat may do."""

    version = whole(*VERSIONS, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    must_act = flag(required=True)
    actions = fields.List(fields.Nested(ListedSchema()), required=True)
    templates = fields.List(fields.Nested(TemplateSchema()), required=True)


class AcceptedSchema(Answer):
    """Commands that were accepted; durable."""

    version = whole(*VERSIONS, required=True)
    events = fields.List(Reference("Event"), required=True)


class ChanceSchema(Answer):
    """One way chance may fall."""

    outcome = fields.List(KindField(SHOWN), required=True, metadata={"description": "Events after the certain ones"})
    probability = fields.Float(required=True, metadata={"minimum": 0, "maximum": 1})


class DryRunSchema(Answer):
    """What commands would do, as far as their seat may know; nothing was done."""

    version = whole(*VERSIONS, required=True, metadata={"description": "Where the game stands"})
    legal = flag(required=True)
    certain = fields.List(
        KindField(SHOWN),
        required=True,
        metadata={"description": "Events that come first whatever chance and the hidden hold, without place and time"},
    )
    chance = fields.List(fields.Nested(ChanceSchema()), required=True, metadata={"description": "Adds up to 1"})
    exact = flag(
        required=True,
        metadata={"description": "False: it hangs on what the seat cannot know, or is too much, and was sampled"},
    )
    problem = Reference("Problem")


class DrawSchema(Answer):
    """One draw: the number-th of a stream."""

    version = whole(*VERSIONS, required=True, metadata={"description": "The version that drew, of any line"})
    stream = fields.String(required=True)
    number = whole(0, 2**53, required=True)
    weights = fields.List(fields.Integer(), required=True)
    outcome = whole(0, 2**31, required=True, metadata={"description": "An index into the weights"})


class FairnessSchema(Answer):
    """What was promised about chance; after the end all that is needed to check it."""

    id = words(64, required=True)
    version = whole(*VERSIONS, required=True)
    algorithm = fields.String(required=True)
    commitment = fields.String(required=True, metadata={"description": "SHA-256 of salt and seed, in hex"})
    unfair = flag(required=True, metadata={"description": "Somebody chose the seed, or the game is a branch"})
    entropies = fields.List(fields.String(), required=True, metadata={"description": "What seats threw in, in order"})
    recipe = fields.String(required=True)
    seed = fields.String(metadata={"description": "In hex; once the game is over"})
    salt = fields.String(metadata={"description": "In hex; once the game is over, if somebody named the seed"})
    draws = fields.List(fields.Nested(DrawSchema()), metadata={"description": "Every draw; once the game is over"})


class EventPageSchema(Answer):
    """A page of the log as the caller may see it."""

    events = fields.List(Reference("Event"), required=True)
    next = whole(*VERSIONS, metadata={"description": "Ask again with `after` of this"})


class StreamTicketSchema(Answer):
    """A word that opens a stream once."""

    ticket = fields.String(required=True)
    expires_in = whole(1, 3600, required=True, metadata={"description": "Seconds"})
    stream = fields.String(required=True, metadata={"description": "What EventSource opens"})


class VoteSchema(Answer):
    """A question to the table."""

    id = whole(1, 2**31, required=True)
    kind = choice(VOTES, required=True)
    by = fields.Integer(required=True, allow_none=True)
    to_version = whole(*VERSIONS)
    until = fields.String(metadata={"description": "Until when the game is to rest"})
    seat = whole(*SEATS, metadata={"description": "The seat that is to be open for somebody else"})
    yes = fields.List(whole(*SEATS), required=True)
    no = fields.List(whole(*SEATS), required=True)
    waiting = fields.List(whole(*SEATS), required=True)
    closes_at = fields.String(required=True)
    status = choice(("open", *OUTCOMES), required=True)


class VoteListSchema(Answer):
    """All votes of a game."""

    votes = fields.List(fields.Nested(VoteSchema()), required=True)
