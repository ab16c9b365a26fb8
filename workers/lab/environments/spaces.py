"""The spaces of observations, which PettingZoo and Gymnasium share, and observations in them."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from workers.lab.environments.description import Description
from workers.lab.environments.episode import Choice, Course
from workers.lab.environments.table import Look

NUMBERS: Final = np.iinfo(np.int32)


def observation_space(description: Description) -> spaces.Dict:
    """Return the space: the columns of the description as whole numbers, and the action mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(NUMBERS.min, NUMBERS.max, (description.width,), np.int32),
            "action_mask": spaces.Box(0, 1, (len(description.actions),), np.int8),
        }
    )


def observation_of(course: Course, seat: int, choice: Choice | None) -> dict[str, Any]:
    """Return what a seat observes, and its mask: all zeros unless the choice is its own."""
    return {
        "observation": course.observation(seat, _look(course, seat, choice)),
        "action_mask": course.description.actions.mask(_choices(seat, choice)),
    }


def text_of(course: Course, seat: int, choice: Choice | None) -> str:
    """Return the same as text."""
    return course.description.text(seat, _look(course, seat, choice).state, _choices(seat, choice))


def _look(course: Course, seat: int, choice: Choice | None) -> Look:
    return choice.look if choice is not None and choice.seat == seat else course.table.look(seat)


def _choices(seat: int, choice: Choice | None) -> dict[int, Any]:
    return choice.choices if choice is not None and choice.seat == seat else {}
