"""What the rules name without saying it: the service knows the words in every language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text by its key, with JSON parameters that are put into it."""

    key: str
    params: Mapping[str, Any]
