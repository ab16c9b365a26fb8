"""Tests the whole service with its log on a real cluster: API and workers play, undo, branch and replay."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.eventstore.clusters import Cluster
from tests.service.demo.playing import SHORT, demo, is_told
from tests.service.processes import supervisor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Yield a cluster of three."""
    running = Cluster(tmp_path / "cluster", replicas=0)
    yield running
    running.stop()


def test_a_whole_game_is_played_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    with supervisor(tmp_path / "var", LONGROAD_EVENTS_URL=cluster.url) as running:
        done = demo(SHORT, URL=f"http://127.0.0.1:{running.port}")
    assert (done.returncode, done.stderr) == (0, "")
    assert is_told(done.stdout), done.stdout
    assert not (tmp_path / "var" / "events").exists()
    assert any(node.client.dbsize() for node in cluster.nodes)
