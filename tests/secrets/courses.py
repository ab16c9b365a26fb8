"""Provides courses: the acts of a random game, one after another, as the log of one world would hold them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from domain.core.chance import Chance, Draw, NotedChance, SampledChance
from domain.core.config import Config
from tests.laws.cases import Case
from tests.laws.playing import uniform

UNDONE: Final = 0.04
"""How often a step of a course goes back a little instead of playing on."""
FARTHEST: Final = 4
KEEN: Final = 0.5
"""How often a seat that can do something hidden does it."""
QUIET: Final = ("OfferTrade", "WithdrawOffer", "DeclineOffer", "MaritimeTrade")
"""Commands that fill a course without hiding anything; most are passed over."""


@dataclass
class Deed:
    """Holds one version: a seat's command and the events it made, or, where `to` is not 0, a move of the head to `to`.

    `state` is the position after it.
    """

    seat: int
    command: Any
    events: list[Any]
    draws: list[Draw]
    state: Any
    to: int = 0


@dataclass
class Course:
    """Represents a game: its opening, which is version 1, and every version after it, of which `deeds` begins at 2."""

    case: Case
    config: Config
    opening: list[Any]
    start: Any
    deeds: list[Deed] = field(default_factory=list)

    def opened_again(self, opening: list[Any], start: Any) -> "Course":
        """Return another game of this kind without any deeds."""
        return Course(self.case, self.config, opening, start)

    def at(self, version: int) -> Any:
        """Return the position right after a version."""
        return self.start if version == 1 else self.deeds[version - 2].state

    @property
    def version(self) -> int:
        """Return the newest version."""
        return 1 + len(self.deeds)

    @property
    def state(self) -> Any:
        """Return the newest position."""
        return self.at(self.version)


def opened(case: Case, chance: Chance) -> Course:
    """Return a new game of a case, without any deeds."""
    ruleset = case.ruleset
    config = ruleset.configure(case.seats, case.map, case.modules, dict(case.options))
    opening = ruleset.setup(config, chance)
    state = ruleset.begin(opening[0])
    for event in opening[1:]:
        ruleset.evolve(state, event)
    return Course(case, config, opening, state)


def decided(case: Case, state: Any, seat: int, command: Any, chance: Chance) -> Deed:
    """Carry out a command and return it as a deed, with its events and draws."""
    noted = NotedChance(chance)
    draft = case.ruleset.decide(state, seat, command, noted)
    return Deed(seat, command, draft.events, noted.draws, draft.state)


def played(case: Case, rng: Random, most: int, undone: float = UNDONE, *, whole: bool = False) -> Course:
    """Return a random game of at most `most` versions, with some undos.

    It stops right before its end unless it is `whole`.
    """
    chance = SampledChance(rng)
    course = opened(case, chance)
    line = [1]
    while course.version < most:
        if len(line) > FARTHEST and rng.random() < undone:
            del line[-rng.randint(1, FARTHEST) :]
            course.deeds.append(Deed(_mover(course), None, [], [], course.at(line[-1]), line[-1]))
        else:
            deed = _next(case, course.state, rng, chance)
            is_over = case.ruleset.result(deed.state) is not None
            course.deeds += [deed] if whole or not is_over else []
            if is_over:
                break
        line.append(course.version)
    return course


def _mover(course: Course) -> int:
    return next((deed.seat for deed in reversed(course.deeds) if not deed.to), 0)


def _next(case: Case, state: Any, rng: Random, chance: Chance) -> Deed:
    seat = rng.choice(case.ruleset.awaiting(state)).seat
    actions = case.ruleset.actions(state, seat)
    command = uniform(case.ruleset, state, seat, _Keen(actions, rng), rng)
    return decided(case, state, seat, command, chance)


class _Keen:
    """Holds a seat's actions: mostly without dull ones if there are others, often only those that hide something."""

    def __init__(self, actions: Any, rng: Random) -> None:
        dull = [command for command in actions.commands if type(command).__name__ in QUIET]
        rest = [command for command in actions.commands if type(command).__name__ not in QUIET]
        self.commands = rest if rest and rng.random() < 0.9 else [*rest, *dull]
        keen = [command for command in rest if type(command).__name__ in HIDING]
        if keen and rng.random() < KEEN:
            self.commands = keen
        self.templates = actions.templates


HIDING: Final = frozenset(
    {"BuyDevelopmentCard", "Steal", "PlayKnight", "ExchangeFavor", "ReturnFavor", "UseTakeFromLeader", "BuildChurch"}
)
"""Commands after which one seat knows more than the others."""


def seen(case: Case, events: Sequence[Any], seat: int | None) -> list[Any]:
    """Return events as a seat (None: a spectator) may see them, each with its type."""
    return [(type(event).__name__, case.ruleset.events.of(event).redact(event, seat)) for event in events]
