"""Replaces random ids, tokens and the like in examples by constant ones of the same form."""

import base64
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

import orjson

_FORMS: Final[tuple[tuple[str, Callable[[str, str], str]], ...]] = (
    (r"[0-9a-f]{18}\.[\w-]{43}", lambda given, made: f"{made[:18]}.{_letters(made, 43)}"),
    (r"hook-[0-9a-f]{18}", lambda given, made: f"hook-{made[:18]}"),
    (r"[0-9a-f]{64}", lambda given, made: made),
    (r"[0-9a-f]{18}", lambda given, made: made[:18]),
    (r"[0-9a-f]{12}", lambda given, made: made[:12]),
)
_ANY: Final = re.compile("|".join(rf"(?<![\w-])(?P<f{n}>{form})(?![\w-])" for n, (form, _) in enumerate(_FORMS)))


def _letters(made: str, count: int) -> str:
    return base64.urlsafe_b64encode(sha256(made.encode()).digest() * 2).decode().rstrip("=")[:count]


class Masks:
    """Masks one conversation: equal texts stay equal."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def settle(self, document: Any) -> Any:
        """Replace every random text in a JSON document, in order of appearance."""
        return orjson.loads(self.settle_text(orjson.dumps(document).decode()))

    def settle_text(self, text: str) -> str:
        """Do the same in a text."""
        return _ANY.sub(self._mask, text)

    def _mask(self, found: re.Match[str]) -> str:
        given = found[0]
        if given not in self._known:
            form = int((found.lastgroup or "f0")[1:])
            game = self._known.get(given[:18]) if form == 0 else None
            made = sha256(f"example {len(self._known)}".encode()).hexdigest()
            made = game + made[18:] if game else made
            self._known[given] = _FORMS[form][1](given, made)
        return self._known[given]
