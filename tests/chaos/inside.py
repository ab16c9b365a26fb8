"""Plays a table in this very process: the application over real stores, with lost answers and jobs that run twice.

What the long form provokes by killing processes happens here at once, so a change of the checker is quick to try.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

import pytest
from flask import Flask
from rq import SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from eventstore.log.lineage import HEAD_MOVED
from eventstore.records import Beside, StoredEvent, Tip, Version
from eventstore.redis.connection import connect, connect_blocking
from eventstore.streams import RedisEventStore, open_store
from service.game.context import Context, compose
from service.queue.jobs import JOBS_QUEUE, Jobs
from service.server.app import create_app
from service.settings import read_settings
from tests.chaos.forgetting import forget
from tests.conftest import StorePair
from tests.fuzz.faulty import Told
from tests.linearizability.recording import Recorder
from tests.service.http.client import OFFERED
from tests.service.http.live import messages_of
from tests.trials.checker import Checker, Verdict
from tests.trials.following import Follower
from tests.trials.players import Caller, Deadline, Person
from tests.trials.tables import NO_VERSION, Table
from workers import jobs

WISH: Final = {
    "ruleset": "toy",
    "seats": [{"kind": "human"}] * 2,
    "options": {"target": 12},
    "undo": "free",
    "hot_seat": True,
}
LOST: Final = 0.25
UNDOING: Final = 0.2
LONG_ENOUGH: Final = 8
"""A game has its past exchanged once it has more versions than this."""
AS_OFTEN_AS_ALLOWED: Final = 2
"""A job runs again when its worker was taken for dead."""


@dataclass
class Inside(Caller):
    """Calls the application directly; loses some of its answers and does each job that it queued at once, twice."""

    app: Flask = field(default_factory=lambda: Flask(__name__))
    rng: Random = field(default_factory=lambda: Random(5))
    lost: float = LOST

    def once(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """Return one answer, unless it is lost."""
        answer = self.app.test_client().open(path, method=method, json=body, headers=headers)
        found: Any = answer.json
        if answer.status_code == 202:
            _work(self.app.extensions["longroad"].context, found.get("job", found)["id"])
        if method == "POST" and self.rng.random() < self.lost:
            raise ConnectionResetError("the answer was lost")
        return answer.status_code, found


def _work(ctx: Context, job_id: str) -> None:
    """Do a job as a worker does, and once more as the next worker does."""
    redis = ctx.jobs.redis
    job = Job.fetch(job_id, connection=redis, serializer=JSONSerializer)
    if job.is_finished:
        return
    worker = SimpleWorker([JOBS_QUEUE], connection=redis, serializer=JSONSerializer)
    worker.execute_job(job, ctx.jobs.queue)
    for _ in range(AS_OFTEN_AS_ALLOWED - 1):
        job.perform()


class InsideFollower(Follower):
    """Reads the whole stream of a game that is over."""

    def __init__(self, app: Flask, game: str, token: str | None) -> None:
        super().__init__(0, game, token, Deadline())
        self.app = app

    def _read(self) -> None:
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {self.token}"}
        answer = self.app.test_client().get(f"/v1/games/{self.game}/events", headers=headers)
        for message in messages_of(answer.data.splitlines(keepends=True)):
            self._take(message)


def application(stores: StorePair, store: RedisEventStore | None = None) -> Flask:
    """Return an application with a memory of its own over the stores."""
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    return create_app(compose(settings, store or open_store(stores.events_url), OFFERED, Jobs.at(stores.rq_url)))


def set_up(app: Flask, seed: int, lost: float = LOST) -> Table:
    """Return a table at which nobody plays yet."""
    line = Inside(0, app=app, lost=lost)
    status, made = line.ask("POST", "/v1/games", None, WISH | {"seed": f"inside {seed}"})
    assert status == 201, made
    tokens = [seat["token"] for seat in made["seats"]]
    follower, recorder = InsideFollower(app, made["id"], tokens[0]), Recorder()
    theirs = replace(line, recorder=recorder)
    people = [
        Person(theirs, made["id"], seat, token, Random(seed + seat), float("inf"), NO_VERSION, undoing=UNDOING)
        for seat, token in enumerate(tokens)
    ]
    for person in people:
        person.heard = follower
    return Table(made["id"], "toy", people, made["owner_token"], follower, line, recorder=recorder)


def play(table: Table, patch: pytest.MonkeyPatch, app: Flask) -> None:
    """Let the people act by turns until the game is over, then read its stream."""
    patch.setattr(jobs, "context", lambda: app.extensions["longroad"].context)
    patch.setattr(Person, "rest", lambda self, version: None)
    while [person for person in table.people if person.step()]:
        pass
    table.follower.follow()


def judge(stores: StorePair, table: Table) -> Verdict:
    """Return the checker's verdict on a table."""
    return Checker(open_store(stores.events_url), table.line).check([table])


class ForgetfulStore(RedisEventStore):
    """Replaces, once and just before an append, the newest version of a game by one that another host writes."""

    def __init__(self, stores: StorePair, elsewhere: Flask) -> None:
        super().__init__(connect(stores.events_url), connect_blocking(stores.events_url))
        self.elsewhere = elsewhere
        self.table: Table | None = None
        self.is_done = False

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        table, newest = self.table, self.read(game, base.version - 1)
        if table is not None and not self.is_done and base.version > LONG_ENOUGH and newest[0].type != HEAD_MOVED:
            self.is_done = self._exchange(table, newest[0])
        return super()._append(game, base, versions, beside)

    def _exchange(self, table: Table, newest: StoredEvent) -> bool:
        """Forget the newest version, let another host write one in its place, and return whether the two differ."""
        table.forgotten += forget(self, table.id, 1)
        person = next(one for one in table.people if one.seat == newest.header.seat)
        line, place = Inside(0, app=self.elsewhere, lost=0.0), f"/v1/games/{table.id}"
        _, legal = line.ask("GET", f"{place}/legal-actions", person.token)
        command = (legal["actions"][-1:] or [{"command": legal["templates"][-1]["example"]}])[0]["command"]
        status, answer = line.ask("POST", f"{place}/commands", person.token, command)
        assert status == 201, answer
        person.told.append(Told(f"{place}/commands", "", command, False, status, answer["events"]))
        return self.tip(table.id).chain != newest.chain
