"""Tests that metrics and `longroad scrub` say how far the scrub has come."""

import json
from dataclasses import replace
from pathlib import Path

from eventstore.archive.archiver import archive_batch
from eventstore.archive.opening import open_archive
from eventstore.keys import SHARDS
from eventstore.streams import open_store
from service.game.clocks import DAY_MS
from service.game.context import Context, compose
from service.game.scrub_rounds import SEGMENTS, Rounds
from service.measuring.readiness import readiness
from service.measuring.scraping import Gathered
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import collect, put_away
from tests.service.cli.forked import longroad
from tests.service.upkeep.bids import finished, opened
from workers.sweeping.scrub import Scrub
from workers.sweeping.segment_scrub import SegmentScrub

DAYS = 7


def told(ctx: Context) -> dict[tuple[str, ...], float]:
    """Return what metrics say of the scrub, by name and labels."""
    samples = (sample for family in Gathered(ctx).collect() for sample in family.samples)
    return {(one.name, *one.labels.values()): one.value for one in samples if one.name.startswith("longroad_scrub")}


def test_it_is_said_how_far_the_scrub_has_come(ctx: Context, stores: StorePair, archive: Path) -> None:
    store = open_store(stores.events_url, archive=open_archive(archive))
    here = compose(ctx.settings, store, ctx.rulesets, ctx.jobs, ctx.clock)
    games = [opened(here) for _ in range(3)]
    put_away(store, finished(here))
    assert told(here)["longroad_scrub_share", "segments"] == 0.0
    assert told(here)["longroad_scrub_passed_timestamp_seconds",] == 0.0

    assert "scrub" not in readiness(here)
    for _ in range(3):
        Scrub(here).step()
        SegmentScrub(here).step()
    found = told(here)
    assert readiness(here)["scrub"] == {"logs": 1.0, "segments": 1.0, "late": False}
    assert found["longroad_scrubbed_versions",] == sum(store.head(game) for game in games)
    assert [found["longroad_scrub_share", of] for of in ("logs", "segments")] == [1.0, 1.0]
    assert [found["longroad_scrub_late", of] for of in ("logs", "segments")] == [0.0, 0.0]
    later = told(replace(here, clock=lambda: ctx.clock() + (DAYS + 1) * DAY_MS))
    assert [later["longroad_scrub_late", of] for of in ("logs", "segments")] == [1.0, 1.0]

    said = longroad("scrub", "--json", LONGROAD_EVENTS_URL=stores.events_url, LONGROAD_ARCHIVE=str(archive))
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    assert [(one["kind"], one["share"], one["size"], one["late"]) for one in lines] == [
        ("logs", 1.0, 3, False),
        ("segments", 1.0, 1, False),
    ]
    assert [one.get("waiting") for one in lines] == [None, 0]
    assert all(one["oldest"] for one in lines)
    plain = longroad("scrub", LONGROAD_EVENTS_URL=stores.events_url, LONGROAD_SCRUB_DAYS="2").stdout
    assert plain.startswith("logs: 100.0% of 3 games proven within 2 days, all since ")


def test_what_came_after_the_last_round_is_said_to_wait_for_the_next(
    ctx: Context, stores: StorePair, archive: Path
) -> None:
    asked = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_ARCHIVE": str(archive), "LONGROAD_SCRUB_DAYS": "1"}
    store = open_store(stores.events_url, archive=open_archive(archive))
    here = compose(ctx.settings, store, ctx.rulesets, ctx.jobs, ctx.clock)

    def said() -> list[str]:
        return longroad("scrub", **asked).stdout.splitlines()

    put_away(store, finished(here))
    assert (
        said()[1]
        == "segments: 0.0% of 0 segments proven within 1 day, not all yet; 1 newer one waits for the next round"
    )
    for _ in range(3):
        Scrub(here).step()
        SegmentScrub(here).step()
    logs, segments = said()
    assert logs.endswith("; newer ones wait for the next round")
    assert segments.startswith("segments: 100.0% of 1 segment proven within 1 day, all since ")
    assert "next round" not in segments
    for _ in range(10):
        archive_batch(store, collect(store, [finished(here)]), here.clock() + 1)
    assert said()[1].endswith("; 10 newer ones wait for the next round")
    assert json.loads(longroad("scrub", "--json", **asked).stdout.splitlines()[1])["waiting"] == 10

    began = here.clock()
    later = replace(here, clock=lambda: began + DAY_MS)
    SegmentScrub(later).step()
    known = Rounds(store, SEGMENTS)
    known.read()
    assert {known.of(shard).listed for shard in range(SHARDS)} == {began + DAY_MS}


def test_an_archive_that_is_away_does_not_hide_how_far_the_scrub_is(stores: StorePair, tmp_path: Path) -> None:
    place = tmp_path / "gone"
    place.mkdir()
    (place / "segments").write_text("no folder")
    said = longroad("scrub", LONGROAD_EVENTS_URL=stores.events_url, LONGROAD_ARCHIVE=str(place))
    assert said.returncode == 0
    assert said.stdout.splitlines()[1].endswith("; newer ones wait for the next round")
