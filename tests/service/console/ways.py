"""Presses things as people do who have only a finger or only a keyboard."""

import json
import time

from tests.service.console.clicking import CHOICES
from tests.service.console.page import Page

FINGER_PX = 24  # WCAG 2.2, 2.5.8
TABS = 250  # from one thing to another, at most
TRIES = 20
AIMED = f"""((seed) => {{
  const choices = {CHOICES};
  if (!choices?.length) return null;
  const one = choices[seed % choices.length];
  one.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
  const hit = one.querySelector?.('.hit') ?? one;
  const {{x, y, width, height}} = hit.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  const line = hit === one ? 0 : hit.getAttribute('stroke-width') * hit.getScreenCTM().a;
  const size = hit.localName === 'polyline' ? line : Math.min(width, height) + line;
  const top = document.elementFromPoint(...at);
  return {{at, size, name: one.getAttribute('data-place') ?? (one.id || one.textContent), open: one.contains(top),
    above: top && `${{top.localName}} ${{top.getAttribute('class') ?? ''}} ${{top.id}}`}};
}})"""
FOCUSED = f"""(() => {{
  const choices = {CHOICES};
  const {{activeElement: one}} = document;
  if (!choices?.length) return null;
  return {{here: choices.includes(one), others: choices.length - 1,
    name: one.getAttribute('data-place') ?? (one.id || one.textContent),
    arrows: one.matches('.mark:not(.die)') || one.closest('.menu') !== null}};
}})()"""


def touch(page: Page, seed: int) -> str | None:
    """Touch something with a finger: what is too small or covered fails; return what, None if there is nothing now."""
    for _ in range(TRIES):
        aimed = page.value(f"{AIMED}({json.dumps(seed)})")
        if aimed is None:
            return None
        if aimed["open"]:
            break
        if page.value("!!document.querySelector('dialog.rule')"):  # on a busy machine a touch may last as a long one
            page.strike("Escape")
        time.sleep(0.05)
    assert aimed["open"], f"{aimed['name']} is covered by {aimed['above']}"
    assert aimed["size"] >= FINGER_PX, aimed
    x, y = aimed["at"]
    page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    return str(aimed["name"])


def by_keys(page: Page, seed: int) -> str | None:
    """Go to something by the tabulator and arrows, and press Enter; return what, None if there is nothing now."""
    passing = seed % 3  # so many things are left out first, where there are others
    for _ in range(TABS):
        focused = page.value(FOCUSED)
        if focused is None:
            return None
        passing = min(passing, focused["others"])
        if focused["here"] and focused["arrows"]:
            for n in range(seed % 5):
                page.strike(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[seed // 5 % 4 - n % 2])
        if focused["here"] and (focused["arrows"] or not passing):
            page.strike("Enter")
            return str(focused["name"])
        passing = max(0, passing - focused["here"])
        page.strike("Tab")
    raise AssertionError(f"nothing to press is reached by keyboard: {page.value('document.body.innerText')}")


def tab_to(page: Page, selector: str) -> None:
    """Go by the tabulator alone to an element, and press Enter on it."""
    page.wait(f"!!document.querySelector({json.dumps(selector)})")
    for _ in range(TABS):
        if page.value(f"document.activeElement.matches({json.dumps(selector)})"):
            return page.strike("Enter")
        page.strike("Tab")
    raise AssertionError(f"{selector} is not reached by keyboard")
