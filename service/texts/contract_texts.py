"""Finds the contract's texts of messages, frames and options.

They are found by ruleset and type; rulesets that share a type may word it differently.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.core.messages import Field, Message
from service.texts.files import TEXTS, Messages, MessageText

MESSAGES: Final[Mapping[str, Messages]] = {
    group: {name: text for texts in modules.values() for name, text in texts.messages.items()}
    for group, modules in TEXTS.items()
}
FRAMES: Final[Mapping[str, Messages]] = {
    group: {name: text for texts in modules.values() for name, text in texts.frames.items()}
    for group, modules in TEXTS.items()
}


def about_message(groups: Iterable[str], row: Message) -> str:
    """Return the text of a message in its groups; its docstring for a game from outside this project."""
    said = {group: text.about for group, text in _list_known(MESSAGES, groups, row.name)}
    return _together(said) or " ".join((row.cls.__doc__ or "").split())


def about_member(groups: Iterable[str], row: Message, field: Field) -> str:
    """Return what a member of a message means and who may see it; empty for a game from outside this project."""
    said = {group: text.members[field.name] for group, text in _list_known(MESSAGES, groups, row.name)}
    return _together(said)


def about_inner(groups: Iterable[str], row: Message, field: Field) -> Mapping[str, str]:
    """Return what the members of a member mean, the same in all groups; empty if it has none."""
    known = [text.inner.get(field.name, {}) for _, text in _list_known(MESSAGES, groups, row.name)]
    return {name: text for inner in known for name, text in inner.items()}


def about_frame(rulesets: Iterable[str], frame: str) -> str:
    """Return the text of a frame in its rulesets; empty for a game from outside this project."""
    return _together({ruleset: text.about for ruleset, text in _list_known(FRAMES, rulesets, frame)})


def about_frame_member(rulesets: Iterable[str], frame: str, name: str) -> str:
    """Return what a member of a frame means; empty for a game from outside this project."""
    return _together({ruleset: text.members[name] for ruleset, text in _list_known(FRAMES, rulesets, frame)})


def about_option(ruleset: str, option: str) -> str:
    """Return the text of an option of a ruleset; empty for a game from outside this project."""
    return next((texts.options[option] for texts in TEXTS.get(ruleset, {}).values() if option in texts.options), "")


def _list_known(tables: Mapping[str, Messages], groups: Iterable[str], name: str) -> Iterator[tuple[str, MessageText]]:
    for group in groups:
        if name in tables.get(group, {}):
            yield group, tables[group][name]


def _together(said: Mapping[str, str]) -> str:
    """Return one text if all are the same, otherwise each with its ruleset."""
    if len(set(said.values())) < 2:
        return next(iter(said.values()), "")
    return " ".join(f"In `{group}`: {text}" for group, text in said.items())
