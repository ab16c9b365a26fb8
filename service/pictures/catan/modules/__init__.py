"""Draws the modules of Catan: what one of them draws stands here in the file of its name, if it draws anything."""

from functools import cache
from typing import Final

from domain.catan.state import Setting
from domain.core.discovery import find
from service.pictures.catan.module_art import ModuleArt

_NONE: Final = ModuleArt()


@cache
def _art(module: str) -> ModuleArt:
    return find("service.pictures.catan.modules", module, "ART") or _NONE


def art_of(setting: Setting) -> list[ModuleArt]:
    """Return what the modules of a game draw, in the order in which the game composes them."""
    return [_art(module) for module in setting.config.modules]
