"""Names what the contract lacks: texts of messages, frames and options, and the games that come to a message.

Each is a sentence with the place where it is to be written.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.core.agenda import FramesKind
from domain.core.messages import Message
from domain.families import FAMILIES
from service.catalog import RULESETS
from service.game.folds import event_table
from service.schemas.messages import group_of
from service.texts.contract_texts import FRAMES, MESSAGES, about_option
from service.texts.files import HERE, LANGUAGES, TABLE, Messages, read_phrases
from service.texts.words import WORDS, WORDS_OF

NO_GAME: Final = (
    "openapi/plans.py: no game has {name} of {group}; `python -m openapi.plans --seek {name}` looks for a plan"
)
NO_TABLE: Final = "openapi/table_course.py: no game has {name}; let one of them come to it"


class Missing(Exception):
    """Reports what the contract lacks, a sentence each."""

    def __init__(self, sentences: Iterable[str]) -> None:
        super().__init__("\n".join(sentences))


def require_texts() -> None:
    """Raise Missing if a message, a frame, a member of one or an option has no text, or no phrase."""
    sentences = list(dict.fromkeys((*_missing_texts(), *_missing_phrases(), *_missing_translations())))
    if sentences:
        raise Missing(sentences)


def missing_example(group: str, name: str) -> str:
    """Say that no game comes to a message of a group: a ruleset, or the table."""
    return (NO_TABLE if group == TABLE else NO_GAME).format(group=group, name=name)


def _missing_texts() -> Iterator[str]:
    for ruleset in RULESETS.values():
        rows: list[Message] = [*ruleset.commands.rows, *event_table(ruleset).rows]
        for row in rows:
            group, members = group_of(ruleset.name, row), [field.name for field in row.fields]
            yield from _untold(MESSAGES, group, row.name, members, "message")
        for name, shape in _frames(rows).items():
            yield from _untold(FRAMES, ruleset.name, name, shape["properties"], "frame")
        for option in ruleset.describe()["options"]["properties"]:
            if not about_option(ruleset.name, option):
                yield f"{_home(ruleset.name)}: the option {option} has no text; add it to `options`"


def _missing_phrases() -> Iterator[str]:
    for ruleset in RULESETS.values():
        words, offered = WORDS_OF.get(ruleset.name, WORDS), ruleset.describe()
        options = [name for name, schema in offered["options"]["properties"].items() if "items" not in schema]
        keys = {
            "command": ruleset.commands.by_name,
            "event": ruleset.events.by_name,
            "frame": offered["frames"],
            "module": offered["modules"],
            "option": options,
        }
        for key in (f"{kind}.{name}" for kind, names in keys.items() for name in names):
            if key not in words:
                yield f"{_home(ruleset.name)}: players have no words for {key}; add it to the phrases"


def _missing_translations() -> Iterator[str]:
    for path, key, text in read_phrases():
        for language in LANGUAGES:
            if not text.get(language):
                yield f"{path.relative_to(HERE.parents[1])}: {key} has no text in the language {language}; add it"


def _frames(rows: Iterable[Message]) -> Mapping[str, Mapping[str, Mapping[str, object]]]:
    kinds = [field.kind for row in rows for field in row.fields]
    return {name: shape for kind in kinds if isinstance(kind, FramesKind) for name, shape in kind.shapes.items()}


def _untold(texts: Mapping[str, Messages], group: str, name: str, members: Iterable[str], noun: str) -> Iterator[str]:
    known = texts.get(group, {}).get(name)
    if known is None:
        yield f"{_home(group)}: the {noun} {name} has no text; add it with its members to `{noun}s`"
        return
    for member in members:
        if member not in known.members:
            yield f"{_home(group)}: the text of the {noun} {name} does not explain the member {member}; add it"


def _home(group: str) -> str:
    return f"service/texts/{FAMILIES.get(group, group)}"
