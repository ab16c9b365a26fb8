"""Provides other worlds: games whose course an observer cannot tell from a given one, with other hidden cards.

A world is found by playing the same commands again. Where something is hidden from the observer, chance falls otherwise
or, for a command that is itself hidden, other cards are chosen; what the observer would see otherwise is not done. A
choice may turn out impossible much later, when a card is shown that is not there: then the newest choices are taken
back.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from domain.core.chance import Chance, Draw, SampledChance
from domain.core.errors import IllegalCommand
from domain.core.packing import PositionSet
from tests.secrets.courses import Course, Deed, decided, seen

TRIES: Final = 8
MOST_REPAIRS: Final = 60
PARENT: Final = "f" * 18


class Echo(Chance):
    """Draws what was drawn before, where that can happen, and else at random."""

    def __init__(self, draws: Sequence[Draw], rng: Random) -> None:
        self.left = list(draws)
        self.rest = SampledChance(rng)

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the outcome that was drawn before, or a random one."""
        draw = self.left.pop(0) if self.left else None
        if draw and draw.stream == stream and draw.outcome < len(weights) and weights[draw.outcome]:
            return draw.outcome
        return self.rest.pick(stream, n, weights)


def dealt(course: Course, version: int, observer: int | None, rng: Random) -> tuple[Course, Course]:
    """Return two branches of a game: one with its true position, one with another that fits the observer's view."""
    ruleset, state = course.case.ruleset, course.at(version)
    other = ruleset.determinize(ruleset.observe(state, observer), rng)
    return _branch(course, state, version), _branch(course, other, version)


def _branch(course: Course, state: Any, version: int) -> Course:
    """Return a game that opens with a position of another game."""
    opening = PositionSet(PARENT, version, course.case.ruleset.pack(state))
    return course.opened_again([opening], course.case.ruleset.begin(opening))


class Coupling:
    """Represents the search for another world.

    `made` is as much of it as was found, at least its opening.
    """

    def __init__(self, true: Course, made: Course, observer: int | None, rng: Random) -> None:
        self.case = true.case
        self.true = true
        self.made = made
        self.observer = observer
        self.rng = rng
        self.fixed: set[int] = set()
        self.repairs = 0

    def run(self) -> None:
        """Follow the true course as far as it goes."""
        while len(self.made.deeds) < len(self.true.deeds):
            at = len(self.made.deeds)
            deed = self._deed(at, self.true.deeds[at])
            if deed is not None:
                self.made.deeds.append(deed)
            elif not self._take_back(at):
                return

    def _take_back(self, at: int) -> bool:
        """Take back the newest choice and allow no other up to `at`; return False where there is none."""
        chosen = [n for n in range(at) if self._differs(n) and n not in self.fixed]
        self.repairs += 1
        if not chosen or self.repairs > MOST_REPAIRS:
            return False
        newest = chosen[-1]
        del self.made.deeds[newest:]
        self.fixed.update(range(newest, at + 1))
        return True

    def _differs(self, n: int) -> bool:
        return self.made.deeds[n].events != self.true.deeds[n].events

    def _deed(self, at: int, true: Deed) -> Deed | None:
        if true.to:
            return Deed(true.seat, None, [], [], self.made.at(true.to), true.to)
        wanted = seen(self.case, true.events, self.observer)
        same = self._tried(true, true.command, Echo(true.draws, self.rng), wanted)
        if at in self.fixed or not self._hides(true, wanted):
            return same
        for command in self._commands(true):
            other = self._tried(true, command, SampledChance(self.rng), wanted)
            if other is not None and other.events != true.events:
                return other
        return same

    def _hides(self, true: Deed, wanted: list[Any]) -> bool:
        return true.seat != self.observer and wanted != [
            (type(event).__name__, self.case.ruleset.events.of(event).encode(event)) for event in true.events
        ]

    def _commands(self, true: Deed) -> Iterator[Any]:
        """Yield the same command, and others of its kind that the seat could give."""
        actions = self.case.ruleset.actions(self.made.state, true.seat)
        kind = type(true.command)
        others = [command for command in actions.commands if type(command) is kind]
        templates = [template for template in actions.templates if template.cls is kind]
        for number in range(TRIES):
            if number % 2 and templates:
                yield templates[0].sample(self.rng)
            elif number % 2 and others:
                yield self.rng.choice(others)
            else:
                yield true.command

    def _tried(self, true: Deed, command: Any, chance: Chance, wanted: list[Any]) -> Deed | None:
        try:
            deed = decided(self.case, self.made.state, true.seat, command, chance)
        except IllegalCommand:
            return None
        return deed if seen(self.case, deed.events, self.observer) == wanted else None


def coupled(true: Course, observer: int | None, rng: Random, made: Course | None = None) -> Course:
    """Return another world of a course for an observer; it is as long as the true one or shorter."""
    start = made or true.opened_again(true.opening, true.start)
    coupling = Coupling(true, start, observer, rng)
    coupling.run()
    return coupling.made
