"""Provides the mark `rule(id)` for tests that prove the rule of that id; an unknown id stops the collection."""

import pytest

from service.texts import rulebook
from tests.ledger.outcomes import PROPERTY


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note the rules of every test for its reports, and refuse unknown ids."""
    unknown = []
    for item in items:
        for rule in marked_rules(item):
            item.user_properties.append((PROPERTY, rule))
            if rulebook.find(rule) is None:
                unknown.append(f"{item.nodeid}: no rule has the id {rule!r}")
    if unknown:
        raise pytest.UsageError(*unknown)


def marked_rules(item: pytest.Item) -> list[str]:
    """Return the ids that a test is marked with, on itself, its class or its module."""
    return [str(rule) for mark in item.iter_markers("rule") for rule in mark.args]
