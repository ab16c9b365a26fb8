"""Runs the command `longroad` in a fork of a process that has imported most of what it needs."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.workers.warm import FORKS, ROOT

PATIENCE_S = 300.0


def longroad(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own, which must end by itself."""
    with TemporaryDirectory() as place:
        written = [Path(place, name) for name in ("stdout", "stderr")]
        process = FORKS.Process(target=_run, args=(arguments, {**os.environ, **environment}, written))
        process.start()
        process.join(PATIENCE_S)
        assert process.exitcode is not None, f"{arguments} is still running"
        stdout, stderr = [path.read_text(encoding="utf-8") for path in written]
    return subprocess.CompletedProcess(arguments, process.exitcode, stdout, stderr)


def _run(arguments: Sequence[str], environment: Mapping[str, str], written: Sequence[Path]) -> None:
    """Become a process of its own, as `subprocess` would start it."""
    from service.cli import main

    os.setsid()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    for number, path in enumerate(written, 1):
        os.dup2(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND), number)
    sys.exit(main(list(arguments)))
