"""Tests `longroad delete-finished`: what it counts, deletes and refuses."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from service.clients.audit_log import acts_page
from service.game.clocks import DAY_MS
from service.game.context import Context, compose
from service.handlers.finished_games import check_terms
from service.handlers.retention import ChosenTerms
from service.problems import Problem
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import put_away
from tests.service.cli.forked import longroad
from tests.service.upkeep.bids import finished, opened

DAYS = 10
NO_KEY = ("--days", "1", "--key", "somebody")


def test_the_command_counts_and_deletes(ctx: Context, stores: StorePair, archive: Path, tmp_path: Path) -> None:
    store = open_store(stores.events_url, archive=open_archive(archive))
    then = compose(ctx.settings, store, ctx.rulesets, ctx.jobs, lambda: ctx.clock() - DAYS * DAY_MS)
    old, away, kept, going = finished(then), finished(then), finished(ctx), opened(then)
    put_away(store, away)
    asked = {
        "LONGROAD_EVENTS_URL": stores.events_url,
        "LONGROAD_RQ_URL": stores.rq_url,
        "LONGROAD_ARCHIVE": str(archive),
        "LONGROAD_DATA_DIR": str(tmp_path),
    }
    which = ("--days", str(DAYS), "--ruleset", "goofspiel")
    dry = longroad("delete-finished", *which, "--dry-run", "--json", **asked)
    assert (dry.returncode, dry.stderr) == (0, "")
    counted = {"removed": 0, "kept": 0, "due": 2}
    assert json.loads(dry.stdout) == {"finished_days": DAYS, "ruleset": "goofspiel", "dry_run": True, **counted}

    done = longroad("delete-finished", *which, **asked)
    assert done.stdout == "finished games deleted: 2, kept: 0, overwritten in the archive: 1\n"
    assert [bool(store.head(game)) for game in (old, away, kept, going)] == [False, False, True, True]
    assert not list(archive.rglob("*.seg"))
    [act] = acts_page(replace(ctx), 10)["acts"]
    assert (act["operation"], act["details"]) == (
        "deleteFinishedGames",
        f"finished_days={DAYS} ruleset=goofspiel removed=2 kept=0",
    )


def test_what_cannot_be_meant_is_refused_in_a_line(ctx: Context, stores: StorePair, tmp_path: Path) -> None:
    asked = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_DATA_DIR": str(tmp_path)}
    for which in (("--days", "0"), ("--ruleset", "catan"), ("--days", "1", "--ruleset", "goofspeil"), NO_KEY):
        refused = longroad("delete-finished", *which, **asked)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1), which


def test_the_command_and_the_api_refuse_the_same_terms(ctx: Context, stores: StorePair, tmp_path: Path) -> None:
    asked = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_DATA_DIR": str(tmp_path)}
    said = {"ruleset": "there is no ruleset catn, only ", "key": "catn is not the id of an API key"}
    for name, line in said.items():
        terms = ChosenTerms(1, **{name: "catn"})
        assert terms.find_unknown(ctx.rulesets) == name
        with pytest.raises(Problem):
            check_terms(ctx, terms)
        refused = longroad("delete-finished", "--days", "1", f"--{name}", "catn", **asked)
        assert (refused.returncode, refused.stderr.startswith(f"longroad: {line}")) == (2, True)
    for key in ("key-0123456789abcdef01", "key-admin"):
        assert ChosenTerms(1, "catan", key).find_unknown(ctx.rulesets) is None
