"""Describes events and commands in one line each, even for a game without texts of its own."""

from collections.abc import Callable, Mapping
from typing import Any

from service.game.games import Game
from service.texts.words import reword, say_command, say_event
from service.views.places import with_places


def summary_of(game: Game, event: Mapping[str, Any], language: str) -> str:
    """Describe an event in the words of the game's board; falls back to its type and fields."""
    return _word(game, event, language, say_event)


def describe_command(game: Game, command: Mapping[str, Any], language: str) -> str:
    """Describe a command in the words of the game's board, with its details; falls back to its type and fields."""
    ruleset, said = game.ruleset, command
    if game.position is not None:
        said = {**command, **ruleset.details(game.position, ruleset.commands.decode(command))}
    return _word(game, said, language, say_command)


def _word(
    game: Game, message: Mapping[str, Any], language: str, say: Callable[[str, Mapping[str, Any], str], str]
) -> str:
    try:
        said = say(game.ruleset.name, with_places(game, message, language), language)
    except KeyError:
        said = _plain(message)
    return reword(said, game.lexicon, language)


def _plain(message: Mapping[str, Any]) -> str:
    fields = " ".join(f"{name}={value}" for name, value in message.items() if name != "type")
    return f"{message['type']} {fields}".rstrip()
