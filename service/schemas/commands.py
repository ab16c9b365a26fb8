"""Reads the body of `POST commands` and `POST dry-runs`, one command or several, and defines their answers."""

from typing import Any

from marshmallow import ValidationError, fields

from domain.core.ruleset import Ruleset
from service.faults import Fault
from service.schemas.faults import wrong_type
from service.schemas.fields import KindField, Reference, always, flag, objects, query_flag, sometimes, whole
from service.schemas.limits import MOST_COMMANDS
from service.schemas.messages import SHOWN, VERSIONS, Union, command_union
from service.schemas.shapes import Answer, Query


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
    return _several(union, body["commands"])


def _command(union: Union, body: Any) -> Any:
    """Parse one command; raises ValidationError, which helps a client that posts a whole entry of `legal-actions`."""
    entry = "command" if isinstance(body, dict) and "type" not in body else "example"
    if isinstance(body, dict) and isinstance(body.get(entry), dict):
        raise ValidationError({entry: [Fault("entry")]})
    return union.load(body)


def _several(union: Union, bodies: Any) -> list[Any]:
    if not isinstance(bodies, list):
        raise ValidationError({"commands": [wrong_type(["array"], bodies)]})
    if not 1 <= len(bodies) <= MOST_COMMANDS:
        raise ValidationError({"commands": [Fault("listed", most=MOST_COMMANDS)]})
    commands, faults = [], {}
    for index, body in enumerate(bodies):
        try:
            commands.append(_command(union, body))
        except ValidationError as error:
            faults[index] = error.messages
    if faults:
        raise ValidationError({"commands": faults})
    return commands


class CommandQuery(Query):
    """The old form of a dry run, which is answered but not in the contract: there an operation has one answer."""

    dry_run = query_flag()


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
    chance = objects(
        ChanceSchema,
        **always("The possible outcomes, whose probabilities add up to 1; empty if chance plays no part."),
    )
    exact = flag(**always("False if the outcomes were sampled, because of hidden cards or their large number."))
    problem = Reference("Problem", **sometimes("Why the commands would be refused. Absent if they are legal."))
