"""Tests players in both SDKs and in the command line: seeks, seats, games, ratings and standing orders."""

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from longroad_client import AsyncClient, Client, LongroadError, Player, SeekEnded, problems

from tests.openapi.sdks.shell import Shell
from tests.openapi.sdks.typescript import linked
from tests.service.http.live import Server

HERE = Path(__file__).parent
TWO: dict[str, Any] = {"ruleset": "goofspiel", "seats": 2, "among": "application"}
Admit = Callable[[str], Player]


@pytest.fixture
def admit(sdk_server: Server) -> Iterator[Admit]:
    """Yield a function that makes a player of an application of its own."""
    with Client(f"http://127.0.0.1:{sdk_server.port}") as server:
        app = server.with_key(server.create_key(scopes=["games", "me", "seats"])["key"])

        def make(name: str) -> Player:
            return server.player(app.create_player_token(app.create_player(name=name)["id"])["token"])

        yield make


def test_two_who_seek_sit_down_and_play_with_their_own_tokens(admit: Admit) -> None:
    ana, bea = admit("Ana"), admit("Bea")
    posted = ana.client.create_seek(**TWO)
    beas, anas = bea.sit_down(**TWO), ana.await_seek(posted)
    assert beas.game == anas.game
    assert {beas.number, anas.number} == {0, 1}
    assert ana.await_seek({"id": posted["id"]}).number == anas.number, "as after a restart"
    assert anas.legal()["seat"] == anas.number
    assert ana.seat(anas.game).view()["seats"][anas.number]["name"] == "Ana"
    assert [one["game"] for one in ana.games()] == [anas.game]
    assert ana.show()["name"] == "Ana"
    assert next(ana.pending())["seat"] == anas.number


def test_a_seek_that_ends_without_a_game_says_how(admit: Admit) -> None:
    ana = admit("Ana")
    posted = ana.client.create_seek(**TWO)
    ana.client.delete_seek(posted["id"])
    with pytest.raises(SeekEnded, match="withdrawn") as ended:
        ana.await_seek(posted)
    assert ended.value.seek["status"] == "withdrawn"
    with pytest.raises(LongroadError, match="no seat in game nowhere"):
        ana.seat("nowhere")


def test_a_seek_is_looked_at_until_it_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The looks come further and further apart, and keep the seek open: they are seconds apart, not a minute."""
    looks, pauses = iter(["open"] * 6 + ["filled"]), list[float]()
    monkeypatch.setattr("time.sleep", pauses.append)
    games = {"games": [{"game": "g", "seat": 1}], "ratings": []}

    def answer(request: httpx.Request) -> httpx.Response:
        seek = {"id": "s", "game": "g"}
        return httpx.Response(200, json=games if "players" in request.url.path else seek | {"status": next(looks)})

    client = Client("http://example", http=httpx.Client(transport=httpx.MockTransport(answer)))
    assert client.player("player-1.secret").await_seek({"id": "s", "status": "open"}).number == 1
    assert len(pauses) == 7
    assert pauses == sorted(pauses)
    assert pauses[-1] < 15


def test_a_stream_tells_of_open_seeks_and_what_became_of_own_ones(admit: Admit) -> None:
    ana, bea = admit("Ana"), admit("Bea")
    posted = ana.client.create_seek(**TWO)
    stream = ana.seeks()
    opened = next(stream)
    assert (opened["id"], opened["status"]) == (posted["id"], "open")
    game = bea.sit_down(**TWO).game
    assert next(stream).get("game") == game
    stream.close()


def test_a_players_stream_has_the_events_of_all_games(admit: Admit) -> None:
    ana, bea = admit("Ana"), admit("Bea")
    posted = ana.client.create_seek(**TWO)
    game = bea.sit_down(**TWO).game
    ana.await_seek(posted)
    stream = ana.events()
    assert next(stream)["game"] == game
    stream.close()


def test_own_games_are_exported_page_after_page(admit: Admit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad_client.client.RECORDS", 1)
    ana, bea = admit("Ana"), admit("Bea")
    games = []
    for _ in range(2):
        posted = ana.client.create_seek(**TWO)
        bea.sit_down(**TWO)
        games.append(ana.await_seek(posted).game)
    found = [(line["game"], line["record"]["status"]) for line in ana.client.my_records(status="all")]
    assert found == [(game, "running") for game in games]
    assert list(ana.client.my_records()) == []


def test_an_export_that_breaks_off_goes_on_after_the_last_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    client, asked = Client("http://127.0.0.1:1"), []
    pages = iter(
        ['{"cursor": "1.a", "record": {}}\n{"cursor": "2.b", "rec', '{"cursor": "2.b", "record": {}}\n', '{"cu']
    )

    def answer(**query: Any) -> str:
        asked.append(query["after"])
        return next(pages)

    monkeypatch.setattr(client, "list_my_records", answer)
    assert [line["cursor"] for line in client.my_records()] == ["1.a", "2.b"]
    assert asked == [None, "1.a"]
    with pytest.raises(LongroadError):
        list(client.my_records(after="2.b"))


def test_orders_are_set_listed_and_ended(admit: Admit) -> None:
    ana, bea = admit("Ana"), admit("Bea")
    posted = ana.client.create_seek(**TWO)
    bea.sit_down(**TWO)
    seat = ana.await_seek(posted)
    first = seat.order({"kind": "pass"})["orders"][0]["id"]
    seat.order({"kind": "pass", "frame": "bid"})
    assert [one["id"] for one in seat.end_orders(first)["ended"]] == [first]
    assert len(seat.orders()["orders"]) == 1
    assert seat.end_orders()["orders"] == []
    with pytest.raises(problems.Unauthorized):
        bea.client.acting_for(seat.number).list_orders(seat.game, seat.number)


def test_the_asynchronous_player_is_the_same(admit: Admit) -> None:
    ana, bea = admit("Ana"), admit("Bea")

    async def both() -> list[Any]:
        async with AsyncClient(ana.client.url) as server:
            players = [server.player(str(one.client.key)) for one in (ana, bea)]
            return await asyncio.gather(*(one.sit_down(**TWO) for one in players))

    seats = asyncio.run(both())
    assert len({seat.game for seat in seats}) == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed here")
def test_players_of_the_typescript_client(sdk_server: Server, tmp_path: Path) -> None:
    shutil.copy(HERE / "players.mjs", linked(tmp_path))
    told = {"BASE": f"http://127.0.0.1:{sdk_server.port}", "PATH": os.environ["PATH"]}
    code, said = run_node("players.mjs", tmp_path, told)
    assert code == 0, said


def run_node(program: str, folder: Path, told: dict[str, str]) -> tuple[int, str]:
    """Run a program to its end, and return its exit code and what it said."""
    command = ["node", "--test-force-exit", program]
    ran = subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, timeout=120, check=False)
    return ran.returncode, ran.stdout


def shell_of(player: Player) -> Shell:
    """Return a shell in whose environment the token of a player is the key."""
    shell = Shell(player.client.url)
    shell.settings["LONGROAD_KEY"] = player.client.key
    return shell


def test_commands_seek_and_list_and_order(admit: Admit) -> None:
    ana, bea = admit("Ana"), admit("Bea")
    bea.client.create_seek(**{**TWO, "among": "server"})
    shell = shell_of(ana)
    assert "Bea" in shell.run("seek", "--most", 100).stdout
    sat = json.loads(shell.run("seek", "goofspiel", "--wait", 60, "--json").stdout)
    shown = json.loads(shell.run("me", "--json").stdout)
    assert [shown["games"][0][name] for name in ("game", "seat")] == [*sat.values()]
    assert all(word in shell.run("me").stdout for word in ("goofspiel", "rating"))
    assert "stands" in shell.run("orders", "set", sat["game"], '{"kind": "pass"}').stdout
    assert json.loads(shell.run("orders", "list", sat["game"], "--json").stdout)["orders"][0]["order"]["kind"] == "pass"
    assert "taken_back" in shell.run("orders", "end", sat["game"]).stdout


def test_commands_refuse_in_one_line(admit: Admit) -> None:
    shell = shell_of(admit("Ana"))
    assert "is no JSON" in shell.run("orders", "set", "g", "{").stderr
    assert "--fill" in shell.run("seek", "goofspiel", "--level", 1).stderr
    ran = shell.run("seek", "goofspiel", "--seats", 3, "--wait", 5)
    assert (ran.returncode, "expired" in ran.stderr) == (1, True), ran
    shell.settings["LONGROAD_KEY"] = None
    for command in (["me"], ["seek", "catan"], ["orders", "list", "g"]):
        ran = shell.run(*command)
        assert (ran.returncode, "a player's token" in ran.stderr) == (2, True), ran
