"""Defines the answers about rulesets, and texts that are answered in every language."""

from typing import Final

from marshmallow import fields

from domain.core.kinds import array, integer
from service.schemas.fields import (
    KindField,
    Reference,
    always,
    as_described,
    flag,
    nested,
    objects,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.shapes import Answer
from service.table.terms import MOST_SEATS

_WORDS: Final = {"type": "object", "additionalProperties": {"type": "string"}}


class TranslatedSchema(Answer):
    """A text in every language."""

    en = string("The text as it reads in English.")
    es = string("The text as it reads in Spanish.")


class LexiconSchema(Answer):
    """The words that a map uses instead of the usual ones, by language."""

    en = as_described(_WORDS, "The English words of the map, by the usual words they replace.")
    es = as_described(_WORDS, "The Spanish words of the map, by the usual words they replace.")


RECONSTRUCTION: Final = nested(
    TranslatedSchema, sometimes("How the map differs from the printed one. Absent if it does not.")
)
LEXICON: Final = nested(
    LexiconSchema, sometimes("The words that the map uses instead of the usual ones. Absent if there are none.")
)


class CombinationSchema(Answer):
    """A map, modules and a number of seats, which can be played together or not."""

    map = words(64, "The id of the map of this combination.")
    modules = strings("The ids of the modules that are combined with the map.")
    seats = whole(1, 8, "The number of seats in this combination.")
    playable = flag("True if a game can be made with this combination.")
    target = whole(0, 1000, sometimes("The victory points needed to win. Absent if the combination is not playable."))
    reasons = strings(sometimes("The ids of the rules that forbid the combination. Absent if it is playable."))


def _glossary(text: str) -> fields.Dict:
    return fields.Dict(keys=fields.String(), values=fields.Nested(TranslatedSchema), **always(text))


class WordsSchema(Answer):
    """What the ids of a ruleset are called, in every language."""

    name = nested(TranslatedSchema, "The name of the ruleset in each language.")
    maps = _glossary("The names of the maps, by id, except those that have their own `name`.")
    modules = _glossary("The names of the modules, by id.")
    options = _glossary("What each option does, by its name.")
    choices = _glossary("What the values of options and commands mean, by id.")
    frames = _glossary("The texts for what a seat has to do, by the id in `awaiting[].frame`.")
    members = _glossary("The names of the command members that a template leaves open.")
    terms = _glossary("The names of cards, resources and other things of the game, by id.")


class SeatRangeSchema(Answer):
    """How many seats a game may have."""

    minimum = whole(1, MOST_SEATS, "The smallest number of seats that a game can have.")
    maximum = whole(1, MOST_SEATS, "The largest number of seats that a game can have.")


class MapSchema(Answer):
    """A map on which games can be played."""

    id = words(64, "The id of the map, used when a game is made.")
    default = flag("True if this map is used when a game names no map.")
    seats = KindField(array(integer(1, MOST_SEATS), MOST_SEATS), "All numbers of seats for which the map has a layout.")
    name = nested(TranslatedSchema, sometimes("The name of the map. Absent if `words.maps` contains it."))
    reconstruction = RECONSTRUCTION
    lexicon = LEXICON


class RulesetSchema(Answer):
    """A family of games, with everything that can be chosen for one."""

    id = words(64, "The id of the ruleset, used when a game is made.")
    version = whole(1, 2**31, "The version of the rules, which grows when they change.")
    seats = nested(SeatRangeSchema, "How many seats a game of this ruleset can have.")
    maps = objects(MapSchema, "The maps on which games can be played.")
    boards = strings(
        sometimes("The editions of texts of boards of one's own, such as `own-1`. Absent if there are none.")
    )
    modules = strings("The ids of all modules that exist for this ruleset.")
    matrix = objects(
        CombinationSchema, sometimes("Every combination of map, modules and seats. Absent where no choice exists.")
    )
    options = Reference("JsonSchema", "The JSON Schema of the `options` with which a game can be made.")
    frames = strings("The ids of everything that a seat can have to do.")
    agents = strings(sometimes("The ids of the agents that can play this ruleset, strongest first."))
    words = nested(WordsSchema, "What the ids of this ruleset are called, in each language.")


class RulesetListSchema(Answer):
    """All rulesets of the server."""

    rulesets = objects(RulesetSchema, "All rulesets that this server offers.")
