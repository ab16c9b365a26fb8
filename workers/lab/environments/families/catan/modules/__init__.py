"""Finds what environments know of a module: it stands here in the file of the module's name, if there is anything."""

from domain.core.parts import find
from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import Sizes


def list_added(sizes: Sizes) -> dict[str, Added]:
    """Return what the modules of a game add, by the member of the view that each of them has."""
    found = {module.replace("-", "_"): find(__name__, module, "ADDED") for module in sizes.config.modules}
    return {member: one for member, one in found.items() if one is not None}
