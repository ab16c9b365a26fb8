"""What the server tells of a family of games."""

from marshmallow import fields

from domain.core.kinds import array, integer
from service.schemas.fields import KindField, Reference, flag, whole, words
from service.schemas.shapes import Answer
from service.schemas.translated import LexiconSchema, TranslatedSchema
from service.table_events import MOST_SEATS


class CombinationSchema(Answer):
    """A map, modules and a number of seats: playable, or the reasons why not."""

    map = words(64, required=True)
    modules = fields.List(fields.String(), required=True)
    seats = whole(1, 8, required=True)
    playable = flag(required=True)
    target = whole(0, 1000, metadata={"description": "The points to win with"})
    reasons = fields.List(fields.String(), metadata={"description": "Ids of rules"})


def _glossary(told: str) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=fields.Nested(TranslatedSchema()), required=True, metadata={"description": told}
    )


class WordsSchema(Answer):
    """What the ids of a ruleset are called, in every language."""

    name = fields.Nested(TranslatedSchema(), required=True)
    maps = _glossary("Maps, but for those that bring a `name` of their own")
    modules = _glossary("Modules")
    options = _glossary("Options")
    choices = _glossary("Values of options that are words")
    frames = _glossary("What a seat is awaited for: `awaiting[].frame` of a view")
    members = _glossary("Members of commands that a template leaves open")
    terms = _glossary("Cards, resources and other words of the game")


class SeatRangeSchema(Answer):
    """How many seats a game may have."""

    minimum = whole(1, MOST_SEATS, required=True, metadata={"description": "The fewest."})
    maximum = whole(1, MOST_SEATS, required=True, metadata={"description": "The most."})


class MapSchema(Answer):
    """A map."""

    id = words(64, required=True, metadata={"description": "What a game names."})
    default = flag(required=True, metadata={"description": "Whether games that name no map are played on it."})
    seats = KindField(
        array(integer(1, MOST_SEATS), MOST_SEATS),
        required=True,
        metadata={"description": "How many can play on it: every number that it has a layout for."},
    )
    name = fields.Nested(TranslatedSchema(), metadata={"description": "Its name; absent where `words.maps` has it."})
    reconstruction = fields.Nested(
        TranslatedSchema(), metadata={"description": "What is not as printed on it; absent where all of it is."}
    )
    lexicon = fields.Nested(
        LexiconSchema(),
        metadata={"description": "Its words that stand for the usual ones; absent where there are none."},
    )


class RulesetSchema(Answer):
    """A family of games: what can be chosen for one."""

    id = words(64, required=True)
    version = whole(1, 2**31, required=True)
    seats = fields.Nested(SeatRangeSchema(), required=True, metadata={"description": "How many can play."})
    maps = fields.List(fields.Nested(MapSchema()), required=True)
    modules = fields.List(fields.String(), required=True)
    matrix = fields.List(fields.Nested(CombinationSchema()), metadata={"description": "Which go together, or why not"})
    options = Reference(
        "JsonSchema", required=True, metadata={"description": "The JSON Schema of the options of a game."}
    )
    frames = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "What a seat can be awaited for; `words.frames` has the same in words."},
    )
    agents = fields.List(fields.String(), metadata={"description": "The strongest first"})
    words = fields.Nested(WordsSchema(), required=True)


class RulesetListSchema(Answer):
    """All of them."""

    rulesets = fields.List(fields.Nested(RulesetSchema()), required=True)
