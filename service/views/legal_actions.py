"""Renders legal actions as JSON: commands ready to post, and templates of open families with their bounds.

The turn on a seat's own stream is limited to what legal actions and `me/pending` show at a version.
"""

from hashlib import blake2b
from typing import Any

import orjson

from domain.core.actions import Actions, AnswersBound, Bound, CardsBound, OptionalBound, OthersBound, Template
from domain.core.messages import Message
from eventstore.budget import each
from service.game.debts import debts_of
from service.game.games import Game
from service.views.narration import describe_command


def actions_of(game: Game, seat: int | None) -> Actions:
    """Return the legal actions of a seat: none without a seat, before the start, in a pause or after the end."""
    if seat is None or game.table.status != "running" or game.table.paused:
        return Actions(False, [])
    return game.ruleset.actions(game.position, seat)


def _waits_for(game: Game, seat: int | None, actions: Actions) -> bool:
    """Return whether the game waits for a seat that no agent plays for its holder."""
    return seat is not None and actions.must_act and not game.table.seats[seat].left


def actions_document(game: Game, seat: int | None, language: str) -> dict[str, Any]:
    """Return the body of `GET games/{id}/legal-actions`."""
    commands, actions = game.ruleset.commands, actions_of(game, seat)
    return {
        "version": game.version,
        "seat": None if game.table.finished else seat,
        "must_act": _waits_for(game, seat, actions),
        "actions": [
            {"command": command, "summary": describe_command(game, command, language)}
            for command in map(commands.encode, each("legal actions", actions))
        ],
        "templates": [_template_document(game, one, language) for one in each("legal templates", actions.templates)],
    }


def _template_document(game: Game, template: Template, language: str) -> dict[str, Any]:
    row = game.ruleset.commands.of(template.example)
    example = game.ruleset.commands.encode(template.example)
    optional = {name: _optional_document(bound) for name, bound in template.optional.items() if _is_of_use(bound)}
    return {
        "type": row.name,
        "schema": _json_schema(row),
        "bounds": _bounds_document(row, template),
        "disjoint": list(template.disjoint),
        "example": example,
        "summary": describe_command(game, example, language),
        **({"optional": optional} if optional else {}),
    }


def _json_schema(row: Message) -> dict[str, Any]:
    """Return a command's own JSON Schema, for clients that fill in a template."""
    properties: dict[str, Any] = {"type": {"type": "string", "const": row.name}}
    properties |= {field.name: field.kind.schema for field in row.fields}
    required = ["type", *(field.name for field in row.fields if field.required)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _bounds_document(row: Message, template: Template) -> dict[str, Any]:
    kinds = {field.name: field.kind for field in row.fields}
    return {name: _bound_document(bound, kinds[name]) for name, bound in template.bounds.items()}


def _bound_document(bound: Bound, kind: Any) -> dict[str, Any]:
    """Return a bound: how many of each kind and in total, or which seats."""
    if isinstance(bound, CardsBound):
        return {"cards": {"max": kind.encode(bound.most), "least": bound.least, "total": bound.total}}
    return {"seats": kind.encode(bound.among)}


def _is_of_use(bound: OptionalBound) -> bool:
    """Return whether a member that may be left out can say anything now."""
    return not isinstance(bound, AnswersBound) or bool(bound.masks)


def _optional_document(bound: OptionalBound) -> dict[str, Any]:
    """Return the bound of a member that may be left out."""
    if isinstance(bound, OthersBound):
        return {"others": {"of": bound.of, "most": bound.most}}
    if isinstance(bound, AnswersBound):
        return {"offers": sorted(bound.masks)}
    return {"number": {"least": bound.least, "most": bound.most}}


def turn_document(game: Game, seat: int, legal_in: str | None = None) -> dict[str, Any]:
    """Return whether the game waits for the seat, with all legal actions if `legal_in` names a language."""
    document: dict[str, Any] = {
        "version": game.version,
        "must_act": _waits_for(game, seat, actions_of(game, seat)),
    }
    return document if legal_in is None else document | {"legal": actions_document(game, seat, legal_in)}


def sign_of(game: Game, seat: int) -> bytes:
    """Return a hash of a seat's debts and legal actions, which changes whenever these do.

    If a seat has acted and owes the same again, the debt is a new one; so is every debt after a move of the head or a
    pause.
    """
    owed = [(debt.frame, debt.must, debt.asked) for debt in debts_of(game, [seat])]
    commands, actions = game.ruleset.commands, actions_of(game, seat)
    templates = [
        [commands.of(one.example).name, _bounds_document(commands.of(one.example), one), one.disjoint]
        + [sorted(bound.masks) for bound in one.optional.values() if isinstance(bound, AnswersBound) and bound.masks]
        for one in actions.templates
    ]
    legal = [_waits_for(game, seat, actions), [commands.encode(command) for command in actions], templates]
    return blake2b(orjson.dumps([owed, legal]), digest_size=16).digest()
