"""Every member of every command, event and frame has a text of its own, and no text is left over."""

import re
from collections.abc import Iterator

import pytest

from domain.core.agenda import FramesKind
from domain.core.ruleset import Ruleset
from service.catalog import RULESETS
from service.folds import event_table
from service.schemas.messages import group_of
from service.texts.message_text import MessageText
from service.texts.registry import TEXTS
from service.texts.shared import COMMAND_TYPE, ENVELOPE

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
"""The members that each message or frame has."""


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
    """Group, name and text of every message or frame that has one."""
    for group, modules in TEXTS.items():
        for module in modules.values():
            yield from ((group, name, text) for name, text in getattr(module, part).items())


def written() -> Iterator[tuple[str, str]]:
    """Every text of a member with its place."""
    yield from (("envelope", text) for text in (*ENVELOPE.values(), COMMAND_TYPE))
    for part in ("messages", "frames"):
        for group, name, text in texts(part):
            yield from ((f"{group} {name}.{member}", said) for member, said in text.members.items())


def abouts() -> Iterator[tuple[str, str]]:
    """Every text of a message or a frame itself, with its place."""
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


def is_sentence(text: str, fewest: int) -> bool:
    """Whether a text begins and ends as a sentence, is neither short nor long, and holds no word that nobody uses."""
    strange = DIALECT.search(text) or BRITISH.search(text)
    return bool(SENTENCE.fullmatch(text)) and fewest <= len(text.split()) <= MOST_WORDS and not strange
