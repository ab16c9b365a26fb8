"""Tests that what stands for a hidden field fits its declaration, which only compiled rules enforce."""

from typing import get_args, get_origin, get_type_hints

import pytest

from service.catalog import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS.keys())
def test_every_hidden_field_can_be_blank(ruleset) -> None:  # type: ignore[no-untyped-def]
    for row in (*ruleset.events.rows, *ruleset.commands.rows):
        hints = get_type_hints(row.cls)
        for field in row.fields:
            if not field.is_public:
                assert _has_a_blank(hints[field.name]), f"{row.name}.{field.name}: {hints[field.name]}"


def _has_a_blank(hint: object) -> bool:
    """Return whether a blank fits: -1 for a number, no bytes for bytes, an empty tuple for one of any length."""
    return hint in (int, bytes) or (get_origin(hint) is tuple and get_args(hint)[1:] == (...,))
