"""Tests the service on stores that take TLS alone and grant what docs/operations.md says, and no more."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError

from tests.deploy.secured import Certificates, SecuredStore, tls_binary
from tests.service.demo.playing import SHORT, demo, is_told
from tests.service.processes import supervisor

pytestmark = pytest.mark.skipif(tls_binary() is None, reason="no valkey-server or redis-server with TLS is installed")
PAGE: Final = Path(__file__).parents[2] / "docs" / "operations.md"
EVENTS, QUEUES = re.findall(r"^user longroad .*$", PAGE.read_text(), re.MULTILINE)


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[tuple[SecuredStore, SecuredStore]]:
    """Yield a store for events and one for RQ, with the access lists of the page."""
    certificates = Certificates(tmp_path / "certificates")
    running = [
        SecuredStore(tmp_path / name, certificates, line) for name, line in zip("er", (EVENTS, QUEUES), strict=True)
    ]
    yield running[0], running[1]
    for store in running:
        store.stop()


def test_a_whole_game_needs_no_more_than_the_page_grants(
    secured: tuple[SecuredStore, SecuredStore], tmp_path: Path
) -> None:
    events, queues = (store.url("longroad", "PASSWORD") for store in secured)
    with supervisor(tmp_path / "var", LONGROAD_EVENTS_URL=events, LONGROAD_RQ_URL=queues) as host:
        done = demo(SHORT, URL=f"http://127.0.0.1:{host.port}")
        assert host.get("/readyz") == host.get("/metrics") == 200
    assert (done.returncode, done.stderr) == (0, "")
    assert is_told(done.stdout), done.stdout
    assert [store.refusals() for store in secured] == [[], []]


def test_what_the_page_does_not_grant_is_refused(secured: tuple[SecuredStore, SecuredStore]) -> None:
    for store in secured:
        with Redis.from_url(store.url("longroad", "PASSWORD")) as client:
            for command in (
                ("FLUSHALL",),
                ("KEYS", "*"),
                ("CONFIG", "SET", "dir", "/"),
                ("GET", "else"),
                ("REPLICAOF", "NO", "ONE"),
            ):
                with pytest.raises(NoPermissionError):
                    client.execute_command(*command)
