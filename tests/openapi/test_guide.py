"""Tests that the guide for client authors agrees with the code, and that its client plays."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from openapi.generate import PATH
from service.problems import STATUS
from tests.conftest import StorePair
from tests.service.http.live import ROOT, Server, served, worker

GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_guide_names_every_problem_with_its_status() -> None:
    told = {
        (slug, int(status)) for slug, status in re.findall(r"^\| `/problems/(\w+)` \| (\d+) \|", GUIDE, re.MULTILINE)
    }
    assert told == set(STATUS.items())


def test_the_guide_names_every_resource() -> None:
    table = GUIDE.partition("## Everything there is")[2].partition("\n## ")[0]
    told = set(re.findall(r"`(/[^` ]*)`", table))
    assert told == set(json.loads(PATH.read_text(encoding="utf-8"))["paths"])


def test_every_command_of_the_guide_is_a_command() -> None:
    known = json.loads(PATH.read_text(encoding="utf-8"))["components"]["schemas"]
    for kind in re.findall(r'\{"type": "([A-Z]\w+)"', GUIDE):
        assert kind in known


@pytest.fixture
def playing(stores: StorePair) -> Iterator[Server]:
    """Yield a served API with workers that move AI seats."""
    with served(stores) as server, worker(stores, "ai"):
        yield server


def test_the_client_of_the_guide_plays_a_whole_game(playing: Server, tmp_path: Path) -> None:
    [client] = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len([line for line in client.splitlines() if line.strip()]) <= 30
    client = client.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{playing.port}").replace('"catan"', '"toy"')
    script = tmp_path / "client.py"
    script.write_text(client, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"won by \[\d\] with \[\d+, \d+, \d+\]\n", done.stdout)
