"""Describes events and commands in one line each, even for a game without texts of its own, and names places of boards.

A place's name depends on the board alone, which never changes: the names of all places of a board are computed once per
language and cached.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from domain.core.ruleset import Ruleset
from eventstore.budget import each
from service.game.games import Game
from service.texts.words import reword, say_command, say_event, say_phrase

_REMEMBERED: Final = 256
_Places = Mapping[str, Mapping[Any, str]]
_known: OrderedDict[Hashable, _Places] = OrderedDict()
"""Caches names by game, what its board depends on, and language: per list of the board, names by id."""


def with_places(game: Game, message: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """Return the members of a command or event for a sentence: ids of places are followed by their names."""
    named = _list_named(game.ruleset, message["type"]) if game.position is not None else {}
    found = [name for name in named if isinstance(message.get(name), int)]
    if not found:
        return message
    places, said = _places(game, language), dict(message)
    for name in found:
        words = places[named[name]].get(message[name])
        said[name] = f"{message[name]} ({words})" if words else message[name]
    return said


@cache
def _list_named(ruleset: Ruleset, kind: str) -> Mapping[str, str]:
    """Return the members of a message type that name a place, with the list of the board that contains it."""
    known = ruleset.named_places()
    members = {name.removeprefix(f"{kind}."): listed for name, (listed, _) in known.items()}
    return {name: listed for name, listed in members.items() if "." not in name}


def _places(game: Game, language: str) -> _Places:
    """Return the place names of a game that is set up."""
    key = (game.id, game.table.opened.commitment, game.table.entropies, language)
    found = _known.get(key)
    if found is None:
        board = game.ruleset.geometry(game.position)
        names = place_names(game.ruleset, board, language)
        found = {}
        for listed, by in dict(game.ruleset.named_places().values()).items():
            places = zip(board[listed], names[listed], strict=True)
            found[listed] = {place[by]: said for place, said in places if said}
        _known[key] = found
        if len(_known) > _REMEMBERED:
            _known.popitem(last=False)
    return found


def place_names(ruleset: Ruleset, board: Mapping[str, Any], language: str) -> dict[str, list[str | None]]:
    """Return the place names per list of a board, in order; None for a place without a name."""
    lexicon = board.get("lexicon", {})
    return {
        listed: [
            None if phrase is None else reword(say_phrase(ruleset.name, phrase, language), lexicon, language)
            for phrase in each("names of places", phrases)
        ]
        for listed, phrases in ruleset.place_names(board).items()
        if listed in board
    }


def board_in_words(ruleset: Ruleset, board: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return a board whose places have their names."""
    names = place_names(ruleset, board, language)
    return {**board, **{listed: _call_all(board[listed], said) for listed, said in names.items()}}


def _call_all(things: Sequence[Mapping[str, Any]], names: Sequence[str | None]) -> list[dict[str, Any]]:
    """Return places with the names that they have."""
    return [{**thing, "place": said} if said else {**thing} for thing, said in zip(things, names, strict=True)]


def summary_of(game: Game, event: Mapping[str, Any], language: str) -> str:
    """Describe an event in the words of the game's board; falls back to its type and fields."""
    return _word(game, event, language, say_event)


def describe_command(game: Game, command: Mapping[str, Any], language: str) -> str:
    """Describe a command in the words of the game's board, with its details; falls back to its type and fields."""
    ruleset, said = game.ruleset, command
    if game.position is not None:
        said = {**command, **ruleset.details(game.position, ruleset.commands.decode(command))}
    return _word(game, said, language, say_command)


def _word(
    game: Game, message: Mapping[str, Any], language: str, say: Callable[[str, Mapping[str, Any], str], str]
) -> str:
    try:
        said = say(game.ruleset.name, with_places(game, message, language), language)
    except KeyError:
        fields = " ".join(f"{name}={value}" for name, value in message.items() if name != "type")
        said = f"{message['type']} {fields}".rstrip()
    return reword(said, game.lexicon, language)
