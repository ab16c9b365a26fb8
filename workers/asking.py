"""Asks the agents of a hosted game; one that fails, or whose command was refused, gives way for that decision."""

import logging
from collections.abc import Iterable
from functools import lru_cache

from domain.core.agenda import Awaited
from eventstore.store import Tip
from service.game.games import Game
from service.tracing import spans
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import BY_ID, default_agent
from workers.agents.turns import Decision, decide
from workers.agents.uniform import Uniform
from workers.tables import build_missing

log = logging.getLogger(__name__)


class Asking:
    """Serves one job; it remembers what the game refused."""

    def __init__(self) -> None:
        self._refused: set[tuple[Tip, int]] = set()
        self._furnished: set[str] = set()

    def ask(self, game: Game, seat: int) -> Decision:
        """Let the agent of a seat decide, or the uniform one in its place."""
        rng = game.luck(seat)
        agent_id = _agent_id(game, seat)
        if (game.tip, seat) not in self._refused:
            try:
                self._want_tables(game, agent_id)
                with spans.span("decide", game=game.id, version=game.version, seat=seat, agent=agent_id):
                    return decide(game.ruleset, game.position, seat, _agent(agent_id), BY_ID[agent_id].seconds, rng)
            except Exception:  # an agent may fail in any way, and the game goes on without it
                log.exception("agent %s failed at version %d", agent_id, game.version)
        return decide(game.ruleset, game.position, seat, Uniform(), BY_ID["uniform"].seconds, rng)

    def note_refusal(self, tip: Tip, seat: int) -> bool:
        """Note that the command of a seat's agent was refused; False if it is so for the second time there."""
        is_first = (tip, seat) not in self._refused
        self._refused.add((tip, seat))
        return is_first

    def _want_tables(self, game: Game, agent_id: str) -> None:
        """Have built what an agent would look up; once in a job, since it plays on meanwhile."""
        if agent_id not in self._furnished:
            self._furnished.add(agent_id)
            build_missing(_agent(agent_id), game.config)


def usual_thought(game: Game, awaited: Iterable[Awaited]) -> float:
    """Return how many seconds the agents of these seats usually think."""
    return max((BY_ID[_agent_id(game, entry.seat)].typical_ms / 1000 for entry in awaited), default=0.0)


def _agent_id(game: Game, seat: int) -> str:
    """Name the agent of the seat; one that is no longer known gives way to the strongest."""
    named = game.table.seats[seat].agent
    return named if named in BY_ID and BY_ID[named].plays(game.ruleset.name) else default_agent(game.ruleset.name)


@lru_cache
def _agent(agent_id: str) -> Agent:
    return load_agent(agent_id)
