"""`python -m tests.service.images` draws the pictures of the README from games of agents with fixed seeds.

It also draws what the first page of the console shows of each game, in one file whose games share what they can.
"""

import os
import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from domain.core.chance import SeededChance
from service.catalog import RULESETS
from service.pictures.registry import picture_of
from service.pictures.svg import NAMESPACE, svg
from service.texts.words import reword, say_phrase
from workers.agents.agent import load_agent
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision

HOME = Path(__file__).parents[2] / "docs" / "images"
NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elin", "Farid")
GAMES = Path(__file__).parents[2] / "service" / "console" / "lobby" / "games.svg"


class Image(NamedTuple):
    """Represents a game that is to be drawn after some number of commands."""

    name: str
    ruleset: str
    agent: str
    seats: int
    commands: int
    map: str | None = None
    modules: tuple[str, ...] = ()
    frame: str = ""  # what is shown on the first page, if not the board


IMAGES = (
    Image("catan", "catan", "heuristic", 4, 240, "beginner"),
    Image("new-york", "catan", "heuristic", 4, 240, "new-york", ("erie-canal",)),
    Image("dice", "catan-dice", "dice_optimal", 2, 120),
    Image("elasund", "elasund", "elasund_heuristic", 4, 230),
)

SHOWN = (
    Image("catan", "catan", "heuristic", 4, 240, "beginner"),
    Image("six", "catan", "heuristic", 6, 300, None, ("favors", "helpers")),
    Image("new-york", "catan", "heuristic", 4, 240, "new-york", ("erie-canal",)),
    Image("mallorca", "catan", "heuristic", 4, 240, "mallorca"),
    Image("catan-dice", "catan-dice", "dice_optimal", 1, 40, frame="14 70 480 366"),
    Image("elasund", "elasund", "elasund_heuristic", 4, 230),
    Image("goofspiel", "goofspiel", "matching", 3, 14),
)
SHAPE = 16, 10
LEFT_OUT = ("places", "names", "boxes", "digit")


def position(image: Image) -> Any:
    """Return the position after the image's number of commands, or at the end of a shorter game.

    Agents decide as where no tables are kept, so that it is the same on every machine.
    """
    with patch.dict(os.environ, LONGROAD_DATA_DIR=str(HOME / "no-tables")):
        return _played(image)


def _played(image: Image) -> Any:
    ruleset, rng, chance = RULESETS[image.ruleset], Random(image.name), SeededChance(image.name.encode())
    state = open_position(ruleset, ruleset.configure(image.seats, image.map, image.modules, {}), chance)
    agent = load_agent(image.agent)

    def ask(seat: int) -> Decision:
        return decide(ruleset, state, seat, agent, 1.0, rng)

    for _ in range(image.commands):
        decision = first_decision(ruleset.awaiting(state), ask)
        if decision is None:
            break
        state = ruleset.decide(state, decision.seat, decision.command, chance).state
    return state


def drawn(image: Image) -> bytes:
    """Return the picture as an SVG that a spectator may see."""
    ruleset, state = RULESETS[image.ruleset], position(image)
    picture = picture_of(ruleset, ruleset.observe(state, None), NAMES)
    return svg(picture, lambda said: reword(say_phrase(ruleset.name, said), ruleset.lexicon(state)))


def widened(frame: str) -> str:
    """Return the frame of the shape of a card's picture around another frame."""
    left, top, across, down = map(int, frame.split())
    wide, high = max(across, down * SHAPE[0] // SHAPE[1]), max(down, across * SHAPE[1] // SHAPE[0])
    return f"{left - (wide - across) // 2} {top - (high - down) // 2} {wide} {high}"


def stocked(images: tuple[Image, ...]) -> bytes:
    """Return what the first page shows of games, each as a symbol: the board alone, without titles and places."""
    whole, known = Element("svg", {"xmlns": NAMESPACE}), dict[str, bytes]()
    defs = SubElement(whole, "defs")
    for image in images:
        root = fromstring(drawn(image).replace(f' xmlns="{NAMESPACE}"'.encode(), b""))
        for parent in list(root.iter()):
            for child in list(parent):
                if child.tag in ("title", "desc") or child.get("class") in LEFT_OUT:
                    parent.remove(child)
        renamed = {}
        for stamp in root.findall("defs/g"):
            name, inner = stamp.attrib["id"], b"".join([tostring(child) for child in stamp])
            renamed[name] = name if known.get(name, inner) == inner else f"{name}.{image.name}"
            if renamed[name] not in known:
                known[renamed[name]] = inner
                defs.append(stamp)
            stamp.set("id", renamed[name])
        for use in root.iter("use"):
            use.set("href", f"#{renamed[use.attrib['href'][1:]]}")
        part = root.find("g[@class='board']")
        frame = root.attrib["viewBox"] if part is None else part.attrib.pop("data-frame")
        look = {"id": f"game-{image.name}", "viewBox": widened(image.frame or frame)}
        symbol = SubElement(whole, "symbol", look)
        symbol.extend([part] if part is not None else root[1:])
    return tostring(whole) + b"\n"


def main() -> None:
    """Draw all pictures again."""
    HOME.mkdir(exist_ok=True)
    for image in IMAGES:
        (HOME / f"{image.name}.svg").write_bytes(drawn(image))
        sys.stdout.write(f"{image.name}.svg\n")
    GAMES.write_bytes(stocked(SHOWN))


if __name__ == "__main__":
    main()
