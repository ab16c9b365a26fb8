"""Tests that golden records can be imported, as `POST games` takes them, and come out as they went in."""

import orjson
import pytest

from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.authentication import Caller
from service.game.context import compose
from service.problems import Problem
from service.queue.jobs import Jobs
from service.records.importing import import_record
from service.records.replay import replay
from service.schemas.records import read_record as read_body
from service.settings import read_settings
from tests.golden.proving import names_of
from tests.golden.records import read_record

# those of `earlier` tell no causes, so that they prove nothing to whoever imports them
IMPORTED = [
    *names_of("tables"),
    *(f"records/others/{name}" for name in ("dice-2", "elasund-mixed-3")),
    *(f"records/base/{name}" for name in ("beginner-3", "mallorca-4", "tokens-and-harbors")),
    *(
        f"records/cells/{name}-3"
        for name in ("favors-helpers-variable", "helpers-mallorca", "favors-erie-canal-new-york")
    ),
]


@pytest.mark.parametrize("name", IMPORTED)
def test_a_golden_record_is_imported_again(name: str) -> None:
    record = read_record(name)
    ctx = compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs.at("unix:///nowhere"))
    ruleset = RULESETS[record["ruleset"]]
    if record["versions"][0]["digest_tag"] != str(ruleset.pack_version):
        with pytest.raises(Problem, match="refused") as caught:
            import_record(ctx, read_body({"record": record}))
        assert caught.value.rule == "record.rules"
        return

    made = import_record(ctx, read_body({"record": record}))

    again = replay(ctx, made.id, Caller(made.id), {"format": "json"}, lambda fraction: None)["record"]
    assert orjson.loads(orjson.dumps(again)) | {"game": record["game"]} == record
