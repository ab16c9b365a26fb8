"""Judges the page that a browser shows with axe-core."""

import json

from tests.service.console.page import Page

JUDGED = """axe.run(document, {resultTypes: ["violations", "incomplete"]}).then(({violations, incomplete}) => {
  const isDrawn = (node) => Boolean(document.querySelector(node.target[0])?.closest("svg"));
  const isShort = (node) => node.any[0]?.data?.messageKey === "shortTextContent";
  const isOpen = (id) => (node) => id !== "color-contrast" || !(MEASURED || isDrawn(node) || isShort(node));
  const isTold = (id) => (node) => id !== "label-content-name-mismatch" || !isDrawn(node);
  const wrong = violations.map(({id, nodes}) => ({id, nodes: nodes.filter(isTold(id))}));
  const undecided = incomplete.map(({id, nodes}) => ({id, nodes: nodes.filter(isOpen(id))}));
  const found = [...wrong, ...undecided].filter(({nodes}) => nodes.length);
  return JSON.stringify(found.map(({id, nodes}) => [id, nodes.length, nodes[0].html, nodes[0].any[0]?.message ?? '']));
})"""
"""What axe-core finds. It cannot see grounds in drawings, of which `test_contrasts.py` looks at
the colors, and wants more than one letter: single digits look like the longer numbers beside them.
Places of the board say in words what stands on them in figures."""


def judge(page: Page, axe: str, *, is_measured: bool = False) -> list[str]:
    """Return what axe-core finds wrong or cannot decide on the page; contrasts may be measured by something else."""
    page.send("Runtime.evaluate", expression=axe)
    found: list[str] = json.loads(page.value(JUDGED.replace("MEASURED", json.dumps(is_measured))))
    return found
