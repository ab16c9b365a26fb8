"""Names texts without saying them: the service knows the words in every language."""

from dataclasses import dataclass

from domain.core.documents import Document


@dataclass(frozen=True, slots=True)
class Phrase:
    """Names a text by its key, with JSON parameters to put into it."""

    key: str
    params: Document
