"""Defines Elasund as a ruleset: a sum of its chapters."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from domain.core.agenda import Frame
from domain.core.chance import Chance
from domain.core.chapter import Rules
from domain.core.config import Config
from domain.core.discovery import find_chapters
from domain.core.documents import Document, JsonObject
from domain.core.knowledge import Known
from domain.core.messages import AnyCommand, AnyEvent, MessageTable
from domain.core.packing import POSITION_SET
from domain.core.places import Phrase
from domain.core.ruleset import AGENT_PLAYS_ON, Result
from domain.core.table_game import Ending, TableGame
from domain.core.table_state import SPECTATOR
from domain.elasund import dealing, packing, restoring
from domain.elasund.chapters import scoring, setup, turn
from domain.elasund.chapters.setup import CityFounded
from domain.elasund.geometry import PLACED, geometry, names_of
from domain.elasund.knowledge import Knowledge, render
from domain.elasund.options import OFFER
from domain.elasund.setting import Setting
from domain.elasund.state import State
from domain.elasund.terms import AGENDA

RULES: Final[Rules[State]] = Rules(find_chapters("domain.elasund.chapters", "CHAPTER"))


class Elasund(TableGame[State, Knowledge, AnyCommand, AnyEvent]):
    """Represents the first city of Catan, for two, three and four players."""

    def __init__(self) -> None:
        events = MessageTable((POSITION_SET, AGENDA.message(), *RULES.events))
        super().__init__(RULES, MessageTable(RULES.commands), events, Ending(scoring.wins_now, scoring.win))
        self.name = "elasund"
        self.version = 1
        self.pack_version = 1
        self.leaving = AGENT_PLAYS_ON
        self.secret = "gold"
        self.offer = OFFER

    def setup(self, config: Config, chance: Chance) -> list[AnyEvent]:
        """Return the events that open a game."""
        founded = CityFounded(config.document())
        draft = self.draft(setup.found_city(founded), chance)
        setup.open_game(draft)
        return [founded, *draft.events]

    def lay_out(self, event: CityFounded) -> State:
        """Return the board with the starting huts."""
        return setup.found_city(event)

    def over(self, state: State) -> str:
        """Return the rule that ended the game, by edition."""
        return "elasund.end.win_immediate" if state.setting.wins_at_once else "elasund.end.win_end_of_turn"

    def refusal(self, state: State, seat: int, frame: Frame, command: type) -> str:
        """Return the rule that refuses a command: order of seats and builds per turn first, then that of the frame."""
        return turn.untimely(state, seat, frame, command) or super().refusal(state, seat, frame, command)

    def observe(self, state: State, seat: int | None) -> Knowledge:
        """Return what a seat or a spectator knows."""
        return Knowledge(state, SPECTATOR if seat is None else seat)

    def render(self, knowledge: Knowledge) -> JsonObject:
        """Return knowledge as JSON."""
        return render(knowledge)

    def landmarks(self, state: State) -> tuple[object, ...]:
        """Return the pieces in the city and on the trade track, and how many cards each seat holds."""
        return (
            (state.anchors, state.holders, state.permits, state.wall_counts, state.towers, state.church, state.track),
            (state.ship, state.dice, [state.hand_size(seat) for seat in range(state.seats)]),
        )

    def restore(self, known: Known) -> State:
        """Return a position of which a seat knows what the document shows."""
        state = restoring.restore(known)
        self.check(state)
        return state

    def determinize(self, knowledge: Knowledge, rng: Random) -> State:
        """Return a position that fits the knowledge."""
        return dealing.determinize(knowledge, rng)

    def result(self, state: State) -> Result | None:
        """Return the winners and all points, once there are winners."""
        return Result(state.winners, tuple(state.points)) if state.winners else None

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points of every seat."""
        return tuple(state.points)

    def geometry(self, state: State) -> JsonObject:
        """Return the immutable board."""
        return geometry(state.setting)

    def printed(self, config: Config) -> JsonObject | None:
        """Return the city for the seats and colors of a configuration."""
        return geometry(Setting(config.document()))

    def named_places(self) -> Mapping[str, tuple[str, str]]:
        """Map the members of messages that name a place to the board."""
        return PLACED

    def place_names(self, board: Document) -> Mapping[str, Sequence[Phrase | None]]:
        """Return the names of the places of a board."""
        return names_of(board)

    def pack(self, state: State) -> bytes:
        """Return the position as bytes."""
        return packing.pack(state)

    def unpack(self, packed: bytes) -> State:
        """Return the position from its bytes."""
        return packing.unpack(packed)
