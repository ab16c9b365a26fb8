"""What the service says in words: texts by key, with parameters put into them in the language asked for.

Parameters come as they stand in JSON (`{"wool": 2}`, `"ore"`, `[1, 3]`) and are written as words here.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service import rulebook
from service.phrases import catan, faults, problems, table, terms
from service.rulebook.books import BOOKS
from service.translations import LANGUAGES, SOURCE_LANGUAGE
from service.translations.catalog import translate

TABLES: Final[tuple[Mapping[str, str], ...]] = (
    terms.TERMS,
    problems.PROBLEMS,
    faults.FAULTS,
    table.EVENTS,
    table.TERMS,
    catan.COMMANDS,
    catan.EVENTS,
    catan.FRAMES,
)
WORDS: Final[Mapping[str, str]] = MappingProxyType({key: text for table in TABLES for key, text in table.items()})

_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")


def say(key: str, params: Mapping[str, Any] | None = None, language: str = SOURCE_LANGUAGE) -> str:
    """The text of a key; its `.without` form where a parameter is missing or empty. KeyError for an unknown key."""
    values = {name: _written(name, value, language) for name, value in (params or {}).items()}
    if not all(values.get(name) for name in _PLACEHOLDER.findall(WORDS[key])):
        key += ".without"
    return translate(WORDS[key], language) % values


def say_command(command: Mapping[str, Any], language: str = SOURCE_LANGUAGE) -> str:
    """One line on a command in its JSON form."""
    return say(f"command.{command['type']}", command, language)


def say_event(event: Mapping[str, Any], language: str = SOURCE_LANGUAGE) -> str:
    """One line on an event in its JSON form, redacted or not."""
    return say(f"event.{event['type']}", event, language)


def say_frame(frame: str, language: str = SOURCE_LANGUAGE) -> str:
    """What a seat is awaited for."""
    return say(f"frame.{frame}", None, language)


def rule_text(rule: str, language: str = SOURCE_LANGUAGE) -> str:
    """What the rule of an id says; KeyError for an unknown id."""
    found = rulebook.find(rule)
    if found is None:
        raise KeyError(rule)
    return translate(found.text, language)


def rule_document(rule: rulebook.Rule) -> dict[str, Any]:
    """A rule as `GET rules/{rule}` answers it: text, reason and places in every language."""
    document: dict[str, Any] = {"rule": rule.id, "text": _in_every_language(rule.text)}
    if rule.reason:
        document["reason"] = _in_every_language(rule.reason)
    if rule.option:
        document["option"] = rule.option
    document["places"] = [_place(reference) for reference in rule.references]
    return document


def negotiate(accept_language: str | None) -> str:
    """The language to answer in, from an Accept-Language header; English where nothing fits."""
    for tag, quality in parse_accept_header(accept_language, LanguageAccept):
        primary = tag.partition("-")[0].lower()
        if quality > 0 and primary in LANGUAGES:
            return primary
    return SOURCE_LANGUAGE


def _place(reference: rulebook.Reference) -> dict[str, Any]:
    book = BOOKS[reference.book]
    place = {"book": _in_every_language(book.title)}
    if reference.place:
        place["place"] = _in_every_language(book.places[reference.place])
    return place


def _in_every_language(text: str) -> dict[str, str]:
    return {language: translate(text, language) for language in LANGUAGES}


def _written(name: str, value: Any, language: str) -> str:
    """A parameter in words: by its name where the name says how, else by its type."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _term("yes" if value else "no", language)
    if name in _BY_NAME:
        return _BY_NAME[name](value, language)
    if isinstance(value, Mapping):
        return _cards(value, language)
    if isinstance(value, list):
        return _list(value, language)
    return _term(value, language) if isinstance(value, str) else str(value)


def _cards(cards: Mapping[str, int], language: str) -> str:
    return ", ".join(f"{count} {_term(name, language)}" for name, count in cards.items() if count)


def _list(values: list[Any], language: str) -> str:
    """A list of numbers, or of one group of cards a seat."""
    if not any(isinstance(value, Mapping) for value in values):
        return ", ".join(str(value) for value in values)
    groups = [say("term.group", {"seat": seat, "cards": cards}, language) for seat, cards in enumerate(values) if cards]
    return "; ".join(groups)


def _term(value: str, language: str) -> str:
    """A word of the game in the language; any other word as it is."""
    return translate(WORDS.get(f"term.{value}", value), language)


def _dice(dice: list[int], language: str) -> str:
    return f"{' + '.join(str(die) for die in dice)} = {sum(dice)}"


def _total(counts: list[int], language: str) -> str:
    return str(sum(counts))


def _top_frame(frames: list[dict[str, Any]], language: str) -> str:
    if not frames:
        return ""
    top = frames[-1]
    return say("term.frame", {"frame": say_frame(top["frame"], language), "seats": top["seats"]}, language)


_BY_NAME: Final[Mapping[str, Callable[[Any, str], str]]] = MappingProxyType(
    {"dice": _dice, "taken": _total, "frames": _top_frame}
)
