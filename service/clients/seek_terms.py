"""Says what a seek would play, and whether two seeks would play the same.

Terms give for each map, the most wanted first, every option as a value or as a range of whole numbers.
"""

from collections.abc import Mapping
from typing import Any, Final

Terms = dict[str, dict[str, Any]]
"""Maps each map to its options, each a value or `{"from": least, "to": most}`."""
LEAST, MOST = "from", "to"
_NOTHING: Final = object()


def range_of(least: int, most: int) -> dict[str, int]:
    """Return what stands for a range in terms."""
    return {LEAST: least, MOST: most}


def meet(one: Terms, other: Terms) -> Terms:
    """Return what both would play, in the order of the first; empty if there is nothing."""
    found = {name: _meet_options(options, other[name]) for name, options in one.items() if name in other}
    return {name: options for name, options in found.items() if options is not None}


def _meet_options(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any] | None:
    names = one.keys() | other.keys()
    met = {name: _agree(one.get(name), other.get(name)) for name in names}
    return None if any(value is _NOTHING for value in met.values()) else met


def _agree(one: Any, other: Any) -> Any:
    """Return the value or range that fits both, `_NOTHING` if none does."""
    if _is_range(one) and _is_range(other):
        least, most = max(one[LEAST], other[LEAST]), min(one[MOST], other[MOST])
        return range_of(least, most) if least <= most else _NOTHING
    if _is_range(one):
        return other if _is_within(other, one) else _NOTHING
    if _is_range(other):
        return one if _is_within(one, other) else _NOTHING
    return one if one == other else _NOTHING


def _is_range(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {LEAST, MOST}


def _is_within(value: Any, bounds: Mapping[str, int]) -> bool:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return is_number and bounds[LEAST] <= value <= bounds[MOST]


def choose(terms: Terms) -> tuple[str, dict[str, Any]]:
    """Return the map and the options to play: the first map, and of each range the least value."""
    name, options = next(iter(terms.items()))
    return name, {option: value[LEAST] if _is_range(value) else value for option, value in options.items()}
