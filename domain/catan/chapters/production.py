"""Rolls the dice and produces resources, in phase 1 (rulebook 003, Production; bank shortage: component facts A.5)."""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief
from domain.catan.board import Source
from domain.catan.chapters.robber.rules import seven_frames
from domain.catan.chapters.turn import trade_phase
from domain.catan.kinds import DIE, HANDS, OF_SEAT
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import KINDS, PHASES, ROLL, STREAM_DICE
from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.kinds import array
from domain.core.messages import AnyCommand, Field, Message, name_rows
from domain.core.table_state import pop


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll for production."""


@dataclass(slots=True)
class DiceRolled:
    """The dice were rolled for production."""

    seat: int
    dice: tuple[int, ...]


@dataclass(slots=True)
class ResourcesProduced:
    """The bank paid each seat for a roll; the gains are flat by seat and kind."""

    gains: tuple[int, ...]


SEVEN: Final = 7
ROLLS: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
EVEN: Final = (1,) * len(ROLLS)
_ANY: Final = tuple((kind, 1_000_000) for kind in range(KINDS))
_ROLL: Final[list[AnyCommand]] = [RollDice()]


def roll_dice(draft: Draft[State], seat: int, command: RollDice) -> Agenda | None:
    """Roll; a seven brings the robber, any other sum pays every seat."""
    state = draft.state
    dice = ROLLS[_roll(draft)]
    draft.emit(DiceRolled(seat, dice))
    number = dice[0] + dice[1]
    trade = trade_phase(seat, state.setting.combined)
    if len(state.agenda) > 1:
        trade = (*pop(state), *trade)
    if number == SEVEN:
        return (*trade, *seven_frames(state, seat))
    gains = production(state, number)
    if any(gains):
        draft.emit(ResourcesProduced(tuple(gains)))
    return trade


def list_roll(state: State, seat: int) -> list[AnyCommand]:
    """Return the roll."""
    return _ROLL


def _roll(draft: Draft[State]) -> int:
    """Draw one of `ROLLS`: all are alike, as two dice fall, unless a module says otherwise."""
    said = draft.state.setting.points.rolls
    return draft.draw(STREAM_DICE, said[0](draft.state)) if said else draft.draw_even(STREAM_DICE, len(ROLLS))


def production(state: State, number: int) -> list[int]:
    """Return what the bank pays for a sum, flat by seat and kind, after shortages."""
    gains = [0] * (state.seats * KINDS)
    tiles, nodes, most = state.setting.board.sources[number]
    for seat in range(state.seats):
        settlements, cities = state.settlements[seat] & nodes, state.cities[seat] & nodes
        if settlements or cities:
            _add_due(gains, seat * KINDS, tiles, state.robber, settlements, cities)
    for more in state.setting.points.yields:
        gains = [due + count for due, count in zip(gains, more(state, number), strict=True)]
        most = _ANY
    for kind, due in most:
        if state.bank[kind] < due:
            _settle_shortage(state, gains, kind)
    return gains


def _add_due(gains: list[int], at: int, tiles: tuple[Source, ...], robber: int, settlements: int, cities: int) -> None:
    """Add what the buildings of a seat are due from all tiles but the robber's; `at` is where its gains begin."""
    for tile, resource, nodes in tiles:
        if tile != robber:
            gains[at + resource] += (settlements & nodes).bit_count() + 2 * (cities & nodes).bit_count()


def _settle_shortage(state: State, gains: list[int], kind: int) -> None:
    """Settle a shortage: a short kind is not paid, unless it is due to a single seat, which takes what is left."""
    due, left = sum(gains[kind::KINDS]), state.bank[kind]
    if due > left:
        for at in range(kind, len(gains), KINDS):
            gains[at] = left if gains[at] == due else 0


def dice_rolled(s: State, event: DiceRolled) -> None:
    """Let the dice show the result."""
    s.dice = event.dice[0] * 10 + event.dice[1]
    s.draws[STREAM_DICE] += 1


def resources_produced(s: State, event: ResourcesProduced) -> None:
    """Hand the resources out from the bank."""
    for at, count in enumerate(event.gains):
        if count:
            s.hands[at] += count
            s.known[at] += count
            s.bank[at % KINDS] -= count


def learn_resources_produced(b: Belief, event: ResourcesProduced) -> None:
    """All players see what the bank pays."""
    for at in range(0, len(event.gains), KINDS):
        b.hands.gain(at // KINDS, event.gains[at : at + KINDS])


MODULE: Final = Module(
    order=2,
    chapter=Chapter(
        "production",
        frames={ROLL: "roll"},
        streams={STREAM_DICE: "dice"},
        outcomes={STREAM_DICE: ([list(dice) for dice in ROLLS],)},
        rules={RollDice: roll_dice},
        acting=Times(
            allowed={ROLL: frozenset({RollDice})},
            refusals={phase: {RollDice: "catan.turn.roll_once"} for phase in PHASES},
            listers={ROLL: list_roll},
        ),
        idle=(RollDice,),
        evolvers={DiceRolled: dice_rolled, ResourcesProduced: resources_produced},
    ),
    commands=(Message(RollDice),),
    events=(
        Message(DiceRolled, (OF_SEAT, Field("dice", array(DIE, 2))), reveals=True),
        Message(ResourcesProduced, (Field("gains", HANDS),), affects=name_rows("gains", KINDS)),
    ),
    evidence={ResourcesProduced: learn_resources_produced},
)
