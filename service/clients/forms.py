"""Distinguishes keys and tokens by their form alone, which says nothing about whether they exist."""

import re
from typing import Final

_SCHEME: Final = r"\s*(?:[A-Za-z]+ +)?"
_KEY: Final = re.compile(_SCHEME + r"key-[0-9a-f]{18}\.")
_TOKEN: Final = re.compile(_SCHEME + r"(?!key-)[0-9a-z-]{1,60}\.[A-Za-z0-9_-]{43}\s*")


def has_form_of_key(text: str) -> bool:
    """Return whether a text is an API key of ours by its form, with or without a scheme before it."""
    return _KEY.match(text) is not None


def has_form_of_token(text: str) -> bool:
    """Return whether a text is a token of ours by its form, with or without a scheme before it."""
    return _TOKEN.fullmatch(text) is not None
