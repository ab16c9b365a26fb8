"""Reads texts from TOML files: of a chapter, a module or a whole game, and phrases for all games.

`[messages.TYPE]` and `[frames.NAME]` hold `about` and a text for each member, `[options]` a text for each option. A
member with members of its own has `about`, and `of` names the table `[inner.NAME]` with their texts. A text that
several members or options have in common is written once, under `[shared]`, and `shared` names it. What is not in the
file itself is looked up in `shared.toml` of its folder, then of the folder above. `[phrases]` hold, by key, what
players read, in every language; the files in `phrases` hold nothing else. The `order` of a file says where it comes
among those of its game.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from domain.families import FAMILIES


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


HERE: Final = Path(__file__).parent
PHRASES: Final = "phrases"
"""Names the folder of phrases for all games, and the table of those of one."""
SHARED: Final = "shared"
"""Names the file, and the table in it, of texts that others refer to."""
TABLE: Final = "table"
"""Names the group of events that every game has, and of the rules of the table."""
ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "es")
LAST: Final = 100
"""Sets the order of a file that states none."""
FRAME: Final = "The name of the frame; `words.frames` of the ruleset puts it into words."
FRAME_SEATS: Final = "The numbers of the seats that still have to act; empty where the table acts by itself."
ENVELOPE: Final = {
    "version": "The version of the game that this event belongs to, counted from 1.",
    "index": "The place of the event within its version, counted from 0.",
    "type": "The type of the event, which says what its other members are.",
    "seat": "The number of the seat that acted. It is absent where the table acted.",
    "time": "When the event was written to the log, in UTC.",
    "cursor": "The cursor that continues right after this event. It is only present in streams of JSON lines.",
    "summary": "A sentence that says what happened, in the requested language. It is absent without `summaries=true`.",
}
"""Explains the members that every event has, unless its own table explains its seat."""
COMMAND_TYPE: Final = "The type of the command, which says what its other members are."

Phrases = Mapping[str, Mapping[str, str]]


def read_texts(place: str) -> Mapping[str, Texts]:
    """Return the texts of a game by chapter or module: those of each file in a folder, or of one file."""
    folder = HERE / place
    paths = sorted(folder.glob("*.toml")) if folder.is_dir() else [folder.with_suffix(".toml")]
    paths = [path for path in paths if path.stem != SHARED]
    return {path.stem: _read_texts(path) for path in sorted(paths, key=lambda path: _read(path).get("order", LAST))}


def read_common_phrases() -> list[Mapping[str, str]]:
    """Return the phrases for all games in English, a table for each file."""
    return [_in_english(_phrases(path)) for path in sorted((HERE / PHRASES).glob("*.toml"))]


def read_phrases() -> Iterator[tuple[Path, str, Mapping[str, str]]]:
    """Yield all phrases with their file and key, each by language."""
    for folder in (HERE, *sorted(path for path in HERE.iterdir() if path.is_dir() and path.name != "rulebook")):
        for path in sorted(folder.glob("*.toml")):
            yield from ((path, key, text) for key, text in _phrases(path).items())


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _phrases(path: Path) -> Phrases:
    table = _read(path)
    phrases: Phrases = table if path.parent.name == PHRASES else table.get(PHRASES, {})
    return phrases


def _in_english(phrases: Phrases) -> Mapping[str, str]:
    return {key: text[ENGLISH] for key, text in phrases.items()}


def _read_texts(path: Path) -> Texts:
    places = [folder / f"{SHARED}.toml" for folder in dict.fromkeys((path.parent, HERE))]
    tables = [_read(path), *[_read(shared) for shared in places if shared.exists()]]
    of_all = {"frame": FRAME, "seats": FRAME_SEATS}
    return Texts(
        {name: _message(name, members, tables) for name, members in tables[0].get("messages", {}).items()},
        {name: _message(name, of_all | members, tables) for name, members in tables[0].get("frames", {}).items()},
        _in_english(_phrases(path)),
        {name: _text(text, tables) for name, text in tables[0].get("options", {}).items()},
    )


def _message(name: str, members: Mapping[str, Any], tables: list[dict[str, Any]]) -> MessageText:
    """Return the text of a message; one that is the same in several games is `shared`."""
    if members.get(SHARED) is True:
        members = _find("messages", name, tables[1:])
    found = {member: _text(text, tables) for member, text in members.items() if member != "about"}
    texts = {member: text if isinstance(text, str) else text["about"] for member, text in found.items()}
    inner = {member: text["of"] for member, text in found.items() if not isinstance(text, str)}
    return MessageText(members["about"], texts, {member: _find("inner", of, tables) for member, of in inner.items()})


def _text(text: Any, tables: list[dict[str, Any]]) -> Any:
    """Return a text itself, or the shared one that it names."""
    return text if isinstance(text, str) or SHARED not in text else _find(SHARED, text[SHARED], tables)


def _find(kind: str, name: str, tables: list[dict[str, Any]]) -> Any:
    """Return an entry of the first file that has it; raises KeyError if none does."""
    for table in tables:
        if name in table.get(kind, {}):
            return table[kind][name]
    raise KeyError(f"{kind}.{name}")


TEXTS: Final[Mapping[str, Mapping[str, Texts]]] = MappingProxyType(
    {TABLE: read_texts(TABLE), **{ruleset: read_texts(place) for ruleset, place in FAMILIES.items()}}
)


def translate(text: str, language: str) -> str:
    """Translate a phrase from English into a language; without a translation it stays English."""
    return text if language == ENGLISH else _translations().get(text, {}).get(language) or text


@cache
def _translations() -> Mapping[str, Mapping[str, str]]:
    return {text[ENGLISH]: text for _, _, text in read_phrases()}
