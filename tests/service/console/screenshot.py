"""`python -m tests.service.console.screenshot` takes the README's picture of the console, where there is a Chromium."""

import json
import sys
import time
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from eventstore.embedded import start
from tests.conftest import StorePair
from tests.service.console.browser import Page, browsing, find_browser
from tests.service.http.live import Server, served, worker

PLACE = Path(__file__).parents[3] / "docs" / "images" / "console.png"
SIZE = {"width": 1280, "height": 860, "deviceScaleFactor": 1, "mobile": False}
COLORS = 128
ENOUGH = 150
OPPONENTS = [{"kind": "ai", "name": name} for name in ("Bruno", "Carla", "Diego")]
WISH = {"ruleset": "catan", "map": "beginner", "seats": [{"kind": "human", "name": "Ana"}, *OPPONENTS], "seed": "road"}
LIKED = ("DeclineOffer", "BuildCity", "BuildSettlement", "RollDice", "Steal", "EndTurn")
OFFERED = {"BuildRoad", "BuildSettlement", "BuildCity"}


def liking(command: dict[str, Any]) -> int:
    """Return how much the player prefers a command; the lowest number is preferred."""
    return LIKED.index(command["type"]) if command["type"] in LIKED else len(LIKED)


def play(server: Server, path: str, token: str) -> None:
    """Play on until the player may build after many versions."""
    while True:
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        commands = [action["command"] for action in legal["actions"]]
        if legal["version"] > ENOUGH and OFFERED & {command["type"] for command in commands}:
            return
        if not legal["must_act"] and not commands:
            time.sleep(0.05)
            continue
        commands = commands or [template["example"] for template in legal["templates"]]
        server.ask("POST", f"{path}/commands", min(commands, key=liking), token)


def shown(page: Page, server: Server, game: dict[str, Any]) -> bytes:
    """Return the table in the console, as the player sees it."""
    held = {"games": {game["id"]: {"seats": {"0": game["seats"][0]["token"]}, "as": "0"}}}
    page.send("Emulation.setDeviceMetricsOverride", **SIZE)
    page.send("Emulation.setScrollbarsHidden", hidden=True)
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("!!document.querySelector('#games')")
    page.value(f"sessionStorage.longroad = {json.dumps(json.dumps(held))}")
    page.value(f"location.hash = '#/games/{game['id']}'; location.reload()")
    page.wait("!!document.querySelector('.mark')")
    page.wait("document.querySelectorAll('#events li').length > 6")
    return b64decode(page.send("Page.captureScreenshot", format="png")["data"])


def taken(program: str, directory: Path) -> bytes:
    """Play a game on a server of its own, and return a picture of it in the console."""
    stores = [start(directory / name, "no") for name in ("events", "rq")]
    try:
        pair = StorePair(*(store.url for store in stores))
        with served(pair) as server, worker(pair, "ai"), browsing(program, directory) as page:
            game = server.ask("POST", "/v1/games", WISH)[1]
            play(server, f"/v1/games/{game['id']}", game["seats"][0]["token"])
            return shown(page, server, game)
    finally:
        for store in stores:
            store.stop()


def main() -> None:
    """Take the picture and reduce its colors."""
    program = find_browser()
    if program is None:
        sys.stderr.write("console.png stays as it is: no Chromium on this machine\n")
        return
    with TemporaryDirectory() as directory:
        picture = Image.open(BytesIO(taken(program, Path(directory))))
    picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(PLACE, optimize=True)
    sys.stdout.write(f"{PLACE.name}\n")


if __name__ == "__main__":
    main()
