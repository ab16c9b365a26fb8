"""Gives the Harbormaster to the seat with most at harbors (an official variant, printed in Traders & Barbarians).

It moves as Longest Road does. Harbor points are read off the board; only who holds the card has to be remembered.
"""

from dataclasses import dataclass
from typing import Final

from domain.catan import maps
from domain.catan.awards import move_award, rightful_holder
from domain.catan.belief import Belief
from domain.catan.chapters.building.messages import CityBuilt, SettlementBuilt
from domain.catan.kinds import OPTIONAL_SEAT
from domain.catan.module import Module
from domain.catan.module_slices import OpenSlice
from domain.catan.points import Points
from domain.catan.state import Public, State
from domain.catan.terms import AWARD_POINTS, NOBODY
from domain.core.chapter import Chapter, Owed
from domain.core.config import Config
from domain.core.decider import Draft
from domain.core.documents import Document, JsonObject
from domain.core.errors import Unsound
from domain.core.messages import Field, Message, everybody
from domain.core.table_state import TableState

NAME: Final = "harbormaster"
FEWEST: Final = 3
"""With so many harbor points a seat can hold the card."""


@dataclass(slots=True)
class HarbormasterMoved:
    """The Harbormaster card went from a seat to another; -1 stands for no seat."""

    seat: int
    loser: int


class Harbormaster(OpenSlice):
    """Holds who has the card, which everybody sees."""

    def __init__(self, holder: int) -> None:
        self.holder = holder

    def copy(self) -> "Harbormaster":
        """Return an independent copy."""
        return Harbormaster(self.holder)

    def pack(self) -> object:
        """Return the holder's seat."""
        return self.holder

    def render(self, view: TableState, seat: int) -> JsonObject:
        """Render who holds the card, and the harbor points of each seat."""
        assert isinstance(view, Public)
        seats = [{"seat": one, "points": points} for one, points in enumerate(harbor_points(view))]
        return {"holder": None if self.holder == NOBODY else self.holder, "seats": seats}


def restore_award(shown: Document, state: Public, observer: int) -> Harbormaster:
    """Return the slice from what views show of it."""
    award = Harbormaster(NOBODY if shown["holder"] is None else shown["holder"])
    if award.render(state, observer) != shown:
        raise Unsound("module", "/harbormaster", module=NAME)
    return award


def award_of(state: Public) -> Harbormaster:
    """Return this module's part of a position."""
    award = state.slices[NAME]
    assert isinstance(award, Harbormaster)
    return award


def harbor_points(state: Public) -> list[int]:
    """Return the harbor points of every seat: 1 for a settlement at a harbor, 2 for a city."""
    harbors = state.setting.board.harbor_nodes
    pieces = zip(state.settlements, state.cities, strict=True)
    return [(settled & harbors).bit_count() + 2 * (cities & harbors).bit_count() for settled, cities in pieces]


def give_card(draft: Draft[State]) -> None:
    """Move the card where the harbor points say so: it must be exceeded, and a tie keeps its holder."""
    holder = award_of(draft.state).holder
    seat = rightful_holder(harbor_points(draft.state), holder, FEWEST)
    if seat != holder:
        draft.emit(HarbormasterMoved(seat, holder))


def after_building(draft: Draft[State], seat: int, event: SettlementBuilt | CityBuilt) -> Owed:
    """A new building at a harbor may move the card."""
    if draft.state.setting.board.harbor_nodes >> event.node & 1:
        give_card(draft)
    return []


def harbormaster_moved(s: State, event: HarbormasterMoved) -> None:
    """Give the card to its new holder, with its points."""
    move_award(s.points, event.loser, event.seat)
    award_of(s).holder = event.seat


def learn_harbormaster_moved(b: Belief, event: HarbormasterMoved) -> None:
    """The points of the card move with it."""
    move_award(b.points, event.loser, event.seat)


def card_points(state: State, seat: int) -> int:
    """Return the points of the card to its holder."""
    return AWARD_POINTS if award_of(state).holder == seat else 0


def more_to_win(config: Config) -> int:
    """Return the point that the card adds to the target, on maps with harbors."""
    return 1 if {"harbors", "islands"} & maps.read(config.map).keys() else 0


def check_holder(state: State) -> None:
    """Raise Unsound unless the card is where the harbor points say."""
    holder = award_of(state).holder
    if holder >= state.seats or rightful_holder(harbor_points(state), holder, FEWEST) != holder:
        raise Unsound("module", module=NAME)


MODULE: Final = Module(
    order=7,
    chapter=Chapter(
        NAME,
        evolvers={HarbormasterMoved: harbormaster_moved},
        reactions={SettlementBuilt: after_building, CityBuilt: after_building},
        check=check_holder,
        settle=give_card,
    ),
    events=(
        Message(HarbormasterMoved, (Field("seat", OPTIONAL_SEAT), Field("loser", OPTIONAL_SEAT)), affects=everybody),
    ),
    points=Points(scores=(card_points,), target=(more_to_win,)),
    open_slice=lambda setting: Harbormaster(NOBODY),
    unpack_slice=lambda packed, state: Harbormaster(packed),
    restore_slice=restore_award,
    evidence={HarbormasterMoved: learn_harbormaster_moved},
)
