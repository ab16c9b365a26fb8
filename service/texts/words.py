"""Says texts: looks up texts by key, and fills in parameters in the requested language.

Parameters come as JSON values (`{"wool": 2}`, `"ore"`, `[1, 3]`) and are written as words here.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from domain.core.places import Phrase
from service.process.wall_clock import write_time
from service.texts import rulebook
from service.texts.files import ENGLISH, LANGUAGES, TABLE, TEXTS, read_common_phrases, translate

Table = Mapping[str, str]
Lexicon = Mapping[str, Mapping[str, str]]
GROUPS: Final = ("maps", "modules", "options", "choices", "frames", "members", "terms")
"""Names groups of words by the plural of the first part of their keys."""


def _join(tables: Iterable[Table]) -> Table:
    return MappingProxyType({key: text for table in tables for key, text in table.items()})


_SHARED: Final = _join((*read_common_phrases(), *(texts.phrases for texts in TEXTS[TABLE].values())))
_OWN: Final = {
    ruleset: _join(texts.phrases for texts in modules.values())
    for ruleset, modules in TEXTS.items()
    if ruleset != TABLE
}
"""Holds the texts of each ruleset's messages and frames, since two of them may have a BuildRoad."""
_AGENTS: Final = {key: text for own in _OWN.values() for key, text in own.items() if key.startswith("agent.")}
WORDS: Final = _join((_SHARED, _AGENTS))
WORDS_OF: Final[Mapping[str, Table]] = {ruleset: _join((_SHARED, own)) for ruleset, own in _OWN.items()}

_WORD: Final = re.compile(r"\w+")
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
_TELLING: Final = ("answers", "give")
"""Lists members that few messages of their type have; a text for those that do is named after the member."""


class Voice(NamedTuple):
    """Says in which language, and with the words of which ruleset (None: the common ones), a text is said."""

    language: str = ENGLISH
    ruleset: str | None = None

    @property
    def words(self) -> Table:
        """Return the texts by key; a ruleset without words of its own uses the common ones."""
        return WORDS if self.ruleset is None else WORDS_OF.get(self.ruleset, WORDS)


def say(key: str, params: Mapping[str, Any] | None = None, language: str = ENGLISH) -> str:
    """Return the text of a key, or its `.without` form if a parameter is missing or empty; raises KeyError."""
    return _say(key, params, Voice(language))


def say_command(ruleset: str, command: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Return one line that says what a command does; the command is given as JSON."""
    return _say_message(f"command.{command['type']}", command, Voice(language, ruleset))


def say_event(ruleset: str, event: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Describe an event of a game, given as JSON, redacted or not, in one line."""
    voice, key = Voice(language, ruleset), f"event.{event['type']}"
    own = f"{key}.{event.get('kind')}"
    return _say_message(own if own in voice.words else key, event, voice)


def _say_message(key: str, message: Mapping[str, Any], voice: Voice) -> str:
    """Describe a message by the text of its type, or by the text for a member that few messages of the type have."""
    said = message
    if message.get("or_take"):
        said = {**message, "take": [message["take"], *message["or_take"]]}
    own = next((f"{key}.{name}" for name in _TELLING if message.get(name) and f"{key}.{name}" in voice.words), key)
    text, more = _say(own, said, voice), f"{key}.lasting"
    is_lasting = more in voice.words and any(message.get(name) for name in _PLACEHOLDER.findall(voice.words[more]))
    return f"{text} {_say(more, said, voice)}" if is_lasting else text


def say_frame(ruleset: str, frame: str, language: str = ENGLISH) -> str:
    """Return the words for what a seat must or may do in a frame, such as "bid a card"."""
    return _say(f"frame.{frame}", None, Voice(language, ruleset))


def say_refusals(ruleset: str, rule: str, params: Mapping[str, Any], language: str = ENGLISH) -> list[str]:
    """Return what is said of the case in which a rule refuses a command: the state of things, and what is missing."""
    voice = Voice(language, ruleset)
    keys = ("refusal.untimely",) if "command" in params else (f"refusal.{rule}", "refusal.missing")
    told = (f"{key}.{params['case']}" if "case" in params else key for key in keys)
    known = [key for key in told if key in voice.words]
    given = [key for key in known if params.keys() >= set(_PLACEHOLDER.findall(voice.words[key]))]
    return [_say(key, params, voice) for key in given]


def say_phrase(ruleset: str, phrase: Phrase, language: str = ENGLISH) -> str:
    """Return a ruleset's phrase, for a picture or a place; raises KeyError for an unknown key."""
    return _say(phrase.key, phrase.params, Voice(language, ruleset))


def _say(key: str, params: Mapping[str, Any] | None, voice: Voice) -> str:
    values = {name: _write(name, value, voice) for name, value in (params or {}).items()}
    if not all(values.get(name) for name in _PLACEHOLDER.findall(voice.words[key])):
        key += ".without"
    return translate(voice.words[key], voice.language) % values


def reword(text: str, lexicon: Lexicon, language: str = ENGLISH) -> str:
    """Return a text in which the words that a board calls otherwise are replaced; `lexicon` has them by language.

    Only whole words are replaced. A word that begins with a capital does so afterwards, too.
    """
    own = lexicon.get(language, {})
    return _WORD.sub(lambda found: _own_word(found[0], own), text) if own else text


def _own_word(word: str, own: Mapping[str, str]) -> str:
    found = own.get(word.lower(), word)
    return found.capitalize() if word[0].isupper() and found != word else found


def rule_text(rule: str, language: str = ENGLISH) -> str:
    """Return the text of a rule; raises KeyError for an unknown id."""
    found = rulebook.find(rule)
    if found is None:
        raise KeyError(rule)
    return found.text[language]


def rule_document(rule: rulebook.Rule) -> dict[str, Any]:
    """Return a rule as `GET rules/{rule}` answers it: text, reason and places in every language."""
    document: dict[str, Any] = {"rule": rule.id, "text": rule.text}
    more = {"reason": rule.reason, "option": rule.option, "confidence": rule.sureness}
    document |= {name: value for name, value in more.items() if value}
    document["places"] = [_place(reference) for reference in rule.references]
    return document


def _place(reference: rulebook.Reference) -> dict[str, Any]:
    book = rulebook.books()[reference.book]
    heading = {"place": book.places[reference.place]} if reference.place else {}
    return {"book": book.title, **heading}


def in_every_language(text: str) -> dict[str, str]:
    """Return a text and its translations, by language."""
    return {language: translate(text, language) for language in LANGUAGES}


def _write(name: str, value: Any, voice: Voice) -> str:
    """Write a parameter in words: by its name if that determines how, otherwise by its type."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _term("yes" if value else "no", voice)
    if isinstance(value, Mapping):
        return _cards(value, voice)
    if name in _BY_NAME:
        return _BY_NAME[name](value, voice)
    if isinstance(value, Phrase):
        return _say(value.key, value.params, voice)
    if isinstance(value, list):
        return _list(value, voice)
    return _term(value, voice) if isinstance(value, str) else str(value)


def _cards(cards: Mapping[str, int], voice: Voice) -> str:
    return ", ".join(f"{count} {_term(name, voice)}" for name, count in cards.items() if count)


def _list(values: list[Any], voice: Voice) -> str:
    """Write a list of numbers, of phrases (`a, b and c`), or of one group of cards per seat."""
    if any(isinstance(value, Phrase) for value in values):
        said = [_say(value.key, value.params, voice) for value in values]
        head, last = ", ".join(said[:-1]), said[-1]
        return f"{head} {_term('and', voice)} {last}" if head else last
    if not any(isinstance(value, Mapping) for value in values):
        return ", ".join(str(value) for value in values)
    groups = [_say("term.group", {"seat": seat, "cards": cards}, voice) for seat, cards in enumerate(values) if cards]
    return "; ".join(groups)


def _map_name(value: str, voice: Voice) -> str:
    """Name a map, or the kind of board that its text stands for."""
    return _name("map", value if f"map.{value}" in voice.words else value.partition(".")[0], voice)


def _name(kind: str, value: str, voice: Voice) -> str:
    """Name something of this kind by its id in the language; without a name it returns the id."""
    return translate(voice.words.get(f"{kind}.{value}", value), voice.language)


_term = partial(_name, "term")


def _dice(dice: list[int], voice: Voice) -> str:
    return f"{' + '.join(str(die) for die in dice)} = {sum(dice)}"


def _top_frame(frames: list[dict[str, Any]], voice: Voice) -> str:
    if not frames:
        return ""
    top = frames[-1]
    said = _say(f"frame.{top['frame']}", None, voice)
    return _say("term.frame", {"frame": said, "seats": top["seats"]}, voice)


def _goods(goods: Any, voice: Voice) -> str:
    """Name goods of a trade: counts by kind, or a list of them of which any one is meant."""
    if isinstance(goods, list):
        return f" {_term('or', voice)} ".join([_cards(one, voice) for one in goods])
    return _term(goods, voice)


def _moment(ms: int, voice: Voice) -> str:
    """Write a time in UTC, to the second."""
    return write_time(ms)[:19].replace("T", " ") + " UTC"


def _any_of(kinds: str | list[str], voice: Voice) -> str:
    """Name one of several kinds of credentials or JSON values."""
    names = [kinds] if isinstance(kinds, str) else kinds
    return f" {_term('or', voice)} ".join([_name("kind", name, voice) for name in names])


_BY_NAME: Final[Mapping[str, Callable[[Any, Voice], str]]] = MappingProxyType(
    {
        "dice": _dice,
        "taken": lambda counts, voice: str(sum(counts)),
        "frames": _top_frame,
        "command": lambda command, voice: command,  # what programs send is the same in every language
        "ruleset": partial(_name, "ruleset"),
        "map": _map_name,
        "take": _goods,
        "mine": _goods,
        "theirs": _goods,
        "asked_goods": _goods,
        "expires_at": _moment,
        "kinds_expected": _any_of,
        "kind_given": _any_of,
    }
)


def vocabulary(ruleset: str) -> dict[str, Any]:
    """Return the ruleset's name and its words by group; a ruleset without words of its own uses the common ones."""
    words = WORDS_OF.get(ruleset, WORDS)
    return {
        "name": in_every_language(words.get(f"ruleset.{ruleset}", ruleset)),
        **{group: _group(words, f"{group.removesuffix('s')}.") for group in GROUPS},
    }


def _group(words: Mapping[str, str], prefix: str) -> dict[str, dict[str, str]]:
    """Return the words whose keys begin with a prefix; texts with placeholders are left out."""
    return {
        key.removeprefix(prefix): in_every_language(text)
        for key, text in words.items()
        if key.startswith(prefix) and "%(" not in text
    }
