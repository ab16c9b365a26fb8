"""An AI job plays on until no AI seat of its game owes anything.

Correctness rests on the expected version alone. When the head has moved for another reason, the job reads it again.
"""

import logging
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from redis.lock import Lock

from domain.core.agenda import Awaited
from eventstore.store import Tip
from service.game.context import Context
from service.game.games import Game
from service.game.late_seats import overdue
from service.handlers.commands import submit
from service.problems import Problem
from service.table.vote_kinds import KINDS
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import BY_ID, default_agent
from workers.agents.turns import Decision, decide, first_decision
from workers.agents.uniform import Uniform
from workers.tables import build_missing

SLICE_S: Final = 0.5
RENEWAL_S: Final = 2.0
PATIENCE_S: Final = 6.0
LEAST_PATIENCE_S: Final = 0.5

log = logging.getLogger(__name__)


class Playing:
    """Plays one game. `lock` is the game's lease, renewed while the job plays."""

    def __init__(self, ctx: Context, game_id: str, lock: Lock) -> None:
        self.ctx = ctx
        self.ai = ctx.jobs.ai
        self.game_id = game_id
        self.lock = lock
        self.renewed = time.monotonic()
        self.refused: set[tuple[Tip, int]] = set()
        self.stood_in: set[int] = set()
        self.furnished: set[str] = set()

    def run(self) -> int | None:
        """Play until nothing is left to do and answer the version then; None when the slice of time was used up.

        Raises LockError when the lease was lost, Problem when the log takes nothing.
        """
        until = time.monotonic() + SLICE_S
        while time.monotonic() < until:
            time.sleep(self.ai.pause(self.game_id))
            game = self.ctx.games.load(self.game_id)
            decision = self._decide(game)
            if decision is None:
                return game.version
            self._submit(game, decision)
            self._renew()
        return None

    def _decide(self, game: Game) -> Decision | None:
        awaited = game.awaiting()
        mine = self._entries(game, awaited)
        rest = self._rest_for_vote(game)
        if rest > 0:
            mine = []
        elif any(entry.must for entry in mine):
            rest = self._rest_for_people(game, awaited)
            mine = [entry for entry in mine if rest <= 0 or not entry.must]
        decision = first_decision(mine, lambda seat: self._ask(game, seat))
        if decision is None and rest > 0:
            self.ai.defer(self.game_id, rest)
        return decision

    def _entries(self, game: Game, awaited: Sequence[Awaited]) -> list[Awaited]:
        """List what agents are to do: all that AI seats may do, and what late bots must, until those owe nothing."""
        if game.table.paused:
            return []
        self.stood_in &= {entry.seat for entry in awaited if entry.must}
        self.stood_in |= set(overdue(self.ctx, game))
        seats = game.table.seats
        return [
            entry
            for entry in awaited
            if seats[entry.seat].kind == "ai"
            or (entry.must and entry.seat in self.stood_in and seats[entry.seat].kind == "bot")
        ]

    def _rest_for_vote(self, game: Game) -> float:
        """Count the seconds that an open vote still has which a command would end."""
        vote = game.table.vote
        if vote is None or not KINDS[vote.kind].ends_by_commands:
            return 0.0
        return (vote.closes_at - self.ctx.clock()) / 1000

    def _rest_for_people(self, game: Game, awaited: Sequence[Awaited]) -> float:
        """Count the seconds that people still have to answer before an AI seat plays on; each silence halves them."""
        if not any(not entry.must and game.table.seats[entry.seat].kind != "ai" for entry in awaited):
            return 0.0
        patience = max(LEAST_PATIENCE_S, PATIENCE_S / 2 ** self.ai.silences(self.game_id))
        since = (self.ctx.clock() - game.time_of(game.version)) / 1000
        if since >= patience:
            self.ai.note_silence(self.game_id)
        return patience - since

    def _ask(self, game: Game, seat: int) -> Decision:
        rng = game.luck(seat)
        agent_id = _agent_id(game, seat)
        if (game.tip, seat) not in self.refused:
            try:
                self._want_tables(game, agent_id)
                return decide(game.ruleset, game.position, seat, _agent(agent_id), BY_ID[agent_id].seconds, rng)
            except Exception:  # an agent may fail in any way, and the game goes on without it
                log.exception("agent %s failed at version %d", agent_id, game.version)
        return decide(game.ruleset, game.position, seat, Uniform(), BY_ID["uniform"].seconds, rng)

    def _want_tables(self, game: Game, agent_id: str) -> None:
        """Have built what an agent would look up; once in a job, since it plays on meanwhile."""
        if agent_id not in self.furnished:
            self.furnished.add(agent_id)
            build_missing(_agent(agent_id), game.config)

    def _submit(self, game: Game, decision: Decision) -> None:
        seat = decision.seat
        try:
            submit(self.ctx, self.game_id, seat, [decision.command], expected=game.tip)
        except Problem as problem:
            if problem.slug == "stale_version":
                return
            if problem.slug != "refused" or (game.tip, seat) in self.refused:
                raise
            log.error("the game refused its agent at version %d: %s", game.version, problem)
            self.refused.add((game.tip, seat))

    def _renew(self) -> None:
        if time.monotonic() - self.renewed > RENEWAL_S:
            self.lock.reacquire()
            self.renewed = time.monotonic()


def _agent_id(game: Game, seat: int) -> str:
    """Name the agent of the seat; one that is no longer known gives way to the strongest."""
    named = game.table.seats[seat].agent
    return named if named in BY_ID and BY_ID[named].plays(game.ruleset.name) else default_agent(game.ruleset.name)


@lru_cache
def _agent(agent_id: str) -> Agent:
    return load_agent(agent_id)
