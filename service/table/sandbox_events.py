"""Defines the event by which the owner of a sandbox game chooses draws."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.chance import Choice
from domain.core.kinds import json_value
from domain.core.messages import Field, Message

MOST_DRAWS: Final = 100
"""Limits how many draws are chosen at a time."""


@dataclass(frozen=True, slots=True)
class DrawsChosen:
    """The owner of a sandbox game chose what the next draws bring; earlier choices are dropped.

    Each of the `draws` holds stream, number, and outcome, as an index among so many `outcomes`.
    """

    draws: list[dict[str, Any]]


def draws_chosen(choices: list[Choice]) -> DrawsChosen:
    """Return the event of some choices."""
    return DrawsChosen(
        [
            {"stream": choice.stream, "number": choice.n, "outcomes": choice.size, "outcome": choice.outcome}
            for choice in choices
        ]
    )


def choices_of(event: DrawsChosen) -> tuple[Choice, ...]:
    """Return the choices of an event."""
    return tuple(Choice(one["stream"], one["number"], one["outcomes"], one["outcome"]) for one in event.draws)


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


_CHOSEN: Final = {
    "stream": {"type": "string"},
    "number": _whole(0, 2**53),
    "outcomes": _whole(1, 2**31),
    "outcome": _whole(0, 2**31),
}
SANDBOX_MESSAGES: Final = (
    Message(
        DrawsChosen,
        (
            Field(
                "draws",
                json_value(
                    {
                        "type": "array",
                        "items": {"type": "object", "properties": _CHOSEN, "required": list(_CHOSEN)},
                        "maxItems": MOST_DRAWS,
                    }
                ),
            ),
        ),
    ),
)
