"""Composes the end of the game, which any command may bring about."""

from typing import Final

from domain.catan.chapters.scoring.evidence import EVIDENCE
from domain.catan.chapters.scoring.evolve import EVOLVERS
from domain.catan.chapters.scoring.messages import EVENTS
from domain.catan.chapters.scoring.soundness import check_material
from domain.catan.module import Module
from domain.core.chapter import Chapter

SCORING: Final = Module(
    chapter=Chapter("scoring", evolvers=EVOLVERS, check=check_material), events=EVENTS, evidence=EVIDENCE
)
