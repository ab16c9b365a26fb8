"""Tests that every member of every command, event and frame has a text of its own, and no text is left over."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.core.agenda import FramesKind
from domain.core.kinds import Named
from domain.core.messages import Field, Message
from domain.core.ruleset import Ruleset
from service.catalog import RULESETS
from service.game.folds import event_table
from service.schemas.messages import group_of
from service.texts.files import COMMAND_TYPE, ENVELOPE, TEXTS, MessageText

DIALECT = re.compile(
    r"\b(whoever|anew|tamest|told|owes?|owed|obligations?|sitting|lies aside|laid aside|so many|throws? in"
    r"|an own|in a word|see `board`|no more is|it is that)\b",
    re.IGNORECASE,
)
BRITISH = re.compile(r"\w*(colour|favour|harbour|neighbour|honour)\w*|\b(grey|centre|cancelled)\b", re.IGNORECASE)
SENTENCE = re.compile(r"[A-Z`].*[.]", re.DOTALL)
FEWEST_WORDS, MOST_WORDS = 5, 36
SHORTEST_ABOUT = 3

Shape = dict[str, set[str]]
"""Maps each message or frame to its members."""


def messages_of(ruleset: Ruleset) -> Shape:
    rows = [*ruleset.commands.rows, *event_table(ruleset).rows]
    return {row.name: {field.name for field in row.fields} for row in rows if group_of(ruleset.name, row) != "table"}


def table_messages() -> Shape:
    rows = [row for ruleset in RULESETS.values() for row in event_table(ruleset).rows]
    return {row.name: {field.name for field in row.fields} for row in rows if group_of("", row) == "table"}


def frames_of(ruleset: Ruleset) -> Shape:
    kinds = [field.kind for row in event_table(ruleset).rows for field in row.fields]
    shapes = [kind.shapes for kind in kinds if isinstance(kind, FramesKind)]
    return {name: set(shape["properties"]) for known in shapes for name, shape in known.items()}


MESSAGES = {"table": table_messages()} | {name: messages_of(ruleset) for name, ruleset in RULESETS.items()}
FRAMES: dict[str, Shape] = {"table": {}} | {name: frames_of(ruleset) for name, ruleset in RULESETS.items()}


def texts(part: str) -> Iterator[tuple[str, str, MessageText]]:
    """Yield the group, the name and the text of every message or frame."""
    for group, modules in TEXTS.items():
        for module in modules.values():
            yield from ((group, name, text) for name, text in getattr(module, part).items())


def written() -> Iterator[tuple[str, str]]:
    """Yield every text of a member with its place."""
    yield from (("envelope", text) for text in (*ENVELOPE.values(), COMMAND_TYPE))
    for part in ("messages", "frames"):
        for group, name, text in texts(part):
            yield from ((f"{group} {name}.{member}", said) for member, said in text.members.items())
            inner = [(member, *pair) for member, texts_of in text.inner.items() for pair in texts_of.items()]
            yield from ((f"{group} {name}.{member}.{within}", said) for member, within, said in inner)


def abouts() -> Iterator[tuple[str, str]]:
    """Yield the text about every message and frame as a whole, with its place."""
    for part in ("messages", "frames"):
        yield from ((f"{group} {name}", text.about) for group, name, text in texts(part))


@pytest.mark.parametrize(("part", "known"), [("messages", MESSAGES), ("frames", FRAMES)])
def test_every_member_has_a_text_and_every_text_a_member(part: str, known: dict[str, Shape]) -> None:
    found: dict[str, Shape] = {group: {} for group in known}
    for group, name, text in texts(part):
        assert name not in found[group], f"{group} {name} has two texts"
        found[group][name] = set(text.members)
    for group, shape in known.items():
        assert found[group] == shape, group


def test_every_text_of_a_member_is_a_plain_sentence() -> None:
    faults = {place: text for place, text in written() if not is_sentence(text, FEWEST_WORDS)}
    assert faults == {}


def test_every_text_of_a_message_is_a_plain_sentence() -> None:
    faults = {place: text for place, text in abouts() if not is_sentence(text, SHORTEST_ABOUT)}
    assert faults == {}


@pytest.mark.parametrize("group", MESSAGES)
def test_every_member_within_a_member_has_a_text_and_every_text_a_member(group: str) -> None:
    for row in rows_of(group):
        text = next(text for of, name, text in texts("messages") if (of, name) == (group, row.name))
        found = {name: set(inner) for name, inner in text.inner.items()}
        within = {field.name: members_within(field.kind.schema) for field in row.fields if is_told_here(field)}
        assert found == {name: members for name, members in within.items() if members}, row.name


def rows_of(group: str) -> list[Message]:
    events = [(ruleset.name, row) for ruleset in RULESETS.values() for row in event_table(ruleset).rows]
    rows = [row for ruleset, row in events if group_of(ruleset, row) == group]
    return rows if group == "table" else [*RULESETS[group].commands.rows, *rows]


def is_told_here(field: Field) -> bool:
    """Return whether the content of a member has no component of its own in the contract."""
    return not isinstance(field.kind, FramesKind | Named)


def members_within(schema: Mapping[str, Any]) -> set[str]:
    """Return the members of the objects that a value may be or hold."""
    items = [schema["items"]] if "items" in schema else []
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *items]
    return set(schema.get("properties", ())).union(*map(members_within, inner))


def is_sentence(text: str, fewest: int) -> bool:
    """Return whether a text is a sentence of a fitting length, without dialect and British spelling."""
    strange = DIALECT.search(text) or BRITISH.search(text)
    return bool(SENTENCE.fullmatch(text)) and fewest <= len(text.split()) <= MOST_WORDS and not strange
