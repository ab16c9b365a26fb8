"""Climbs over strategies: many play few games, the better go on (successive halving, Jamieson and Talwalkar 2016).

Later rounds vary the best strategies of those before. A strategy is judged by what it wins beyond what the plain agent
wins with the same seeds in the same seats; each heat has fresh seeds, so that lucky ones help for one heat only.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import Field, fields, replace
from functools import lru_cache, partial
from random import Random
from typing import Any, Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.lab.experiments.contenders import contender

LEAD_WORTH: Final = 0.06
"""How much likelier a win is with a point more of lead; leads say more than wins where games are few."""

Task = tuple[str, int, str, str, int, int]
"""A ruleset, the seats, an agent, the agent in all other seats, a seed, and the seat of the first."""


class Try(NamedTuple):
    """Holds a game: whether the agent won, and by how many points it led the mean of the others."""

    agent: str
    against: str
    seed: int
    seat: int
    won: int
    lead: float

    @property
    def key(self) -> Hashable:
        """Say which game this is."""
        return self.agent, self.against, self.seed, self.seat

    @property
    def place(self) -> tuple[int, int]:
        """Return the seed and the seat, which tries of different agents may have in common."""
        return self.seed, self.seat

    @property
    def worth(self) -> float:
        """Return what the game says of the agent's strength."""
        return self.won + LEAD_WORTH * self.lead


def tasks(
    ruleset: str, seats: int, agents: Sequence[str], against: str, first: int, games: int
) -> dict[Hashable, Task]:
    """List so many games of each agent by their keys: each seed is played in every seat before the next."""
    places = [(first + number // seats, number % seats) for number in range(games)]
    return {(agent, against, *place): (ruleset, seats, agent, against, *place) for place in places for agent in agents}


def play_try(task: Task) -> Try:
    """Play a game; the same task comes out the same."""
    ruleset, seats, name, against, seed, seat = task
    agents: list[Any] = [_made(name if s == seat else against) for s in range(seats)]
    result = play(RULESETS[ruleset], agents, f"exploit {seed}").result
    if result is None:
        return Try(name, against, seed, seat, 0, 0.0)
    others = [points for s, points in enumerate(result.points) if s != seat]
    lead = result.points[seat] - sum(others) / len(others)
    return Try(name, against, seed, seat, int(seat in result.winners), round(lead, 3))


_made = lru_cache(maxsize=64)(contender)

_CHOICES: Final = "choices"
_MOST_CHANGED: Final = 3


def draw_strategy(plain: Any, rng: Random, kept: Collection[str] = ()) -> Any:
    """Draw every choice of a strategy but those that are kept."""
    return replace(plain, **{field.name: rng.choice(field.metadata[_CHOICES]) for field in _open(plain, kept)})


def vary(strategy: Any, rng: Random, kept: Collection[str] = ()) -> Any:
    """Draw a few choices of a strategy again."""
    choices = _open(strategy, kept)
    changed = rng.sample(choices, rng.randint(1, min(_MOST_CHANGED, len(choices))))
    return replace(strategy, **{field.name: rng.choice(field.metadata[_CHOICES]) for field in changed})


def name_of(agent: str, strategy: Any, plain: Any) -> str:
    """Name an agent with a strategy as `contender` reads it; only what differs from the plain strategy is named."""
    values = {field.name: getattr(strategy, field.name) for field in _open(plain)}
    changes = [f"{name}={value!r}" for name, value in values.items() if value != getattr(plain, name)]
    return ",".join([agent, *changes])


def _open(strategy: Any, kept: Collection[str] = ()) -> list[Field[Any]]:
    return [field for field in fields(strategy) if _CHOICES in field.metadata and field.name not in kept]


PARENTS: Final = 8
"""How many of the best strategies are varied in the next round."""
MOST_DRAWN: Final = 20
"""How many strategies are drawn at most for each that is new."""


class Heat(NamedTuple):
    """Says how many games each strategy plays, and that of so many one goes on."""

    games: int
    of: int


HEATS: Final = (Heat(2, 4), Heat(6, 4), Heat(16, 2))
LAST: Final = Heat(60, PARENTS)
PlayAll = Callable[[Sequence[str], int, int], Iterable[Try]]
"""Plays games of agents by their names: with seeds from a first one on, so many games each."""


class Climb:
    """Holds how all strategies did that were tried."""

    def __init__(
        self, agent: str, plain: Any, base: str, play_all: PlayAll, first_seed: int, kept: Collection[str] = ()
    ) -> None:
        self.agent = agent
        self.plain = plain
        self.base = base
        self.play_all = play_all
        self.seed = first_seed
        self.kept = kept
        self.rng = Random(agent)
        self.strategies: dict[str, Any] = {}
        self.gains: dict[str, list[float]] = defaultdict(list)

    def run(self, drawn_first: int, rounds: int, varied_each: int) -> str:
        """Try strategies that are drawn, then variations of the best; return the name of the best of all."""
        best = self._round(lambda: draw_strategy(self.plain, self.rng, self.kept), drawn_first)
        for _ in range(rounds):
            parents = [self.strategies[name] for name in best]
            best = self._round(partial(self._child, parents), varied_each)
        return self._heat(best, LAST)[0]

    def _child(self, parents: Sequence[Any]) -> Any:
        return vary(self.rng.choice(parents), self.rng, self.kept)

    def _round(self, draw: Callable[[], Any], count: int) -> list[str]:
        fresh = self._fresh(draw, count)
        self.strategies |= fresh
        names = list(fresh)
        for heat in HEATS:
            names = self._heat(names, heat)
        return self._rank(name for name in self.strategies if self._games(name) >= sum(h.games for h in HEATS))[
            :PARENTS
        ]

    def _fresh(self, draw: Callable[[], Any], count: int) -> dict[str, Any]:
        """Draw so many strategies that were not tried before; fewer where they are hard to find."""
        found: dict[str, Any] = {}
        for strategy in (draw() for _ in range(MOST_DRAWN * count)):
            name = name_of(self.agent, strategy, self.plain)
            if name not in self.strategies:
                found[name] = strategy
            if len(found) == count:
                break
        return found

    def _heat(self, names: Sequence[str], heat: Heat) -> list[str]:
        tries = list(self.play_all([self.base, *names], self.seed, heat.games))
        self.seed += heat.games
        base = {one.place: one.worth for one in tries if one.agent == self.base}
        for one in tries:
            if one.agent != self.base:
                self.gains[one.agent].append(one.worth - base[one.place])
        return self._rank(names)[: max(1, len(names) // heat.of)]

    def _rank(self, names: Iterable[str]) -> list[str]:
        return sorted(names, key=lambda name: -sum(self.gains[name]) / max(1, self._games(name)))

    def _games(self, name: str) -> int:
        return len(self.gains[name])
