"""Names texts without saying them: the service knows the words in every language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """Names a text by its key, with JSON parameters to put into it."""

    key: str
    params: Mapping[str, Any]
