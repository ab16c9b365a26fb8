"""Defines the dice game as a ruleset: a sum of its chapters."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from domain.core.agenda import AgendaSet, Frame
from domain.core.chance import Chance
from domain.core.documents import Document, JsonObject
from domain.core.kinds import CONFIG
from domain.core.masks import bits
from domain.core.messages import Field, Message, MessageTable
from domain.core.phrase import Phrase
from domain.core.position import POSITION_SET, PositionSet
from domain.core.rules import Rules
from domain.core.ruleset import SEAT_IDLES, Config, Result
from domain.core.table_game import TableGame
from domain.core.table_state import SPECTATOR
from domain.dice import packing, view
from domain.dice.chapters import converting, rolling, scoring, turn
from domain.dice.chapters.building import chapter as building
from domain.dice.chapters.building import messages as buildings
from domain.dice.chapters.building.messages import (
    BuildKnight,
    DiceBuildCity,
    DiceBuildRoad,
    DiceBuildSettlement,
    DiceCityBuilt,
    DiceRoadBuilt,
    DiceSettlementBuilt,
    KnightBuilt,
)
from domain.dice.chapters.converting import ExchangeGold, GoldExchanged, JokerUsed, UseJoker
from domain.dice.chapters.rolling import DiceDiceRolled, DiceRollDice, RollingStopped, StopRolling
from domain.dice.chapters.scoring import BoxFilled, EndTurn, GameEnded, TurnStarted
from domain.dice.geometry import PLACED, geometry, names_of
from domain.dice.kinds import SEAT
from domain.dice.options import OFFER
from domain.dice.state import DiceGameStarted, Setting, State
from domain.dice.terms import AGENDA, ROLL
from domain.dice.view import Knowledge

CHAPTERS: Final = (turn.CHAPTER, rolling.CHAPTER, converting.CHAPTER, building.CHAPTER, scoring.CHAPTER)

Command = (
    DiceRollDice
    | StopRolling
    | UseJoker
    | ExchangeGold
    | DiceBuildRoad
    | DiceBuildSettlement
    | DiceBuildCity
    | BuildKnight
    | EndTurn
)
"""Represents any command of the dice game."""

Event = (
    DiceGameStarted
    | TurnStarted
    | DiceDiceRolled
    | RollingStopped
    | JokerUsed
    | GoldExchanged
    | DiceRoadBuilt
    | DiceSettlementBuilt
    | DiceCityBuilt
    | KnightBuilt
    | BoxFilled
    | GameEnded
    | AgendaSet
    | PositionSet
)
"""Represents any event of the dice game."""

COMMANDS: Final[MessageTable[Command]] = MessageTable(
    (*rolling.COMMANDS, *converting.COMMANDS, *buildings.COMMANDS, *scoring.COMMANDS)
)
EVENTS: Final[MessageTable[Event]] = MessageTable(
    (
        POSITION_SET,
        Message(
            DiceGameStarted,
            (Field("config", CONFIG), Field("first", SEAT)),
            reveals=True,
            was=("GameStarted",),
        ),
        AGENDA.message(),
        scoring.TURN_STARTED,
        *rolling.EVENTS,
        *converting.EVENTS,
        *buildings.EVENTS,
        *scoring.EVENTS,
    )
)


class CatanDice(TableGame[State, Knowledge, Command, Event]):
    """Represents the dice game of 2007 for one to four players."""

    def __init__(self) -> None:
        super().__init__(Rules(CHAPTERS), COMMANDS, EVENTS)
        self.name = "catan-dice"
        self.version = 1
        self.pack_version = 1
        self.leaving = SEAT_IDLES
        self.offer = OFFER
        self.ended = "dice.end.fifteen_turns"

    def setup(self, config: Config, chance: Chance) -> list[Event]:
        """Return the events that open a game with empty sheets; the configured seat begins, by default one drawn."""
        named = self.completed(config).options["starting_seat"]
        first = chance.pick("start", 0, (1,) * config.seats) if named is None else int(named)
        return [DiceGameStarted(config.document(), first), TurnStarted(first, 1), AgendaSet((Frame(ROLL, 1 << first),))]

    def lay_out(self, event: DiceGameStarted) -> State:
        """Return the position with empty sheets."""
        return State(Setting(event))

    def refusal(self, state: State, seat: int, frame: Frame, command: type) -> str:
        """Return the rule that refuses a command: that of the final result first, then that of the frame."""
        final = turn.final_rule(state, frame, command) if frame.seats >> seat & 1 else None
        return final or super().refusal(state, seat, frame, command)

    def observe(self, state: State, seat: int | None) -> Knowledge:
        """Return what a seat or a spectator knows: everything."""
        return Knowledge(state, SPECTATOR if seat is None else seat)

    def render(self, knowledge: Knowledge) -> JsonObject:
        """Return knowledge as JSON."""
        return view.render(knowledge)

    def determinize(self, knowledge: Knowledge, rng: Random) -> State:
        """Return the position itself: nothing is unknown."""
        return State(knowledge.setting, knowledge)

    def result(self, state: State) -> Result | None:
        """Return the winners and all totals, once every box is full."""
        return Result(tuple(bits(state.winners)), self.points(state)) if state.winners else None

    def points(self, state: State) -> tuple[int, ...]:
        """Return the total of every sheet so far."""
        return tuple([state.total(seat) for seat in range(state.seats)])

    def geometry(self, state: State) -> JsonObject:
        """Return the printed sheet."""
        return geometry()

    def printed(self, config: Config) -> JsonObject | None:
        """Return the sheet, which is the same for every game."""
        return geometry()

    def named_places(self) -> Mapping[str, tuple[str, str]]:
        """Map the members of messages that name a place to the board."""
        return PLACED

    def place_names(self, board: Document) -> Mapping[str, Sequence[Phrase | None]]:
        """Return the names of the places on a board."""
        return names_of(board)

    def pack(self, state: State) -> bytes:
        """Return the position as bytes."""
        return packing.pack(state)

    def unpack(self, packed: bytes) -> State:
        """Return the position from its bytes."""
        return packing.unpack(packed)
