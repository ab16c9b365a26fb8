"""Says what a module of Catan adds to the description of a game; each module has a file of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from workers.lab.environments.family import Sizes
from workers.lab.environments.layout import Part


def no_values(sizes: Sizes) -> Mapping[str, Sequence[Any]]:
    """Return no values of members of commands, as most modules do."""
    return {}


class Added(NamedTuple):
    """Holds what makes the columns of a module's part of the view, and the values of members of its commands.

    `own` names the members of that part that tell each seat something else.
    """

    state: Callable[[Sizes], Part]
    values: Callable[[Sizes], Mapping[str, Sequence[Any]]] = no_values
    own: Sequence[str] = ()
