"""Defines what the texts of a game or module are."""

from collections.abc import Mapping
from typing import NamedTuple


class MessageText(NamedTuple):
    """Holds the contract's texts of a command, an event or a frame, of its members, and of theirs."""

    about: str
    members: Mapping[str, str]
    inner: Mapping[str, Mapping[str, str]]


Messages = Mapping[str, MessageText]


class Texts(NamedTuple):
    """Holds the texts of one game, chapter or module.

    `messages` are the contract's texts of commands and events, by type, `frames` those of frames, and `options`
    say what each option means. `phrases` are the texts for players in English, by key: lines on commands, events and
    frames, names and terms.
    """

    messages: Messages
    frames: Messages
    phrases: Mapping[str, str]
    options: Mapping[str, str]
