"""Texts that are answered in every language."""

from typing import Final

from marshmallow import fields

from service.schemas.fields import as_described
from service.schemas.shapes import Answer

_WORDS: Final = {"type": "object", "additionalProperties": {"type": "string"}}


class TranslatedSchema(Answer):
    """A text in every language."""

    en = fields.String(required=True)
    es = fields.String(required=True)


class LexiconSchema(Answer):
    """The words of a map that stand for the usual ones, by language."""

    en = as_described(_WORDS, required=True, metadata={"description": "The English words, by the usual ones."})
    es = as_described(_WORDS, required=True, metadata={"description": "The Spanish words, by the usual ones."})
