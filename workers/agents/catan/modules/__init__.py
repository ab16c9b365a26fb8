"""Finds the agent's tactics for a module, in the file here with the module's name, if there is one."""

from functools import cache

from domain.catan.state import Setting
from domain.core.discovery import find
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Tactics


def tactics_of(setting: Setting) -> list[Tactics[Situation]]:
    """Return the tactics of the modules of a game, those of the highest rank first."""
    return tactics_named(setting.config.modules)


@cache
def tactics_named(modules: tuple[str, ...]) -> list[Tactics[Situation]]:
    """Return the tactics of some modules, those of the highest rank first."""
    known = [find("workers.agents.catan.modules", module, "TACTICS") for module in modules]
    return sorted([tactics for tactics in known if tactics is not None], key=lambda tactics: -tactics.rank)
