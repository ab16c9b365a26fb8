"""Defines what players ask of a running game: legal actions, commands, events, and the proof of chance."""

from typing import Any

from marshmallow import ValidationError, fields

from domain.core.kinds import Kind, array, integer
from domain.core.ruleset import Ruleset
from service.faults import Fault
from service.game.cursors import FORM, Cursor, read_cursor
from service.schemas.faults import fault_of, wrong_type
from service.schemas.fields import (
    About,
    KindField,
    QueryField,
    Reference,
    always,
    as_described,
    choice,
    count,
    credential,
    flag,
    fraction,
    list_of,
    nested,
    objects,
    query_flag,
    query_number,
    sometimes,
    string,
    strings,
    unbounded,
    whole,
    words,
)
from service.schemas.limits import MOST_COMMANDS, MOST_EVENTS
from service.schemas.messages import SEATS, SHOWN, VERSIONS, Union, command_union, read_each
from service.schemas.shapes import Answer, Query
from service.table.terms import MOST_SEATS

LATEST = "latest"
MOST_OFFERS = 64
"""Bounds how many offers can stand open to one seat."""
EXAMPLE = "41.0123456789"


class ListedSchema(Answer):
    """A command ready to be posted."""

    command = Reference("Command", "A legal command, which can be posted as it is.")
    summary = string("What the command does, as a sentence in the requested language.")


class CardsBoundSchema(Answer):
    """How many cards a member may have."""

    max = as_described(
        {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        "The most cards of each kind; a kind that is absent is not allowed.",
    )
    least = count("The fewest cards that the member needs in total.")
    total = count("The most cards that the member may have in total.")


class BoundSchema(Answer):
    """The bounds of a member of a command: of its cards, or of its seats."""

    cards = nested(CardsBoundSchema, sometimes("How many cards are allowed. Present if the member lists cards."))
    seats = KindField(
        array(integer(*SEATS), MOST_SEATS, unique=True),
        sometimes("The seats that can be named. Present if the member lists seats."),
    )


class OthersBoundSchema(Answer):
    """How many more values of a member may be listed."""

    of = string("The member for which each of the values could stand, within its bounds. No value may come twice.")
    most = count("The most values that may be listed.")


class NumberBoundSchema(Answer):
    """Between which numbers a member must lie."""

    least = count("The least number that the member can have.")
    most = count("The highest number that the member can have.")


class OptionalBoundSchema(Answer):
    """The bounds of a member of a command that may be left out; one of these is present."""

    others = nested(OthersBoundSchema, sometimes("Present if the member lists other values for another member."))
    offers = KindField(
        array(integer(1, 2**31), MOST_OFFERS, unique=True),
        sometimes("The ids of the offers that can be named. Present if the member names an offer."),
    )
    number = nested(NumberBoundSchema, sometimes("Present if the member is a number."))


class TemplateSchema(Answer):
    """A family of commands, with bounds for its open members."""

    type = string("The type of the commands of this family.")
    schema = Reference("JsonSchema", "The JSON Schema that such a command must fit.")
    bounds = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(BoundSchema),
        **always("The values that each open member of the command can take, by the member's name."),
    )
    disjoint = strings("Members of which no two may name the same kind of card; empty if there is no such rule.")
    example = Reference("Command", "A legal command of this family, which can be posted as it is.")
    optional = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(OptionalBoundSchema),
        **sometimes("What members can say that may be left out, by the member's name. Absent if there are none."),
    )
    summary = string("What the example does, as a sentence in the requested language.")


class LegalActionsSchema(Answer):
    """Everything that the caller's seat may do."""

    version = whole(*VERSIONS, "The version for which the actions are legal; send it as `If-Match`.")
    seat = unbounded("The number of the caller's seat; null for spectators and after the end.", allow_none=True)
    must_act = flag("True if the game cannot continue until this seat acts.")
    actions = objects(ListedSchema, "The legal commands that can be listed one by one.")
    templates = objects(TemplateSchema, "The families of legal commands that are too many to list.")


def read_commands(ruleset: Ruleset, body: Any) -> list[Any]:
    """Parse a body into the ruleset's commands; raises ValidationError."""
    union = command_union(ruleset.name, ruleset.commands)
    if isinstance(body, list):
        raise ValidationError({"_schema": [wrong_type(["object"], body, phrase="several")]})
    if not isinstance(body, dict) or "commands" not in body:
        return [_command(union, body)]
    unknown = {name: [Fault("unknown")] for name in body if name != "commands"}
    if unknown:
        raise ValidationError(unknown)
    bodies = body["commands"]
    if not isinstance(bodies, list):
        raise ValidationError({"commands": [wrong_type(["array"], bodies)]})
    if not 1 <= len(bodies) <= MOST_COMMANDS:
        raise ValidationError({"commands": [Fault("listed", most=MOST_COMMANDS)]})
    return read_each("commands", bodies, lambda body: _command(union, body))


def _command(union: Union, body: Any) -> Any:
    """Parse one command; raises ValidationError, which helps a client that posts a whole entry of `legal-actions`."""
    entry = "command" if isinstance(body, dict) and "type" not in body else "example"
    if isinstance(body, dict) and isinstance(body.get(entry), dict):
        raise ValidationError({entry: [Fault("entry")]})
    return union.load(body)


class CommandQuery(Query):
    """The old form of a dry run, which is answered but not in the contract: there an operation has one answer."""

    dry_run = query_flag()


class AcceptedSchema(Answer):
    """Commands that were accepted and are durable."""

    version = whole(*VERSIONS, "The newest version, which the last command made.")
    events = list_of(Reference("Event"), "What happened, in order, as far as the seat may see it.")


class ChanceSchema(Answer):
    """A possible outcome of chance."""

    outcome = list_of(KindField(SHOWN), "The events of this outcome, which follow the certain ones.")
    probability = fraction("How likely this outcome is, from 0 to 1.")


class DryRunSchema(Answer):
    """What commands would do, as far as their seat may know; nothing was changed."""

    version = whole(*VERSIONS, "The version of the game on which the commands were tried.")
    legal = flag("True if the commands would be accepted.")
    certain = list_of(KindField(SHOWN), "The events that would come first in every case, in order.")
    chance = objects(
        ChanceSchema, "The possible outcomes, whose probabilities add up to 1; empty if chance plays no part."
    )
    exact = flag("False if the outcomes were sampled, because of hidden cards or their large number.")
    problem = Reference("Problem", sometimes("Why the commands would be refused. Absent if they are legal."))


class _CursorField(QueryField):
    """Represents a cursor, a version up to `most`, which proves nothing, or one word in a query.

    The contract calls all three a string, because some clients that are made from it cannot send a union in a query.
    """

    def __init__(self, word: str, most: int, about: About) -> None:
        number = query_number(0, most).kind

        def decode(value: Any) -> Any:
            if value == word:
                return word
            is_cursor = isinstance(value, str) and not value.isdecimal()
            return read_cursor(value) if is_cursor else Cursor(number.decode(value))

        self.plain = {"anyOf": [integer(0, most).schema, {"const": word}]}
        pattern = f"^({word}|{FORM.strip('^$')})$"
        super().__init__(Kind({"type": "string", "pattern": pattern}, str, decode), about)

    def fault(self, value: Any) -> Fault:
        """Return the fault of a text that does not fit: of a cursor if it begins like one."""
        is_cursor = isinstance(value, str) and value[:1].isdecimal() and not value.isdecimal()
        return Fault("cursor") if is_cursor else fault_of(self.plain)


class EventsQuery(Query):
    """A part of the log."""

    after = _CursorField(
        LATEST,
        VERSIONS[1],
        sometimes("The `cursor` or the version after which events begin; `latest` for new ones only."),
    )
    limit = query_number(
        1, MOST_EVENTS, sometimes("The number of events per page, 100 by default; a version is never split.")
    )
    line = choice(("current",), sometimes("`current` to leave out versions that were undone."))
    summaries = query_flag(sometimes("`true` to add a `summary` in words to each event."))
    legal = query_flag(
        sometimes("`true` to add what is legal to each `turn` of a seat's stream, and a `turn` to its last page.")
    )
    phrases = query_flag(
        sometimes("`true` to be sent on a stream what seats say by phrases, where the game allows it.")
    )
    presence = query_flag(sometimes("`true` for a stream that also shows who is there, as `GET presence` does."))
    ticket = credential(64, sometimes("A stream ticket, which replaces the token."))


class TurnSchema(Answer):
    """What a seat's own stream says of its turn; it belongs to no event and is never stored."""

    version = whole(*VERSIONS, "The version to which the other members refer; all events up to it were sent before.")
    must_act = flag("True if the game waits for the seat to act.")
    legal = nested(
        LegalActionsSchema,
        sometimes("What the seat may do, as `GET legal-actions` answers at this version. Present if `legal=true`."),
    )


class EventPageSchema(Answer):
    """A page of the log as the caller may see it."""

    events = list_of(Reference("Event"), "The events of whole versions, in the order of the log.")
    cursor = string(always("The cursor that continues after this page, to send as `after`.", example=EXAMPLE))
    next = string(sometimes("The same cursor, if more events are waiting. Absent on the last page."))
    turn = nested(
        TurnSchema,
        sometimes("What the seat may do after the newest event. Present if `legal=true` and no page follows."),
    )


class StreamTicketSchema(Answer):
    """A ticket that opens an event stream once."""

    ticket = string("The ticket, which opens one stream in place of a token.")
    expires_in = whole(1, 3600, "The number of seconds after which the ticket expires.")
    stream = string("The path with the ticket that an `EventSource` can open.")


class DrawSchema(Answer):
    """A random draw of a stream."""

    version = whole(*VERSIONS, "The version that made the draw, including versions that were undone.")
    stream = string("The name of the stream of chance, such as one for the dice.")
    number = whole(0, 2**53, "The place of the draw in its stream, counted from 0.")
    weights = list_of(fields.Integer(), "The relative probability of each possible outcome.")
    outcome = count("The outcome that was drawn, as an index into the weights from 0.")
    chosen = flag(sometimes("True if the owner of a sandbox game chose the outcome. Absent otherwise."))


class FairnessSchema(Answer):
    """The commitment to all chance; after the end also everything that is needed to check it."""

    id = words(64, "The id of the game whose chance is proven.")
    version = whole(*VERSIONS, "The newest version of the game that the caller may see.")
    algorithm = string("The name of the algorithm that makes every draw from the seed.")
    commitment = string("The SHA-256 hash of the salt and the seed, in hexadecimal, fixed at the start.")
    unfair = flag("True if the creator chose the seed, or if the game is a branch or a sandbox.")
    sandbox = flag(sometimes("True if the owner may choose what is drawn. Absent for ordinary games."))
    entropies = strings("The texts that players added to the seed when they took seats, in order.")
    recipe = string("How anyone can check the draws, in words of the requested language.")
    seed = string(sometimes("The seed of all chance, in hexadecimal. Absent until the game is over."))
    salt = string(
        sometimes("The salt of a seed that the creator chose, in hexadecimal. Absent otherwise and until the end.")
    )
    draws = objects(DrawSchema, sometimes("Every draw of the game, in order. Absent until the game is over."))
