"""Provides a dice game stated as given / when / then, with real events.

table = Table().roads(0, 0).final(dice(brick=1, lumber=1, gold=4))
table.when(0, DiceBuildRoad(2))
assert table.dice == {"gold": 4}
"""

from random import Random
from typing import Any, Self

from domain.core.agenda import AgendaSet, Frame
from domain.core.chance import Chance, SampledChance, ScriptedChance
from domain.core.errors import IllegalCommand
from domain.core.ruleset import Result
from domain.dice import DICE
from domain.dice.chapters.building import DiceCityBuilt, DiceRoadBuilt, DiceSettlementBuilt, KnightBuilt
from domain.dice.chapters.converting import JokerUsed
from domain.dice.chapters.rolling import DiceDiceRolled, DiceRollDice, results
from domain.dice.chapters.scoring import BoxFilled, EndTurn, TurnStarted
from domain.dice.sheet import CITIES, SETTLEMENTS
from domain.dice.state import State
from domain.dice.terms import CONVERT, NO_DICE, REROLL, ROLL, SYMBOLS
from tests.domain.lawful import step
from tests.laws.dice import conserve

Dice = tuple[int, ...]


def dice(**counts: int) -> Dice:
    """Return dice by word as the rules write them: dice(ore=2, gold=1)."""
    assert set(counts) <= set(SYMBOLS)
    return tuple(counts.get(name, 0) for name in SYMBOLS)


class Table:
    """Represents a dice game under test; the first seat begins unless `starting_seat` says otherwise."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        config = DICE.configure(seats, None, (), {"starting_seat": 0, **options})
        opening, *rest = DICE.setup(config, ScriptedChance((0,)))
        self.state: State = DICE.begin(opening)
        self.events: list[Any] = []
        self._apply(*rest)

    def _apply(self, *events: Any) -> None:
        for event in events:
            DICE.evolve(self.state, event)

    # given ------------------------------------------------------------------------------------------------------
    def _given(self, *events: Any) -> Self:
        """These events happened in an earlier turn."""
        self._apply(*events, TurnStarted(self.state.active, self.state.turn))
        return self

    def roads(self, seat: int, *roads: int) -> Self:
        """The seat has built these roads."""
        return self._given(*(DiceRoadBuilt(seat, road, NO_DICE, 1) for road in roads))

    def settlements(self, seat: int, count: int) -> Self:
        """The seat has built its first settlements."""
        return self._given(*(DiceSettlementBuilt(seat, place.points, NO_DICE) for place in SETTLEMENTS[:count]))

    def cities(self, seat: int, count: int) -> Self:
        """The seat has built its first cities."""
        return self._given(*(DiceCityBuilt(seat, place.points, NO_DICE) for place in CITIES[:count]))

    def knights(self, seat: int, count: int) -> Self:
        """The seat has built its first knights."""
        return self._given(*(KnightBuilt(seat, knight, NO_DICE, knight) for knight in range(1, count + 1)))

    def used(self, seat: int, *knights: int) -> Self:
        """The seat has used these knights' jokers."""
        return self._given(*(JokerUsed(seat, knight, 0, NO_DICE) for knight in knights))

    def boxes(self, seat: int, *points: int) -> Self:
        """The seat has filled its first boxes."""
        return self._given(*(BoxFilled(seat, box, value) for box, value in enumerate(points, 1)))

    def turn(self, seat: int) -> Self:
        """It is a seat's turn to roll."""
        self._apply(TurnStarted(seat, self.state.turn + 1), AgendaSet((Frame(ROLL, 1 << seat),)))
        return self

    def rolled(self, shown: Dice, rolls: int = 1) -> Self:
        """The active seat has rolled this often, and the dice show this."""
        seat = self.state.active
        self._given()
        self._apply(*(DiceDiceRolled(seat, NO_DICE, shown) for _ in range(rolls)))
        self._apply(AgendaSet((Frame(REROLL if rolls < 3 else CONVERT, 1 << seat),)))
        return self

    def final(self, shown: Dice) -> Self:
        """The active seat has stopped after the first roll, and the dice show this."""
        self.rolled(shown)
        self._apply(AgendaSet((Frame(CONVERT, 1 << self.state.active),)))
        return self

    # when -------------------------------------------------------------------------------------------------------
    def when(self, seat: int, command: Any) -> Self:
        """A seat gives a command that the rules accept and that draws nothing from chance."""
        return self._decide(seat, command, self.no_chance())

    def roll(self, seat: int, keep: Dice = NO_DICE, *, shows: Dice) -> Self:
        """A seat rolls all dice but those kept, and they show this."""
        outcome = results(6 - sum(keep)).index(shows)
        return self._decide(seat, DiceRollDice(keep), ScriptedChance((outcome,)))

    def cross(self) -> Self:
        """The active seat rolls, builds nothing and ends its turn."""
        return self.final(dice(gold=6)).when(self.state.active, EndTurn())

    def _decide(self, seat: int, command: Any, chance: Chance) -> Self:
        draft = step(DICE, self.state, seat, command, chance, conserve)
        self.state, self.events = draft.state, draft.events
        return self

    @staticmethod
    def no_chance() -> Chance:
        """Return chance without any outcome, so that a draw fails the test."""
        return ScriptedChance(())

    # then -------------------------------------------------------------------------------------------------------
    def refused(self, seat: int, command: Any) -> str:
        """Return the rule that refuses a command, which changes nothing and is not listed."""
        before = DICE.pack(self.state)
        try:
            DICE.decide(self.state, seat, command, SampledChance(Random(7)))
        except IllegalCommand as refusal:
            assert DICE.pack(self.state) == before
            assert command not in DICE.actions(self.state, seat)
            return refusal.rule
        raise AssertionError(f"accepted: {command}")

    def listed(self, seat: int) -> list[Any]:
        """Return the listed commands of a seat."""
        return list(DICE.actions(self.state, seat))

    def kinds(self, seat: int) -> set[str]:
        """Return the types of the commands listed for a seat."""
        return {type(command).__name__ for command in self.listed(seat)}

    @property
    def dice(self) -> dict[str, int]:
        """Return the dice by word, zeros left out."""
        return {name: count for name, count in zip(SYMBOLS, self.state.dice, strict=True) if count}

    def sheet(self, seat: int) -> dict[str, Any]:
        """Return a seat's sheet as everybody is shown it."""
        shown: dict[str, Any] = self.view(None)["seats"][seat]
        return shown

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat or a spectator is shown."""
        return DICE.render(DICE.observe(self.state, seat))

    @property
    def result(self) -> Result | None:
        """Return how the game ended, or None while it goes on."""
        return DICE.result(self.state)

    @property
    def awaited(self) -> list[tuple[int, str]]:
        """Return who has to act, and in which frame."""
        return [(entry.seat, entry.frame) for entry in DICE.awaiting(self.state)]
