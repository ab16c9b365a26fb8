"""Tests that every command and every program in the guide works, against a real server with workers.

The blocks of a page are run as a reader would: what has the name of a file is saved, then the commands of a shell are
run as one script, and the Python and the JavaScript of the page as one program each.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import StorePair
from tests.openapi.sdks.guide_pages import PAGES, blocks, programs
from tests.openapi.sdks.package import PYTHON, ROOT
from tests.openapi.sdks.typescript import linked
from tests.service.http.live import Server, worker

ADDRESS = "http://127.0.0.1:8000"
PATIENCE_S = 300
NEEDS = {"bash": ("bash", "curl", "jq"), "python": (), "js": ("node",)}
BEGIN = {"bash": "set -eu -o pipefail\n", "python": "", "js": ""}
RUNNER = {"bash": ("bash",), "python": (sys.executable,), "js": ("node",)}
SUFFIX = {"bash": "sh", "python": "py", "js": "mjs"}
COMMAND = f"""#!/bin/sh
exec {sys.executable} -c 'import sys; from service.cli import main; sys.exit(main())' "$@"
"""
ELSEWHERE = {
    "make run": "tests/service/supervisor",
    "LONGROAD_HOST=0.0.0.0 LONGROAD_PORT=9000 LONGROAD_DATA_DIR=/srv/longroad make run": "tests/service/supervisor",
    "make sdk-python": "tests/openapi/sdks/test_python_package.py",
    "python3 -m venv ~/longroad": "tests/openapi/sdks/test_python_package.py",
    "~/longroad/bin/pip install": "tests/openapi/sdks/test_python_package.py",
    "make sdk-typescript": "tests/openapi/sdks/test_typescript.py",
    "npm install --prefix ~/my-client": "tests/openapi/sdks/test_typescript.py",
    "export PATH=~/longroad/bin:$PATH": "tests/openapi/sdks/test_python_package.py",
}
"""Lists how the commands begin that set up a machine, with the tests that do the same."""


@pytest.fixture(scope="module")
def reader(sdk_server: Server, stores: StorePair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Yield the environment of somebody who has installed both clients, while a server and all its workers run."""
    tools = tmp_path_factory.mktemp("bin")
    (tools / "longroad").write_text(COMMAND)
    (tools / "longroad").chmod(0o755)
    (tools / "python3").symlink_to(sys.executable)
    url = f"http://127.0.0.1:{sdk_server.port}"
    path = os.pathsep.join((str(PYTHON / "src"), str(ROOT)))
    with worker(stores, "long"):
        yield {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": path, "LONGROAD_URL": url}


@pytest.mark.parametrize(("page", "language"), [*programs()], ids=lambda told: getattr(told, "stem", told))
def test_what_a_page_lets_its_readers_do_works(
    page: Path, language: str, reader: dict[str, str], tmp_path: Path
) -> None:
    if not all(map(shutil.which, NEEDS[language])):
        pytest.skip(f"{NEEDS[language]} is not installed here")
    for block in blocks(page):
        if block.name:
            (tmp_path / block.name).write_text(block.text.replace(ADDRESS, reader["LONGROAD_URL"]))
    own = [block.text for block in blocks(page) if block.language == language and not block.name]
    program = linked(tmp_path) / f"page.{SUFFIX[language]}"
    program.write_text(BEGIN[language] + "\n".join(own).replace(ADDRESS, reader["LONGROAD_URL"]))
    ran = subprocess.run(
        [*RUNNER[language], program.name],
        cwd=tmp_path,
        env=reader,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    print(ran.stdout)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_that_are_not_run_here_are_run_elsewhere(page: Path) -> None:
    lines = [line for block in blocks(page) if block.language == "console" for line in block.text.splitlines()]
    assert [line for line in lines if not line.startswith(tuple(ELSEWHERE))] == []
