"""Names texts by keys; the service has the words in every language."""

from dataclasses import dataclass

from domain.core.documents import Document


@dataclass(frozen=True, slots=True)
class Phrase:
    """Names a text by its key, with JSON parameters to insert."""

    key: str
    params: Document
