"""What happened and what may be done, one line each, also for a game that has no words of its own."""

from collections.abc import Mapping
from typing import Any

from service.words import say_command, say_event


def told(ruleset: str, event: Mapping[str, Any], language: str) -> str:
    """One line on an event; where there are no words for it, its type and its fields."""
    try:
        return say_event(ruleset, event, language)
    except KeyError:
        return _plain(event)


def proposed(ruleset: str, command: Mapping[str, Any], language: str) -> str:
    """One line on a command; where there are no words for it, its type and its fields."""
    try:
        return say_command(ruleset, command, language)
    except KeyError:
        return _plain(command)


def _plain(message: Mapping[str, Any]) -> str:
    fields = " ".join(f"{name}={value}" for name, value in message.items() if name != "type")
    return f"{message['type']} {fields}".rstrip()
