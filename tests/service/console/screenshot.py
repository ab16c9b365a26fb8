"""`python -m tests.service.console.screenshot [NAME...]` takes pictures of the console for docs/images, or those named.

Every ruleset is shown in two sizes, light and dark, and the story of one game with its review. Needs a Chromium.
"""

import sys
import time
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image

from eventstore.embedded.server import start
from tests.conftest import StorePair
from tests.service.console.browser import browsing, find_browser
from tests.service.console.page import Page
from tests.service.console.seated import holding
from tests.service.http.live import Server, served, worker

PLACE = Path(__file__).parents[3] / "docs" / "images"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
SCHEMES = ("light", "dark")
QUALITY = 72
OPPONENTS = ("Bruno", "Carla", "Diego", "Elin", "Farid")
LIKED = (
    "DeclineOffer",
    "BuildTile",
    "BuildCity",
    "BuildSettlement",
    "BuildRoad",
    "DiceBuildCity",
    "DiceBuildSettlement",
    "DiceBuildRoad",
    "BuildKnight",
    "PlacePermit",
    "RollDice",
    "Steal",
    "EndTurn",
)
READY = "document.querySelectorAll('.mark, #actions .act').length > 0"
LOGGED = "document.querySelectorAll('#events li').length > 6"
REVIEW_S = 1200.0  # the longest that the first part of a review may take on a busy machine
TOLD = "document.querySelectorAll('.story .chart, .charts .chart').length > 1"


class Scene(NamedTuple):
    """Represents a game, and the moment at which its picture is taken: after a version, when something is legal."""

    wish: dict[str, Any]
    seats: int
    version: int
    wanted: str


SCENES = {
    "catan": Scene({"ruleset": "catan", "map": "beginner"}, 4, 60, "EndTurn"),
    "six": Scene({"ruleset": "catan", "modules": ["favors", "helpers"]}, 6, 100, "BuildRoad"),
    "new-york": Scene({"ruleset": "catan", "map": "new-york", "modules": ["erie-canal"]}, 4, 40, "EndTurn"),
    "mallorca": Scene({"ruleset": "catan", "map": "mallorca"}, 3, 60, "EndTurn"),
    "dice": Scene({"ruleset": "catan-dice"}, 2, 60, "StopRolling"),
    "elasund": Scene({"ruleset": "elasund"}, 4, 60, "PlacePermit"),
}
STORY = Scene({"ruleset": "catan", "map": "beginner"}, 3, 10**6, "")


def liking(command: dict[str, Any]) -> int:
    """Return how much the player prefers a command; the lowest number is preferred."""
    return LIKED.index(command["type"]) if command["type"] in LIKED else len(LIKED)


def made(server: Server, scene: Scene) -> dict[str, Any]:
    """Make the game of a scene, in which one person plays against agents, and play on until its moment.

    A scene that wants nothing is over at the end of the game; one that wants something must reach it.
    """
    seats = [{"kind": "human", "name": "Ana"}, *({"kind": "ai", "name": name} for name in OPPONENTS[: scene.seats - 1])]
    game: dict[str, Any] = server.ask(
        "POST", "/v1/games", {**scene.wish, "seats": seats, "seed": "road", "offer_wait_s": 1}
    )[1]
    path, token = f"/v1/games/{game['id']}", game["seats"][0]["token"]
    while server.ask("GET", path, None, token)[1]["status"] == "running":
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        commands = [action["command"] for action in legal["actions"]]
        if legal["version"] > scene.version and scene.wanted in {command["type"] for command in commands}:
            break
        if not legal["must_act"]:
            commands = [command for command in commands if command["type"] == "DeclineOffer"]
            if not commands:
                time.sleep(0.05)
                continue
        commands = commands or [template["example"] for template in legal["templates"]]
        server.ask("POST", f"{path}/commands", min(commands, key=liking), token)
    else:
        assert not scene.wanted, f"the game ended before {scene.wanted} was legal: choose another moment"
    return game


def opened(page: Page, server: Server, game: dict[str, Any], size: tuple[int, int], scheme: str) -> None:
    """Open a table as its player sees it."""
    width, height = size
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
    page.send("Emulation.setScrollbarsHidden", hidden=True)
    page.send("Emulation.setEmulatedMedia", features=media(scheme))
    holding(page, server, game["id"], {"seats": {"0": game["seats"][0]["token"]}, "as": "0"})


def media(scheme: str) -> list[dict[str, str]]:
    """Return what the browser says of its owner's wishes: light or dark, and nothing that moves."""
    return [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]


def captured(page: Page) -> Image.Image:
    """Return what the page shows."""
    return Image.open(BytesIO(b64decode(page.send("Page.captureScreenshot", format="png")["data"]))).convert("RGB")


def scenes(page: Page, server: Server, names: list[str]) -> Iterator[tuple[str, Image.Image]]:
    """Yield the pictures of every ruleset by their names."""
    for name in names:
        game = made(server, SCENES[name])
        for kind, size in SIZES.items():
            for scheme in SCHEMES:
                opened(page, server, game, size, scheme)
                page.wait(f"{READY} && {LOGGED}")
                yield f"console-{name}-{kind}-{scheme}", captured(page)


def story(page: Page, server: Server) -> Iterator[tuple[str, Image.Image]]:
    """Yield a picture of the story of a finished game, with the win chances of its review."""
    game = made(server, STORY)
    opened(page, server, game, (1440, 900), "light")
    page.press("#tell-story")
    page.wait(TOLD, REVIEW_S)
    page.value("document.querySelector('#story').scrollIntoView({block: 'start'})")
    yield "console-story", captured(page)


def take(program: str, directory: Path, names: list[str]) -> None:
    """Take pictures on a server of its own, and write them."""
    stores = [start(directory / name, "no") for name in ("events", "rq")]
    try:
        pair = StorePair(*(store.url for store in stores))
        with served(pair) as server, worker(pair, "ai"), worker(pair, "long"), browsing(program, directory) as page:
            shown = scenes(page, server, [name for name in names if name in SCENES])
            for name, picture in chain(shown, story(page, server) if "story" in names else ()):
                picture.save(PLACE / f"{name}.webp", quality=QUALITY, method=6)
                sys.stdout.write(f"{name}.webp\n")
    finally:
        for store in stores:
            store.stop()


def main() -> None:
    """Take all pictures, or those named in the command."""
    program = find_browser()
    if program is None:
        sys.stderr.write("the pictures of the console stay as they are: no Chromium on this machine\n")
        return
    with TemporaryDirectory() as directory:
        take(program, Path(directory), sys.argv[1:] or [*SCENES, "story"])


if __name__ == "__main__":
    main()
