"""Composes Longest Road, which has no command of its own: building measures the routes."""

from typing import Final

from domain.catan.chapters.longest_road.evidence import EVIDENCE
from domain.catan.chapters.longest_road.evolve import EVOLVERS
from domain.catan.chapters.longest_road.messages import EVENTS
from domain.catan.chapters.longest_road.rules import measure_all
from domain.catan.module import Module
from domain.core.chapter import Chapter

LONGEST_ROAD: Final = Module(
    chapter=Chapter("longest_road", evolvers=EVOLVERS, settle=measure_all), events=EVENTS, evidence=EVIDENCE
)
