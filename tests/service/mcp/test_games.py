"""Tests that a scripted client plays whole games of every ruleset by tools alone, over HTTP and over stdio."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import pytest

from tests.conftest import StorePair
from tests.service.cli.command import ROOT, SCRIPT
from tests.service.http.live import Server, served, worker
from tests.service.mcp.model import LARGEST, Model, Told, mirrored

GAMES: tuple[dict[str, Any], ...] = (
    {"ruleset": "goofspiel"},
    {"ruleset": "catan-dice"},
    {"ruleset": "elasund"},
    {"ruleset": "catan", "options": {"victory_points": 4}},
)
LENGTHY = ("elasund", "catan")
"""Rulesets whose games take hundreds of calls."""
QUICK = {"agent": "uniform"}


@pytest.fixture(scope="module")
def server(stores: StorePair, long_games: int) -> Iterator[Server]:
    """Yield an API with workers that move AI seats and undo commands, and in the long form review games."""
    with ExitStack() as stack:
        api = stack.enter_context(served(stores))
        for queue in ("ai", "jobs", *(("long",) if long_games else ())):
            stack.enter_context(worker(stores, queue))
        yield api


def over_http(server: Server) -> Model:
    """Return a model that speaks the newer revision over HTTP."""

    def send(sent: Mapping[str, Any]) -> tuple[int, Any]:
        return server.ask(
            "POST", "/mcp", sent, **{name.replace("-", "_"): text for name, text in mirrored(sent).items()}
        )

    return Model(send)


@contextmanager
def over_stdio(server: Server, *, is_older: bool) -> Iterator[Model]:
    """Yield a model that speaks through `longroad mcp`."""
    command = [sys.executable, "-c", SCRIPT, "mcp", "--url", f"http://127.0.0.1:{server.port}"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, env=dict(os.environ), **pipes) as process:
        assert process.stdin
        assert process.stdout
        into, out = process.stdin, process.stdout

        def send(sent: Mapping[str, Any]) -> tuple[int, Any]:
            into.write(json.dumps(sent) + "\n")
            into.flush()
            return (200, json.loads(out.readline())) if "id" in sent else (202, None)

        yield Model(send, is_older=is_older)
        into.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("wish", GAMES, ids=lambda wish: wish["ruleset"])
def test_a_game_of_each_ruleset(wish: dict[str, Any], server: Server, long_games: int) -> None:
    if not long_games and wish["ruleset"] in LENGTHY:
        pytest.skip("a part of `make sdks`")
    model = over_http(server)
    seat = model.start(**wish, **QUICK)
    assert "Result: " in model.play(seat, Random(16))
    print(f"{wish['ruleset']}: {model.calls} calls, the longest answer {model.longest} bytes")
    assert model.longest <= LARGEST
    assert "is finished" in model.call("look", seat=seat)


@pytest.mark.parametrize("is_older", [True, False], ids=["older", "newer"])
def test_a_game_over_stdio(server: Server, is_older: bool) -> None:
    with over_stdio(server, is_older=is_older) as model:
        seat = model.start(ruleset="goofspiel", **QUICK)
        assert "Result: " in model.play(seat, Random(1))
        with pytest.raises(Told):
            model.call("legal", seat="nobody's")


def test_looking_back_and_playing_on(server: Server) -> None:
    model = over_http(server)
    seat = model.start(ruleset="goofspiel", opponents=0, open_seats=1, undo="free")
    other = model.sit(game=seat.split("-")[0])
    assert "Done." in model.call("play", seat=seat, number=1, version=2)
    assert "The undo is finished." in model.call("undo", seat=seat)
    assert "The redo is finished." in model.call("undo", seat=seat, redo=True)
    assert "Done." in model.call("play", seat=other, number=2, version=5)
    assert "vote" in model.call("undo", seat=seat)
    assert "passed" in model.call("vote", seat=other, accept=True)
    branch, *_ = model.data("branch", seat=seat, version=2)["seats"]
    assert "must act" in model.call("legal", seat=branch["handle"])
    assert "Seat 0 bids" in model.call("history", seat=seat)
    with pytest.raises(Told):
        model.call("review", seat=seat)  # two people play: engines are silent until the end


def test_a_review_of_a_finished_game(server: Server, long_games: int) -> None:
    if not long_games:
        pytest.skip("a part of `make sdks`")
    model = over_http(server)
    seat = model.start(ruleset="goofspiel", **QUICK)
    model.play(seat, Random(2))
    told = model.call("review", seat=seat)
    while "Not ready" in told:
        told = model.call("review", seat=seat)
    assert "players[0]" in told
    assert model.longest <= LARGEST


def test_a_wait_ends_when_another_acts(server: Server) -> None:
    model = over_http(server)
    ana = model.start(ruleset="goofspiel", opponents=0, open_seats=1)
    told = model.call("wait", seat=ana, seconds=1)
    assert "call `wait`" in told
    ben = model.sit(game=ana.split("-")[0])
    assert "must act" in model.call("wait", seat=ben)
    assert "resigned" in model.call("leave", seat=ana, resign=True)
    assert "is finished" in model.call("wait", seat=ben)
