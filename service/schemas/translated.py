"""Defines texts that are answered in every language."""

from typing import Final

from marshmallow import fields

from service.schemas.fields import always, as_described
from service.schemas.shapes import Answer

_WORDS: Final = {"type": "object", "additionalProperties": {"type": "string"}}


class TranslatedSchema(Answer):
    """A text in every language."""

    en = fields.String(**always("The text as it reads in English."))
    es = fields.String(**always("The text as it reads in Spanish."))


class LexiconSchema(Answer):
    """The words that a map uses instead of the usual ones, by language."""

    en = as_described(_WORDS, **always("The English words of the map, by the usual words they replace."))
    es = as_described(_WORDS, **always("The Spanish words of the map, by the usual words they replace."))
