"""Tests that a seed always draws the same texts, each from the contract, and shows the value of its member."""

import json
from typing import Any

from openapi.generate import PATH
from tests.openapi.draw_texts import drawn, shown, texts
from tests.openapi.live_values import Values

CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))


def test_a_seed_draws_the_same_texts_again_and_none_twice() -> None:
    first = drawn(CONTRACT, 80, "2026")
    assert first == drawn(CONTRACT, 80, "2026") != drawn(CONTRACT, 80, "2027")
    assert len({(text.component, text.path) for text in first}) == 80


def test_a_text_is_shown_beside_the_value_of_its_member() -> None:
    values = Values(CONTRACT)
    offer = {"type": "OfferTrade", "give": {"ore": 2}, "take": {"wool": 1}, "to": [1]}
    values.read("", "", {"$ref": "#/components/schemas/Command"}, offer)
    assert values.seen["OfferTrade", "give.ore"] == 2
    [text] = [one for one in texts(CONTRACT) if (one.component, one.path) == ("OfferTrade", "give.ore")]
    assert shown(text, 2).startswith("OfferTrade.give.ore (integer minimum 0 maximum 200, may be absent)")
