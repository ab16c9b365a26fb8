"""What happened and what may be done, one line each, also for a game that has no words of its own."""

from collections.abc import Mapping
from typing import Any

from service.games import Game
from service.words import reworded, say_command, say_event


def told(game: Game, event: Mapping[str, Any], language: str) -> str:
    """One line on an event in the words of the game's board; its type and fields where there are no words for it."""
    try:
        said = say_event(game.ruleset.name, event, language)
    except KeyError:
        said = _plain(event)
    return reworded(said, game.lexicon, language)


def proposed(game: Game, command: Mapping[str, Any], language: str) -> str:
    """One line on a command in the words of the game's board; its type and fields where there are no words for it."""
    try:
        said = say_command(game.ruleset.name, command, language)
    except KeyError:
        said = _plain(command)
    return reworded(said, game.lexicon, language)


def _plain(message: Mapping[str, Any]) -> str:
    fields = " ".join(f"{name}={value}" for name, value in message.items() if name != "type")
    return f"{message['type']} {fields}".rstrip()
