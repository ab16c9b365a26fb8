"""Finds what modules of Catan add to the description of a game; each module has a file of its own, if it adds any."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.core.discovery import find
from workers.lab.environments.family import Part, Sizes

MODULES: Final = "workers.lab.environments.families.catan.modules"


class Added(NamedTuple):
    """Holds what makes the columns of a module's part of the view, and the values of members of its commands.

    `own` names the members of that part that tell each seat something else.
    """

    state: Callable[[Sizes], Part]
    values: Callable[[Sizes], Mapping[str, Sequence[Any]]] = lambda _: {}
    own: Sequence[str] = ()


def list_added(sizes: Sizes) -> dict[str, Added]:
    """Return what the modules of a game add, by the member of the view that each of them has."""
    found = {module.replace("-", "_"): find(MODULES, module, "ADDED") for module in sizes.config.modules}
    return {member: one for member, one in found.items() if one is not None}
