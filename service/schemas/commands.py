"""Reads the body of `POST commands`: one command, or several."""

from typing import Any

from marshmallow import ValidationError

from domain.core.ruleset import Ruleset
from service.faults import Fault
from service.schemas.faults import wrong_type
from service.schemas.limits import MOST_COMMANDS
from service.schemas.messages import Union, command_union


def read_commands(ruleset: Ruleset, body: Any) -> list[Any]:
    """Parse a body into the ruleset's commands; raises ValidationError."""
    union = command_union(ruleset.name, ruleset.commands)
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
