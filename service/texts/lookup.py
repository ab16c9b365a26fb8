"""The texts of messages and frames, by ruleset and type. Rulesets may share a type and each say its own of it."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from domain.core.messages import Field, Message
from service.texts.message_text import Messages, MessageText, Texts
from service.texts.registry import TEXTS


def _joined(tables: Iterable[Messages]) -> Messages:
    return MappingProxyType({name: text for table in tables for name, text in table.items()})


def _by_group(of: Mapping[str, Mapping[str, Texts]], part: str) -> Mapping[str, Messages]:
    joined = {group: _joined(getattr(texts, part) for texts in modules.values()) for group, modules in of.items()}
    return MappingProxyType(joined)


MESSAGES: Final = _by_group(TEXTS, "messages")
FRAMES: Final = _by_group(TEXTS, "frames")


def about_message(groups: Iterable[str], row: Message) -> str:
    """What a message says in the groups that have it; its docstring for a game that is not of this project."""
    said = {group: text.about for group, text in _known(MESSAGES, groups, row.name)}
    return _together(said) or " ".join((row.cls.__doc__ or "").split())


def about_member(groups: Iterable[str], row: Message, field: Field) -> str:
    """What a member of a message means, and who may see it; empty for a game that is not of this project."""
    said = {group: text.members[field.name] for group, text in _known(MESSAGES, groups, row.name)}
    return _together(said)


def about_inner(groups: Iterable[str], row: Message, field: Field) -> Mapping[str, str]:
    """What the members of a member mean, in all groups alike; empty where it has none."""
    found = {name: text for _, one in _known(MESSAGES, groups, row.name) for name, text in _inner(one, field)}
    return MappingProxyType(found)


def about_frame(rulesets: Iterable[str], frame: str) -> str:
    """What a frame says in the rulesets that have it; empty for a game that is not of this project."""
    return _together({ruleset: text.about for ruleset, text in _known(FRAMES, rulesets, frame)})


def about_frame_member(rulesets: Iterable[str], frame: str, name: str) -> str:
    """What a member of a frame means; empty for a game that is not of this project."""
    return _together({ruleset: text.members[name] for ruleset, text in _known(FRAMES, rulesets, frame)})


def _known(tables: Mapping[str, Messages], groups: Iterable[str], name: str) -> Iterator[tuple[str, MessageText]]:
    for group in groups:
        if name in tables.get(group, {}):
            yield group, tables[group][name]


def _inner(text: MessageText, field: Field) -> Iterable[tuple[str, str]]:
    return text.inner.get(field.name, {}).items()


def _together(said: Mapping[str, str]) -> str:
    """One text where all say the same, else each with its ruleset."""
    if len(set(said.values())) < 2:
        return next(iter(said.values()), "")
    return " ".join(f"In `{group}`: {text}" for group, text in said.items())
