"""Sets up the game and rolls for the starting seat (rulebook, Preparation and Sequence of play)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import AgendaSet
from domain.core.chapter import Chapter
from domain.core.decider import Draft
from domain.core.documents import JsonObject
from domain.core.kinds import CONFIG
from domain.core.messages import Field, Message, nobody
from domain.elasund.board import STARTING_HUTS
from domain.elasund.chapters.scoring import TurnStarted
from domain.elasund.chapters.ship import ROLLS
from domain.elasund.payments import draw_influence, take_gold
from domain.elasund.pieces import piece_of
from domain.elasund.setting import Setting
from domain.elasund.state import State
from domain.elasund.terms import LARGE_HUT, OF_SEAT, ROLL, SMALL_HUT, STARTING_GOLD, STREAM_DICE, TWO_DICE, phase


@dataclass(slots=True)
class CityFounded:
    """The board is laid out: gates by the number of players, the starting huts of the colors in the game."""

    config: JsonObject


@dataclass(slots=True)
class StartRolled:
    """A seat rolled for who starts."""

    seat: int
    dice: tuple[int, ...]


def found_city(event: CityFounded) -> State:
    """Return the board with the starting huts of the colors in the game."""
    state = State(Setting(event.config))
    for seat, color in enumerate(state.setting.colors):
        small, large = STARTING_HUTS[color]
        state.put_piece(piece_of(seat, SMALL_HUT), seat, small, 0)
        state.put_piece(piece_of(seat, LARGE_HUT), seat, large, 0)
    return state


def open_game(draft: Draft[State]) -> None:
    """Deal the starting hands, and roll for the starting seat."""
    for seat in range(draft.state.seats):
        take_gold(draft, seat, STARTING_GOLD)
        draw_influence(draft, seat, 1)
    first = _starting_seat(draft)
    draft.emit(TurnStarted(first, 1))
    draft.emit(AgendaSet(phase(ROLL, first)))


def _starting_seat(draft: Draft[State]) -> int:
    """Return the starting seat: the highest roll starts, and seats tied for it roll again among themselves."""
    rolling = list(range(draft.state.seats))
    while len(rolling) > 1:
        totals: dict[int, int] = {}
        for seat in rolling:
            dice = ROLLS[draft.draw_even(STREAM_DICE, len(ROLLS))]
            draft.emit(StartRolled(seat, dice))
            totals[seat] = sum(dice)
        rolling = [seat for seat, total in totals.items() if total == max(totals.values())]
    return rolling[0]


def start_rolled(s: State, event: StartRolled) -> None:
    """Count the draw of the dice."""
    s.draws[STREAM_DICE] += 1


CHAPTER: Final[Chapter[State]] = Chapter(
    "setup",
    order=1,
    events=(
        Message(CityFounded, (Field("config", CONFIG),), reveals=True),
        Message(StartRolled, (OF_SEAT, TWO_DICE), reveals=True, affects=nobody),
    ),
    evolvers={StartRolled: start_rolled},
)
