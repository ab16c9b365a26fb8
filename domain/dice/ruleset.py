"""Defines the dice game as a ruleset: a sum of its chapters."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from domain.core.agenda import AgendaSet, Frame
from domain.core.chance import Chance
from domain.core.chapter import Rules
from domain.core.config import Config
from domain.core.discovery import find_chapters
from domain.core.documents import Document, JsonObject, by_name, show_seat
from domain.core.errors import Unsound
from domain.core.kinds import CONFIG
from domain.core.knowledge import Known
from domain.core.masks import bits, mask_of
from domain.core.messages import AnyCommand, AnyEvent, Field, Message, MessageTable
from domain.core.packing import POSITION_SET
from domain.core.places import Phrase
from domain.core.ruleset import SEAT_IDLES, Result
from domain.core.table_game import TableGame
from domain.core.table_state import SPECTATOR
from domain.dice import packing
from domain.dice.chapters import turn
from domain.dice.chapters.scoring import TurnStarted, check_turn, find_winners
from domain.dice.geometry import PLACED, geometry, names_of
from domain.dice.options import OFFER
from domain.dice.setting import DiceGameStarted, Setting
from domain.dice.sheet import KNIGHTS
from domain.dice.state import Knowledge, State
from domain.dice.terms import AGENDA, NO_DICE, ROLL, SEAT, SYMBOLS

RULES: Final[Rules[State]] = Rules(find_chapters("domain.dice.chapters", "CHAPTER"))
_STARTED: Final = Message(
    DiceGameStarted, (Field("config", CONFIG), Field("first", SEAT)), reveals=True, was=("GameStarted",)
)


class CatanDice(TableGame[State, Knowledge, AnyCommand, AnyEvent]):
    """Represents the dice game of 2007 for one to four players."""

    def __init__(self) -> None:
        events = (POSITION_SET, _STARTED, AGENDA.message(), *RULES.events)
        super().__init__(RULES, MessageTable(RULES.commands), MessageTable(events))
        self.name = "catan-dice"
        self.version = 1
        self.pack_version = 1
        self.leaving = SEAT_IDLES
        self.offer = OFFER
        self.ended = "dice.end.fifteen_turns"

    def setup(self, config: Config, chance: Chance) -> list[AnyEvent]:
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
        """Return the position as JSON, the same for everybody (ruling dice.information.all_public)."""
        return {
            "turn": knowledge.turn,
            "active": show_seat(knowledge.active),
            "rolls": knowledge.rolls,
            "dice": by_name(SYMBOLS, knowledge.dice) if knowledge.rolls else None,
            "converted": knowledge.converted,
            "turn_points": knowledge.gained,
            "turn_pieces": knowledge.built,
            "turn_knights": knowledge.fresh,
            "agenda": AGENDA.documents(knowledge.agenda),
            "seats": [_sheet(knowledge, seat) for seat in range(knowledge.seats)],
        }

    def landmarks(self, state: State) -> tuple[object, ...]:
        """Return the sheets and the dice."""
        sheets = (state.roads, state.settlements, state.cities, state.knights, state.used, state.boxes)
        return (*sheets, state.dice, state.rolls, state.built)

    def restore(self, known: Known) -> State:
        """Return the position, all of which is shown."""
        shown = known.state
        first = (shown["active"] - shown["turn"] + 1) % known.config.seats if known.first is None else known.first
        state = State(Setting(DiceGameStarted(known.config.document(), first)))
        state.agenda = AGENDA.kind.decode(shown["agenda"])
        state.active, state.turn, state.rolls = shown["active"], shown["turn"], shown["rolls"]
        state.dice = NO_DICE if shown["dice"] is None else tuple([shown["dice"][name] for name in SYMBOLS])
        state.converted, state.gained = shown["converted"], shown["turn_points"]
        state.built, state.fresh = shown["turn_pieces"], shown["turn_knights"]
        for seat, sheet in enumerate(shown["seats"]):
            _restore_sheet(state, seat, sheet)
        state.winners = 0 if state.agenda else find_winners(state)
        self.check(state)
        check_turn(state)
        return state

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


def _restore_sheet(state: State, seat: int, sheet: Document) -> None:
    """Fill a seat's sheet; raises Unsound for pieces that are not built in their order."""
    state.roads[seat] = mask_of(sheet["roads"])
    state.settlements[seat], state.cities[seat] = len(sheet["settlements"]), len(sheet["cities"])
    state.knights[seat] = len(sheet["knights"])
    state.used[seat] = mask_of([knight - 1 for knight in sheet["jokers_used"]])
    state.boxes[seat] = tuple(sheet["boxes"])
    for name, value in _sheet(state, seat).items():
        if sheet[name] != value:
            raise Unsound("sheet", f"/seats/{seat}/{name}", seat=seat)


def _sheet(state: State, seat: int) -> JsonObject:
    knights = range(1, KNIGHTS + 1)
    return {
        "seat": seat,
        "points": state.total(seat),
        "boxes": list(state.boxes[seat]),
        "roads": bits(state.roads[seat]),
        "settlements": state.settlement_numbers(seat),
        "cities": state.city_numbers(seat),
        "knights": [knight for knight in knights if knight <= state.knights[seat]],
        "jokers": [knight for knight in knights if state.has_joker(seat, knight)],
        "jokers_used": [knight for knight in knights if state.used[seat] >> knight - 1 & 1],
    }
