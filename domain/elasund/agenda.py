"""Makes and stacks the frames of Elasund's agenda."""

from typing import Final

from domain.core.agenda import Agenda, Frame, Frames, member
from domain.core.kinds import flag, word_mask
from domain.elasund.kinds import COUNT
from domain.elasund.terms import BUILD, FRAMES, HUT, HUTS, MOST_SEATS, PERMIT, REWARD, ROLL, SPECIAL

AGENDA: Final = Frames(
    FRAMES,
    {
        REWARD: member("most", COUNT),
        HUT: member("huts", word_mask(dict(enumerate(HUTS)))),
        SPECIAL: member("done", flag()),
    },
    MOST_SEATS,
)

_ROLL: Final = tuple((Frame(ROLL, 1 << seat),) for seat in range(MOST_SEATS))
_BUILD: Final = tuple((Frame(BUILD, 1 << seat),) for seat in range(MOST_SEATS))
_PERMIT: Final = tuple((Frame(PERMIT, 1 << seat),) for seat in range(MOST_SEATS))
_SPECIAL: Final = tuple(tuple((Frame(SPECIAL, 1 << seat, done),) for done in (0, 1)) for seat in range(MOST_SEATS))


def roll_phase(seat: int) -> Agenda:
    """Return the agenda of phase 1: the active player must roll."""
    return _ROLL[seat]


def build_phase(seat: int) -> Agenda:
    """Return the agenda of phase 2: up to two tiles."""
    return _BUILD[seat]


def permit_phase(seat: int) -> Agenda:
    """Return the agenda of phase 3: a permit or gold."""
    return _PERMIT[seat]


def special_phase(seat: int, is_done: bool = False) -> Agenda:
    """Return the agenda of phase 4: a special action, unless it is done; then the end of the turn."""
    return _SPECIAL[seat][is_done]
