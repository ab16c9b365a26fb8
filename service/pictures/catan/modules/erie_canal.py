"""Draws the canal tokens."""

from typing import Final

from domain.catan.modules.erie_canal.holdings import ANY, canal_of
from domain.catan.state import Public
from domain.catan.terms import RESOURCES
from service.pictures.catan.module_art import ModuleArt
from service.pictures.shapes import Said, phrase


def legend(state: Public) -> list[str]:
    """Return where the tokens are."""
    canal = canal_of(state)
    return [f"canal tokens: supply {canal.supply}, seats {', '.join(str(count) for count in canal.held)}"]


def seat_notes(state: Public, seat: int) -> list[Said]:
    """Return a seat's tokens, and what the one in use is good for."""
    canal = canal_of(state)
    held: list[Said] = [phrase("canal_tokens", count=canal.held[seat])] if canal.held[seat] else []
    if canal.used < 0 or seat != state.active:
        return held
    return [*held, phrase("canal_used", resource="any" if canal.used == ANY else RESOURCES[canal.used])]


def table_notes(state: Public) -> list[Said]:
    """Return the supply of tokens."""
    return [phrase("canal_supply", count=canal_of(state).supply)]


ART: Final = ModuleArt(legend=legend, seat_notes=seat_notes, table_notes=table_notes)
