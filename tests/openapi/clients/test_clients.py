"""Tests that two clients that know only the contract draw the games that have a board.

They compile in strict mode, ring every legal place, and draw the same pictures. `docs/drawing.md` shows their code.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import StorePair
from tests.openapi.generators.compilers import mypy
from tests.openapi.generators.keeping import kept
from tests.openapi.generators.makers import MAKERS
from tests.openapi.generators.toolbox import CONTRACT, ROOT, Ran, has_npm, installed, run
from tests.service.http.live import Server, served

HERE = Path(__file__).parent
Tables = tuple[Server, dict[str, str]]
Player = tuple[list[str], Path]
Kinds = tuple[tuple[dict[str, Any], str], ...]
GAMES: Kinds = (
    ({"ruleset": "catan", "map": "beginner"}, "BuildRoad"),
    ({"ruleset": "catan", "map": "mallorca", "modules": ["favors"]}, "FoundRoad"),
    ({"ruleset": "catan", "map": "variable", "modules": ["helpers"]}, "MoveRobber"),
    ({"ruleset": "catan", "map": "new-york", "modules": ["erie-canal"]}, "FoundSettlement"),
    ({"ruleset": "catan-dice"}, "DiceBuildRoad"),
    ({"ruleset": "elasund"}, "MoveShip"),
    ({"ruleset": "elasund"}, "PlacePermit"),
)
"""The games, each with the type of command that a seat may give when it is drawn."""
MOST_MOVES = 200
CASTS = re.compile(r"\bas (?!const)\w+|\bany\b|\bunknown\b|@ts-|\bAny\b|\bcast\(|type: ignore|<\w+>\w")

UNREAD = r"//.*|^import .*|^ *with .*:$|\"\"\"(?s:.*?)\"\"\""
"""Matches the text in which the words of a cast mean something else."""


@pytest.fixture(scope="module")
def tables(stores: StorePair) -> Iterator[Tables]:
    """Yield a server, and for each game the token of the seat that is to move."""
    with served(stores) as server:
        yield server, dict(_played(server, wish, wanted, Random(7)) for wish, wanted in GAMES)


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python client beside the package that openapi-python-client generated for it."""
    made = tmp_path_factory.mktemp("python") / "made"
    shutil.copytree(_made("openapi-python-client"), made)
    shutil.copytree(HERE / "python", made, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return made


@pytest.fixture(scope="module")
def typescript_client() -> Path:
    """Return the TypeScript client beside the types that openapi-typescript generated; skips the test without npm."""
    if not has_npm():
        pytest.skip("npm is not installed here")
    made = installed() / "drawing"
    made.mkdir(exist_ok=True)
    for earlier in made.glob("*.ts"):
        earlier.unlink()
    for sources in (_made("openapi-typescript"), HERE / "typescript"):
        shutil.copytree(sources, made, dirs_exist_ok=True)
    return made


@pytest.fixture(scope="module")
def compiled(typescript_client: Path) -> Path:
    """Return the TypeScript client after compiling it with every check of `--strict`, types of libraries included.

    Only those are taken as they are that the compiler brings itself, and it remembers beside the code which files
    it has found right, and looks only at what has changed.
    """
    remember = ("--incremental", "--tsBuildInfoFile", "out/checked.json")
    judged = run([installed() / "node_modules" / ".bin" / "tsc", "--project", ".", *remember], typescript_client)
    assert judged.code == 0, judged.text
    return typescript_client


@pytest.fixture(scope="module")
def players(python_client: Path, request: pytest.FixtureRequest) -> list[Player]:
    """Return the commands by which a client of each language plays a seat, or Python's twice without npm."""
    python = ([sys.executable, "play.py"], python_client)
    if not has_npm():
        return [python, python]
    return [python, (["node", "out/play.js"], request.getfixturevalue("compiled"))]


@pytest.fixture(scope="module")
def drawn(tables: Tables, python_client: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory with the pictures that the Python client draws."""
    pictures = tmp_path_factory.mktemp("pictures")
    _draw([sys.executable, "main.py"], python_client, *tables, pictures)
    return pictures


def test_clients_have_no_casts() -> None:
    sources = [*HERE.glob("python/*.py"), *HERE.glob("typescript/*.ts")]
    assert len(sources) == 14
    for source in sources:
        code = re.sub(UNREAD, "", source.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert CASTS.findall(code) == [], source.name


def test_python_client_compiles(python_client: Path) -> None:
    """The client passes strict checks; the generated package is not checked here but by `make clients-check`."""
    (python_client / "mypy.ini").write_text("[mypy]\n[mypy-longroad_client.*]\nignore_errors = True\n")
    judged = mypy([Path("main.py"), Path("play.py")], python_client, "--strict", "--config-file", "mypy.ini")
    assert judged.code == 0, judged.text


def test_every_legal_place_has_a_ring(tables: Tables, drawn: Path) -> None:
    """Every legal place has a ring, no other place has one, and there is at least one."""
    server, games = tables
    for game, token in games.items():
        _, legal = server.ask("GET", f"/v1/games/{game}/legal-actions", token=token)
        places = {_place(action["command"]) for action in legal["actions"]} - {None}
        picture = (drawn / f"{game}.svg").read_text(encoding="utf-8")
        assert picture.count('class="legal"') == len(places) > 0, json.dumps(legal)


def test_typescript_client_compiles_and_draws_the_same(
    tables: Tables, drawn: Path, compiled: Path, tmp_path: Path
) -> None:
    _draw(["node", "out/main.js"], compiled, *tables, tmp_path)
    for game in tables[1]:
        assert _lines(tmp_path / f"{game}.svg") == _lines(drawn / f"{game}.svg")


def test_a_whole_game_takes_one_request_a_command(tables: Tables, players: list[Player]) -> None:
    """Two clients play each other with at most 1.2 requests for each command, as the server counts them."""
    server = tables[0]
    status, made = server.ask("POST", "/v1/games", {"ruleset": "catan-dice", "seats": [{"kind": "human"}] * 2})
    assert status == 201, made
    before = _requests(server)
    with ThreadPoolExecutor() as both:
        for ran in both.map(partial(_play, server, made), range(2), players):
            assert ran.code == 0, ran.text
    asked = _requests(server) - before
    done = server.ask("GET", f"/v1/games/{made['id']}")[1]
    assert done["status"] == "finished"
    commands = done["version"] - 1
    print(f"{asked} requests for {commands} commands")
    assert commands > 40
    assert asked <= 1.2 * commands, f"{asked} requests for {commands} commands"


def test_the_pages_show_their_code() -> None:
    """Every line of code on the pages is one of the clients' lines, where methods may stand without their class."""
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("drawing.md", "clients.md")]
    shown = [code for page in pages for code in re.findall(r"```(?:python|typescript)\n(.*?)```", page, re.DOTALL)]
    sources = "".join(_bare(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*/*.[pt][ys]")))
    assert len(shown) >= 10
    assert [code for code in shown if _bare(code) not in sources] == []


def _made(name: str) -> Path:
    """Return what a generator makes of the contract without an error or a warning."""
    [maker] = [maker for maker in MAKERS if maker.name == name]
    return kept(maker, CONTRACT, compiled=False)


def _played(server: Server, wish: dict[str, Any], wanted: str, rng: Random) -> tuple[str, str]:
    """Play until a seat may give a command of a type, and return the game and that seat's token."""
    status, made = server.ask("POST", "/v1/games", {**wish, "seats": [{"kind": "human"}] * 3, "seed": "1"})
    assert status == 201, made
    tokens = [seat["token"] for seat in made["seats"]]
    for _ in range(MOST_MOVES):
        token = tokens[_mover(server, made["id"])]
        _, legal = server.ask("GET", f"/v1/games/{made['id']}/legal-actions", token=token)
        listed = [action["command"] for action in legal["actions"]]
        if wanted in {command["type"] for command in listed}:
            return made["id"], token
        choice = rng.choice(listed or [one["example"] for one in legal["templates"]])
        status, answer = server.ask("POST", f"/v1/games/{made['id']}/commands", choice, token)
        assert status == 201, answer
    raise AssertionError(f"nobody came to {wanted}")


def _mover(server: Server, game: str) -> int:
    return int(server.ask("GET", f"/v1/games/{game}")[1]["awaiting"][0]["seat"])


def _draw(command: list[str], where: Path, server: Server, games: dict[str, str], into: Path) -> None:
    told = [f"{game}={token}" for game, token in games.items()]
    ran = run([*command, f"http://127.0.0.1:{server.port}", into, *told], where)
    assert ran.code == 0, ran.text


def _play(server: Server, made: dict[str, Any], seat: int, player: Player) -> Ran:
    command, where = player
    told = f"{made['id']}={made['seats'][seat]['token']}"
    return run([*command, f"http://127.0.0.1:{server.port}", told], where)


def _requests(server: Server) -> int:
    """Return how many requests the server has answered, except those for its metrics."""
    counts = re.findall(r"^longroad_http_requests_total\{(.*)\} (\S+)$", server.text("/metrics"), re.MULTILINE)
    return int(sum(float(count) for labels, count in counts if "/metrics" not in labels))


def _place(command: dict[str, Any]) -> tuple[str, Any] | None:
    """Return the place on the board that a command names, read from its JSON."""
    kind = command["type"]
    if kind in ("DiceBuildSettlement", "DiceBuildCity"):
        return kind, command["points"]
    for name in ("node", "edge", "tile", "road", "knight", "square", "space", "row"):
        if name in command and kind != "ChooseChurchTile":
            return name, command[name]
    return None


def _lines(path: Path) -> list[str]:
    """Return the shapes of a picture in order, then its rings sorted."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "legal" not in line] + sorted(line for line in lines if "legal" in line)


def _bare(code: str) -> str:
    return "".join(f"{line.strip()}\n" for line in code.splitlines() if line.strip())
