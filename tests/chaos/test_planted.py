"""Plants faults in the product on purpose: the checker finds each of them, and nothing where none is planted."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from flask import Flask

from eventstore.redis import log as redis_log
from eventstore.streams import open_store
from service.game.context import Context
from service.game.undo_rights import before_newest
from service.handlers import accept
from service.handlers.undo_requests import move_head
from service.http.stream_pages import Found, Page, Pages
from tests.chaos.forgetting import forget
from tests.chaos.inside import ForgetfulStore, application, judge, play, set_up
from tests.conftest import StorePair
from tests.trials.checker import Checker
from workers import jobs

Plant = Callable[[pytest.MonkeyPatch], None]
EVERY: Final = 5
JOB_FAILED: Final = "/problems/job_failed"
"""Names the problem of a job that ended without a result, for example because its store lost it meanwhile."""
REFUSAL: Final = "return {'CHAIN', current}"


def claims_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Let an accepted command not claim its idempotency key, so that a repeated request is carried out again."""
    patch.setattr(accept, "make_claim", lambda key, answer: None)


def jobs_doubled(patch: pytest.MonkeyPatch) -> None:
    """Let the job of an undo take back the newest move at the time it runs, so that a second run takes back another."""

    def move(ctx: Context, game_id: str, to: int, expected: int, by: int, *rest: Any) -> dict[str, Any]:
        game = ctx.games.load(game_id)
        return move_head(ctx, game_id, before_newest(game, by), game.version, by)

    patch.setattr(jobs, "move_head", move)


def events_dropped(patch: pytest.MonkeyPatch) -> None:
    """Let a stream leave out every fifth event of a page."""
    write = Pages._page

    def some(self: Pages, found: Found) -> Page:
        page = write(self, found)
        events = [one for number, one in enumerate(page.events, 1) if number % EVERY]
        return page._replace(events=events, whole=b"".join(text for _, text in events))

    patch.setattr(Pages, "_page", some)


def chain_rule_off(patch: pytest.MonkeyPatch) -> None:
    """Let the store accept versions that were decided on a history which it does not have."""
    read = redis_log.log_script
    patch.setattr(redis_log, "log_script", lambda name: read(name).replace(REFUSAL, "do end"))


PLANTED: Final[dict[str, tuple[Plant, str]]] = {
    "claim forgotten": (claims_forgotten, "doubled"),
    "job doubled": (jobs_doubled, "doubled"),
    "event dropped from a stream": (events_dropped, "streams"),
}


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return one application, into which one fault after another is planted."""
    return application(stores)


def found(stores: StorePair, app: Flask, patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Play a game to its end and return what the checker finds, by kind."""
    table = set_up(app, seed=3)
    play(table, patch, app)
    verdict = judge(stores, table)
    assert verdict.counts["acknowledged"] > 10
    assert verdict.counts["undo finished"] > 1
    assert verdict.counts["finished"] == 1
    return {kind: texts for kind, texts in verdict.found.items() if texts}


def test_nothing_is_found_where_nothing_is_planted(
    stores: StorePair, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(stores, app, monkeypatch) == {}


@pytest.mark.parametrize("fault", PLANTED)
def test_what_is_planted_is_found(fault: str, stores: StorePair, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, kind = PLANTED[fault]
    plant(monkeypatch)

    assert kind in found(stores, app, monkeypatch)


def found_after_exchange(stores: StorePair, app: Flask, patch: pytest.MonkeyPatch) -> list[str]:
    """Give a game another past at the moment of an append, and return what the checker cannot prove of it."""
    store = ForgetfulStore(stores, elsewhere=app)
    here = application(stores, store)
    store.table = set_up(here, seed=4)
    play(store.table, patch, here)
    verdict = judge(stores, store.table)
    assert store.is_done
    assert verdict.found["lost"] == verdict.found["changed"] == verdict.found["stuck"] == []
    return verdict.found["unproven"]


def test_another_past_is_never_gone_on_with(stores: StorePair, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_after_exchange(stores, app, monkeypatch) == []


def test_a_chain_rule_that_is_off_is_found(stores: StorePair, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    chain_rule_off(monkeypatch)

    assert found_after_exchange(stores, app, monkeypatch) != []


def test_what_the_log_has_lost_or_otherwise_is_found(
    stores: StorePair, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = set_up(app, seed=5)
    play(table, monkeypatch, app)
    first = next(told for told in table.people[0].told if told.status == 201)
    first.events[0] = first.events[0] | {"type": "SomethingElse"}
    forget(open_store(stores.events_url), table.id, 1)

    wrong = judge(stores, table).found

    assert wrong["lost"]
    assert wrong["changed"]
    assert wrong["stuck"]


def test_a_game_that_nobody_was_told_of_is_found(stores: StorePair, app: Flask) -> None:
    table, other = set_up(app, seed=6), set_up(app, seed=7)
    checker = Checker(open_store(stores.events_url), table.line)

    checker.check_games([table], [], [table.id, other.id])
    assert checker.verdict.found["doubled"] == [f"nobody was told of game {other.id}"]

    checker.check_games([table, other], [], [table.id])
    assert checker.verdict.found["lost"] == [f"game {other.id} was made and is gone"]


@pytest.mark.parametrize("end", [{"status": "unknown"}, {"status": "failed", "problem": {"type": JOB_FAILED}}])
def test_an_undo_that_the_queues_forgot_may_be_done_once(
    end: dict[str, Any], stores: StorePair, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = set_up(app, seed=9)
    play(table, monkeypatch, app)
    first, second, *_ = (asked for person in table.people for asked in person.asked if asked.moved_at is not None)
    first.end = end

    assert judge(stores, table).found["doubled"] == []

    second.end = {"status": "refused"}
    assert len(judge(stores, table).found["doubled"]) == 1
