"""What drawings say of the Harbormaster: who holds the card, and the harbor points of each seat."""

from typing import Final

from domain.catan.modules.harbormaster import award_of, harbor_points
from domain.catan.state import Public
from service.pictures.catan.module_art import ModuleArt
from service.pictures.shapes import Said, phrase


def legend(state: Public) -> list[str]:
    """Return the harbor points by seat, and the holder."""
    points = [f"seat {seat} {count}{_mark(state, seat)}" for seat, count in enumerate(harbor_points(state))]
    return [f"harbor points: {', '.join(points)}"]


def _mark(state: Public, seat: int) -> str:
    return " (Harbormaster)" if award_of(state).holder == seat else ""


def seat_notes(state: Public, seat: int) -> list[Said]:
    """Return a seat's harbor points, and whether it holds the card."""
    count = harbor_points(state)[seat]
    held = award_of(state).holder == seat
    return [phrase("harbormaster" if held else "harbor_points", count=count)] if count else []


ART: Final = ModuleArt(legend=legend, seat_notes=seat_notes)
