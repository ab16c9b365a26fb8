"""Describes a validation error by a key with parameters, so that it can be said in any language."""

from typing import Any, Final

EXPLAINING: Final[tuple[str, ...]] = ("expected", "given", "allowed", "nearest", "minimum", "maximum")
"""Lists the parameters that an error also shows as members of its own, beside its sentence."""


class Fault(str):
    """Is one validation error, whose text is its code and its phrase (after `fault.`) unless `phrase` names another."""

    params: dict[str, Any]

    def __new__(cls, key: str, **params: Any) -> "Fault":
        """Create a fault with the parameters of its sentence."""
        fault = super().__new__(cls, key)
        fault.params = params
        return fault
