"""Registers the drawing of every module, by its name."""

from collections.abc import Mapping
from typing import Final

from domain.catan.state import Setting
from service.pictures.catan.module_art import ModuleArt
from service.pictures.catan.modules import dice_deck, erie_canal, favors, helpers, towns

ART: Final[Mapping[str, ModuleArt]] = {
    "favors": favors.ART,
    "helpers": helpers.ART,
    "erie-canal": erie_canal.ART,
    "towns": towns.ART,
    "dice-deck": dice_deck.ART,
}


def art_of(setting: Setting) -> list[ModuleArt]:
    """Return what the modules of a game draw, in the order in which the game composes them."""
    return [ART[chapter.name] for chapter in setting.rules.chapters if chapter.name in ART]
