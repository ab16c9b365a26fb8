"""Defines standing orders: what a seat says beforehand that it does, one schema for each kind."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from marshmallow import Schema, ValidationError

from domain.core.kinds import integer, text
from domain.core.messages import MessageTable
from domain.core.ruleset import Ruleset
from service.clients.standing_orders import DONE, FINISHED, REFUSED, UNDONE, VOID
from service.faults import Fault
from service.game.order_choices import NOT_LEGAL, TURN_OVER
from service.handlers.orders import TAKEN_BACK
from service.schemas.faults import wrong_type
from service.schemas.fields import (
    KindField,
    Pointed,
    Reference,
    WordsField,
    choice,
    count,
    date_time,
    flag,
    nested,
    objects,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.messages import SEATS, VERSIONS, command_union
from service.schemas.shapes import Answer, Listed, OneOf, Strict

MOST_COMMANDS: Final = 12
MOST_NAMES: Final = 24
LONGEST_ID: Final = 40
HIGHEST_RATE: Final = 19
ORDER: Final = "StandingOrder"
"""Names the component of an order of any kind."""
EXAMPLE: Final = {"kind": "answer", "accept": False, "give_any": ["ore"]}
_FRAME: Final = "Only while the game asks the seat for this, by its id as in `awaiting`; by default for anything."


def _names(about: str, least: int = 1) -> Listed:
    return Listed(WordsField(text(LONGEST_ID)), MOST_NAMES, sometimes(about), least=least)


class SendOrderSchema(Strict):
    """Send a command whenever the game waits for the seat, and one of these commands is legal."""

    kind = choice(("send",), "The kind of order: it sends the first of its commands that is legal.")
    commands = Listed(Pointed("Command"), MOST_COMMANDS, "The commands, in the order of preference.")
    frame = words(LONGEST_ID, sometimes(_FRAME))
    again = flag(sometimes("True to send a command each time, false to be done after the first one.", default=False))


class PassOrderSchema(Strict):
    """Do as little as possible: pass, end the turn, roll, as a clock does for a seat that is late."""

    kind = choice(("pass",), "The kind of order: it sends what an absent player would do.")
    frame = words(LONGEST_ID, sometimes(_FRAME))
    unless = _names("Types of commands: while one of them is legal, the order waits.")


class CardsOrderSchema(Strict):
    """Choose the cards of a command by preference."""

    kind = choice(("cards",), "The kind of order: it names the cards of a command.")
    command = words(LONGEST_ID, "The type of the command, such as `Discard`, of which legal actions list a template.")
    first = _names("The kinds of cards to name first, the first ones before the others.", least=0)
    amount = choice(
        ("least", "most"), sometimes("Whether to name as few cards as allowed or as many.", default="least")
    )


class AnswerOrderSchema(Strict):
    """Answer what others propose: offers of trade, gifts.

    All conditions must hold. An offer that wants any one of several things is accepted with the first that fits, and
    declined only if every one of them fits. It is left alone after three automatic answers to one seat in a turn.
    """

    kind = choice(("answer",), "The kind of order: it answers proposals.")
    accept = flag("True to accept what fits and can be given, false to decline it.")
    give_any = _names("Fits if the seat would give any of these kinds of cards.")
    give_none = _names("Fits if the seat would give none of these kinds of cards.")
    get_any = _names("Fits if the seat would get any of these kinds of cards.")
    at_least = whole(1, HIGHEST_RATE, sometimes("Fits if the seat would get at least so many cards for each it gives."))
    makers = Listed(
        KindField(integer(*SEATS)),
        SEATS[1] + 1,
        sometimes("Fits if one of these seats proposes it; any may by default."),
    )


class OrderStepSchema(Strict):
    """A step of a sequence."""

    command = Pointed("Command", "The command that the step sends.")
    if_listed = _names("Types of commands: without any legal one of them the step is skipped.")
    if_not_listed = _names("Types of commands: while any of them is legal, the step is skipped.")
    or_skip = flag(sometimes("True to skip the step where the rules refuse it, which else makes the order void."))


class SequenceOrderSchema(Strict):
    """Send several commands one after the other in the seat's next turn, or in the one that is being played.

    While the game requires something else, such as discards after a seven, the next step waits. The order is void when
    the turn is over, or when a step is refused that may not be skipped.
    """

    kind = choice(("sequence",), "The kind of order: it sends its steps in one turn.")
    steps = Listed(OrderStepSchema(), MOST_COMMANDS, "The steps, in the order in which they are sent.")


class StandingOrderSchema(OneOf):
    """What a seat does by itself. Its holder alone can read it."""

    by = "kind"
    variants: Mapping[str, Schema] = {
        "send": SendOrderSchema(),
        "pass": PassOrderSchema(),
        "cards": CardsOrderSchema(),
        "answer": AnswerOrderSchema(),
        "sequence": SequenceOrderSchema(),
    }

    def load(self, data: Any, **settings: Any) -> Any:
        """Parse an order of any kind; raises ValidationError."""
        if not isinstance(data, Mapping):
            raise ValidationError({"_schema": [wrong_type(["object"], data)]})
        if "kind" not in data:
            raise ValidationError({"kind": [Fault("required")]})
        kind = data["kind"]
        if not isinstance(kind, str) or kind not in self.variants:
            raise ValidationError({"kind": [Fault("choice", among=(kind, self.variants))]})
        return self.variants[kind].load(data, **settings)


class SetOrderSchema(Answer):
    """An order that stands."""

    id = string("The id of the order.")
    set = date_time("When the order was set, in ISO 8601.")
    sent = count("How many commands it has sent so far.")
    step = count("How many steps of a sequence are over; 0 for other kinds.")
    order = Reference(ORDER, "The order as it was set.")


class EndedOrderSchema(Answer):
    """An order that has ended."""

    id = string("The id of the order.")
    kind = choice(tuple(StandingOrderSchema.variants), "The kind of the order.")
    ended = date_time("When it ended, in ISO 8601.")
    status = choice(
        (DONE, VOID, TAKEN_BACK),
        "How it ended: it was carried out, it became void, or its holder took it back.",
    )
    reason = choice(
        (NOT_LEGAL, TURN_OVER, UNDONE, FINISHED, REFUSED),
        sometimes(
            "Why it is void: its command was not legal when it was due, its turn was over, the game went back, "
            "the game ended, or the command was refused. Absent otherwise."
        ),
    )
    version = whole(*VERSIONS, sometimes("The version that its last command made. Absent if it made none."))


class OrderDelaySchema(Answer):
    """How long an order waits before it sends a command: a random time, whatever the order is."""

    least_s = count("The fewest seconds that an order waits.")
    most_s = count("The most seconds that an order waits.")


class OrderListSchema(Answer):
    """The standing orders of a seat."""

    orders = objects(SetOrderSchema, "The orders that stand, in the order in which they are tried.")
    ended = objects(EndedOrderSchema, "The 20 orders that ended last, the newest last.")
    delay = nested(OrderDelaySchema, "How long an order waits before it sends a command.")


def read_order(ruleset: Ruleset, order: Mapping[str, Any]) -> dict[str, Any]:
    """Return an order whose commands, types, frames and cards are those of a game; raises ValidationError."""
    rows = ruleset.commands
    faults: dict[str, Any] = {}
    found = dict(order)
    if order["kind"] == "send":
        found["commands"] = _read_list(faults, "commands", order["commands"], lambda one: _command(ruleset, one))
    if order["kind"] == "sequence":
        found["steps"] = _read_list(faults, "steps", order["steps"], lambda one: _step(ruleset, one))
    if order["kind"] == "cards":
        _check(faults, "command", [order["command"]], rows.by_name, is_list=False)
    if "frame" in order:
        _check(faults, "frame", [order["frame"]], frame_names(ruleset), is_list=False)
    _check(faults, "unless", order.get("unless", ()), rows.by_name)
    for name in ("first", "give_any", "give_none", "get_any"):
        _check(faults, name, order.get(name, ()), card_names(rows))
    if faults:
        raise ValidationError(faults)
    return found


@cache
def frame_names(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of all that a seat of a game can have to do; a description of Catan takes 9 ms to make."""
    return tuple(ruleset.describe()["frames"])


@cache
def card_names(table: MessageTable[Any]) -> list[str]:
    """Return the names of everything that commands count, such as cards."""
    schemas = [field.kind.schema for row in table.rows for field in row.fields]
    counted = [schema["properties"] for schema in schemas if schema.get("additionalProperties") is False]
    return list(dict.fromkeys(name for members in counted for name in members))


def _command(ruleset: Ruleset, body: Any) -> dict[str, Any]:
    """Return a command as it is stored; raises ValidationError."""
    return dict(ruleset.commands.encode(command_union(ruleset.name, ruleset.commands).load(body)))


def _step(ruleset: Ruleset, step: Mapping[str, Any]) -> dict[str, Any]:
    faults: dict[str, Any] = {}
    found = dict(step)
    try:
        found["command"] = _command(ruleset, step["command"])
    except ValidationError as error:
        faults["command"] = error.messages
    for name in ("if_listed", "if_not_listed"):
        _check(faults, name, step.get(name, ()), ruleset.commands.by_name)
    if faults:
        raise ValidationError(faults)
    return found


def _read_list(faults: dict[str, Any], name: str, bodies: Iterable[Any], read: Any) -> list[dict[str, Any]]:
    """Return what is read of each entry of a member, and note the faults of each by its place."""
    found, wrong = [], {}
    for at, body in enumerate(bodies):
        try:
            found.append(read(body))
        except ValidationError as error:
            wrong[at] = error.messages
    if wrong:
        faults[name] = wrong
    return found


def _check(
    faults: dict[str, Any], name: str, given: Iterable[str], known: Iterable[str], *, is_list: bool = True
) -> None:
    """Note which names are unknown; a game may have none of a kind, such as cards."""
    allowed = list(known)
    none = Fault("choice", phrase="no_choice")
    unknown = ((at, one) for at, one in enumerate(given) if one not in allowed)
    wrong = {at: [Fault("choice", among=(one, allowed)) if allowed else none] for at, one in unknown}
    if wrong:
        faults[name] = wrong if is_list else wrong[0]
