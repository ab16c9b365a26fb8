"""Lets generated clients play: a program for each (`players`) plays against a server, and says what it did."""

import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.openapi.generators.keeping import kept
from tests.openapi.generators.makers import MAKERS, Maker
from tests.openapi.generators.toolbox import CONTRACT, HERE, Ran, installed, jar, run

PROGRAMS: Final = HERE / "players"


class Player(NamedTuple):
    """Names a generator, the suffix of the program that plays with its client, and the tools that this needs."""

    generator: str
    suffix: str
    tools: tuple[str, ...]

    @property
    def maker(self) -> Maker:
        """Return the generator."""
        [found] = [maker for maker in MAKERS if maker.name == self.generator]
        return found

    def missing(self) -> list[str]:
        """Return the tools that are not installed here."""
        missing = [tool for tool in self.tools if shutil.which(tool) is None]
        return [*missing, *(["openapi-generator"] if self.maker.needs_java and jar() is None else [])]


PLAYERS: Final = (
    Player("openapi-typescript", "ts", ("npm", "node")),
    Player("@hey-api/openapi-ts", "ts", ("npm", "node")),
    Player("openapi-python-client", "py", ()),
    Player("openapi-generator python", "py", ("java",)),
    Player("openapi-generator go", "go", ("java", "go")),
    Player("openapi-generator java", "java", ("java", "javac")),
)
LANGUAGES: Final = {"ts": "TypeScript", "py": "Python", "go": "Go", "java": "Java"}


class Played(NamedTuple):
    """Holds what a program said, and how long it took to generate its client, to compile both and to play."""

    said: dict[str, Any]
    generating_s: float
    compiling_s: float
    playing_s: float


def played(player: Player, base: str) -> Played:
    """Put a program into the client that was made for it, compile it and let it play.

    Raises AssertionError with what the compiler or the program wrote if it does not succeed.
    """
    made = kept(player.maker, CONTRACT, compiled=False)
    where = _beside(made) if player.suffix == "ts" else made
    started = time.perf_counter()
    command = _COMPILE[player.suffix](where, PROGRAMS / f"{player.maker.place}.{player.suffix}")
    compiled = time.perf_counter()
    ran = _well(run([*command, base], where))
    seconds = (float((made / "clean").read_text()), compiled - started, time.perf_counter() - compiled)
    return Played(json.loads(ran.text.splitlines()[-1]), *seconds)


def table(rows: dict[Player, Played | str]) -> str:
    """Return the rows as a table in Markdown; a text in place of what was played says why it was not."""
    head = ("language", "generator", "options", "generate, s", "compile, s", "play, s", "result")
    cells = [head, ["---"] * len(head), *(_cells(player, row) for player, row in rows.items())]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def _cells(player: Player, row: Played | str) -> list[str]:
    maker = player.maker
    number = "" if player.missing() else maker.version
    options = f"`{maker.options}`" if maker.options else "-"
    seconds = ["-"] * 3 if isinstance(row, str) else [f"{each:.1f}" for each in row[1:]]
    return [LANGUAGES[player.suffix], f"{maker.name} {number}".strip(), options, *seconds, _result(row)]


def _result(row: Played | str) -> str:
    return row if isinstance(row, str) else "played"


def _beside(made: Path) -> Path:
    """Return a copy of a client beside the packages of npm that it imports."""
    where = installed() / f"playing-{made.name}"
    shutil.copytree(made, where, dirs_exist_ok=True)
    return where


def _typescript(where: Path, program: Path) -> Sequence[str | Path]:
    shutil.copy(program, where / "play.ts")
    is_module = not (where / "hey").exists()
    module = ("nodenext", "nodenext") if is_module else ("commonjs", "node10")
    (where / "package.json").write_text(json.dumps({"type": "module" if is_module else "commonjs"}))
    choices = ("--module", module[0], "--moduleResolution", module[1], "--skipLibCheck", "--strict")
    compiler = installed() / "node_modules" / ".bin" / "tsc"
    _well(run([compiler, *choices, "--target", "es2022", "--types", "node", "--outDir", "out", "play.ts"], where))
    return ["node", "out/play.js"]


def _python(where: Path, program: Path) -> Sequence[str | Path]:
    shutil.copy(program, where / "play.py")
    return [sys.executable, "play.py"]


def _go(where: Path, program: Path) -> Sequence[str | Path]:
    (where / "play").mkdir(exist_ok=True)
    shutil.copy(program, where / "play" / "main.go")
    _well(run(["go", "build", "-o", "play/play", "./play"], where))
    return [where / "play" / "play"]


def _java(where: Path, program: Path) -> Sequence[str | Path]:
    """Compile the whole client: the generator itself holds Jackson, and `Generated.java` is all else that it needs."""
    shutil.copy(program, where / "Play.java")
    sources = ["Play.java", PROGRAMS / "Generated.java", *sorted((where / "src" / "main").rglob("*.java"))]
    _well(run(["javac", "-nowarn", "-proc:none", "-d", "out", "-cp", str(jar()), *sources], where))
    return ["java", "-cp", f"out{os.pathsep}{jar()}", "Play"]


_COMPILE: Final = {"ts": _typescript, "py": _python, "go": _go, "java": _java}


def _well(ran: Ran) -> Ran:
    assert ran.code == 0, ran.text[-4000:]
    return ran
