"""One game of self-play: who sits where, how it is played, and how it is played again from its record."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.ruleset import Result, Ruleset
from workers.agents.agent import Agent, load_agent
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision
from workers.lab.changes import change_weights, draw_change, names_of

SEATS: Final = 4
"""How many seats a game has if nothing else is asked for."""
WEAK: Final = "uniform"
MIXED_EVERY: Final = 4
"""Every so many games one or two seats play at random, so that positions far from good play are seen too."""
RANDOM_OPENING_EVERY: Final = 3
MOST_COMMANDS: Final = 5000

Move = tuple[int, Any]
"""A seat and its command."""


class Plan(NamedTuple):
    """Says how a game is to be played: its seed, the agents by seat, and whether the opening is drawn at random.

    If it `varies`, the weights of the agent in each seat are changed at random.
    """

    number: int
    seed: str
    agents: tuple[str, ...]
    has_random_opening: bool
    varies: bool = False

    @property
    def lead(self) -> int:
        """Return the seat whose agent plays otherwise than the others, where one alone does; else -1."""
        alone = [seat for seat, agent in enumerate(self.agents) if self.agents.count(agent) == 1]
        return alone[0] if len(set(self.agents)) == 2 and len(alone) == 1 else -1

    @property
    def is_fair(self) -> bool:
        """Say whether no seat plays at random once the opening is over."""
        return WEAK not in self.agents


class Game(NamedTuple):
    """Holds a game that was played: the moves in order, and the result (None: broken off)."""

    plan: Plan
    moves: Sequence[Move]
    result: Result | None


def plan_of(
    seed: str, number: int, strong: str, lead: str | None = None, *, varies: bool = False, seats: int = SEATS
) -> Plan:
    """Return how the game of a number is to be played, by `strong` agents; the same arguments give the same plan.

    Of several names with commas between them one is drawn for each seat. A `lead` sits in one seat of every game, the
    next one in the next game. No seat plays at random then, nor where the weights of agents vary.
    """
    rng = Random(f"{seed}:{number}:plan")
    names = strong.split(",")
    agents = [strong] * seats if len(names) == 1 else rng.choices(names, k=seats)
    if lead is not None:
        agents[number % seats] = lead
    elif not varies and len(names) == 1 and number % MIXED_EVERY == MIXED_EVERY - 1:
        for seat in rng.sample(range(seats), rng.choice((1, 2))):
            agents[seat] = WEAK
    has_random_opening = number % RANDOM_OPENING_EVERY == RANDOM_OPENING_EVERY - 1
    return Plan(number, f"{seed}:{number}", tuple(agents), has_random_opening, varies)


def units_of(seed: str, seat: int, agent: Any) -> dict[str, float]:
    """Return by how many units each weight of the agent in a seat is changed in the game of a seed that varies."""
    return draw_change(list(names_of(agent.weights)), f"{seed}:{seat}")


def _vary(plan: Plan, seat: int, agent: Any) -> Agent:
    units = units_of(plan.seed, seat, agent)
    varied: Agent = type(agent)(weights=change_weights(agent.weights, units, 1))
    return varied


def play_game(ruleset: Ruleset, plan: Plan, config: Config | None = None) -> Game:
    """Play a game as planned, the plain one if no other is configured."""
    players = [load_agent(name) for name in plan.agents]
    if plan.varies:
        players = [_vary(plan, seat, agent) for seat, agent in enumerate(players)]
    founder = load_agent(WEAK) if plan.has_random_opening else None
    rng = Random(f"{plan.seed}:agents")
    state, chance = _open_game(ruleset, plan, config)
    draft = ruleset.draft(state, chance)
    draft.is_read = False
    moves: list[Move] = []

    def ask(seat: int) -> Decision:
        agent: Agent = founder if founder is not None and not ruleset.turn(state) else players[seat]
        return decide(ruleset, state, seat, agent, 1.0, rng)

    while len(moves) < MOST_COMMANDS:
        decision = first_decision(ruleset.awaiting(state), ask)
        if decision is None:
            break
        ruleset.play(draft, decision.seat, decision.command)
        draft.events.clear()
        moves.append((decision.seat, decision.command))
    return Game(plan, moves, ruleset.result(state))


def turns_of(ruleset: Ruleset, plan: Plan, moves: Sequence[Move], config: Config | None = None) -> Iterator[Any]:
    """Play a recorded game again and yield the position, the same one every time, as each turn begins."""
    state, chance = _open_game(ruleset, plan, config)
    draft = ruleset.draft(state, chance)
    draft.is_read = False
    turn = ruleset.turn(state)
    for seat, command in moves:
        ruleset.play(draft, seat, command)
        draft.events.clear()
        if ruleset.turn(state) != turn:
            turn = ruleset.turn(state)
            yield state


def _open_game(ruleset: Ruleset, plan: Plan, config: Config | None) -> tuple[Any, SeededChance]:
    chance = SeededChance(plan.seed.encode())
    return open_position(ruleset, config or ruleset.configure(len(plan.agents), None, (), {}), chance), chance
