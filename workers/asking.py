"""Asks the agents of a game; where one fails, or its command was refused, the uniform agent decides in its place."""

import logging
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Final

from domain.core.agenda import Awaited
from eventstore.records import Tip
from service.game.games import Game
from service.handlers.commands import CommandBatch
from service.tracing import spans
from workers.agents.agent import load_agent
from workers.agents.catalog import BY_ID, AgentEntry, default_agent, entry_named
from workers.agents.turns import Decision, decide
from workers.agents.uniform import Uniform
from workers.beliefs import Beliefs
from workers.stops import STOPPED, STOPS
from workers.tables import build_missing

log = logging.getLogger(__name__)
_agent: Final = cache(load_agent)


class Asking:
    """Asks the agents for one job, and remembers whose commands the game refused."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._refused: set[tuple[Tip, int]] = set()
        self._with_tables: set[str] = set()

    def ask(self, batch: CommandBatch, seat: int) -> Decision:
        """Return the decision of a seat's agent, or of the uniform agent in its place."""
        game = batch.game
        rng = game.luck(seat)
        agent_id = _agent_id(game, seat)
        if (game.tip, seat) not in self._refused:
            try:
                if agent_id not in self._with_tables:  # it plays without its tables meanwhile
                    self._with_tables.add(agent_id)
                    build_missing(_agent(agent_id), game.config)
                with spans.span("decide", game=game.id, version=game.version, seat=seat, agent=agent_id):
                    return self._decide(batch, seat, agent_id, rng)
            except Exception:  # an agent may fail in any way, and the game must go on
                log.exception("agent %s failed at version %d", agent_id, game.version)
        return decide(game.ruleset, game.position, seat, Uniform(), BY_ID["uniform"].seconds, rng)

    def _decide(self, batch: CommandBatch, seat: int, agent_id: str, rng: Random) -> Decision:
        game, agent, seconds = batch.game, _agent(agent_id), _entry(agent_id).seconds
        belief = self._beliefs.at(game, seat, batch.base, batch.steps) if agent.believes else None
        before = agent.stopped
        decision = decide(game.ruleset, game.position, seat, agent, seconds, rng, belief)
        if agent.stopped > before:
            STOPS.count(STOPPED)
        return decision

    def note_refusal(self, tip: Tip, seat: int) -> bool:
        """Note that a command of a seat's agent was refused at this tip; return False if it is the second there."""
        is_first = (tip, seat) not in self._refused
        self._refused.add((tip, seat))
        return is_first


def usual_thought(game: Game, awaited: Iterable[Awaited]) -> float:
    """Return how many seconds the agents of these seats usually think."""
    return max((_entry(_agent_id(game, entry.seat)).typical_ms / 1000 for entry in awaited), default=0.0)


def _agent_id(game: Game, seat: int) -> str:
    """Return the name of the seat's agent; for one that no longer exists, that of the strongest agent of the game."""
    named = game.table.seats[seat].agent
    entry = entry_named(named)
    return named if entry is not None and entry.plays(game.ruleset.name) else default_agent(game.ruleset.name)


def _entry(name: str) -> AgentEntry:
    entry = entry_named(name)
    assert entry is not None, "an agent that no longer exists is replaced before it is asked"
    return entry
