"""Legal actions as JSON: commands ready to be posted, and templates of the open families with their bounds."""

from typing import Any

from domain.core.actions import Actions, Bound, CardsBound, Template
from domain.core.messages import Message
from service.game.games import Game
from service.views.narration import proposed


def actions_of(game: Game, seat: int | None) -> Actions:
    """What a seat may do now: nothing without one, before the start, in a pause and after the end."""
    if seat is None or game.table.status != "running" or game.table.paused:
        return Actions(False, [])
    return game.ruleset.actions(game.position, seat)


def must_act(game: Game, seat: int | None) -> bool:
    """Whether the game waits for a seat, and no agent plays there for its holder."""
    return _waits_for(game, seat, actions_of(game, seat))


def _waits_for(game: Game, seat: int | None, actions: Actions) -> bool:
    return seat is not None and actions.must_act and not game.table.seats[seat].left


def actions_document(game: Game, seat: int | None, language: str) -> dict[str, Any]:
    """The body of `GET games/{id}/legal-actions`."""
    commands, actions = game.ruleset.commands, actions_of(game, seat)
    return {
        "version": game.version,
        "seat": None if game.table.finished else seat,
        "must_act": _waits_for(game, seat, actions),
        "actions": [_listed(game, commands.encode(command), language) for command in actions],
        "templates": [_template_document(game, template, language) for template in actions.templates],
    }


def outline(game: Game, seat: int) -> list[Any]:
    """The same without words and examples, to be compared."""
    commands, actions = game.ruleset.commands, actions_of(game, seat)
    templates = [
        [commands.of(one.example).name, _bounds_document(commands.of(one.example), one), one.disjoint]
        for one in actions.templates
    ]
    return [_waits_for(game, seat, actions), [commands.encode(command) for command in actions], templates]


def _listed(game: Game, command: dict[str, Any], language: str) -> dict[str, Any]:
    return {"command": command, "summary": proposed(game, command, language)}


def _template_document(game: Game, template: Template, language: str) -> dict[str, Any]:
    row = game.ruleset.commands.of(template.example)
    example = game.ruleset.commands.encode(template.example)
    return {
        "type": row.name,
        "schema": _json_schema(row),
        "bounds": _bounds_document(row, template),
        "disjoint": list(template.disjoint),
        "example": example,
        "summary": proposed(game, example, language),
    }


def _json_schema(row: Message) -> dict[str, Any]:
    """A command's own JSON Schema, for clients that build it from a template."""
    properties: dict[str, Any] = {"type": {"type": "string", "const": row.name}}
    properties |= {field.name: field.kind.schema for field in row.fields}
    required = ["type", *(field.name for field in row.fields if field.required)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _bounds_document(row: Message, template: Template) -> dict[str, Any]:
    kinds = {field.name: field.kind for field in row.fields}
    return {name: _bound_document(bound, kinds[name]) for name, bound in template.bounds.items()}


def _bound_document(bound: Bound, kind: Any) -> dict[str, Any]:
    """A bound in the words of its field: how many of each kind and in all, or which seats."""
    if isinstance(bound, CardsBound):
        return {"cards": {"max": kind.encode(bound.most), "least": bound.least, "total": bound.total}}
    return {"seats": kind.encode(bound.among)}
