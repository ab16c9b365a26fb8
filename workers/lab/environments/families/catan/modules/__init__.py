"""What environments know of a module stands in the file of its name; this table alone names them."""

from collections.abc import Mapping
from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.families.catan.modules.dice_deck import DICE_DECK
from workers.lab.environments.families.catan.modules.erie_canal import ERIE_CANAL
from workers.lab.environments.families.catan.modules.favors import FAVORS
from workers.lab.environments.families.catan.modules.helpers import HELPERS
from workers.lab.environments.families.catan.modules.towns import TOWNS
from workers.lab.environments.family import Sizes

ADDED: Final[Mapping[str, Added]] = {
    "favors": FAVORS,
    "helpers": HELPERS,
    "towns": TOWNS,
    "erie-canal": ERIE_CANAL,
    "dice-deck": DICE_DECK,
}


def added(sizes: Sizes) -> dict[str, Added]:
    """Return what the modules of a game add, by the member of the view that each of them has."""
    return {name.replace("-", "_"): one for name, one in ADDED.items() if name in sizes.config.modules}
