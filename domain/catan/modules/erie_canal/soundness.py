"""Checks that every canal token is in one place."""

from domain.catan.modules.erie_canal.canal_map import canal_tokens
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.modules.erie_canal.terms import NAME
from domain.catan.state import State
from domain.core.errors import Unsound


def check_canal(state: State) -> None:
    """Raise Unsound unless every token is in the supply, with a seat or in use, and only canal towns are joined."""
    canal = canal_of(state)
    found = canal.supply + sum(canal.held) + (canal.used >= 0)
    are_towns = all(town in canal.towns for pairs in canal.linked for pair in pairs for town in pair)
    is_whole = found == canal_tokens(state.setting.config.map) and min(canal.supply, *canal.held) >= 0
    if not (is_whole and are_towns):
        raise Unsound("module", module=NAME)
