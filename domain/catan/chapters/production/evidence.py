"""Updates beliefs by what the bank pays for a roll."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.production import messages as e
from domain.catan.terms import KINDS


def resources_produced(b: Belief, event: e.ResourcesProduced) -> None:
    """All players see what the bank pays."""
    for at in range(0, len(event.gains), KINDS):
        b.hands.gain(at // KINDS, event.gains[at : at + KINDS])


EVIDENCE: Final[Evidence] = {e.ResourcesProduced: resources_produced}
