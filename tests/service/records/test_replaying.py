"""Tests that replays rebuild a game from its log alone, prove every digest and the chain, and write three formats."""

from dataclasses import replace

import orjson
import pytest

from eventstore.log.chain import ChainBroken
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.records.replay import Proof, replay, request_replay
from tests.service.recorded import quietly, rewound
from tests.service.tables import caller, new_game, played, put_aside, refusal
from tests.toy import Roll, Step


def test_a_replay_is_a_job(ctx: Context) -> None:
    made = new_game(ctx)

    asked = request_replay(ctx, caller(ctx, made, 0), "json", "en")

    assert (asked.job["kind"], asked.job["status"]) == ("replay", "queued")
    assert ctx.jobs.read(asked.job["id"], caller(ctx, made, 0).credential) is not None
    assert ctx.jobs.read(asked.job["id"], caller(ctx, made, 1).credential) is None


def test_a_finished_game_is_proven_digest_by_digest(ctx: Context) -> None:
    made = played(ctx, 7, "human", "human", "human", target=40)
    head = ctx.store.head(made.id)
    seen: list[float] = []

    done = replay(ctx, made.id, caller(ctx, made), {"format": "json"}, seen.append)

    assert (done["verified"], done["versions"], done["digests"]) == (True, head, head)
    record = done["record"]
    assert [version["version"] for version in record["versions"]] == list(range(1, head + 1))
    assert all(version["digest"] and version["chain"] for version in record["versions"])
    assert record["versions"][-1]["chain"] == record["chain"]
    assert record["result"]["winners"]
    assert record["versions"][0]["events"][0]["seed"] == record["seed"]
    assert seen == sorted(seen)


def test_the_record_of_a_running_game_is_redacted(ctx: Context) -> None:
    made = rewound(ctx)

    done = replay(ctx, made.id, caller(ctx, made, 0), {"format": "json"}, quietly)

    said = orjson.dumps(done["record"]).decode()
    assert (done["verified"], done["digests"]) == (True, 5)
    assert '"digest"' not in said
    assert '"chain"' not in said
    assert '"seed"' not in said
    dealt = [event for event in done["record"]["versions"][0]["events"] if event["type"] == "HandDealt"]
    assert ["card" in event for event in dealt] == [True, False]


def test_lines_hold_the_head_then_a_version_each(ctx: Context) -> None:
    made = rewound(ctx)

    done = replay(ctx, made.id, caller(ctx, made), {"format": "ndjson"}, quietly)

    lines = [orjson.loads(line) for line in done["record"].splitlines()]
    assert lines[0]["game"] == made.id
    assert [line["version"] for line in lines[1:]] == [1, 2, 3, 4, 5]


def test_text_ends_with_the_board(ctx: Context) -> None:
    made = rewound(ctx)

    done = replay(ctx, made.id, caller(ctx, made), {"format": "text", "language": "es"}, quietly)

    lines = done["record"].splitlines()
    assert any("ChipPutAside seat=0" in line for line in lines)
    assert lines[-1] == "0:0 1:0"


@pytest.mark.parametrize("bad", [2, 4])
def test_a_changed_event_is_found(ctx: Context, bad: int) -> None:
    made = rewound(ctx)
    events = ctx.store.read(made.id)
    changed = [replace(e, body=e.body.replace(b":0", b":1")) if e.version == bad else e for e in events]

    with pytest.raises(ChainBroken) as broken:
        Proof(ctx.games.load(made.id)).take(changed)
    assert broken.value.version == bad


def test_a_digest_that_the_rules_do_not_give_is_found(ctx: Context) -> None:
    made = rewound(ctx)
    events = ctx.store.read(made.id)
    header = replace(events[-1].header, digest="00" * 16)

    with refusal("log_damaged", version=5):
        Proof(ctx.games.load(made.id)).take([*events[:-1], replace(events[-1], header=header)])


def test_digests_of_another_packing_are_not_compared(ctx: Context) -> None:
    made = rewound(ctx)
    events = [replace(e, header=replace(e.header, digest="00" * 16, digest_tag="0")) for e in ctx.store.read(made.id)]
    proof = Proof(ctx.games.load(made.id))

    proof.take(events)

    assert (proof.version, proof.proven) == (5, 0)


def test_a_missing_version_is_found(ctx: Context) -> None:
    made = rewound(ctx)
    events = [event for event in ctx.store.read(made.id) if event.version != 3]

    with pytest.raises(ChainBroken) as broken:
        Proof(ctx.games.load(made.id)).take(events)
    assert broken.value.version == 3


def test_the_proof_needs_no_snapshot(ctx: Context) -> None:
    made = played(ctx, 8, "human", "human", target=30)
    ctx.store.drop_snapshots(made.id)
    other = compose(ctx.settings, ctx.store, ctx.rulesets, ctx.jobs, ctx.clock)

    assert replay(other, made.id, caller(ctx, made), {"format": "text"}, quietly)["verified"]


def test_a_submitted_step_is_told_once(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step()])

    done = replay(ctx, made.id, caller(ctx, made), {"format": "text"}, quietly)

    assert done["record"].count("Stepped") == 1
