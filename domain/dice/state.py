"""Holds the position of the dice game: every seat's sheet, and the turn with its dice. All of it is public."""

from domain.core.agenda import Agenda, Frame
from domain.core.table_state import TableState
from domain.dice.setting import Setting
from domain.dice.sheet import CITIES, SETTLEMENTS
from domain.dice.terms import FACES, NO_DICE, NOBODY, STREAMS, SYMBOLS


class State(TableState):
    """Holds the sheets.

    They are a mask of roads, counts of settlements, cities and knights (each built in order), and a mask of the
    jokers crossed out, the first knight's at 1. Of the turn: dice by face, rolls made, points built so far.
    """

    def __init__(self, setting: Setting, source: "State | None" = None) -> None:
        self.setting = setting
        if source is None:
            self._lay_out(setting)
        else:
            self._copy(source)

    def _lay_out(self, setting: Setting) -> None:
        n = setting.seats
        self.seats = n
        self.agenda: Agenda = ()
        self.active = NOBODY
        self.turn = 0
        self.dice: tuple[int, ...] = NO_DICE
        self.rolls = 0
        self.converted = False  # whether a joker or gold was used this turn
        self.built = 0  # how many pieces were built this turn
        self.fresh = 0  # how many of them are knights
        self.gained = 0  # points built this turn
        self.winners = 0
        self.roads = [0] * n
        self.settlements = [0] * n
        self.cities = [0] * n
        self.knights = [0] * n
        self.used = [0] * n
        self.boxes: list[tuple[int, ...]] = [()] * n
        self.draws = [0] * len(STREAMS)

    def _copy(self, source: "State") -> None:
        self.seats = source.seats
        self.agenda = source.agenda
        self.active = source.active
        self.turn = source.turn
        self.dice = source.dice
        self.rolls = source.rolls
        self.converted = source.converted
        self.built = source.built
        self.fresh = source.fresh
        self.gained = source.gained
        self.winners = source.winners
        self.roads = source.roads[:]
        self.settlements = source.settlements[:]
        self.cities = source.cities[:]
        self.knights = source.knights[:]
        self.used = source.used[:]
        self.boxes = source.boxes[:]
        self.draws = source.draws[:]

    def copy(self) -> "State":
        """Return an independent copy; the setting is shared."""
        return State(self.setting, self)

    def total(self, seat: int) -> int:
        """Return the sum of a seat's boxes, each cross counting -2."""
        return sum(self.boxes[seat])

    def has_joker(self, seat: int, knight: int) -> bool:
        """Return whether a knight is built and its joker not crossed out."""
        return knight <= self.knights[seat] and not self.used[seat] >> knight - 1 & 1

    def is_fresh(self, seat: int, knight: int) -> bool:
        """Return whether a built knight of the active seat was built this turn."""
        return knight > self.knights[seat] - self.fresh

    def settlement_numbers(self, seat: int) -> list[int]:
        """Return the numbers on the settlements a seat has built."""
        return [place.points for place in SETTLEMENTS[: self.settlements[seat]]]

    def city_numbers(self, seat: int) -> list[int]:
        """Return the numbers on the cities a seat has built."""
        return [place.points for place in CITIES[: self.cities[seat]]]


class Knowledge(State):
    """Represents a position as one seat (or SPECTATOR) knows it: an independent copy, for all of it is public."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state.setting, state)
        self.seat = seat


def change(dice: tuple[int, ...], less: tuple[int, ...], more: tuple[int, ...] = NO_DICE) -> tuple[int, ...]:
    """Return counts of dice by face with some taken away and others added."""
    return tuple([dice[face] - less[face] + more[face] for face in range(FACES)])


def single(face: int, count: int = 1) -> tuple[int, ...]:
    """Return counts of dice by face that all show one face."""
    return tuple([count if face == k else 0 for k in range(FACES)])


def missing(dice: tuple[int, ...], wanted: tuple[int, ...]) -> dict[str, int]:
    """Return the missing dice by the word of their face; empty if all wanted dice are there."""
    return {SYMBOLS[face]: wanted[face] - dice[face] for face in range(FACES) if wanted[face] > dice[face]}


def open_frame(state: State, kind: int, seat: int) -> Agenda | None:
    """Return the agenda in which a frame waits for a seat; None if it is already open."""
    agenda = (Frame(kind, 1 << seat),)
    return None if agenda == state.agenda else agenda
