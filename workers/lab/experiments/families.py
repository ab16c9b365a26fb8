"""Looks up what the packages of agents say about how they are measured."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from domain.families import FAMILIES, doors
from workers.agents.measures import Lesson, Measures

MEASURES: Final[Mapping[str, Measures]] = doors("workers.agents", "MEASURES")
"""What is measured, by ruleset."""

USUAL: Final = next(iter(FAMILIES))
"""The ruleset where none is named."""


def lesson_of(ruleset: str) -> Lesson:
    """Return what a training of a ruleset fits; raises ValueError where nothing is learned."""
    module, _, name = MEASURES[ruleset].lesson.partition(":")
    if not name:
        raise ValueError(f"nothing is learned from games of {ruleset}")
    lesson: Lesson = getattr(import_module(module), name)
    return lesson
