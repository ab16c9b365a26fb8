"""`python -m tests.service.images` draws the pictures of the README from games of agents with fixed seeds."""

import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from domain.core.chance import SeededChance
from service.catalog import RULESETS
from service.pictures.registry import picture_of
from service.pictures.svg import svg
from service.texts.words import reword, say_phrase
from workers.agents.agent import load_agent
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision

HOME = Path(__file__).parents[2] / "docs" / "images"
NAMES = ("Ana", "Bruno", "Carla", "Diego")


class Image(NamedTuple):
    """Represents a game that is to be drawn after some number of commands."""

    name: str
    ruleset: str
    agent: str
    seats: int
    commands: int
    map: str | None = None
    modules: tuple[str, ...] = ()


IMAGES = (
    Image("catan", "catan", "heuristic", 4, 240, "beginner"),
    Image("new-york", "catan", "heuristic", 4, 240, "new-york", ("erie-canal",)),
    Image("dice", "catan-dice", "dice_optimal", 2, 120),
    Image("elasund", "elasund", "elasund_heuristic", 4, 230),
)


def position(image: Image) -> Any:
    """Return the position after the image's number of commands, or at the end of a shorter game."""
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


def main() -> None:
    """Draw all pictures again."""
    HOME.mkdir(exist_ok=True)
    for image in IMAGES:
        (HOME / f"{image.name}.svg").write_bytes(drawn(image))
        sys.stdout.write(f"{image.name}.svg\n")


if __name__ == "__main__":
    main()
