"""Tests `longroad clients` on a data directory at rest: what it shows, sets, removes, logs and refuses."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from eventstore.embedded.server import start
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.cli import main
from service.clients.audit_log import FILE
from service.clients.limits import Limits, all_limits
from service.clients.ownership import Maker, share_of_address
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.supervisor.data_directory import LOG
from service.views.client_games import counts, look_again
from tests.conftest import StorePair

HERE, THERE = "203.0.113.7", "2001:db8::1"
NAMELESS = "longroad: The player of this seat has no name."
UNLIMITED = "longroad: The administrator's key has no limits."
ID = share_of_address(HERE)
OF_NETWORK = share_of_address("2001:db8::/64")


@pytest.fixture(autouse=True)
def _no_events_of_ones_own(stores: StorePair, rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command find the queues' store of the tests, and the events in a data directory."""
    for name in ("EVENTS_URL", "REDIS_URL", "DATA_DIR", "ARCHIVE"):
        monkeypatch.delenv(f"LONGROAD_{name}", raising=False)
    monkeypatch.setenv("LONGROAD_RQ_URL", stores.rq_url)


def said(data_dir: Path, *arguments: str, code: int = 0, command: str = "clients") -> list[str]:
    """Return the lines that `longroad clients` prints, or another command; a refusal is one line."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main([*command.split(), *arguments, "--data-dir", str(data_dir)]) == code
    assert (out if code else err).getvalue() == ""
    return (err if code else out).getvalue().splitlines()


def test_an_operator_sees_limits_and_removes_what_clients_do(tmp_path: Path, rq_redis: Redis) -> None:
    (tmp_path / LOG).mkdir()
    events = start(tmp_path / "events", "no")
    ctx = compose(read_settings({}), open_store(events.url), RULESETS, Jobs(rq_redis))
    try:
        together, alone = (made(ctx, HERE, kinds) for kinds in (("human", "human"), ("ai", "ai")))
        made(ctx, "2001:db8::/64", ("human", "ai"))

        assert said(tmp_path, command="acts") == ["no administrator has done anything yet"]
        listed = [line.split() for line in said(tmp_path, "list")]
        assert listed[1:] == [[ID, "2", "1", "0", "0.0"], [OF_NETWORK, "1", "0", "0", "0.0"]]
        assert said(tmp_path, "list", "--most", "1")[1].startswith(ID)
        assert said(tmp_path, "show", HERE)[2:] == [f"  {alone}", f"  {together}"]
        assert said(tmp_path, "show", THERE)[1].startswith(OF_NETWORK)
        assert [json.loads(line)["id"] for line in said(tmp_path, "list", "--json")] == [ID, OF_NETWORK]
        assert json.loads(said(tmp_path, "show", HERE, "--json")[0])["newest"] == [alone, together]

        assert said(tmp_path, "limit", HERE, "--ai-games", "5", "--close") == [f"{ID}: 5 games of agents, closed"]
        assert all_limits(ctx) == {ID: Limits(5, closed=True)}
        assert said(tmp_path, "list", "--limited")[1].endswith("5 games of agents, closed")
        assert said(tmp_path, "limit", THERE, "--block") == [f"{OF_NETWORK}: blocked"]
        assert said(tmp_path, "remove", ID) == [f"{ID}: games removed: 1, kept: 1"]
        assert said(tmp_path, "remove", ID, "--people") == [f"{ID}: games removed: 1, kept: 0"]
        assert counts(ctx, ID).games == 0
        assert said(tmp_path, "limit", ID) == [f"{ID}: no limits"]
        assert said(tmp_path, "limit", "key-admin", "--close", code=2) == [UNLIMITED]
        listed_acts = said(tmp_path, "--most", "2", command="acts")
        newest = json.loads(said(tmp_path, "--json", command="acts")[0])
    finally:
        ctx.store.close()
        events.stop()
    assert [line.partition(" on the command line: ")[2] for line in listed_acts] == [
        f"updateClientLimits {ID} closed=False",
        f"deleteClientGames {ID} people=True removed=1 kept=0",
    ]
    assert (newest["operation"], newest["on"], newest["details"]) == ("updateClientLimits", ID, "closed=False")
    acts = [line.partition("act of ")[2].partition(" on the command line: ")[2] for line in log_of(tmp_path)]
    assert acts == [
        f"updateClientLimits {ID} ai_games=5 closed=True",
        f"updateClientLimits {OF_NETWORK} closed=False blocked=True",
        f"deleteClientGames {ID} people=False removed=1 kept=1",
        f"deleteClientGames {ID} people=True removed=1 kept=0",
        f"updateClientLimits {ID} closed=False",
    ]


def test_an_operator_closes_and_renames_in_games_of_others(tmp_path: Path, rq_redis: Redis) -> None:
    (tmp_path / LOG).mkdir()
    events = start(tmp_path / "events", "no")
    ctx = compose(read_settings({}), open_store(events.url), RULESETS, Jobs(rq_redis))
    try:
        seats = [NewSeat("human", name="Rude"), NewSeat("human")]
        game = create_game(ctx, NewGame("goofspiel", seats, private=True), None, Maker(ID)).id
        look_again(ctx, [game])

        (row,) = said(tmp_path, "--client", HERE, command="games")
        assert (row.split()[:2], row.split()[-2:]) == ([game, "running"], [ID, "Rude"])
        assert said(tmp_path, "--idle-days", "1", command="games") == ["there is no such game"]
        assert said(tmp_path, "--idle-days", "1", "--json", command="games") == []
        assert said(tmp_path, game, "0", "Ann", command="rename") == [f"{game}: seat 0 has another name"]
        assert json.loads(said(tmp_path, "--json", command="games")[0])["seats"][0]["name"] == "Ann"
        assert said(tmp_path, game, "0", command="rename") == [f"{game}: seat 0 has no name"]
        assert said(tmp_path, game, "0", "Bea", command="rename", code=2) == [
            "longroad: The player of this seat has no name."
        ]
        assert said(tmp_path, game, "0", "a\nb", command="rename", code=2)
        assert said(tmp_path, game, "--reason", "spam", command="close") == [f"{game}: closed"]
        assert said(tmp_path, game, command="close", code=2)[0].startswith("longroad: There is no game")
        assert said(tmp_path, HERE, command="block") == [f"{ID}: blocked"]
        assert all_limits(ctx)[ID].blocked
        assert said(tmp_path, HERE, "--off", command="block") == [f"{ID}: blocked no more"]
        listed_acts = said(tmp_path, command="acts")
    finally:
        ctx.store.close()
        events.stop()
    assert [line.partition(" on the command line: ")[2] for line in listed_acts] == [
        f"updateClientLimits {ID} closed=False",
        f"updateClientLimits {ID} closed=False blocked=True",
        f"deleteAnyGame {game} reason=spam",
        f"updateSeatName {game} seat=0 removed=True",
        f"updateSeatName {game} seat=0 removed=False",
    ]


def made(ctx: Context, address: str, kinds: tuple[str, ...]) -> Any:
    wish = NewGame("goofspiel", [NewSeat(kind) for kind in kinds])
    game = create_game(ctx, wish, None, Maker(share_of_address(address))).id
    look_again(ctx, [game])
    return game


def log_of(data_dir: Path) -> list[str]:
    return (data_dir / LOG / FILE).read_text().splitlines()


@pytest.mark.parametrize("command", ["show", "limit", "remove"])
def test_what_is_no_client_is_refused(tmp_path: Path, command: str) -> None:
    start(tmp_path / "events", "no").stop()
    assert said(tmp_path, command, "somebody", code=2) == [
        "longroad: somebody is neither the id of a client nor an address"
    ]
