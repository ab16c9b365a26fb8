"""Provides each option of every game, and configurations as they were stored before that option existed."""

from dataclasses import replace
from typing import Any

import pytest

from domain.catan import CATAN
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.elasund import ELASUND

GAMES: dict[Ruleset, tuple[int, str | None, tuple[str, ...]]] = {
    CATAN: (4, "new-york", ("erie-canal", "favors", "helpers")),
    DICE: (2, None, ()),
    ELASUND: (3, None, ()),
}
CASES = [(ruleset, option) for ruleset in GAMES for option in ruleset.describe()["options"]["properties"]]
each_option = pytest.mark.parametrize(
    ("ruleset", "option"), CASES, ids=[f"{ruleset.name}-{option}" for ruleset, option in CASES]
)


def configured(ruleset: Ruleset, **options: Any) -> Config:
    """Return a complete configuration of a game with all its modules."""
    seats, map_name, modules = GAMES[ruleset]
    return ruleset.configure(seats, map_name, modules, options)


def without(config: Config, option: str) -> Config:
    """Return a configuration as it was stored before an option existed."""
    return replace(config, options={name: value for name, value in config.options.items() if name != option})
