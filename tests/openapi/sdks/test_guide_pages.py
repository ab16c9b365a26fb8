"""Tests that every command and every program in the guide works, against a real server with workers.

The blocks of a page are run as a reader would: what has the name of a file is saved, then the commands of a shell are
run as one script, and the Python and the JavaScript of the page as one program each.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import StorePair
from tests.openapi.sdks.guide_pages import PAGES, blocks, programs, reading, run
from tests.service.http.live import Server, worker

PATIENCE_S = 300
BEGIN = {"bash": "set -eu -o pipefail\n"}
ELSEWHERE = {
    "make run": "tests/service/supervisor",
    "LONGROAD_HOST=0.0.0.0 LONGROAD_PORT=9000 LONGROAD_DATA_DIR=/srv/longroad make run": "tests/service/supervisor",
    "export LONGROAD_ADMIN_KEY=$(python3": "tests/openapi/sdks/conftest.py",
    "LONGROAD_API_KEYS=required make run": "tests/service/supervisor",
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
    url = f"http://127.0.0.1:{sdk_server.port}"
    with worker(stores, "long"):
        yield reading(tmp_path_factory.mktemp("bin"), url)


@pytest.mark.parametrize(("page", "language"), [*programs()], ids=lambda told: getattr(told, "stem", told))
def test_what_a_page_lets_its_readers_do_works(
    page: Path, language: str, reader: dict[str, str], tmp_path: Path
) -> None:
    code, output = run(page, language, reader, tmp_path, PATIENCE_S, BEGIN.get(language, ""))
    assert code == 0, output
    print(output)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_that_are_not_run_here_are_run_elsewhere(page: Path) -> None:
    lines = [line for block in blocks(page) if block.language == "console" for line in block.text.splitlines()]
    assert [line for line in lines if not line.startswith(tuple(ELSEWHERE))] == []
