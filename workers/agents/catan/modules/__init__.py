"""What the agent knows of a module stands in the file of its name; this table alone names them."""

from collections.abc import Mapping
from typing import Final

from domain.catan.state import Setting
from workers.agents.catan.modules.erie_canal import ERIE_CANAL
from workers.agents.catan.modules.favors import FAVORS
from workers.agents.catan.modules.helpers import HELPERS
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Tactics

TACTICS: Final[Mapping[str, Tactics[Situation]]] = {
    "helpers": HELPERS,
    "favors": FAVORS,
    "erie-canal": ERIE_CANAL,
}
"""By the name of the module. Where two have something to say at one moment, the first of them has its way."""


def tactics_of(setting: Setting) -> list[Tactics[Situation]]:
    """Pick the tactics of the modules that a game is played with."""
    return [tactics for name, tactics in TACTICS.items() if name in setting.config.modules]
