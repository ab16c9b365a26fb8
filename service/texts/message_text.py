"""How the texts of a game or module are written down."""

from collections.abc import Mapping
from typing import NamedTuple


class MessageText(NamedTuple):
    """What the contract says of a command, an event or a frame, and of each of its members."""

    about: str
    members: Mapping[str, str]


Messages = Mapping[str, MessageText]


class Texts(NamedTuple):
    """The words of one game, chapter or module.

    `messages` says what the contract tells of its commands and events, by type, and `frames` of its frames. `phrases`
    are the texts for players, by key, which are translated: lines on commands, events and frames, names and terms.
    """

    messages: Messages = {}
    frames: Messages = {}
    phrases: Mapping[str, str] = {}


def message(about: str, /, **members: str) -> MessageText:
    """The text of a message, and that of each member that it has besides its envelope."""
    return MessageText(about, members)
