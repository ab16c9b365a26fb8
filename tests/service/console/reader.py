"""Plays on the console as somebody with a screen reader does: by the accessibility tree and the keyboard alone."""

import re
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.service.console.page import Page

AVOIDED = re.compile(
    r"Trade|rolled again|, kept|Zoom|Counter|Roll \d|Less|One less|rule|Skip|marks|undo", re.IGNORECASE
)
FIRST = re.compile(r"^(Do it|Discard|Decline|Roll)|one more$")
PLACES = re.compile(r"^The table at move")
BAR = "Legal actions"
PATIENCE_S = 60.0
Node = dict[str, Any]


def said(node: Node) -> str:
    """Return the name of a node."""
    return str(node.get("name", {}).get("value", ""))


def is_off(node: Node) -> bool:
    """Tell whether a node is disabled."""
    return any(one["name"] == "disabled" and one["value"]["value"] for one in node.get("properties", ()))


def above(node: Node, nodes: dict[str, Node]) -> Iterator[Node]:
    """Yield the nodes around one, the nearest first."""
    while (parent := nodes.get(node.get("parentId", ""))) is not None:
        yield parent
        node = parent


def texts(page: Page) -> list[str]:
    """Return everything that is read on the page."""
    return [said(node) for node in page.tree() if not node.get("ignored") and said(node)]


def pressable(page: Page) -> list[Node]:
    """Return the buttons that may do something in the game: those of the board and of the bar that are not off."""
    nodes = {node["nodeId"]: node for node in page.tree()}
    found = []
    for node in nodes.values():
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in ("button", "menuitem") or is_off(node) or AVOIDED.search(said(node)):
            continue
        if any(
            said(one) == BAR or PLACES.match(said(one)) or one.get("role", {}).get("value") in ("menu", "figure")
            for one in above(node, nodes)
        ):
            found.append(node)
    return found


def act(page: Page, rng: Random) -> str | None:
    """Press something that may be pressed; return its name, None if there is nothing."""
    choices = pressable(page)
    if not choices:
        return None
    first = [one for one in choices if FIRST.match(said(one))]
    chosen = first[0] if first else rng.choice(choices)
    page.send("DOM.focus", backendNodeId=chosen["backendDOMNodeId"])
    page.strike("Enter")
    return said(chosen)


def act_when_asked(page: Page, rng: Random) -> str:
    """Wait until there is something to press, and press it."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if (pressed := act(page, rng)) is not None:
            return pressed
        time.sleep(0.05)
    raise AssertionError(f"nothing to press: {texts(page)[:80]}")
