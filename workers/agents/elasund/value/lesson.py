"""Defines what `workers.lab.training.train` fits for Elasund, for each number of seats by itself."""

from typing import Final

from domain.elasund.terms import MOST_SEATS
from workers.agents.elasund.value.figures import NAMES, POINTS, figures
from workers.agents.elasund.value.model import path_of
from workers.agents.measures import Lesson

LESSON: Final = Lesson(NAMES, POINTS, figures, path_of(MOST_SEATS))
