"""Reading the body of `POST commands`: one command, or several."""

from typing import Any

from marshmallow import ValidationError

from domain.core.ruleset import Ruleset
from service.schemas.faults import Fault
from service.schemas.limits import MOST_COMMANDS
from service.schemas.messages import Union, command_union


def read_commands(ruleset: Ruleset, body: Any) -> list[Any]:
    """The commands of a body, as the ruleset's own; raises ValidationError."""
    union = command_union(ruleset.name, ruleset.commands)
    if not isinstance(body, dict) or "commands" not in body:
        return [union.load(body)]
    unknown = {name: [Fault("unknown")] for name in body if name != "commands"}
    if unknown:
        raise ValidationError(unknown)
    return _several(union, body["commands"])


def _several(union: Union, bodies: Any) -> list[Any]:
    if not isinstance(bodies, list) or not 1 <= len(bodies) <= MOST_COMMANDS:
        raise ValidationError({"commands": [Fault("listed", most=MOST_COMMANDS)]})
    commands, faults = [], {}
    for index, body in enumerate(bodies):
        try:
            commands.append(union.load(body))
        except ValidationError as error:
            faults[index] = error.messages
    if faults:
        raise ValidationError({"commands": faults})
    return commands
