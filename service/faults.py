"""What a shape error says: a key with parameters, so that it can be said in any language."""

from typing import Any, Final

TOLD: Final[tuple[str, ...]] = ("expected", "given", "allowed", "nearest", "minimum", "maximum")
"""The parameters that an error tells as members of its own, beside its sentence."""


class Fault(str):
    """One shape error; its text is the code, and its phrase (after `fault.`) where `phrase` names no other."""

    params: dict[str, Any]

    def __new__(cls, key: str, **params: Any) -> "Fault":
        """A fault with the parameters of its sentence."""
        fault = super().__new__(cls, key)
        fault.params = params
        return fault
