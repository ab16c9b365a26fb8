"""Tests the client's half of the command line `longroad` with a real server: what it shows, writes and refuses."""

import json
import os
import re
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from longroad_client import Client, Seat, webhooks
from longroad_client.command import COMMANDS
from longroad_client.command.canvas import draw_board
from longroad_client.command.listening import TYPES
from longroad_client.command.records import for_program

from tests.conftest import StorePair
from tests.golden.records import read_record
from tests.openapi.sdks.forging import FORGERS
from tests.openapi.sdks.package import PYTHON, ROOT
from tests.openapi.sdks.shell import OURS, Shell
from tests.service.http.live import Server, worker
from tests.service.processes import wait_for
from tests.service.webhooks.receiver import Receiver, receiving

SERVERS = "import sys; from service.cli import main; sys.exit(main())"
NOWHERE = "http://127.0.0.1:9"
HEAVY = {"httpx", "rich", "flask", "redis"}
ESCAPE = "\x1b["
ONE = {"ruleset": "catan-dice", "seats": [{"kind": "human"}]}


@pytest.fixture(scope="module")
def shell(sdk_server: Server) -> Shell:
    return Shell(f"http://127.0.0.1:{sdk_server.port}")


@pytest.fixture(scope="module")
def game(shell: Shell) -> str:
    """Return a finished game, which `longroad bot` let the example bot play."""
    ran = shell.run("bot", PYTHON / "examples" / "bot.py", "--ruleset", "goofspiel", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert len(told["points"]) == 3
    return str(told["game"])


@pytest.fixture(scope="module")
def record(shell: Shell, game: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of its record."""
    path = tmp_path_factory.mktemp("records") / "game.json"
    assert shell.run("export", game, "-o", path).returncode == 0
    return path


def test_help_comes_without_anything_heavy(shell: Shell) -> None:
    ran = shell.apart(f"{OURS.partition('sys.exit')[0]} main(); print(*sys.modules)", "--help")
    assert HEAVY & set(ran.stdout.splitlines()[-1].split()) == set()
    assert [each.name for each in COMMANDS if f"\n  {each.name} " not in ran.stdout] == []


def test_the_server_has_the_commands_of_the_client(shell: Shell, game: str) -> None:
    shell = Shell(shell.url, str(ROOT))
    ran = shell.apart(SERVERS, "--help")
    assert [name for name in ("run", "backup", "play", "mcp") if f"\n  {name} " not in ran.stdout] == []
    assert "won by" in shell.apart(SERVERS, "watch", game).stdout


def test_a_refusal_as_json_is_the_problem_of_the_server(shell: Shell) -> None:
    ran = shell.run("watch", "nope", "--json")
    told = json.loads(ran.stderr)
    assert (ran.returncode, ran.stdout, told["type"], told["status"]) == (1, "", "/problems/not_found", 404)
    assert told["detail"] == "There is no game with this id, or this caller may not see it."
    told = json.loads(shell.run("export", "x", "--json").stderr)
    assert told["detail"] == "--json needs --output: the record itself goes to standard output"
    ran = shell.run("play", "catan", "--option", "victory_points=99", "--json")
    assert json.loads(ran.stderr)["errors"][0]["pointer"] == "/options/victory_points"


def test_a_whole_game_is_played_by_typing(shell: Shell) -> None:
    moves = "\n\nnothing like that\n" + "{\n" + "1\n" * 20
    ran = shell.run("play", "goofspiel", "--seats", "2", "--agent", "uniform", said=moves)
    assert ran.returncode == 0, ran.stderr
    assert "won by" in ran.stdout
    assert re.search(r"all \d+ draws hold: the dice were fair", ran.stdout)
    assert ESCAPE not in ran.stdout


def test_a_game_is_played_as_json_and_asks_on_standard_error(shell: Shell) -> None:
    ran = shell.run("play", "goofspiel", "--seats", "2", "--agent", "uniform", "--json", said="1\n" * 20)
    assert ran.returncode == 0, ran.stderr
    place, *events, ended = map(json.loads, ran.stdout.splitlines())
    assert {*place} == {"game", "seat", "token"}
    assert [event["version"] for event in events] == sorted(event["version"] for event in events)
    assert {"TableOpened", "SeedRevealed"} <= {event["type"] for event in events}
    assert all(event["summary"] for event in events)
    assert (ended["game"], ended["draws"], len(ended["points"])) == (place["game"], 13, 2)
    assert "your move" in ran.stderr
    told = [str(value) for value in place.values()]
    again = shell.run("play", "--game", told[0], "--seat", told[1], "--token", told[2], "--json")
    assert json.loads(again.stdout.splitlines()[-1]) == {name: ended[name] for name in ("game", "winners", "points")}


def test_who_leaves_is_told_how_to_come_back(shell: Shell) -> None:
    ran = shell.run("play", "goofspiel", "--seats", "2", said="q\n")
    back = re.search(r"to come back: longroad (play .*)", ran.stdout)
    assert (ran.returncode, bool(back)) == (130, True)
    assert back
    again = shell.run(*back[1].split(), "--auto")
    assert "won by" in again.stdout, again.stderr


def test_a_game_is_watched_from_its_first_event_to_its_end(shell: Shell, game: str) -> None:
    events = list(Client(shell.url).events(game))
    ran = shell.run("watch", game, "--json")
    assert [json.loads(line)["version"] for line in ran.stdout.splitlines()] == [event["version"] for event in events]
    assert "won by" in shell.run("watch", game).stdout


def test_color_is_for_terminals_alone(shell: Shell, game: str) -> None:
    assert ESCAPE in shell.on_a_terminal("watch", game)
    assert ESCAPE not in shell.run("watch", game).stdout


def test_a_record_goes_out_is_proven_and_comes_back(shell: Shell, game: str, record: Path, tmp_path: Path) -> None:
    lines = shell.run("export", game, "--format", "ndjson").stdout
    commitment = json.loads(record.read_text())["commitment"]

    assert shell.run("verify", record, "--commitment", commitment).returncode == 0
    assert json.loads(shell.run("verify", "-", "--json", said=lines).stdout)["draws"] == 13
    came = shell.run("import", record, "--json")
    assert json.loads(came.stdout)["status"] == "finished"
    assert shell.run("export", game, "--format", "gif", "-o", tmp_path / "game.gif").returncode == 0
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF89a")
    told = json.loads(shell.run("export", game, "--json", "-o", tmp_path / "again.json").stdout)
    written = (tmp_path / "again.json").read_bytes()
    assert written == record.read_bytes()
    assert (told["game"], told["format"], told["output"]) == (game, "json", str(tmp_path / "again.json"))
    assert told["versions"] == len(json.loads(written)["versions"])
    assert (told["bytes"], told["sha256"]) == (len(written), sha256(written).hexdigest())
    assert "versions rebuilt from the log" in shell.run("replay", game).stdout
    assert json.loads(shell.run("replay", game, "--json").stdout)["verified"] is True


def test_files_of_other_programs_are_read_and_written(shell: Shell, game: str) -> None:
    data = Path(__file__).parents[2] / "data"
    came = shell.run("import", data / "catanatron" / "37.json", "--from", "catanatron")
    assert json.loads(came.stdout)["game"]["whole"] is True
    other = shell.run("import", data / "catanatron" / "37.json", "--from", "jsettlers")
    assert (other.returncode, other.stdout) == (1, "")
    assert "/document" in other.stderr
    left = shell.run("export", game, "--to", "catanatron")
    assert (left.returncode, left.stdout) == (1, "")
    assert "/position/ruleset" in left.stderr


def test_an_agent_advises_about_a_file(shell: Shell, stores: StorePair, game: str, tmp_path: Path) -> None:
    vectors = json.loads((ROOT / "openapi" / "clients" / "position-vectors.json").read_text())
    brought, of_catan = (
        next(one for one in vectors if one["document"]["ruleset"] == name) for name in ("goofspiel", "catan")
    )
    document, text = brought["document"], brought["text"]
    files = {"text": text, "document": json.dumps(document), "answer": json.dumps({"position": document, "text": text})}
    for name, written in files.items():
        (tmp_path / name).write_text(f"{written}\n")
    told = [json.loads(shell.run("advise", tmp_path / name, "--agent", "matching", "--json").stdout) for name in files]
    assert (told[0]["agent"], told[0]["command"]["type"]) == ("matching", "Bid")
    assert told[1:] == [told[0]] * 2
    assert shell.run("advise", tmp_path / "text", "--agent", "matching").stdout == f"{told[0]['summary']}\n"
    with worker(stores, "long"):
        ranked = shell.run("advise", "-", "--agent", "matching", "--limit", "2", said=text)
    assert re.fullmatch(r"Bid card \d+\n( *\d+\.\d%  Bid card \d+\n){2}", ranked.stdout), ranked.stderr

    over = shell.run("advise", "-", said=json.dumps(Client(shell.url).get_game(game)))
    assert (over.returncode, over.stdout) == (1, "")
    hidden = shell.run("advise", "-", "--seat", "1", said=of_catan["text"])
    assert (hidden.returncode, hidden.stdout) == (1, "")
    assert "/seat" in hidden.stderr
    assert shell.run("advise", "-", said="none").returncode == 2


def test_what_was_undone_is_no_part_of_an_exported_game() -> None:
    rolls = [{"type": "DiceRolled", "seat": 0, "dice": [1, number]} for number in range(1, 6)]
    moved = {"type": "HeadMoved", "to": 1}
    versions = [{"version": at, "events": [one]} for at, one in enumerate([rolls[0], rolls[1], moved, rolls[2]], 1)]
    sent: list[Any] = []

    class Told:
        """Stands for a client of a server with one finished game."""

        def get_position(self, game: str) -> Any:
            """Return a position."""
            return {"game": {"id": game, "version": 4}}

        def record(self, game: str) -> Any:
            """Return the record of the game."""
            return {"game": game, "versions": versions}

        def create_export(self, **body: Any) -> Any:
            """Note what is sent."""
            sent.append(body)
            return {"document": {}, "lost": []}

    assert for_program(Told(), "g", "catanatron") == {"record": {}, "versions": 4}
    assert sent[0]["events"] == [rolls[0], rolls[2]]


def test_a_changed_record_is_refused_with_the_place(shell: Shell, record: Path, tmp_path: Path) -> None:
    document = json.loads(record.read_text())
    version = next(version for version in document["versions"] if version.get("draws"))
    version["draws"][0]["outcome"] = (version["draws"][0]["outcome"] + 1) % 13
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(document))

    ran = shell.run("verify", changed)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"longroad: it does not hold: draw, version {version['version']}: ")
    came = shell.run("import", changed)
    assert came.returncode == 1
    assert f"/record/versions/{version['version'] - 1}/draws" in came.stderr


def test_the_seed_of_another_game_is_refused(shell: Shell, record: Path, tmp_path: Path) -> None:
    document = {**json.loads(record.read_text()), "seed": "00" * 32}
    other = tmp_path / "other.json"
    other.write_text(json.dumps(document))
    ran = shell.run("verify", other)
    assert ran.returncode == 1
    assert "commitment, version 1" in ran.stderr
    assert shell.run("verify", record, "--commitment", "0" * 64).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["watch", "nope"], 1, "Not found: There is no game with this id, or this caller may not see it."),
        (["verify", "nope.json"], 2, "nope.json: No such file or directory"),
        (["play", "--option", "x"], 2, "--option takes NAME=VALUE, not x"),
        (["play", "--game", "x"], 2, "--game needs --seat and --token"),
        (["listen", NOWHERE], 2, "listen needs --key or --token: whose seats?"),
        (
            ["watch", "x", "--url", "127.0.0.1:9"],
            3,
            "'127.0.0.1:9' is no address of a server: it must begin with http:// or https://",
        ),
        (["paly"], 2, "No such command 'paly'. (Did you mean one of: 'play', 'replay'?)"),
        (
            ["watch", "x", "--url", NOWHERE],
            3,
            "no server answers there: name one with --url, or install the package longroad, which has one",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(shell: Shell, arguments: list[str], code: int, line: str) -> None:
    ran = shell.run(*arguments)
    said = re.sub(r" \(request \w+\)$", "", ran.stderr.strip())
    assert (ran.returncode, ran.stdout, said) == (code, "", f"longroad: {line}")


def test_a_wrong_wish_is_refused_with_its_place(shell: Shell) -> None:
    ran = shell.run("play", "catan", "--option", "victory_points=99")
    assert ran.returncode == 1
    assert "/options/victory_points" in ran.stderr


def test_notices_reach_this_machine_signed(shell: Shell) -> None:
    client = Client(shell.url)
    key = client.create_key(name="listening")["key"]
    made = Client(shell.url, key=key).create_game(ONE)
    secret = "whsec_c2VjcmV0IG9mIGEgdGVzdA=="
    with receiving() as receiver:
        ran = shell.run("listen", receiver.url, "--key", key, "--secret", secret, "--most", "1", "--json")
        (headers, body) = receiver.told[0]
    notice: Any = webhooks.verified(secret, headers, body)
    assert (notice["type"], notice["data"]["game"], notice["data"]["seat"]) == ("turn", made["id"], 0)
    assert json.loads(ran.stdout)["answered"] == "204"
    assert secret in ran.stderr


def test_notices_of_every_type_are_those_of_a_webhook(shell: Shell) -> None:
    """What `listen` posts of a whole game is what the server posts to a webhook of the same player."""
    key = Client(shell.url).create_key(name="listening")["key"]
    mine = Client(shell.url, key=key)
    mine.create_game(ONE)
    asked = ["--key", key, *(word for kind in TYPES for word in ("--type", kind))]
    with receiving() as hooked, receiving() as receiver, shell.listening(receiver.url, *asked) as listening:
        assert wait_for(lambda: receiver.told)  # what is owed already comes first
        mine.create_webhook(url=hooked.url, types=list(TYPES))
        seats = sat_down(mine)
        game = seats[0].game
        assert wait_for(lambda: {seat for (seat, _), _ in noted(receiver, game, "turn")} == {0, 1})
        play_out(seats)
        for each in (hooked, receiver):
            for kind in ("started", "finished"):  # notices may overtake each other
                assert wait_for(lambda each=each, kind=kind: len(noted(each, game, kind)) == 2)
            assert wait_for(lambda each=each: len(noted(each, game, "events")) == 2 * mine.get_game(game)["version"])
        listening.send_signal(signal.SIGINT)
        assert listening.wait(60) == 130
    for kind in ("finished", "events", "seat_changed"):
        assert noted(receiver, game, kind) == noted(hooked, game, kind) != []
    begun = noted(receiver, game, "started")
    assert [at for at, _ in begun] == [at for at, _ in noted(hooked, game, "started")]
    assert all("status" in told for _, told in begun)  # that of the moment in which it was posted
    assert {name for _, told in noted(receiver, game, "turn") for name in told} == {"owes"}


def sat_down(mine: Client) -> list[Seat]:
    """Open a game, call its second seat Ana, and return its two seats."""
    made = mine.create_game({"ruleset": "goofspiel", "seats": [{"kind": "human"}, {"kind": "human"}]})
    seats = [mine.seat(made["id"], place["seat"], place["token"]) for place in made["seats"]]
    for seat in seats:
        seat.view()
    seats[1].client().update_seat(made["id"], 1, name="Ana")
    return seats


def play_out(seats: list[Seat]) -> None:
    """Play a game of 13 rounds to its end."""
    for _ in range(13):
        for seat in seats:
            seat.act(seat.legal()["actions"][0]["command"])


def noted(receiver: Receiver, game: str, kind: str) -> list[tuple[tuple[int, int], Any]]:
    """Return the notices of a type about a game: seat and version, and what else they say."""
    told = [each["data"] for each in receiver.messages() if each["type"] == kind and each["data"]["game"] == game]
    places = [
        ((data.pop("seat"), data.pop("version")), {name: value for name, value in data.items() if name != "game"})
        for data in told
    ]
    return sorted(((place, data) for place, data in places), key=lambda one: one[0])


def test_keys_are_made_listed_and_deleted(shell: Shell) -> None:
    key = shell.run("keys", "new", "mine", "--scope", "keys", "--scope", "games").stdout.strip()
    shell.settings["LONGROAD_KEY"] = key
    try:
        made = json.loads(shell.run("keys", "new", "child", "--scope", "games", "--json").stdout)
        listed = [json.loads(line) for line in shell.run("keys", "list", "--json").stdout.splitlines()]
        assert made["id"] in {each["id"] for each in listed}
        assert "child" in shell.run("keys", "list").stdout
        assert shell.run("keys", "delete", made["id"]).returncode == 0
        assert shell.run("keys", "delete", made["id"]).returncode == 1
    finally:
        shell.settings["LONGROAD_KEY"] = None


def test_a_doctor_finds_what_is_wrong(shell: Shell) -> None:
    well, unknown, gone = (
        shell.run("doctor", "--json"),
        shell.run("doctor", "--token", "x"),
        shell.run("doctor", "--url", NOWHERE),
    )
    assert [json.loads(line)["advice"] for line in well.stdout.splitlines() if "answer" not in line] == [""] * 4
    assert (unknown.returncode, gone.returncode) == (1, 3)
    assert "it was renewed or deleted" in unknown.stdout
    assert "install the package longroad, which has one" in gone.stdout


def test_agents_meet_in_an_arena(shell: Shell, stores: StorePair, long_games: int) -> None:
    if not long_games:
        pytest.skip("it needs one more worker, which takes long to start: `make sdks`")
    with worker(stores, "long"):
        ran = shell.run("arena", "uniform", "uniform", "--ruleset", "goofspiel", "--games", "4", "--seed", "x")
    assert ran.returncode == 0, ran.stderr
    assert "seed x, 0 games not finished" in ran.stdout
    assert ran.stdout.count("uniform") == 2


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_shells_learn_to_complete(shell: Shell, name: str) -> None:
    ran = shell.run("completion", name)
    assert "_LONGROAD_COMPLETE" in ran.stdout


def test_commands_and_options_are_completed(shell: Shell) -> None:
    asked = {"_LONGROAD_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    for script in (OURS, SERVERS):
        assert "plain,play" in shell.apart(script, **asked, COMP_WORDS="longroad pl").stdout
    told = shell.apart(OURS, **{**asked, "COMP_CWORD": "2"}, COMP_WORDS="longroad watch --ur").stdout
    assert told == "plain,--url\n"


def test_agents_wait_for_no_answer_of_a_bot_that_gives_none(shell: Shell, tmp_path: Path) -> None:
    script = tmp_path / "first.py"
    script.write_text("def choose(legal):\n    return legal['actions'][0]['command']\n")
    waits = []
    for more in ("", "def answer(legal):\n    return None\n"):
        script.write_text(script.read_text() + more)
        ran = shell.run("bot", script, "--ruleset", "goofspiel", "--json")
        view: Any = Client(shell.url).get_game(json.loads(ran.stdout)["game"])
        waits.append(view["offer_wait_s"])
    assert waits == [0, 8]


def test_a_hosted_bot_sits_down_where_a_seat_is_free(shell: Shell) -> None:
    client = Client(shell.url)
    wish: Any = {"ruleset": "goofspiel", "seats": [{"kind": "ai", "agent": "uniform"}, {"kind": "open"}]}
    made = client.create_game(wish)
    asked = ("bot", str(PYTHON / "examples" / "bot.py"), "--ruleset", "goofspiel", "--host")
    environment = {**os.environ, "LONGROAD_URL": shell.url, "PYTHONPATH": shell.path}
    command = [sys.executable, "-c", OURS, *asked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as hosted:
        assert hosted.stdout
        assert hosted.stdout.readline().startswith(f"game {made['id']}: won by ")
        hosted.send_signal(signal.SIGINT)
        assert hosted.wait(60) == 130


def test_a_script_without_a_choice_is_refused(shell: Shell, tmp_path: Path) -> None:
    script = tmp_path / "silly.py"
    script.write_text("x = 1\n")
    ran = shell.run("bot", script)
    assert (ran.returncode, ran.stderr) == (2, f"longroad: {script} has no function choose(legal)\n")


@pytest.mark.parametrize(
    ("wish", "marks"),
    [
        ({"ruleset": "catan", "map": "beginner"}, ["robber", "grain", "3:1"]),
        ({"ruleset": "catan", "map": "mallorca"}, ["grain"]),
        ({"ruleset": "catan-dice"}, ["s3", "C30", "k6", "r15"]),
        ({"ruleset": "elasund"}, ["larg0", "smal1", "12"]),
    ],
)
def test_boards_are_drawn_in_characters(shell: Shell, wish: dict[str, Any], marks: list[str]) -> None:
    client = Client(shell.url)
    made = client.create_game({**wish, "seats": [{"kind": "human"}] * 3, "seed": "1"})  # type: ignore
    picture = draw_board(client.get_board(made["id"]), client.get_game(made["id"])).plain
    assert [mark for mark in marks if mark not in picture] == []
    assert max(map(len, picture.splitlines())) < 110


def test_forgers_of_dice_are_found_by_command(shell: Shell, tmp_path: Path) -> None:
    document = read_record("records/others/dice-2")
    for name, (forge, _) in FORGERS.items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(forge(document, Random(1))))
        assert shell.run("verify", path).returncode == 1
