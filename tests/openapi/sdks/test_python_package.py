"""Tests the Python SDK as its users have it: as a wheel in an empty environment, with its examples and its page.

`make check` types both strictly. `make sdks` lets the example bot play 8 games of every ruleset through a network that
loses one request in twenty.
"""

import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.bots.network import bad_network
from tests.openapi.sdks.package import PYTHON, Installed
from tests.openapi.sdks.page import snippets
from tests.service.http.live import Server

FAULTY = 0.05
LOCAL = "http://127.0.0.1:8000"
RULESETS = ("catan", "catan-dice", "elasund", "goofspiel")
QUICK = ("goofspiel", "goofspiel")
EXAMPLE = PYTHON / "examples" / "bot.py"
ONCE = (
    "import time; began = time.perf_counter(); from longroad_client import Client; print(time.perf_counter() - began)"
)


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"longroad_client", f"{wheel.name.rsplit('-', 3)[0]}.dist-info"}
    assert {"longroad_client/py.typed", "longroad_client/types.py", "longroad_client/client.py"} <= set(names)
    print(f"{wheel.name}: {wheel.stat().st_size / 1000:.0f} kB")


def test_it_is_imported_alone(sdk: Installed) -> None:
    ran = [sdk.run("-c", ONCE) for _ in range(3)]
    assert [each.returncode for each in ran] == [0, 0, 0], ran[0].stderr
    print(f"imported in {min(float(each.stdout) for each in ran):.2f} s")


def test_every_snippet_of_the_page_runs(sdk: Installed, sdk_server: Server, tmp_path: Path) -> None:
    program = tmp_path / "page.py"
    program.write_text(snippets().replace(LOCAL, f"http://127.0.0.1:{sdk_server.port}"))
    ran = sdk.run(program)
    assert ran.returncode == 0, ran.stderr
    assert "draws hold" in ran.stdout


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 40


def test_the_example_plays_through_a_bad_network(sdk: Installed, sdk_server: Server, long_games: int) -> None:
    wanted = [ruleset for ruleset in RULESETS for _ in range(long_games)] or list(QUICK)
    bot = Path(shutil.copy(EXAMPLE, sdk.packages))
    began = time.monotonic()
    with bad_network(sdk_server.port, FAULTY, 16) as network:
        address = f"http://127.0.0.1:{network.port}"
        with ThreadPoolExecutor(2) as players:
            ran = list(players.map(lambda ruleset: timed(sdk, bot, address, ruleset), wanted))
    assert [each.returncode for each in ran] == [0] * len(wanted), [each.stderr for each in ran if each.returncode]
    ends = [line for each in ran for line in each.stdout.splitlines()]
    assert Counter(line.partition(":")[0] for line in ends) == Counter(wanted)
    assert all(re.search(r": won by \[.*\] with \[.*\]; \d+ draws hold$", line) for line in ends)
    print(*ends, f"{len(ends)} games, {time.monotonic() - began:.0f} s; the network: {dict(network.met)}", sep="\n")


def timed(sdk: Installed, bot: Path, address: str, ruleset: str) -> "subprocess.CompletedProcess[str]":
    """Let the bot play one game, and say on standard error how long it took."""
    began = time.monotonic()
    ran = sdk.run(bot, address, ruleset)
    print(f"{ruleset}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return ran
