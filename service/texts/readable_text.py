"""Checks that texts from outside may be shown to others: none hides, reverses a line or imitates another text.

Refused are controls, formats, line and paragraph separators, lone surrogates and unassigned code points (Unicode's
categories Cc, Cf, Zl, Zp, Cs and Cn). Joiners are allowed where a script or a picture needs them (RFC 5892, A.1 and
A.2).
"""

import unicodedata
from functools import lru_cache
from typing import Final

_REFUSED: Final = frozenset(("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"))
_NON_JOINER: Final = "\u200c"
_JOINER: Final = "\u200d"
_PICTURES: Final = range(0x1F000, 0x1FB00)
"""Holds the code points reserved for pictures; a newer Unicode than this Python's may have assigned more of them."""
_AS_PICTURE: Final = "\ufe0f"
_VIRAMA: Final = 9
_UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Lists fillers, which count as letters or symbols."""


def is_readable(text: str) -> bool:
    """Return whether all characters may be shown to others."""
    return _is_plain(text) or all(_may_stand(text, place) for place in range(len(text)))


def is_blank(text: str) -> bool:
    """Return whether nothing of a text is visible."""
    return all(
        character in _UNSEEN or (unicodedata.category(character)[0] in "CMZ" and not _is_picture(character))
        for character in text
    )


@lru_cache(maxsize=4_096)
def filter_readable(text: str) -> str:
    """Return what may be shown of a text that may be older than these rules; empty if nothing is visible."""
    if not _is_plain(text):
        text = "".join(text[place] for place in range(len(text)) if _may_stand(text, place))
    return "" if is_blank(text) else text


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _may_stand(text: str, place: int) -> bool:
    character = text[place]
    category = unicodedata.category(character)
    if character in (_JOINER, _NON_JOINER):
        return _joins(text, place)
    return category not in _REFUSED or (category == "Cn" and ord(character) in _PICTURES)


def _joins(text: str, place: int) -> bool:
    """Return whether a joiner has an effect: after a virama, between Arabic letters, between pictures."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if before and unicodedata.combining(before) == _VIRAMA:
        return True
    if text[place] == _JOINER:
        return (_is_picture(before) or before == _AS_PICTURE) and _is_picture(after)
    return _is_arabic(before) and _is_arabic(after)


def _is_picture(character: str) -> bool:
    return bool(character) and (ord(character) in _PICTURES or unicodedata.category(character) == "So")


def _is_arabic(character: str) -> bool:
    return bool(character) and unicodedata.bidirectional(character) == "AL"
