"""Provides tables of the times at which commands are allowed, and of the rules that refuse them at other times.

A player could proof-read them. A table has a row for every frame and every seat that may ask there. Under "" it has
what is allowed, under each rule what that rule refuses, and under the rule that refuses the most just "*".
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from domain.core.errors import IllegalCommand

Row = dict[str, list[str]]
Check = Callable[[Any, int, Any], None]


def row_of(check: Check, state: Any, seat: int, commands: Iterable[type]) -> Row:
    """Return a row of a table: under each rule the commands that it refuses at this time, under "" those allowed."""
    found: Row = defaultdict(list)
    for command in commands:
        found[refused(check, state, seat, command)].append(command.__name__)
    most = max((rule for rule in found if rule), key=lambda rule: len(found[rule]), default="")
    return {rule: ["*"] if rule and rule == most else sorted(found[rule]) for rule in sorted(found)}


def refused(check: Check, state: Any, seat: int, command: type) -> str:
    """Return the rule that refuses a command at this time, empty where it is allowed."""
    try:
        check(state, seat, command)
    except IllegalCommand as refusal:
        return refusal.rule
    return ""


def expected(path: Path) -> dict[str, Row]:
    """Read a table from its file."""
    table: dict[str, Row] = json.loads(path.read_text())
    return table


def marked(table: dict[str, Row]) -> list[Any]:
    """Return the rows as parameters of a test, each marked with the rules that it names."""
    return [pytest.param(name, marks=pytest.mark.rule(*[rule for rule in row if rule])) for name, row in table.items()]
