"""How the texts of a game or module are written down."""

from collections.abc import Mapping
from typing import NamedTuple


class MessageText(NamedTuple):
    """What the contract says of a command, an event or a frame, and of each of its members."""

    about: str
    members: Mapping[str, str]


Messages = Mapping[str, MessageText]


class Texts(NamedTuple):
    """The texts of one game or module: by command or event type, and by frame."""

    messages: Messages
    frames: Messages = {}


def message(about: str, /, **members: str) -> MessageText:
    """The text of a message, and that of each member that it has besides its envelope."""
    return MessageText(about, members)
