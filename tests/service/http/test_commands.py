"""Tests that a command is counted and carried out once, whatever becomes of its answer."""

from collections.abc import Sequence

from eventstore.outages import Unconfirmed
from eventstore.records import Beside, Tip, Version
from eventstore.redis.connection import connect, connect_blocking
from eventstore.streams import RedisEventStore
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, Table, checked_app, new_table


class UnheardStore(RedisEventStore):
    """Writes every version, but can lose the answer."""

    is_heard = True

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        version = super()._append(game, base, versions, beside)
        if not self.is_heard:
            raise Unconfirmed("no answer")
        return version


def test_a_command_counts_once_whether_it_is_refused_or_not(running: Table) -> None:
    running.act(0, "Roll")
    answers = [running.post("/commands", {"type": kind}, 0) for kind in ("Roll", "Step", "Roll", "EndTurn")]
    assert [answer.status_code for answer in answers] == [409, 201, 409, 201]
    left = [int(answer.headers["RateLimit"].split("r=")[1].split(";")[0]) for answer in answers]
    assert left == list(range(left[0], left[0] - 4, -1))


def test_what_may_have_been_written_is_not_tried_again(stores: StorePair) -> None:
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    store = UnheardStore(connect(stores.events_url), connect_blocking(stores.events_url))
    app = checked_app(compose(settings, store, OFFERED, Jobs.at(stores.rq_url)))
    table = new_table(app.test_client())
    table.put_aside()
    table.act(0, "Wave", to=[1])
    before = table.version()
    store.is_heard = False
    answer = table.post("/commands", {"type": "Wave", "to": [1]}, 0)
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/outcome_unknown")
    store.is_heard = True
    assert table.version() == before + 1
