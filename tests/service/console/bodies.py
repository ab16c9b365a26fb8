"""Keeps the bodies of all answers that a page gets, and finds in them what its player must not know."""

import json
from collections.abc import Iterator
from typing import Any

from tests.service.console.page import Page

RECORDER = """
globalThis.bodies = [];
performance.setResourceTimingBufferSize(100000);
const asked = globalThis.fetch;
globalThis.fetch = async (...given) => {
  const answer = await asked(...given);
  const kept = {url: new URL(answer.url).pathname, text: ''};
  bodies.push(kept);
  const reader = answer.clone().body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) kept.text += part.value;
  };
  if (reader) read().catch(() => {});
  return answer;
};
"""
LOADED = """performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
  .filter((path) => path.startsWith('/v1'))"""
HIDDEN = {"CardStolen": ("resource", ("thief", "victim")), "DevelopmentCardBought": ("card", ("seat",))}
HANDS = ("resources", "development_cards", "bought_this_turn")
"""Names what the state of a running game of Catan holds for one's own seat alone."""


def recorded(page: Page) -> Page:
    """Let a page keep the bodies of all answers from its first one on."""
    page.send("Page.addScriptToEvaluateOnNewDocument", source=RECORDER)
    return page


def bodies(page: Page) -> list[str]:
    """Return the bodies that came so far; none of the page's requests went around the recorder."""
    kept: list[dict[str, str]] = page.value("bodies")
    assert set(page.value(LOADED)) <= {one["url"] for one in kept}
    return [one["text"] for one in kept if one["text"]]


def documents(texts: list[str]) -> Iterator[Any]:
    """Yield the JSON documents of all bodies, also those of streams, line by line."""
    for text in texts:
        for line in text.rpartition("\n")[0].splitlines() if '"cursor"' in text else [text]:
            if line.startswith("{"):
                yield json.loads(line)


def members(document: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a document."""
    if isinstance(document, dict):
        yield document
        for value in document.values():
            yield from members(value)
    elif isinstance(document, list):
        for value in document:
            yield from members(value)


def forbidden(texts: list[str], seat: int) -> list[Any]:
    """Return what the bodies tell of a running game of Catan that only other seats may know."""
    return [one for document in documents(texts) for one in members(document) if is_forbidden(one, seat)]


def is_forbidden(one: dict[str, Any], seat: int) -> bool:
    """Return whether an object tells something that a seat may not know."""
    if "resource_count" in one and one["seat"] != seat:
        return any(name in one for name in HANDS)
    kind = one.get("type")
    member, knowing = HIDDEN.get(kind, ("", ())) if isinstance(kind, str) else ("", ())
    return member in one and seat not in [one[who] for who in knowing]
