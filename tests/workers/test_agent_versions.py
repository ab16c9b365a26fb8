"""Tests that two versions of an agent play beside each other, and that games go on when one of them ends."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from domain.core.actions import Actions
from service.clients.authentication import Caller, authenticate
from service.game.context import Context
from service.game.ids import new_id
from service.handlers.accept import write
from service.handlers.agent_versions import list_ended, replace_ended
from service.handlers.branches import NewBranch, branch
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game, open_table, plan_of
from service.handlers.pauses import ask_pause
from service.handlers.votes import VOTE_MS
from service.problems import Problem
from service.records.importing import import_record
from service.records.replay import replay
from service.schemas.records import read_record
from service.views.offers import agent as agent_document
from tests.service.looking import view
from tests.workers.conftest import act, is_finished, later, new_game, owes, run_job, standing
from workers import playing
from workers.agents import catalog, entries
from workers.agents.entries import read_entry
from workers.agents.uniform import Uniform

ASKED: list[int] = []
"""The versions that were asked for a command, in order."""

FIRST = {"level": 2, "seconds": 0.1, "typical_ms": 0.2, "version": 1, "since": date(2026, 12, 1)}
SECOND = FIRST | {"version": 2, "since": date(2027, 2, 1), "source": f"{__name__}:Second"}
ENDING = {"announced": date(2027, 2, 1), "ends": date(2027, 5, 2)}


class First(Uniform):
    """Plays the first version of the agent."""

    version = 1

    def choose(self, ruleset: Any, knowledge: Any, actions: Actions, budget: float, rng: Any) -> Any | None:
        ASKED.append(self.version)
        return super().choose(ruleset, knowledge, actions, budget, rng)


class Second(First):
    """Plays the second version."""

    version = 2


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still unless the test moves it."""
    ASKED.clear()
    return standing(ctx)


class Days:
    """Serves the agent `player` as of a day."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.begin()

    def begin(self) -> None:
        self._serve(FIRST | {"source": f"{__name__}:First"}, date(2026, 12, 1))

    def release(self, day: date = date(2027, 2, 1)) -> None:
        """Serve the second version beside the first one, whose end is announced."""
        self._serve(SECOND | {"older": [FIRST | ENDING | {"source": f"{__name__}:First"}]}, day)

    def end(self) -> None:
        """Come to the day on which the first version ends."""
        self.release(ENDING["ends"])

    def remove(self) -> None:
        """Serve a later release, which has no code of the first version any more."""
        self._serve(SECOND, date(2027, 9, 1))

    def _serve(self, members: dict[str, Any], day: date) -> None:
        self.patch.setitem(catalog.BY_ID, "player", read_entry("player", "toy", members))
        self.patch.setattr(entries, "today", lambda: day)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    return Days(monkeypatch)


def seated(ctx: Context, game: str) -> list[tuple[str, int] | None]:
    seats = view(ctx, Caller(game))["seats"]
    return [(seat["agent"], seat["agent_version"]) if "agent" in seat else None for seat in seats]


def events(ctx: Context, game: str, kind: str) -> list[Any]:
    codec = ctx.games.load(game).codec
    return [codec.decode(event) for event in ctx.store.read(game) if event.type == kind]


def test_two_versions_play_beside_each_other(ctx: Context, days: Days) -> None:
    days.release()
    game = new_game(ctx, "ai", "ai", seat0="player@1", seat1="player")
    assert seated(ctx, game) == [("player", 1), ("player", 2)]
    [opened] = events(ctx, game, "TableOpened")
    assert [(seat["agent"], seat["agent_version"]) for seat in opened.seats] == [("player", 1), ("player", 2)]

    run_job(ctx, game)

    assert is_finished(ctx, game)
    assert set(ASKED) == {1, 2}
    assert events(ctx, game, "AgentReplaced") == []


def test_who_names_no_version_keeps_the_one_that_was_the_newest(ctx: Context, days: Days) -> None:
    game = new_game(ctx, "human", "ai", seat1="player")
    run_job(ctx, game)
    days.release()
    act(ctx, game, 0)
    while owes(ctx, game, 0):
        act(ctx, game, 0)
    run_job(ctx, game)
    assert set(ASKED) == {1}
    assert seated(ctx, game) == [None, ("player", 1)]


def play_to_the_agent(ctx: Context, game: str) -> None:
    """Act for the person until the agent owes something."""
    while owes(ctx, game, 0):
        act(ctx, game, 0)
    assert owes(ctx, game, 1)


@pytest.mark.parametrize("way", ["end", "remove"])
def test_a_running_game_goes_on_with_the_newest_by_an_event(ctx: Context, days: Days, way: str) -> None:
    days.release()
    game = new_game(ctx, "human", "ai", seat1="player@1")
    run_job(ctx, game)
    play_to_the_agent(ctx, game)
    before = ctx.store.head(game)
    getattr(days, way)()
    ASKED.clear()

    run_job(ctx, game)

    assert set(ASKED) == {2}
    [event] = events(ctx, game, "AgentReplaced")
    assert (event.seat, event.agent, event.agent_version) == (1, "player", 2)
    told = next(stored for stored in ctx.store.read(game, before) if stored.type == "AgentReplaced")
    assert (told.version, told.header.seat) == (before + 1, None)
    assert seated(ctx, game) == [None, ("player", 2)]
    earlier = ctx.games.load(game, before).table.seats[1]
    assert earlier.agent == "player@@1", "what was played is not told otherwise"
    replace_ended(ctx, game)
    assert len(events(ctx, game, "AgentReplaced")) == 1


def test_a_game_that_rests_is_changed_when_its_agent_acts_again(ctx: Context, days: Days) -> None:
    days.release()
    game = new_game(ctx, "human", "ai", seat1="player@1")
    run_job(ctx, game)
    head = ctx.store.head(game)
    days.end()
    assert list_ended(ctx.games.load(game)) == [(1, "player@@2")]
    assert ctx.store.head(game) == head
    play_to_the_agent(ctx, game)
    run_job(later(ctx, VOTE_MS), game)
    assert seated(ctx, game) == [None, ("player", 2)]


def test_a_vote_goes_on_while_an_agent_is_replaced(ctx: Context, days: Days) -> None:
    days.release()
    seats = [NewSeat("human"), NewSeat("ai", agent="player@1"), NewSeat("human")]
    made = create_game(ctx, NewGame("toy", seats, seed="seed", undo="consent"))
    run_job(ctx, made.id)
    while owes(ctx, made.id, 0):
        act(ctx, made.id, 0)
    asked = ctx.games.load(made.id)
    ask_pause(ctx, authenticate(ctx, asked, made.seats[0]["token"]), ctx.clock() + 60_000)
    days.end()
    run_job(ctx, made.id)
    vote = ctx.games.load(made.id).table.vote
    assert (vote and vote.kind) == "pause"
    assert ctx.games.load(made.id).table.seats[1].agent == "player@@2"


def test_its_record_is_proven(ctx: Context, days: Days) -> None:
    days.release()
    game = new_game(ctx, "ai", "ai", seat0="player@1", seat1="player@1")
    days.end()
    run_job(ctx, game)
    assert is_finished(ctx, game)
    assert len(events(ctx, game, "AgentReplaced")) == 2
    record = replay(ctx, game, Caller(game), {"format": "json"}, lambda fraction: None)["record"]
    record = json.loads(json.dumps(record))
    assert [(seat["agent"], seat["agent_version"]) for seat in record["seats"]] == [("player", 2)] * 2

    made = import_record(ctx, read_record({"record": record}))

    assert seated(ctx, made.id) == [("player", 2)] * 2


def test_an_ended_version_is_refused_and_the_catalog_tells_what_ends(ctx: Context, days: Days) -> None:
    days.release()
    told = agent_document_of(ctx)
    assert [version["version"] for version in told] == [2, 1]
    assert told[1]["announced"] == "2027-02-01"
    assert told[1]["ends"] == "2027-05-02"
    assert "ends" not in told[0]
    days.end()
    assert [version["version"] for version in agent_document_of(ctx)] == [2]
    with pytest.raises(Problem) as caught:
        new_game(ctx, "ai", "ai", seat0="player@1")
    assert caught.value.slug == "invalid_body"


def agent_document_of(ctx: Context) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.views.offers.AGENTS", [catalog.BY_ID["player"]])
        patch.setattr("service.views.offers.say", lambda key, language: key)
        versions: list[Any] = agent_document(ctx, "player", "en")["versions"]
        return versions


def test_a_branch_has_the_same_versions_while_they_are_served(ctx: Context, days: Days) -> None:
    days.release()
    wish = NewGame("toy", [NewSeat("human"), NewSeat("ai", agent="player@1")], seed="seed")
    made = create_game(ctx, wish)
    assert seated(ctx, branch(ctx, Caller(made.id), NewBranch(1)).id) == [None, ("player", 1)]
    days.end()
    assert seated(ctx, branch(ctx, Caller(made.id), NewBranch(1)).id) == [None, ("player", 2)]


def test_a_log_without_versions_is_played_by_the_newest(ctx: Context, days: Days) -> None:
    ruleset = ctx.rulesets["toy"]
    wish = NewGame("toy", [NewSeat("human"), NewSeat("human")], seed="seed")
    plan = plan_of(ruleset, ruleset.configure(2, None, (), {}), wish)
    old = replace(plan, seats=[NewSeat("human"), NewSeat("ai", agent="player")])
    game = write(ctx, open_table(ctx, new_id(None), old)).id
    [opened] = events(ctx, game, "TableOpened")
    assert opened.seats[1] == {"kind": "ai", "agent": "player"}
    assert view(ctx, Caller(game))["seats"][1] == {"seat": 1, "kind": "ai", "agent": "player"}
    run_job(ctx, game)
    days.end()
    playing._agent.cache_clear()  # as in a process that has the newer release
    play_to_the_agent(ctx, game)
    run_job(ctx, game)
    assert set(ASKED) == {1, 2}
    assert events(ctx, game, "AgentReplaced") == []
