"""Plays the AI seats of a game until none of them owes a move.

While only agents may act, it plays in memory and appends several versions at once. The append expects the version and
the chain that it began with: if anything else was appended first, the versions in memory are dropped, and agents are
asked again. Where an agent fails, or its command was refused, the uniform agent decides in its place.
"""

import logging
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Final

from redis.lock import Lock

from domain.core.agenda import Awaited
from eventstore.records import Conflict, Tip
from service.game.context import Context
from service.game.debts import asks_people, is_left_alone, list_late, waits_until
from service.game.games import Game
from service.handlers.agent_versions import list_ended, replace_ended
from service.handlers.commands import CommandBatch
from service.handlers.thinking import cost_of_table
from service.problems import Problem
from service.table.votes import KINDS
from service.tracing import spans
from workers.agents.agent import load_agent, load_guest
from workers.agents.catalog import BY_ID, default_agent, entry_named, split_name
from workers.agents.entries import AgentEntry
from workers.agents.turns import Decision, decide, first_decision
from workers.agents.uniform import Uniform
from workers.beliefs import Beliefs, beliefs_of
from workers.emergency_stops import STOPPED, STOPS
from workers.reserved_agents import Reserved, list_withheld
from workers.tables import build_missing

SLICE_S: Final = 0.5
MOST_AHEAD: Final = 32
"""Limits how many versions are appended at once."""
AHEAD_S: Final = 0.2
"""Sets how long a version may wait for others that are appended with it."""
RENEWAL_S: Final = 2.0
PACE_ALONE_MS: Final = 2000
"""Sets how many ms at least pass before a visible act at a table without a pace, while its people are away."""

log = logging.getLogger(__name__)
_agent: Final = cache(load_agent)
_guest: Final = cache(load_guest)
"""Agents are kept by their whole names, so that an older version plays beside a newer one."""


class Playing:
    """Plays one game. `lock` is the game's lease, renewed while the job plays."""

    def __init__(self, ctx: Context, game_id: str, lock: Lock) -> None:
        self.ctx = ctx
        self.jobs = ctx.jobs.of(game_id)
        self.ai = self.jobs.ai
        self.game_id = game_id
        self.lock = lock
        self.renewed = time.monotonic()
        self.tip: Tip | None = None
        self.most = MOST_AHEAD
        self.thought = 0.0
        self.asking = Asking(beliefs_of(ctx.store))
        self.stood_in: set[int] = set()
        self.slow_ms = 0.0
        self.is_over = False

    def run(self) -> int | None:
        """Play until nothing is left to do and return the version then; None if the time slice was used up.

        Raises LockError if the lease was lost, and Problem if the log refuses the append.
        """
        until = time.monotonic() + SLICE_S
        while time.monotonic() < until:
            rest = self.ai.pause(self.game_id)
            if rest:  # others come first
                time.sleep(rest)
                self.tip = None
            try:
                settled = self._stretch(until)
            except Conflict:
                settled = self.tip = None
            if settled is not None:
                return settled
            if time.monotonic() - self.renewed > RENEWAL_S:
                self.lock.reacquire()
                self.renewed = time.monotonic()
        return None

    def note_thinking(self, *, is_awaited: bool) -> None:
        """Count the table among those with slow agents, if it is one and somebody waits there; not after its end."""
        if self.slow_ms and (is_awaited or self.is_over):
            self.jobs.thinking.note(self.game_id, self.slow_ms, is_over=self.is_over)

    def _stretch(self, until: float) -> int | None:
        """Play in memory and append; return the version if nothing is left to do after it.

        Raises Conflict if something else was appended first; then nothing of this was.
        """
        game = self.ctx.games.load(self.game_id, self.tip)
        if not game.table.paused and list_ended(game):
            replace_ended(self.ctx, self.game_id)
            game = self.ctx.games.load(self.game_id)
            self.tip = None
        batch = CommandBatch(self.ctx, game)
        self.slow_ms, self.is_over = cost_of_table(game.table), game.table.finished
        if self.tip is None:
            self.jobs.traces.link(self.game_id, batch.game.version)
        is_settled = self._play_on(batch, until)
        if batch.count:
            batch.append()
            self.tip = batch.game.tip
            self.is_over = batch.game.table.finished
        return batch.game.version if is_settled else None

    def _play_on(self, batch: CommandBatch, until: float) -> bool:
        """Play until the versions must be appended; return whether nothing is left to do after them."""
        began = time.monotonic()
        while True:
            batch.expire()
            game, now = batch.game, time.monotonic()
            awaited = game.awaiting()
            if batch.count and (now > until or self._is_due(batch, awaited, now - began)):
                return False
            decision = self._decide(batch, awaited)
            if decision is None:
                return True
            self.thought = max(self.thought, time.monotonic() - now)
            if not batch.count:
                began = time.monotonic()
            if not self._play(batch, decision):
                return False

    def _is_due(self, batch: CommandBatch, awaited: Sequence[Awaited], waited: float) -> bool:
        """Return whether the versions must be appended before agents think again; a job's first one always is."""
        seats = batch.game.table.seats
        return (
            batch.count >= (self.most if self.tip else 1)
            or any(seats[entry.seat].kind != "ai" for entry in awaited)
            or waited + max(self.thought, usual_thought(batch.game, awaited)) > AHEAD_S
        )

    def _decide(self, batch: CommandBatch, awaited: Sequence[Awaited]) -> Decision | None:
        game = batch.game
        mine = self._entries(game, awaited)
        rest = self._rest_for_vote(game)
        if rest > 0:
            mine = []
        elif any(entry.must for entry in mine):
            rest = self._rest_to_be_seen(game) or self._rest_for_people(game, awaited)
            mine = [entry for entry in mine if rest <= 0 or not entry.must]
        decision = first_decision(mine, lambda seat: self.asking.ask(batch, seat))
        if decision is None and rest > 0:
            self.ai.defer(self.game_id, rest)
        return decision

    def _entries(self, game: Game, awaited: Sequence[Awaited]) -> list[Awaited]:
        """List what agents may decide: all of the AI seats, and what late bots owe, until they owe nothing more."""
        if game.table.paused:
            return []
        self.stood_in &= {entry.seat for entry in awaited if entry.must}
        self.stood_in |= set(list_late(self.ctx, game))
        seats = game.table.seats
        return [
            entry
            for entry in awaited
            if seats[entry.seat].kind == "ai"
            or (entry.must and entry.seat in self.stood_in and seats[entry.seat].kind == "bot")
        ]

    def _rest_for_vote(self, game: Game) -> float:
        """Return how many seconds are left of an open vote that a command would end; 0 without one."""
        vote = game.table.vote
        if vote is None or not KINDS[vote.kind].ends_by_commands:
            return 0.0
        return (vote.closes_at - self.ctx.clock()) / 1000

    def _rest_to_be_seen(self, game: Game) -> float:
        """Return how many seconds must pass before an agent may act visibly; 0 without a pace.

        A table has a pace of its own, and while all its people are away one that lets them come back to a game.
        """
        pace = game.table.opened.agent_pace_ms or (PACE_ALONE_MS if is_left_alone(game) else 0)
        return max(0.0, (game.time_of(game.version) + pace - self.ctx.clock()) / 1000) if pace else 0.0

    def _rest_for_people(self, game: Game, awaited: Sequence[Awaited]) -> float:
        """Return how many seconds people still have to answer before an AI seat plays on; each silence halves them."""
        if not asks_people(game, awaited):
            return 0.0
        rest = (waits_until(game, self.ai.silences(self.game_id)) - self.ctx.clock()) / 1000
        if rest <= 0:
            self.ai.note_silence(self.game_id)
        return rest

    def _play(self, batch: CommandBatch, decision: Decision) -> bool:
        """Play a decision; return False if it was refused, after which agents are asked again and append one by one."""
        tip, seat = batch.game.tip, decision.seat
        try:
            batch.play(seat, decision.command)
        except Problem as problem:
            if problem.slug != "refused" or not self.asking.note_refusal(tip, seat):
                raise
            log.error("the game refused its agent at version %d: %s", tip.version, problem)
            self.most = 1
            batch.drop()
            return False
        return True


class Asking:
    """Asks the agents for one job, counts their `decisions` by name, and remembers whose commands the game refused."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._refused: set[tuple[Tip, int]] = set()
        self._with_tables: set[str] = set()
        self.decisions: Counter[str] = Counter()

    def ask(self, batch: CommandBatch, seat: int) -> Decision:
        """Return the decision of a seat's agent, or of the uniform agent in its place."""
        game = batch.game
        rng = game.luck(seat)
        agent_id = _agent_id(game, seat)
        self.decisions[agent_id] += 1
        if (game.tip, seat) not in self._refused:
            try:
                if agent_id not in self._with_tables:  # it plays without its tables meanwhile
                    self._with_tables.add(agent_id)
                    build_missing(_agent(agent_id), game.config)
                agent = split_name(agent_id).id
                with spans.span("decide", game=game.id, version=game.version, seat=seat, agent=agent):
                    return self._decide(batch, seat, agent_id, rng)
            except Exception:  # an agent may fail in any way, and the game must go on
                log.exception("agent %s failed at version %d", agent_id, game.version)
        return decide(game.ruleset, game.position, seat, Uniform(), BY_ID["uniform"].seconds, rng)

    def _decide(self, batch: CommandBatch, seat: int, agent_id: str, rng: Random) -> Decision:
        game, seconds = batch.game, _entry(agent_id).seconds
        is_guest = _entry(agent_id).company and game.table.seats_of("human")
        agent = _guest(agent_id) if is_guest else _agent(agent_id)
        belief = self._beliefs.at(game, seat, batch.base, batch.steps) if agent.believes else None
        before = agent.stopped
        withheld = list_withheld(game)
        asked = Reserved(agent, withheld) if withheld else agent
        decision = decide(game.ruleset, game.position, seat, asked, seconds, rng, belief)
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
    """Return the name of the seat's agent; for one that no longer exists, that of the strongest agent of the game.

    A log from before agents had versions names none, so that the newest plays.
    """
    named = game.table.seats[seat].agent
    entry = entry_named(named)
    return named if entry is not None and entry.plays(game.ruleset.name) else default_agent(game.ruleset.name)


def _entry(name: str) -> AgentEntry:
    entry = entry_named(name)
    assert entry is not None, "an agent that no longer exists is replaced before it is asked"
    return entry
