"""Tests that the guide's page of rulesets names all that can be chosen, and where the rulings are."""

import re

import pytest

from openapi.pages import RULESETS_PAGE as PATH
from openapi.pages import rulesets as page
from service.catalog import OWN, RULESETS

NAMES = sorted(ruleset.name for ruleset in OWN)


def test_the_page_is_current() -> None:
    assert PATH.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("name", NAMES)
def test_every_map_module_and_option_has_a_row(name: str) -> None:
    told = RULESETS[name].describe()
    section = page().partition(f"## `{name}`:")[2].partition("\n## ")[0]
    wanted = {place["id"] for place in told["maps"]} | {*told["modules"]} | {*told["options"]["properties"]}
    assert set(re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE)) == wanted
    assert "../rulings.md#" in section
