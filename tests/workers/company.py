"""Plays whole games of three agents with a scripted person, and says in figures what company they are.

`python -m tests.workers.company [GAMES] [AGENT...]` prints a JSON line for each agent: with GAMES games (default 4) it
plays `graded` at levels 1 to 5, twenty games in all. In every second game the person answers no offers, in the others
it declines them at once. The clock is driven by hand: it stands while the person decides, goes on by the processor time
of the agents, and jumps to where they are due again.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from redis import Redis

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import (
    DeclineOffer,
    OfferAccepted,
    OfferDeclined,
    OffersLapsed,
    TradeMade,
    TradeOffered,
)
from domain.catan.chapters.turn import EndTurn, TurnStarted
from eventstore.memory.store import MemoryEventStore
from eventstore.records import in_versions
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.queue.keys import AI_DEFERRED
from service.settings import read_settings
from service.table.events import TABLE_EVENTS
from tests.clocks import Clock
from tests.conftest import store_pair
from workers.playing import Playing

PERSON: Final = 0
LEVELS: Final = tuple(f"graded@{level}" for level in range(1, 6))
GAMES: Final = 4
PACE_MS: Final = 700
START_MS: Final = 1_790_000_000_000
MOST_STEPS: Final = 20_000
BUILDS: Final = ("Build", "Found", "Buy")
QUIET: Final = ("RollDice", "MoveRobber", "Steal", "EndTrade")


@dataclass
class Figures:
    """Holds what was counted in games of one agent; times are in seconds."""

    turns: int = 0
    offers: int = 0
    most_in_turn: int = 0
    repeats: int = 0
    asking_more: int = 0
    trades: int = 0
    waits: list[float] = field(default_factory=list)
    between: list[float] = field(default_factory=list)

    def row(self, agent: str, games: int) -> dict[str, Any]:
        """Return them as JSON."""
        return {
            "agent": agent,
            "games": games,
            "turns": self.turns,
            "offers_a_turn": round(self.offers / max(1, self.turns), 3),
            "most_offers_in_a_turn": self.most_in_turn,
            "offers": self.offers,
            "refused_and_repeated": self.repeats,
            "asking_more_than_they_give": self.asking_more,
            "trades": self.trades,
            "wait_s": _quantiles(self.waits),
            "before_a_visible_act_s": _quantiles(self.between),
        }


def _quantiles(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values) or [0.0]
    places = {"p50": 0.5, "p95": 0.95, "max": 1.0}
    return {name: round(ordered[min(len(ordered) - 1, int(at * len(ordered)))], 2) for name, at in places.items()}


class Evening:
    """Is one game of a person with three agents, played to the end."""

    def __init__(self, ctx: Context, clock: Clock, agent: str, seed: str, *, answers: bool) -> None:
        self.ctx, self.clock, self.answers = ctx, clock, answers
        self.rng = random.Random(seed)
        seats = [NewSeat("human"), *[NewSeat("ai", agent=agent)] * 3]
        self.id = create_game(ctx, NewGame("catan", seats, seed=seed, agent_pace_ms=PACE_MS)).id

    def play(self) -> None:
        """Play to the end; raises AssertionError for a game that has none."""
        for _ in range(MOST_STEPS):
            self._move_agents()
            game = self.ctx.games.load(self.id)
            if game.table.finished:
                return
            if not self._act(game):
                self._pass_time()
        raise AssertionError("the game never ends")

    def _move_agents(self) -> None:
        lock = self.ctx.jobs.ai.hold(self.id)
        assert lock is not None
        began = time.process_time()
        try:
            while Playing(self.ctx, self.id, lock).run() is None:  # its slice of time was used up
                lock.reacquire()
        finally:
            lock.release()
        self.clock.now += round(1000 * (time.process_time() - began))

    def _act(self, game: Any) -> bool:
        """Answer or act for the person; return whether there was anything to do."""
        owed = [entry.must for entry in game.awaiting() if entry.seat == PERSON]
        commands = [*CATAN.actions(game.position, PERSON)] if owed else []
        declined = [command for command in commands if isinstance(command, DeclineOffer)]
        if declined and self.answers:
            return self._submit(game, declined[0])
        return any(owed) and self._submit(game, self._choose(game, commands))

    def _choose(self, game: Any, commands: Sequence[Any]) -> Any:
        """Return what the person does: build, else go on with the turn."""
        own = [command for command in commands if not type(command).__name__.endswith("Offer")]
        by_name = [(type(command).__name__, command) for command in own]
        builds = [command for name, command in by_name if name.startswith(BUILDS)]
        quiet = [command for name, command in by_name if name in QUIET]
        ends = [command for command in own if isinstance(command, EndTurn)]
        pool = builds or quiet or ends or own
        templates = CATAN.actions(game.position, PERSON).templates
        return self.rng.choice(pool) if pool else templates[0].sample(self.rng)

    def _submit(self, game: Any, command: Any) -> bool:
        submit(self.ctx, self.id, PERSON, [command], expected=game.version)
        return True

    def _pass_time(self) -> None:
        """Go on to the time at which the agents are due again."""
        due = self.ctx.jobs.ai.redis.zscore(AI_DEFERRED, self.id)
        assert due is not None, "nobody has anything to do"
        self.ctx.jobs.ai.redis.zrem(AI_DEFERRED, self.id)
        self.clock.now = max(self.clock.now, round(1000 * float(due))) + 1

    def count(self, figures: Figures) -> None:
        """Add what happened to figures."""
        Course(figures).follow(self._versions())

    def _versions(self) -> Iterator[tuple[float, int | None, list[Any]]]:
        """Yield the time of each version, in seconds, with the seat that acted and the events."""
        game = self.ctx.games.load(self.id)
        codec = game.codec
        for rows in in_versions(self.ctx.store.read(self.id, 0)):
            events = [codec.decode(row) for row in rows if codec.name(row.type) not in TABLE_EVENTS.by_name]
            yield game.time_of(rows[0].version) / 1000, rows[0].header.seat, events


class Course:
    """Follows a game from outside, and counts offers to the person, what it refused before, and how long it waits."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.state: Any = None
        self.refused: list[tuple[int, Any, Any]] = []
        self.open: dict[int, Any] = {}
        self.active, self.made, self.left, self.before = -1, 0, 0.0, 0.0

    def follow(self, versions: Iterator[tuple[float, int | None, list[Any]]]) -> None:
        """Take in a whole game."""
        for at, seat, events in versions:
            for event in events:
                if self.state is None:
                    self.state = CATAN.begin(event)
                    continue
                hand = self.state.hand(PERSON)
                self._count(event, at)
                CATAN.evolve(self.state, event)
                if any(now > was for was, now in zip(hand, self.state.hand(PERSON), strict=True)):
                    self.refused.clear()  # the person may think again
            if seat is not None and seat != PERSON and not isinstance(events[0], OfferAccepted | OfferDeclined):
                self.figures.between.append(at - self.before)
            self.before = at

    def _count(self, event: Any, at: float) -> None:
        if isinstance(event, TurnStarted):
            self._begin_turn(event.seat, at)
        elif isinstance(event, TradeOffered) and event.seat != PERSON and event.to & 1 << PERSON:
            self._offer(event)
        elif isinstance(event, OfferDeclined) and event.seat == PERSON:
            self._refuse(self.open.get(event.offer))
        elif isinstance(event, OffersLapsed):
            for offer in self.open.values():
                self._refuse(offer)
        elif isinstance(event, TradeMade):
            self.open.pop(event.offer, None)
            self.figures.trades += PERSON in (event.seat, event.partner)

    def _begin_turn(self, seat: int, at: float) -> None:
        if self.active == PERSON != seat:
            self.left = at
        if seat == PERSON and self.left:
            self.figures.waits.append(at - self.left)
        self.figures.turns += seat != PERSON
        self.active, self.made = seat, 0
        self.open.clear()

    def _offer(self, event: TradeOffered) -> None:
        self.made += 1
        self.open[event.offer] = event
        self.figures.offers += 1
        self.figures.most_in_turn = max(self.figures.most_in_turn, self.made)
        self.figures.repeats += (event.seat, event.give, event.take) in self.refused
        self.figures.asking_more += sum(event.take) > sum(event.give)

    def _refuse(self, offer: Any) -> None:
        if offer is not None:
            self.refused.append((offer.seat, offer.give, offer.take))


def play_games(redis: Redis, agent: str, games: int) -> Figures:
    """Play whole games with an agent, and return the figures."""
    figures = Figures()
    for number in range(games):
        clock = Clock(START_MS)
        ctx = compose(read_settings({}), MemoryEventStore(), {"catan": CATAN}, Jobs(redis), clock)
        ctx = replace(ctx, settings=replace(ctx.settings, thinking_ms=0))
        ctx.jobs.ai.clock = lambda clock=clock: clock.now / 1000
        evening = Evening(ctx, clock, agent, f"evening {number}", answers=number % 2 == 0)
        evening.play()
        evening.count(figures)
    return figures


def check_company(figures: Figures) -> None:
    """At most two offers in a turn, none again that was refused, and the pace of the table kept by every agent."""
    assert figures.offers > 0
    assert figures.most_in_turn <= 2
    assert figures.repeats == 0
    assert min(figures.between) >= PACE_MS / 1000 - 0.001
    assert figures.waits


def main(arguments: Sequence[str]) -> None:
    """Print a line for each agent."""
    games = int(arguments[0]) if arguments else GAMES
    with TemporaryDirectory() as directory, store_pair(Path(directory)) as stores:
        redis = Redis.from_url(stores.rq_url)
        for agent in arguments[1:] or LEVELS:
            sys.stdout.write(json.dumps(play_games(redis, agent, games).row(agent, games)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
