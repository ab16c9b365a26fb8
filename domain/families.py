"""Finds the families of games: every package or module here that has a `RULESET` is one.

A family has a package of its name in each room that knows games: `domain` holds its rules, `service/texts` and
`service/texts/rulebook` its words, `service/pictures` its picture, `service/schemas/states` what its views hold,
`workers/agents` its agents, and `workers/lab/environments/families` how learning programs see it. Each room looks its
packages up here, so that a new family is listed nowhere. `workers/bridge/families` has packages of some families.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from domain.core.discovery import find_all

FAMILIES: Final[Mapping[str, str]] = {
    ruleset.name: package for package, ruleset in find_all("domain", "RULESET").items()
}
"""Maps the name of each ruleset to that of its packages."""


def doors(room: str, name: str) -> dict[str, Any]:
    """Return what the package of each family in a room offers under a name, by ruleset."""
    return {ruleset: getattr(import_module(f"{room}.{package}"), name) for ruleset, package in FAMILIES.items()}
