"""Tests that a start, and `longroad run --check` before it, name the extra that a setting needs."""

from pathlib import Path

import pytest

from service.cli import main
from service.settings import read_settings
from service.supervisor.stores import StoreUnavailable, StoreWatch

BUCKET = "s3://games/longroad"


@pytest.fixture(autouse=True)
def uninstalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no library of an extra be installed."""
    monkeypatch.setattr("service.settings.extras.find_spec", lambda name: None)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "of-an-operator")


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_bucket_without_its_library_is_refused_by_the_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, more: list[str]
) -> None:
    assert main(["run", "--check", "--archive", BUCKET, *more]) == 2
    out, err = capsys.readouterr()
    assert "the extra `s3`" in out + err
    assert "LONGROAD_PORT" not in out
    assert main(["run", "--check", "--archive", str(tmp_path)]) == 0


def test_a_bucket_without_its_library_is_refused_by_the_start() -> None:
    with pytest.raises(StoreUnavailable, match="the extra `s3`"):
        StoreWatch(read_settings({"LONGROAD_ARCHIVE": BUCKET})).begin()
