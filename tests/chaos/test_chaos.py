"""Tests the short form of `make chaos`: after one round of quick faults nothing is lost, doubled, changed or stuck."""

import sys
from math import inf

import pytest

from tests.chaos.faults import ORDINARY
from tests.chaos.spoiling import SPOILING
from tests.chaos.trial import Plan, run
from tests.trials.report import Report
from tests.trials.tables import Behavior
from tests.trials.wishes import SHORT

QUICK = (
    "kill API master",
    "kill API worker",
    "kill AI child",
    "kill job child",
    "kill events store",
    "kill RQ store",
    "stop events store",
    "cut events store",
    "cut RQ store",
    "cut callers",
    "tear the log of the events store",
    "forget the newest versions",
    "flip a digit of an event",
    "write an event of a newer version",
)
PLAY_ON_S = 300.0
PLACES = 2
THINKING = Behavior(pace_s=0.05)
"""Keeps commands under way during every fault, but few enough that they do not fill a core all the time."""
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Run a trial of one round and return its report."""
    kinds = [kind for kind in (*ORDINARY, *SPOILING) if kind.name in QUICK]
    plan = Plan(inf, PLAY_ON_S, PLACES, SHORT, kinds, seed=1, rounds=1, rest_s=(0.3, 0.6), behavior=THINKING)
    made = run(plan, tmp_path_factory.mktemp("chaos") / "var", LONGROAD_AI_WORKERS="1")
    print("\n".join(made.lines()))
    return made


@pytest.mark.slow
def test_nothing_is_lost_doubled_changed_or_stuck(report: Report) -> None:
    assert report.verdict.found == {kind: [] for kind in report.verdict.found}
    assert report.complaints == []
    assert {fault.kind for fault in report.faults} == set(QUICK)


@pytest.mark.slow
def test_all_of_it_was_looked_at(report: Report) -> None:
    counts = report.verdict.counts
    assert counts["finished"] == counts["games"] >= PLACES
    assert counts["replays verified"] == counts["games"] + counts["branch made"]
    assert counts["acknowledged"] > 50
    assert counts["sent again"] > 20
    assert counts["stream events"] > 100
    assert report.met.unanswered
