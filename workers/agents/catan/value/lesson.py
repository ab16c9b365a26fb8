"""Defines what `make train` fits for Catan."""

from typing import Final

from workers.agents.catan.value.figures import NAMES, POINTS, figures
from workers.agents.catan.value.model import WEIGHTS
from workers.agents.measures import Lesson

LESSON: Final = Lesson(NAMES, POINTS, figures, WEIGHTS)
