"""Provides a tiny complete game, which proves that service, store and workers know no particular game.

Two to four seats hold a hidden card and a few hidden chips. First all of them put one chip aside at once, unseen. Then
they take turns: roll the die, step up to twice, show the card for its points, wave, end the turn. The first to reach
the target in their own turn wins.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from domain.core.actions import Actions, CardsBound, SeatsBound, Template
from domain.core.agenda import Awaited
from domain.core.chance import Chance
from domain.core.config import Config
from domain.core.decider import Draft, Position
from domain.core.errors import IllegalCommand, InvalidConfiguration
from domain.core.kinds import array, counts, integer, seat_mask
from domain.core.messages import Field, Message, MessageTable
from domain.core.packing import POSITION_SET, PositionSet
from domain.core.ruleset import AGENT_PLAYS_ON, Result, Ruleset
from service.pictures.artist import Artist
from service.pictures.registry import ARTISTS
from service.pictures.shapes import START, Circle, Group, Picture, Text, phrase

MOST_SEATS: Final = 4
CARDS: Final = 6
COLORS: Final = ("red", "green", "blue")
CHIPS: Final = 3
MOST_STEPS: Final = 2
EVEN: Final = (1, 1, 1, 1, 1, 1)
DICE, DEALING = 0, 1


@dataclass(frozen=True, slots=True)
class PutAside:
    """Put one chip aside, unseen by the others."""

    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the die, once a turn, for its points."""


@dataclass(frozen=True, slots=True)
class Step:
    """Take one point, at most twice a turn, after the roll."""


@dataclass(frozen=True, slots=True)
class ShowCard:
    """Show the hidden card for its points, after the roll."""


@dataclass(frozen=True, slots=True)
class Wave:
    """Wave to some of the others; it changes nothing."""

    to: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn, after the roll."""


@dataclass(frozen=True, slots=True)
class GameOpened:
    """Opens the game, before anything is dealt."""

    seats: int
    target: int


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Says that a seat got its card and its chips."""

    seat: int
    card: int
    chips: tuple[int, ...]
    draws: int


@dataclass(frozen=True, slots=True)
class ChipPutAside:
    """Says that a seat put a chip aside; the others see that it did, but not which chip."""

    seat: int
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """Says how many pips the die showed."""

    seat: int
    pips: int


@dataclass(frozen=True, slots=True)
class Stepped:
    """Says that a seat took a point."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardShown:
    """Says that a seat showed its card."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Waved:
    """Says that a seat waved."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Says that a seat's turn is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class ToyGameWon:
    """Says that a seat reached the target."""

    seat: int


@dataclass(frozen=True, slots=True)
class ToyHandsRevealed:
    """Shows what every seat held at the end."""

    cards: tuple[int, ...]


class ToyState(Position):
    """Holds the whole position; `chips` has a row of counts a seat, and `aside` a bit for each that put one aside."""

    def __init__(self, seats: int, target: int) -> None:
        self.seats = seats
        self.target = target
        self.turn = 0
        self.turns = 0
        self.rolled = False
        self.steps = 0
        self.winner = -1
        self.aside = 0
        self.shown = 0
        self.points = [0] * seats
        self.cards = [0] * seats
        self.chips: list[tuple[int, ...]] = [(0, 0, 0)] * seats
        self.draws = [0, 0]

    def copy(self) -> "ToyState":
        """Return an independent copy."""
        other = ToyState(self.seats, self.target)
        for name, value in vars(self).items():
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other

    @property
    def waiting(self) -> list[int]:
        """Return the seats that still have to put a chip aside."""
        return [seat for seat in range(self.seats) if not self.aside >> seat & 1]


@dataclass(frozen=True, slots=True)
class ToyKnowledge:
    """Holds what a seat knows: its own card and chips, and what is on the table."""

    seat: int | None
    public: dict[str, Any]
    cards: tuple[int | None, ...]
    chips: tuple[tuple[int, ...] | None, ...]


def _put_aside(draft: Draft, seat: int, command: PutAside) -> None:
    state = draft.state
    if seat not in state.waiting:
        raise IllegalCommand("toy.aside_once")
    if sum(command.chips) != 1 or any(n > held for n, held in zip(command.chips, state.chips[seat], strict=True)):
        raise IllegalCommand("toy.one_own_chip", chips=1)
    draft.emit(ChipPutAside(seat, command.chips))


def _need_turn(state: ToyState, seat: int) -> None:
    if state.waiting or state.turn != seat:
        raise IllegalCommand("toy.own_turn")


def _need_rolled(state: ToyState, seat: int) -> None:
    _need_turn(state, seat)
    if not state.rolled:
        raise IllegalCommand("toy.roll_first")


def _roll(draft: Draft, seat: int, command: Roll) -> None:
    _need_turn(draft.state, seat)
    if draft.state.rolled:
        raise IllegalCommand("toy.roll_once")
    draft.emit(Rolled(seat, draft.draw(DICE, EVEN) + 1))
    _settle(draft, seat)


def _step(draft: Draft, seat: int, command: Step) -> None:
    _need_rolled(draft.state, seat)
    if draft.state.steps == MOST_STEPS:
        raise IllegalCommand("toy.two_steps", most=MOST_STEPS)
    draft.emit(Stepped(seat))
    _settle(draft, seat)


def _show_card(draft: Draft, seat: int, command: ShowCard) -> None:
    _need_rolled(draft.state, seat)
    if draft.state.shown >> seat & 1:
        raise IllegalCommand("toy.show_once")
    draft.emit(CardShown(seat, draft.state.cards[seat]))
    _settle(draft, seat)


def _wave(draft: Draft, seat: int, command: Wave) -> None:
    _need_turn(draft.state, seat)
    if not command.to or command.to >> seat & 1 or command.to >> draft.state.seats:
        raise IllegalCommand("toy.wave_to_others")
    draft.emit(Waved(seat, command.to))


def _end_turn(draft: Draft, seat: int, command: EndTurn) -> None:
    _need_rolled(draft.state, seat)
    draft.emit(TurnEnded(seat))


def _settle(draft: Draft, seat: int) -> None:
    if draft.state.points[seat] >= draft.state.target:
        draft.emit(ToyHandsRevealed(tuple(draft.state.cards)))
        draft.emit(ToyGameWon(seat))


def _dealt(state: ToyState, event: HandDealt) -> None:
    state.cards[event.seat] = event.card
    state.chips[event.seat] = event.chips
    state.draws[DEALING] = event.draws


def _aside(state: ToyState, event: ChipPutAside) -> None:
    held = state.chips[event.seat]
    state.chips[event.seat] = tuple(n - m for n, m in zip(held, event.chips, strict=True))
    state.aside |= 1 << event.seat


def _rolled(state: ToyState, event: Rolled) -> None:
    state.rolled = True
    state.points[event.seat] += event.pips
    state.draws[DICE] += 1


def _stepped(state: ToyState, event: Stepped) -> None:
    state.steps += 1
    state.points[event.seat] += 1


def _shown(state: ToyState, event: CardShown) -> None:
    state.shown |= 1 << event.seat
    state.points[event.seat] += event.card


def _waved(state: ToyState, event: Waved) -> None:
    """Change nothing, because a wave has no effect."""


def _turn_ended(state: ToyState, event: TurnEnded) -> None:
    state.turn = (event.seat + 1) % state.seats
    state.turns += 1
    state.rolled = False
    state.steps = 0


def _won(state: ToyState, event: ToyGameWon) -> None:
    state.winner = event.seat


def _revealed(state: ToyState, event: ToyHandsRevealed) -> None:
    state.shown = (1 << state.seats) - 1


SEAT: Final = integer(0, MOST_SEATS - 1)
HAND: Final = counts(COLORS, CHIPS)
OWN: Final = ("seat",)

COMMANDS: Final = MessageTable(
    (
        Message(PutAside, (Field("chips", HAND),)),
        Message(Roll),
        Message(Step),
        Message(ShowCard),
        Message(Wave, (Field("to", seat_mask(MOST_SEATS)),)),
        Message(EndTurn),
    )
)
EVENTS: Final = MessageTable(
    (
        Message(GameOpened, (Field("seats", integer(2, MOST_SEATS)), Field("target", integer(1, 100)))),
        Message(
            HandDealt,
            (
                Field("seat", SEAT),
                Field("card", integer(0, CARDS - 1), OWN),
                Field("chips", HAND, OWN),
                Field("draws", integer(0, 1000)),
            ),
            reveals=True,
        ),
        Message(ChipPutAside, (Field("seat", SEAT), Field("chips", HAND, OWN))),
        Message(Rolled, (Field("seat", SEAT), Field("pips", integer(1, 6))), reveals=True),
        Message(Stepped, (Field("seat", SEAT),)),
        Message(CardShown, (Field("seat", SEAT), Field("card", integer(0, CARDS - 1))), reveals=True),
        Message(Waved, (Field("seat", SEAT), Field("to", seat_mask(MOST_SEATS)))),
        Message(TurnEnded, (Field("seat", SEAT),)),
        Message(ToyHandsRevealed, (Field("cards", array(integer(0, CARDS - 1), MOST_SEATS)),), reveals=True),
        Message(ToyGameWon, (Field("seat", SEAT),)),
        POSITION_SET,
    )
)
RULES: Final[dict[Any, Callable[[Draft, int, Any], None]]] = {
    PutAside: _put_aside,
    Roll: _roll,
    Step: _step,
    ShowCard: _show_card,
    Wave: _wave,
    EndTurn: _end_turn,
}
EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    HandDealt: _dealt,
    ChipPutAside: _aside,
    Rolled: _rolled,
    Stepped: _stepped,
    CardShown: _shown,
    Waved: _waved,
    TurnEnded: _turn_ended,
    ToyHandsRevealed: _revealed,
    ToyGameWon: _won,
}
IDLE: Final = (EndTurn, Roll)
OPTIONS: Final = {
    "type": "object",
    "properties": {"target": {"type": "integer", "minimum": 1, "maximum": 100, "default": 30}},
    "additionalProperties": False,
}


class Toy(Ruleset):
    """Represents the ruleset of the toy."""

    name = "toy"
    version = 1
    pack_version = 1
    commands = COMMANDS
    events = EVENTS
    streams = ("dice", "dealing")
    leaving = AGENT_PLAYS_ON

    def describe(self) -> dict[str, Any]:
        """Return the seats, maps, modules and options."""
        return {
            "seats": {"minimum": 2, "maximum": MOST_SEATS},
            "maps": [{"id": "table", "default": True, "seats": list(range(2, MOST_SEATS + 1))}],
            "modules": [],
            "options": OPTIONS,
            "frames": ["put_aside", "roll", "turn"],
        }

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options: dict[str, Any]) -> Config:
        """Return a configuration with the target filled in, and refuse any other choice."""
        if not 2 <= seats <= MOST_SEATS:
            raise InvalidConfiguration("seats", "out_of_range", least=2, most=MOST_SEATS)
        if map_name not in (None, "table"):
            raise InvalidConfiguration("map", "unknown")
        if modules:
            raise InvalidConfiguration("modules", "unknown")
        if not options.keys() <= {"target"} or options.get("target", 30) not in range(1, 101):
            raise InvalidConfiguration("options", "invalid")
        return Config(seats, "table", (), {"target": options.get("target", 30)})

    def setup(self, config: Config, chance: Chance) -> list[Any]:
        """Return the events that open the game and deal the hands."""
        events: list[Any] = [GameOpened(config.seats, config.options["target"])]
        draws = 0
        for seat in range(config.seats):
            card = chance.pick("dealing", draws, EVEN)
            hand = [0, 0, 0]
            for n in range(CHIPS):
                hand[chance.pick("dealing", draws + 1 + n, (1, 1, 1))] += 1
            draws += 1 + CHIPS
            events.append(HandDealt(seat, card, tuple(hand), draws))
        return events

    def begin(self, event: Any) -> Position:
        """Return the position that GameOpened or PositionSet opens."""
        if isinstance(event, PositionSet):
            return self.unpack(event.position)
        return ToyState(event.seats, event.target)

    def evolve(self, state: Any, event: Any) -> None:
        """Apply an event in place."""
        EVOLVERS[type(event)](state, event)

    def play(self, draft: Draft, seat: int, command: Any) -> None:
        """Judge and carry out a command."""
        if draft.state.winner >= 0:
            raise IllegalCommand("toy.over")
        RULES[type(command)](draft, seat, command)

    def draft(self, state: Any, chance: Chance) -> Draft:
        """Return a draft that owns the state."""
        return Draft(state, chance, self.streams, EVOLVERS)

    def actions(self, state: Any, seat: int) -> Actions:
        """Return what a seat may do."""

        def judge(command: Any) -> None:
            self.play(self.draft(state.copy(), _Any()), seat, command)

        listed = [command for command in (Roll(), Step(), ShowCard(), EndTurn()) if _accepts(judge, command)]
        return Actions(self._must(state, seat), listed, _templates(state, seat), IDLE)

    def _must(self, state: ToyState, seat: int) -> bool:
        return any(entry.seat == seat and entry.must for entry in self.awaiting(state))

    def awaiting(self, state: Any) -> list[Awaited]:
        """Return the seats that still have to put a chip aside, and after that the seat whose turn it is."""
        if state.winner >= 0:
            return []
        waiting = [Awaited(seat, "put_aside", True) for seat in state.waiting]
        return waiting or [Awaited(state.turn, "turn" if state.rolled else "roll", True)]

    def turn(self, state: Any) -> int:
        """Return how many turns are over."""
        return int(state.turns)

    def in_turn(self, state: Any) -> int | None:
        """Return the seat that has the turn, once all chips are put aside."""
        return None if state.waiting else int(state.turn)

    def observe(self, state: Any, seat: int | None) -> ToyKnowledge:
        """Return what a seat knows."""
        public = {
            name: getattr(state, name)
            for name in ("seats", "target", "turn", "turns", "rolled", "steps", "winner", "aside", "shown")
        }
        public |= {"points": tuple(state.points), "draws": tuple(state.draws)}
        seats = range(state.seats)
        cards = tuple(state.cards[s] if s == seat or state.shown >> s & 1 else None for s in seats)
        return ToyKnowledge(seat, public, cards, tuple(state.chips[s] if s == seat else None for s in seats))

    def render(self, knowledge: Any) -> dict[str, Any]:
        """Return the knowledge as JSON."""
        public = knowledge.public
        return {
            "turn": public["turn"],
            "rolled": public["rolled"],
            "steps": public["steps"],
            "points": list(public["points"]),
            "cards": list(knowledge.cards),
            "chips": [None if chips is None else HAND.encode(chips) for chips in knowledge.chips],
            "aside": [seat for seat in range(public["seats"]) if public["aside"] >> seat & 1],
        }

    def determinize(self, knowledge: Any, rng: Random) -> Position:
        """Return a position in which the unknown cards and chips are dealt again."""
        public = knowledge.public
        state = ToyState(public["seats"], public["target"])
        for name, value in public.items():
            setattr(state, name, list(value) if isinstance(value, tuple) else value)
        for seat in range(state.seats):
            card, chips = knowledge.cards[seat], knowledge.chips[seat]
            state.cards[seat] = rng.randrange(CARDS) if card is None else card
            held = CHIPS - (state.aside >> seat & 1)
            state.chips[seat] = _sampled_chips(held, rng) if chips is None else chips
        return state

    def result(self, state: Any) -> Result | None:
        """Return the result once there is a winner."""
        return None if state.winner < 0 else Result((state.winner,), tuple(state.points))

    def points(self, state: Any) -> tuple[int, ...]:
        """Return the points of every seat."""
        return tuple(state.points)

    def geometry(self, state: Any) -> dict[str, Any]:
        """Return a straight track of squares."""
        return {"squares": list(range(state.target + 1))}

    def pack(self, state: Any) -> bytes:
        """Return the whole position as sorted JSON."""
        return json.dumps(vars(state), sort_keys=True, separators=(",", ":")).encode()

    def unpack(self, packed: bytes) -> Position:
        """Return the position that was packed."""
        values = json.loads(packed)
        state = ToyState(values["seats"], values["target"])
        for name, value in values.items():
            setattr(state, name, value)
        state.chips = [tuple(chips) for chips in values["chips"]]
        return state


class _Any(Chance):
    """Represents a chance for judging commands, where the outcome does not matter."""

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the first outcome."""
        return 0


def _accepts(judge: Callable[[Any], None], command: Any) -> bool:
    try:
        judge(command)
    except IllegalCommand:
        return False
    return True


def _templates(state: ToyState, seat: int) -> list[Template]:
    if state.winner >= 0:
        return []
    if seat in state.waiting:
        color = next(k for k, held in enumerate(state.chips[seat]) if held)
        example = PutAside(tuple(int(k == color) for k in range(len(COLORS))))
        return [Template(PutAside, {"chips": CardsBound(state.chips[seat], 1, 1)}, example)]
    if state.waiting or state.turn != seat:
        return []
    others = (1 << state.seats) - 1 & ~(1 << seat)
    return [Template(Wave, {"to": SeatsBound(others)}, Wave(others & -others))]


def _sampled_chips(held: int, rng: Random) -> tuple[int, int, int]:
    drawn = [rng.randrange(len(COLORS)) for _ in range(held)]
    return (drawn.count(0), drawn.count(1), drawn.count(2))


TOY: Final = Toy()


def draw_track(knowledge: Any, names: Sequence[str]) -> Picture:
    """Draw a line for every seat: its name, its points, and its card if it is known."""
    rows = [
        Group(
            "seat",
            names[seat],
            (
                Circle(20, 20 + 30 * seat, 10, "#c5352c"),
                Text(40, 25 + 30 * seat, names[seat], 14, "#000000", START),
                Text(200, 25 + 30 * seat, str(points), 14, "#000000"),
                Text(240, 25 + 30 * seat, str(knowledge.cards[seat]), 14, "#000000"),
            ),
        )
        for seat, points in enumerate(knowledge.public["points"])
    ]
    return Picture(
        300, 30 * len(rows) + 10, "Toy", phrase("standing", points=list(knowledge.public["points"])), tuple(rows)
    )


def track_in_text(state: Any) -> str:
    """Return the points in one line."""
    return " ".join(f"{seat}:{points}" for seat, points in enumerate(state.points))


ARTISTS["toy"] = Artist(draw_track, track_in_text)
