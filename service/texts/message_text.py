"""Defines how the texts of a game or module are written down."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Composed(NamedTuple):
    """Holds the text of a member that has members itself, and theirs by name."""

    about: str
    inner: Mapping[str, str]


class MessageText(NamedTuple):
    """Holds the contract's texts of a command, an event or a frame, of its members, and of theirs."""

    about: str
    members: Mapping[str, str]
    inner: Mapping[str, Mapping[str, str]]


Messages = Mapping[str, MessageText]


LAST: Final = 100


class Texts(NamedTuple):
    """Holds the texts of one game, chapter or module.

    `messages` are the contract's texts of commands and events, by type, `frames` those of frames, and `options`
    say what each option means. `phrases` are the translated texts for players, by key: lines on commands, events and
    frames, names and terms. `order` is the place of a chapter or module in the vocabulary of its game.
    """

    messages: Messages = {}
    frames: Messages = {}
    phrases: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    order: int = LAST


def message(about: str, /, **members: str | Composed) -> MessageText:
    """Return the text of a message, with one for each member besides its envelope."""
    texts = {name: text.about if isinstance(text, Composed) else text for name, text in members.items()}
    return MessageText(about, texts, {name: text.inner for name, text in members.items() if isinstance(text, Composed)})


def composed(about: str, inner: Mapping[str, str]) -> Composed:
    """Return the text of a member, with those of its own members, at any depth."""
    return Composed(about, inner)


def in_order(parts: Mapping[str, Texts]) -> Mapping[str, Texts]:
    """Return the texts of a game's chapters and modules in the order that they state."""
    return dict(sorted(parts.items(), key=lambda part: part[1].order))
