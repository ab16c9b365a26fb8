"""Plays games on the console as somebody does who presses what can be pressed, at random."""

import json
import time
from collections.abc import Callable

from tests.service.console.page import Page

CHOICES = """(() => {
  const shown = (element) => element.getClientRects().length > 0 && element.getAttribute('aria-busy') !== 'true';
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  if (document.querySelector('#actions[data-busy]')) return null;
  const must = all('#tray:not([hidden]) #send-template');
  if (must.length && !must[0].disabled) return must;
  if (must.length) return all('#tray .play-card');
  if (all('.menu button').length) return all('.menu button');
  const tray = all('#tray .act:not(:disabled)');
  if (tray.length) return tray;
  return [...all('.mark'), ...all('#legal .act:not(:disabled)'),
    ...all('#offers .act:not([data-type=counter], :disabled)'),
    ...all('#legal .choices button[aria-haspopup]'),
    ...all(':is(#build-development_card, #build-church):not([aria-disabled])')];
})()"""
STEP = f"""((seed) => {{
  const choices = {CHOICES};
  if (!choices?.length) return null;
  const one = choices[seed % choices.length];
  one.dispatchEvent(new MouseEvent('click', {{bubbles: true}}));
  return one.getAttribute('data-place') ?? one.id ?? one.textContent;
}})"""
VERSION = "Number(document.getElementById('slider')?.max ?? 0)"
OVER = "document.querySelector('.heading .badge.finished') !== null"
PATIENCE_S = 120.0


Way = Callable[[Page, int], str | None]


def click(page: Page, seed: int) -> str | None:
    """Click something; return what, None if nothing can be pressed now."""
    pressed: str | None = page.value(f"{STEP}({json.dumps(seed)})")
    return pressed


def play(page: Page, seed: int, most: int, way: Way = click) -> int:
    """Press something again and again, until the game is over or so often; return how often something was pressed."""
    pressed, last = 0, time.monotonic()
    while pressed < most and not page.value(OVER):
        seed = following(seed)
        if way(page, seed >> 8) is not None:
            pressed, last = pressed + 1, time.monotonic()
        else:
            assert time.monotonic() - last < PATIENCE_S, page.value("document.body.innerText")
            time.sleep(0.05)
    return pressed


def following(seed: int) -> int:
    """Return the next number of a sequence without order."""
    return seed * 1103515245 + 12345 & 0x7FFFFFFF
