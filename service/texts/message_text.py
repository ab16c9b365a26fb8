"""How the texts of a game or module are written down."""

from collections.abc import Mapping
from typing import NamedTuple


class Composed(NamedTuple):
    """The text of a member that has members itself, and theirs by name."""

    about: str
    inner: Mapping[str, str]


class MessageText(NamedTuple):
    """What the contract says of a command, an event or a frame, of each of its members, and of the members of those."""

    about: str
    members: Mapping[str, str]
    inner: Mapping[str, Mapping[str, str]]


Messages = Mapping[str, MessageText]


class Texts(NamedTuple):
    """The words of one game, chapter or module.

    `messages` says what the contract tells of its commands and events, by type, and `frames` of its frames. `phrases`
    are the texts for players, by key, which are translated: lines on commands, events and frames, names and terms.
    """

    messages: Messages = {}
    frames: Messages = {}
    phrases: Mapping[str, str] = {}


def message(about: str, /, **members: str | Composed) -> MessageText:
    """The text of a message, and that of each member that it has besides its envelope."""
    texts = {name: text.about if isinstance(text, Composed) else text for name, text in members.items()}
    return MessageText(about, texts, {name: text.inner for name, text in members.items() if isinstance(text, Composed)})


def composed(about: str, inner: Mapping[str, str]) -> Composed:
    """The text of a member, and those of the members that it has itself, at any depth."""
    return Composed(about, inner)
