"""Predicts what commands would do, from what their seat may know; nothing is written.

The true position is not used: commands are played on positions sampled from the seat's knowledge with a public seed,
and every outcome of chance is followed. So the answer does not depend on what is hidden.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from random import Random
from typing import Any, Final, NamedTuple

import orjson

from domain.core.chance import Chance, SampledChance, outcomes
from domain.core.decider import Position
from eventstore.budget import check, each
from service.game.games import Game
from service.handlers.accept import require_running
from service.handlers.commands import carry_out
from service.problems import Problem, refusal

WORLDS: Final = 48
MOST_WAYS: Final = 500
"""Limits the outcomes of chance that are enumerated per world; if there are more, this many are sampled."""
MOST_RUNS: Final = 250
"""Limits how many outcomes are followed before no further world is tried."""

SAME: Final = 1e-9

Happening = tuple[bytes, ...]
"""Holds the events of one outcome as the seat would see them, each as JSON."""


class Spread(NamedTuple):
    """Holds the possible outcomes, with probabilities that add up to one."""

    chances: dict[Happening, float]
    exact: bool


def dry_run(game: Game, seat: int, commands: Sequence[Any]) -> dict[str, Any]:
    """Return what 1 to 32 commands of a seat would do now; a refusal is a Problem in `problem`."""
    document: dict[str, Any] = {"version": game.version, "legal": True, "certain": [], "chance": [], "exact": True}
    try:
        require_running(game)
        if game.table.paused:
            raise refusal("game.paused")
        spread = _Trial(game, seat, commands).spread()
    except Problem as problem:
        return document | {"legal": False, "problem": problem}
    columns = takewhile(lambda column: len(set(column)) == 1, zip(*spread.chances, strict=False))
    certain = tuple(column[0] for column in columns)  # what all outcomes begin with
    rest = [(happening[len(certain) :], chance) for happening, chance in spread.chances.items()]
    chance = [{"outcome": _read(happening), "probability": round(chance, 12)} for happening, chance in rest]
    return document | {
        "certain": _read(certain),
        "chance": chance if len(chance) > 1 else [],
        "exact": spread.exact,
    }


class _Trial:
    """Plays a seat's commands on worlds that are consistent with its knowledge."""

    def __init__(self, game: Game, seat: int, commands: Sequence[Any]) -> None:
        self.ruleset = game.ruleset
        self.seat = seat
        self.commands = commands
        self.numbered = game.table.numbered
        self.knowledge = game.ruleset.observe(game.position, seat)
        self.rng = Random(f"{game.version}:{seat}")  # a public seed, so that equal knowledge gives equal answers

    def spread(self) -> Spread:
        """Average the outcomes over some worlds; exact if all worlds agree. Raises Problem if a command is refused."""
        found: list[Spread] = []
        weights: list[int] = []
        runs = 0
        for world, count in self._worlds():
            found.append(self._follow(world))
            weights.append(count)
            runs += len(found[-1].chances)
            if runs >= MOST_RUNS and len(found) > 1:
                break
        exact = all(spread.exact and _alike(spread, found[0]) for spread in found)
        return found[0] if exact else Spread(_mean(found, weights), exact)

    def _worlds(self) -> list[tuple[Position, int]]:
        """Sample positions consistent with the knowledge, each with its frequency."""
        dealt = [self.ruleset.determinize(self.knowledge, self.rng) for _ in each("worlds of a dry run", range(WORLDS))]
        packed = [self.ruleset.pack(world) for world in dealt]
        counts = Counter(packed)
        return [(world, counts.pop(key)) for world, key in zip(dealt, packed, strict=True) if key in counts]

    def _follow(self, world: Position) -> Spread:
        """Enumerate all outcomes of chance in one world, or sample them if there are too many."""
        chances: dict[Happening, float] = {}
        for number, (happening, probability) in enumerate(outcomes(lambda chance: self._play(world, chance))):
            check("outcomes of a dry run")
            chances[happening] = chances.get(happening, 0.0) + probability
            if number == MOST_WAYS:
                chance = SampledChance(self.rng)
                drawn = Counter(self._play(world, chance) for _ in each("samples of a dry run", range(MOST_WAYS)))
                return Spread({happening: count / MOST_WAYS for happening, count in drawn.items()}, exact=False)
        return Spread(chances, exact=True)

    def _play(self, world: Position, chance: Chance) -> Happening:
        """Return the events of all commands in one world, with one outcome of chance."""
        position: Any = world.copy()
        seen: list[bytes] = []
        for index, command in enumerate(self.commands):
            draft = self.ruleset.draft(position, chance)
            draft.numbered = self.numbered
            carry_out(self.ruleset, draft, self.seat, command, index, len(self.commands))
            position = draft.state
            seen += [self._show(event) for event in draft.events]
        return tuple(seen)

    def _show(self, event: Any) -> bytes:
        row = self.ruleset.events.of(event)
        return orjson.dumps({"type": row.name, "seat": self.seat} | row.redact(event, self.seat))


def _mean(spreads: Sequence[Spread], weights: Sequence[int]) -> dict[Happening, float]:
    mean: dict[Happening, float] = {}
    for spread, weight in zip(spreads, weights, strict=True):
        for happening, probability in spread.chances.items():
            mean[happening] = mean.get(happening, 0.0) + probability * weight / sum(weights)
    return mean


def _alike(one: Spread, other: Spread) -> bool:
    mine, theirs = one.chances, other.chances
    return mine.keys() == theirs.keys() and all(abs(mine[key] - theirs[key]) < SAME for key in mine)


def _read(happening: Happening) -> list[dict[str, Any]]:
    return [orjson.loads(event) for event in happening]
