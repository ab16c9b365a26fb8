"""Tests that the console has words for whatever the API may say of seeks, ratings and standing orders."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from openapi.generate import PATH

WORDS = Path(__file__).parents[3] / "service" / "console" / "words"
SCHEMAS: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))["components"]["schemas"]


def choices(schema: str, member: str) -> set[str]:
    """Return what a member of an answer may be."""
    return set(SCHEMAS[schema]["properties"][member]["enum"])


@pytest.mark.parametrize(
    ("begin", "wanted"),
    [
        ("seek_", choices("Seek", "status") - {"open", "filled", "closed"}),
        ("speed_", choices("PlayerRating", "speed")),
        ("status_", choices("PlayedGame", "status")),
        ("order_kind_", choices("EndedOrder", "kind")),
        ("order_", (choices("EndedOrder", "status") - {"void"}) | choices("EndedOrder", "reason")),
    ],
    ids=["seeks", "speeds", "games", "kinds of orders", "ends of orders"],
)
def test_whatever_may_be_said_has_words(begin: str, wanted: set[str]) -> None:
    known = set(re.findall(r"(?m)^  (\w+): \[", "".join(path.read_text() for path in WORDS.glob("*.js"))))
    assert wanted
    assert {f"{begin}{one}" for one in wanted} - known == set()
