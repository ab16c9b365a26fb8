"""Combines maps, modules and seats, where the rules allow it (rulebook 003; rulings on combinations)."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from domain.catan import maps, options
from domain.catan.maps.own import EDITION, is_own
from domain.catan.module import Module, Rules
from domain.catan.modules import REGISTRY
from domain.core.config import Config
from domain.core.discovery import find_chapters
from domain.core.documents import JsonObject
from domain.core.errors import InvalidConfiguration, Unsound

BASE: Final[tuple[Module, ...]] = tuple(find_chapters("domain.catan.chapters", "MODULE"))
"""The chapters of the base game, in the order of the rulebook that each of them states."""
LISTED: Final = tuple(sorted(BASE, key=lambda module: module.order if module.listing is None else module.listing))
"""The order in which they list commands: trades with the bank stand before answers to offers."""

FEWEST: Final = 3
MOST: Final = 6
_SEATS: Final = "catan.players.base_count"
_ROOM: Final = "combo.own_board.room"
_BY_NAME: Final = {module.name: module for module in REGISTRY}
CHOSEN: Final = tuple(module.name for module in REGISTRY if module.brought_by is None)


@cache
def _rules(names: tuple[str, ...]) -> Rules:
    """Return the rules of some modules; commands of later ones are listed first, those of the base game last."""
    modules = [_BY_NAME[name] for name in names]
    return Rules((*BASE, *modules), listing=(*reversed(modules), *LISTED))


def compose(names: Sequence[str]) -> Rules:
    """Return the rules of the base game with named modules."""
    return _rules(tuple(names))


EVERYTHING: Final = compose([module.name for module in REGISTRY])
"""Return the rules of all modules at once, for what all of them offer together."""


def list_brought(seats: int, map_name: str) -> list[Module]:
    """Return the modules that seats and map bring by themselves."""
    return [module for module in REGISTRY if module.brought_by is not None and module.brought_by(seats, map_name)]


def reasons(seats: int, map_name: str, modules: Sequence[str]) -> list[str]:
    """Return the rules against a combination; empty where it can be played."""
    found = []
    for module in [*list_brought(seats, map_name), *(_BY_NAME[name] for name in modules)]:
        rule = module.map_refusal(seats, map_name) if module.map_refusal is not None else None
        if rule is not None:
            found.append(rule)
    if not found and seats not in maps.seats_of(map_name):
        return [_ROOM if is_own(map_name) else _SEATS]
    return found


def configure(seats: int, map_name: str | None, modules: Sequence[str], asked: JsonObject) -> Config:
    """Return the complete configuration; raises InvalidConfiguration naming the field."""
    if not FEWEST <= seats <= MOST:
        raise InvalidConfiguration("seats", "seats", _SEATS, minimum=FEWEST, maximum=MOST)
    name = map_name or maps.DEFAULT
    if is_own(name):
        _check_own(name)
    elif not maps.is_known(name):
        raise InvalidConfiguration("map", "unknown_map", map=name, allowed=list(maps.NAMES))
    own = tuple(module.name for module in list_brought(seats, name))
    for module in modules:
        if module not in CHOSEN and module not in own:
            raise InvalidConfiguration("modules", "unknown_module", module=module, allowed=list(CHOSEN))
    chosen = tuple(module for module in CHOSEN if module in modules)
    against = reasons(seats, name, chosen)
    if against:
        field = "modules" if seats in maps.seats_of(name) else "map"
        raise InvalidConfiguration(field, "does_not_combine", against[0], map=name, seats=seats)
    active = chosen + own
    values = options.complete(seats, name, asked, EVERYTHING)
    draft = Config(seats, name, tuple(module.name for module in REGISTRY if module.name in active), values)
    return options.with_target(draft, compose(draft.modules))


def _check_own(name: str) -> None:
    """Raise InvalidConfiguration unless a name stands for a board."""
    try:
        maps.read(name)
    except Unsound as broken:
        raise InvalidConfiguration("map", broken.key, **broken.params) from None


def describe() -> JsonObject:
    """Describe seats, maps, modules and combinations: each playable with its target, or refused with its reasons."""
    return {
        "seats": {"minimum": FEWEST, "maximum": MOST},
        "maps": [
            {"id": name, "default": name == maps.DEFAULT, "seats": list(maps.seats_of(name)), **maps.about(name)}
            for name in maps.NAMES
        ],
        "boards": [EDITION],
        "modules": list(CHOSEN),
        "matrix": [
            {"map": name, "modules": list(chosen), "seats": seats, **_cell(seats, name, chosen)}
            for name in maps.NAMES
            for size in range(len(CHOSEN) + 1)
            for chosen in combinations(CHOSEN, size)
            for seats in range(FEWEST, MOST + 1)
        ],
    }


def _cell(seats: int, name: str, chosen: Sequence[str]) -> JsonObject:
    against = reasons(seats, name, chosen)
    if against:
        return {"playable": False, "reasons": against}
    return {"playable": True, "target": configure(seats, name, chosen, {}).options["victory_points"]}
