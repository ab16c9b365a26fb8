"""Checks whether this code knows everything that a stored game is played with; newer code may offer more."""

from functools import cache
from typing import Any, Final

from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Ruleset
from service.table.events import TableOpened
from service.table.state import config_of

_UNKNOWN: Final = (LookupError, TypeError, ValueError, InvalidConfiguration)


def unknown_in(ruleset: Ruleset, opened: TableOpened) -> str | None:
    """Return the first part of an opening that the ruleset does not know: map, option or modules; None if none is."""
    maps, options = _offer(ruleset)
    if opened.map not in maps:
        return f"map {opened.map}"
    strange = [name for name, value in opened.options.items() if name not in options or not _fits(options[name], value)]
    if strange:
        return f"option {strange[0]}"
    try:
        ruleset.completed(config_of(opened))
    except _UNKNOWN as error:  # it may offer fewer modules than it knows, so only it can say
        return f"modules {opened.modules}: {error!r}"
    return None


@cache
def _offer(ruleset: Ruleset) -> tuple[set[str], dict[str, Any]]:
    described = ruleset.describe()
    return {place["id"] for place in described["maps"]}, described["options"]["properties"]


def _fits(schema: dict[str, Any], value: Any) -> bool:
    """Return whether an option accepts a value; numbers are not checked, since any number has a meaning."""
    if isinstance(value, list):
        return all(_fits(schema.get("items", {}), item) for item in value)
    return value is None or value in schema.get("enum", (value,))
