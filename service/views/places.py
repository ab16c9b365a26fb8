"""Places in words that people use, beside the ids by which commands and events name them.

What a place is called follows from the board alone, which never changes: all places of a game's board are said once in
a language and remembered.
"""

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from domain.core.phrase import Phrase
from domain.core.ruleset import Ruleset
from service.game.games import Game
from service.texts.words import reworded, say_phrase

_REMEMBERED: Final = 256
_Places = Mapping[str, Mapping[Any, str]]
_known: OrderedDict[Hashable, _Places] = OrderedDict()
"""By game, with what its board was laid by, and language: the lists of the board, each with what its places are called
by what names them."""


def with_places(game: Game, message: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """The members of a command or event, to be said: where one names a place, its id and what the place is called."""
    named = _named(game.ruleset, message["type"]) if game.position is not None else {}
    found = [name for name in named if isinstance(message.get(name), int)]
    if not found:
        return message
    places, said = _places(game, language), dict(message)
    for name in found:
        words = places[named[name]].get(message[name])
        said[name] = f"{message[name]} ({words})" if words else message[name]
    return said


@cache
def _named(ruleset: Ruleset, kind: str) -> Mapping[str, str]:
    """The members by which messages of a type may name a place, each with the list of the board where it stands."""
    known = ruleset.named_places()
    members = {name.removeprefix(f"{kind}."): listed for name, (listed, _) in known.items()}
    return {name: listed for name, listed in members.items() if "." not in name}


def _places(game: Game, language: str) -> _Places:
    """The places of a game that is set up."""
    key = (game.id, game.table.opened.commitment, game.table.entropies, language)
    found = _known.get(key)
    if found is None:
        found = _known[key] = _said(game.ruleset, game.ruleset.geometry(game.position), language)
        if len(_known) > _REMEMBERED:
            _known.popitem(last=False)
    return found


def _said(ruleset: Ruleset, board: Mapping[str, Any], language: str) -> _Places:
    keys = dict(ruleset.named_places().values())
    names = place_names(ruleset, board, language)
    return {
        listed: {thing[by]: said for thing, said in zip(board[listed], names[listed], strict=True) if said}
        for listed, by in keys.items()
    }


def place_names(ruleset: Ruleset, board: Mapping[str, Any], language: str) -> dict[str, list[str | None]]:
    """By the lists of a board: what their places are called, in order; None where people have no name for one."""
    return {
        listed: [None if phrase is None else _words(ruleset, board, phrase, language) for phrase in phrases]
        for listed, phrases in ruleset.place_names(board).items()
        if listed in board
    }


def _words(ruleset: Ruleset, board: Mapping[str, Any], phrase: Phrase, language: str) -> str:
    return reworded(say_phrase(ruleset.name, phrase, language), board.get("lexicon", {}), language)


def board_in_words(ruleset: Ruleset, board: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A board each of whose places says what it is called."""
    names = place_names(ruleset, board, language)
    return {**board, **{listed: _all_called(board[listed], said) for listed, said in names.items()}}


def _all_called(things: Sequence[Mapping[str, Any]], names: Sequence[str | None]) -> list[dict[str, Any]]:
    return [{**thing, **({"place": said} if said else {})} for thing, said in zip(things, names, strict=True)]
