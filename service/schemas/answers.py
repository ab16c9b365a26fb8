"""Defines the answers about one game."""

from marshmallow import fields

from domain.core.kinds import OPTIONS, array, integer, nullable
from service.game.undo_rights import Right
from service.schemas.clocks import clock_told
from service.schemas.fields import (
    KindField,
    Pointed,
    Reference,
    always,
    as_described,
    choice,
    explained,
    flag,
    sometimes,
    whole,
    words,
)
from service.schemas.messages import SHOWN, VERSIONS
from service.schemas.shapes import Answer
from service.schemas.times import CREATED, ENDED, EXPIRES, STARTED
from service.table.choices import ANALYSES, ENDINGS, OUTCOMES, SEAT_KINDS, UNDO_POLICIES, VOTES
from service.table.events import DELAY_SCHEMA, MOST_SEATS
from service.table.seats import ABSENT, LENT, RESIGNED

STATUSES = ("open", "running", "finished")
SEATS = (0, MOST_SEATS - 1)


class SeatTokenSchema(Answer):
    """A seat, with its token where the caller is given one."""

    seat = whole(*SEATS, **always("The number of the seat, counted from 0."))
    kind = choice(SEAT_KINDS, **always("Who plays the seat: a person, an agent or a bot, or `open` while it is free."))
    token = fields.String(
        **sometimes("The token that acts for this seat, shown only once. Absent on `open`, `ai` and webhook seats.")
    )


class CreatedSchema(Answer):
    """A game that was set up."""

    id = words(64, **always("The id of the new game, used in its paths."))
    version = whole(*VERSIONS, **always("The newest version of the new game."))
    status = choice(STATUSES, **always("The state of the game: `open` while a seat is free, else `running`."))
    seats = fields.List(
        fields.Nested(SeatTokenSchema()),
        **always("The seats in order, with the tokens for the caller; only one seat if a rematch is joined."),
    )
    owner_token = fields.String(
        **sometimes("The token that manages the game, shown only once. Absent when a rematch is joined.")
    )
    invite = fields.String(**sometimes("The invitation that opens a private game to others. Absent for other games."))


class SeatedSchema(Answer):
    """A seat that was taken or changed."""

    seat = whole(*SEATS, **always("The number of the seat, counted from 0."))
    kind = choice(SEAT_KINDS, **always("Who plays the seat after this request."))
    version = whole(*VERSIONS, **always("The newest version of the game that the caller may see."))
    status = choice(STATUSES, **always("The state of the game; it is `running` once the last seat is taken."))
    token = fields.String(**sometimes("The new token of the seat, shown only once. Absent if no token was made."))
    agent = fields.String(**sometimes("The id of the agent that plays the seat now. Absent without one."))
    invite = fields.String(**sometimes("An invitation for the open seat of a private game. Absent if none was made."))
    vote = fields.Nested(
        lambda: VoteSchema(), **sometimes("The vote on opening the seat. Absent if no vote was needed.")
    )


class GameSeatSchema(Answer):
    """A seat and who plays it."""

    seat = whole(*SEATS, **always("The number of the seat, counted from 0."))
    kind = choice(SEAT_KINDS, **always("Who plays the seat now; it is `ai` where `left` is present."))
    name = fields.String(**sometimes("The display name of the player. Absent if none was given."))
    agent = fields.String(
        **sometimes("The id of the agent that plays the seat, or steps in when its bot is late. Absent without one.")
    )
    left = choice(
        (RESIGNED, ABSENT, LENT),
        **sometimes("Why an agent replaces the seat's holder. Absent while the holder plays."),
    )
    held = flag(
        **sometimes(
            "True if only the player has the token; false if the creator may know it too, or once the player "
            "has resigned. Present on seats of people and bots."
        )
    )
    holidays_left = whole(
        0, 2**31, **sometimes("How many days of holiday the seat has left. Present under a clock of the kind `days`.")
    )
    bank_ms = whole(
        0, 2**53, **sometimes("The milliseconds left on the seat's clock at this version. Present with a `bank` clock.")
    )


class ParentSchema(Answer):
    """The game and version at which a branch begins."""

    id = words(64, **always("The id of the game from which this one was branched."))
    version = whole(*VERSIONS, **always("The version of that game at which the branch begins."))


class AwaitedSchema(Answer):
    """A seat that may or must act."""

    seat = whole(*SEATS, **always("The number of the seat that may or must act."))
    frame = fields.String(**always("The id of what the seat has to do; `words.frames` of the ruleset translates it."))
    must = flag(**sometimes("True if the game cannot continue until this seat acts."))
    since = fields.String(**always("When the seat was first able to do this, in ISO 8601."))
    deadline = fields.String(**sometimes("When the seat's time runs out, in ISO 8601. Absent if there is no limit."))
    agent = fields.String(**sometimes("The id of the agent that plays the seat. Present on `ai` seats."))
    agent_state = choice(
        ("queued", "thinking", "late"),
        **sometimes("What the agent is doing. Present on `ai` seats in the newest view, unless the game is paused."),
    )


class ResultSchema(Answer):
    """How the game ended."""

    winners = fields.List(whole(*SEATS), **always("The numbers of the winning seats; empty if the game was abandoned."))
    points = fields.List(
        fields.Integer(), **always("The final victory points of each seat, in the order of the seats.")
    )
    reason = choice(
        ("played", *ENDINGS),
        **sometimes("How the game ended: by its rules, by a resignation, or by a vote to abandon it."),
    )


class HeadMoveSchema(Answer):
    """Where an undo or a redo leads, and whether it needs a vote."""

    to = whole(*VERSIONS, **always("The version whose position the game would return to."))
    by = choice(
        [right.value for right in Right],
        **always("`own` if it happens at once, `vote` if every other party must accept it."),
    )


class PausedSchema(Answer):
    """A pause of the game."""

    until = fields.String(**always("When the pause ends by itself, in ISO 8601."))


class GameSchema(Answer):
    """A game as the caller may see it."""

    id = words(64, **always("The id of the game, used in its paths."))
    ruleset = words(64, **always("The id of the ruleset by which the game is played."))
    status = choice(STATUSES, **always("The state of the game; it is `open` until all seats are taken."))
    version = whole(*VERSIONS, **always("The version that this view shows, which can be sent as `If-Match`."))
    created = CREATED
    started = STARTED
    ended = ENDED
    expires = EXPIRES
    map = fields.String(**sometimes("The id of the map on which the game is played."))
    modules = fields.List(fields.String(), **sometimes("The ids of the modules that the game is played with."))
    options = Pointed(OPTIONS.name, **sometimes("All options of the game, including those set by default."))
    undo_policy = choice(
        UNDO_POLICIES,
        **sometimes(
            "What can be undone: anything, nothing that revealed or rolled something, only what all accept, or nothing."
        ),
    )
    private = flag(**sometimes("True if the game is hidden (404) from everyone who is not part of it."))
    unfair = flag(**sometimes("True if the creator chose the seed, or if the game is a branch."))
    analyses = choice(
        ANALYSES,
        **sometimes("When analyses can be requested: at any time (`all`), or only after the end (`finished`)."),
    )
    overdue_after_s = fields.Integer(
        **sometimes("The seconds without an action after which a seat is overdue, in a game without a clock.")
    )
    hot_seat = flag(**sometimes("True if the players of all `human` seats share one device and count as one party."))
    commitment = fields.String(**sometimes("The SHA-256 hash of the salt and the seed of all chance, in hexadecimal."))
    head = KindField(
        nullable(integer(*VERSIONS)),
        **always("The version whose position is current, which an undo lowers; null before the start."),
    )
    undo = fields.Nested(
        HeadMoveSchema(),
        allow_none=True,
        **always("What `POST undo` without `to_version` would do for the caller; null if it would be refused."),
    )
    redo = fields.Nested(
        HeadMoveSchema(),
        allow_none=True,
        **always("What `POST redo` would do for the caller; null if it would be refused."),
    )
    seats = fields.List(fields.Nested(GameSeatSchema()), **always("Who sits on each seat, in the order of the seats."))
    awaiting = fields.List(
        fields.Nested(AwaitedSchema()), **always("The seats that may or must act now; empty after the end.")
    )
    state = Reference(
        "GameState",
        allow_none=True,
        **always("The position in the form of its ruleset; null until the game starts."),
    )
    result = fields.Nested(ResultSchema(), **sometimes("How the game ended. Absent until it is over."))
    parent = fields.Nested(ParentSchema(), **sometimes("The game that this one was branched from. Absent otherwise."))
    clock = as_described(clock_told(), **sometimes("The time limits of the players. Absent if there is no clock."))
    paused = fields.Nested(PausedSchema(), **sometimes("The pause that the game is in. Absent while it goes on."))
    spectator_delay = as_described(
        explained(
            DELAY_SCHEMA,
            seconds="Spectators see the game this many seconds late.",
            versions="Spectators do not see this many of the newest versions.",
        ),
        **sometimes("How far behind spectators see the game. Absent if they see it live."),
    )
    imported = flag(
        **sometimes("True if the game was imported from a record; ids in it are those of the original server.")
    )
    rematch = fields.String(**sometimes("The id of the rematch of this game. Absent until one is opened."))
    rematch_of = fields.String(**sometimes("The id of the game of which this is the rematch. Absent otherwise."))


class ListedSchema(Answer):
    """A command ready to be posted."""

    command = Reference("Command", **always("A legal command, which can be posted as it is."))
    summary = fields.String(**always("What the command does, as a sentence in the requested language."))


class CardsBoundSchema(Answer):
    """How many cards a member may have."""

    max = as_described(
        {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        **always("The most cards of each kind; a kind that is absent is not allowed."),
    )
    least = whole(0, 2**31, **always("The fewest cards that the member needs in total."))
    total = whole(0, 2**31, **always("The most cards that the member may have in total."))


class BoundSchema(Answer):
    """The bounds of a member of a command: of its cards, or of its seats."""

    cards = fields.Nested(
        CardsBoundSchema(), **sometimes("How many cards are allowed. Present if the member lists cards.")
    )
    seats = KindField(
        array(integer(*SEATS), MOST_SEATS, unique=True),
        **sometimes("The seats that can be named. Present if the member lists seats."),
    )


class TemplateSchema(Answer):
    """A family of commands, with bounds for its open members."""

    type = fields.String(**always("The type of the commands of this family."))
    schema = Reference("JsonSchema", **always("The JSON Schema that such a command must fit."))
    bounds = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(BoundSchema()),
        **always("The values that each open member of the command can take, by the member's name."),
    )
    disjoint = fields.List(
        fields.String(),
        **always("Members of which no two may name the same kind of card; empty if there is no such rule."),
    )
    example = Reference("Command", **always("A legal command of this family, which can be posted as it is."))
    summary = fields.String(**always("What the example does, as a sentence in the requested language."))


class LegalActionsSchema(Answer):
    """Everything that the caller's seat may do."""

    version = whole(*VERSIONS, **always("The version for which the actions are legal; send it as `If-Match`."))
    seat = fields.Integer(
        allow_none=True, **always("The number of the caller's seat; null for spectators and after the end.")
    )
    must_act = flag(**always("True if the game cannot continue until this seat acts."))
    actions = fields.List(fields.Nested(ListedSchema()), **always("The legal commands that can be listed one by one."))
    templates = fields.List(
        fields.Nested(TemplateSchema()), **always("The families of legal commands that are too many to list.")
    )


class AcceptedSchema(Answer):
    """Commands that were accepted and are durable."""

    version = whole(*VERSIONS, **always("The newest version, which the last command made."))
    events = fields.List(Reference("Event"), **always("What happened, in order, as far as the seat may see it."))


class ChanceSchema(Answer):
    """A possible outcome of chance."""

    outcome = fields.List(KindField(SHOWN), **always("The events of this outcome, which follow the certain ones."))
    probability = fields.Float(**always("How likely this outcome is, from 0 to 1.", minimum=0, maximum=1))


class DryRunSchema(Answer):
    """What commands would do, as far as their seat may know; nothing was changed."""

    version = whole(*VERSIONS, **always("The version of the game on which the commands were tried."))
    legal = flag(**always("True if the commands would be accepted."))
    certain = fields.List(KindField(SHOWN), **always("The events that would come first in every case, in order."))
    chance = fields.List(
        fields.Nested(ChanceSchema()),
        **always("The possible outcomes, whose probabilities add up to 1; empty if chance plays no part."),
    )
    exact = flag(**always("False if the outcomes were sampled, because of hidden cards or their large number."))
    problem = Reference("Problem", **sometimes("Why the commands would be refused. Absent if they are legal."))


class DrawSchema(Answer):
    """A random draw of a stream."""

    version = whole(*VERSIONS, **always("The version that made the draw, including versions that were undone."))
    stream = fields.String(**always("The name of the stream of chance, such as one for the dice."))
    number = whole(0, 2**53, **always("The place of the draw in its stream, counted from 0."))
    weights = fields.List(fields.Integer(), **always("The relative probability of each possible outcome."))
    outcome = whole(0, 2**31, **always("The outcome that was drawn, as an index into the weights from 0."))


class FairnessSchema(Answer):
    """The commitment to all chance; after the end also everything that is needed to check it."""

    id = words(64, **always("The id of the game whose chance is proven."))
    version = whole(*VERSIONS, **always("The newest version of the game that the caller may see."))
    algorithm = fields.String(**always("The name of the algorithm that makes every draw from the seed."))
    commitment = fields.String(
        **always("The SHA-256 hash of the salt and the seed, in hexadecimal, fixed at the start.")
    )
    unfair = flag(**always("True if the creator chose the seed, or if the game is a branch."))
    entropies = fields.List(
        fields.String(), **always("The texts that players added to the seed when they took seats, in order.")
    )
    recipe = fields.String(**always("How anyone can check the draws, in words of the requested language."))
    seed = fields.String(**sometimes("The seed of all chance, in hexadecimal. Absent until the game is over."))
    salt = fields.String(
        **sometimes("The salt of a seed that the creator chose, in hexadecimal. Absent otherwise and until the end.")
    )
    draws = fields.List(
        fields.Nested(DrawSchema()), **sometimes("Every draw of the game, in order. Absent until the game is over.")
    )


class TurnSchema(Answer):
    """What a seat's own stream says of its turn; it belongs to no event and is never stored."""

    version = whole(
        *VERSIONS, **always("The version to which the other members refer; all events up to it were sent before.")
    )
    must_act = flag(**always("True if the game waits for the seat to act."))
    legal = fields.Nested(
        LegalActionsSchema(),
        **sometimes("What the seat may do, as `GET legal-actions` answers at this version. Present if `legal=true`."),
    )


class EventPageSchema(Answer):
    """A page of the log as the caller may see it."""

    events = fields.List(Reference("Event"), **always("The events of whole versions, in the order of the log."))
    next = whole(*VERSIONS, **sometimes("The version to send as `after` for the next page. Absent on the last page."))
    turn = fields.Nested(
        TurnSchema(),
        **sometimes("What the seat may do after the newest event. Present if `legal=true` and no page follows."),
    )


class StreamTicketSchema(Answer):
    """A ticket that opens an event stream once."""

    ticket = fields.String(**always("The ticket, which opens one stream in place of a token."))
    expires_in = whole(1, 3600, **always("The number of seconds after which the ticket expires."))
    stream = fields.String(**always("The path with the ticket that an `EventSource` can open."))


class VoteSchema(Answer):
    """A vote of the parties."""

    id = whole(1, 2**31, **always("The number of the vote in its game, counted from 1."))
    kind = choice(VOTES, **always("What the vote decides; `seat` means that a seat is opened to someone else."))
    by = fields.Integer(allow_none=True, **always("The number of the seat that opened the vote; null for the owner."))
    to_version = whole(*VERSIONS, **sometimes("The version to return to. Present on votes on undo and redo."))
    until = fields.String(**sometimes("When the pause would end, in ISO 8601. Present on votes on a pause."))
    seat = whole(*SEATS, **sometimes("The number of the seat to be opened. Present on votes on a seat."))
    yes = fields.List(whole(*SEATS), **always("The seats that accepted; one seat answers for each party."))
    no = fields.List(whole(*SEATS), **always("The seats that refused; one seat answers for each party."))
    waiting = fields.List(whole(*SEATS), **always("The seats that can vote and have not answered."))
    closes_at = fields.String(**always("When the vote ends without further answers, in ISO 8601."))
    status = choice(
        ("open", *OUTCOMES),
        **always("The state of the vote; `stale` means that the game went on before it was decided."),
    )


class VoteListSchema(Answer):
    """All votes of a game."""

    votes = fields.List(fields.Nested(VoteSchema()), **always("All votes of the game, oldest first."))
