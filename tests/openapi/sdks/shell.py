"""Runs the command line `longroad` against a server, in this process, apart from it, or on a terminal."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from click.testing import CliRunner
from longroad_client.command import commands, run

from tests.openapi.sdks.package import PYTHON, ROOT

OURS = "import sys; from longroad_client.command import main; sys.exit(main())"


class Ran(NamedTuple):
    """Holds the exit code and the outputs of a command."""

    returncode: int
    stdout: str
    stderr: str


class Shell:
    """Runs `longroad` against a server, in this process unless a script is named."""

    def __init__(self, url: str, path: str = f"{PYTHON / 'src'}:{ROOT}") -> None:
        self.url = url
        self.settings: dict[str, str | None] = {"LONGROAD_URL": url, "COLUMNS": "160"}
        self.path = path

    def run(self, *arguments: object, said: str = "") -> Ran:
        """Run a command to its end."""
        with CliRunner().isolation(input=said, env=self.settings) as (out, err, _):
            code = run(commands, [*map(str, arguments)])
            sys.stdout.flush()
            sys.stderr.flush()
        return Ran(code, out.getvalue().decode(), err.getvalue().decode())

    def apart(self, script: str, *arguments: object, **settings: str) -> Ran:
        """Run a script to its end, in a process of its own."""
        command = [sys.executable, "-c", script, *map(str, arguments)]
        environment = {**self._environment(), **settings}
        ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    def on_a_terminal(self, *arguments: object) -> str:
        """Run a command on a terminal, and return what it wrote there."""
        ours, theirs = pty.openpty()
        command = [sys.executable, "-c", OURS, *map(str, arguments)]
        environment = {**self._environment(), "TERM": "xterm-256color"}
        with subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=theirs, env=environment) as process:
            os.close(theirs)
            parts = []
            while part := _read(ours):
                parts.append(part)
            process.wait(300)
        os.close(ours)
        return b"".join(parts).decode()

    @contextmanager
    def listening(self, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run `longroad listen` in a process of its own, and kill it in the end."""
        command = [sys.executable, "-c", OURS, "listen", *arguments]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=self._environment(), **quiet) as process:
            try:
                yield process
            finally:
                process.kill()

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "LONGROAD_URL": self.url, "PYTHONPATH": self.path}


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # so Linux says that the other side is closed
        return b""
