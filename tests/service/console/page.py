"""Drives a page of a browser as somebody does who looks, presses keys and taps."""

import json
import time
from contextlib import suppress
from typing import Any

from tests.service.console.devtools import PATIENCE_S, DevTools, PageLeft

FORGOTTEN = ("Page.resetNavigationHistory", "Log.clear", "Runtime.discardConsoleEntries")
"""Names what a page forgets, beside its storage, before somebody else gets it."""
KEYS = {
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    " ": 32,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "?": 191,
    "+": 187,
    "0": 48,
}
CODES = {" ": "Space", "?": "Slash", "+": "Equal", "0": "Digit0"}
TYPED = {"Enter": "\r", "?": "?", "+": "+", "0": "0"}

STEADY = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".halo, #waiting { animation: none !important }");
  document.adoptedStyleSheets.push(sheet);
})()"""
"""Ends what glows for as long as a page waits: it says nothing, and draws the board sixty times in a second."""

FOLDED = """(() => {
  const one = document.querySelector(SELECTOR);
  if (!one) return false;
  const {x, y, width, height} = one.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.side, .drawer');
  if (over && !over.contains(one)) over.querySelector('.close').click();
  if (one.checkVisibility()) return true;
  const fold = one.closest('.side, .drawer') ?? (one.closest('.film') && document.getElementById('side'));
  if (fold && !fold.checkVisibility()) document.querySelector(`[aria-controls=${fold.id}]`).click();
  return true;
})()"""

PLACED = """((one) => {
  one?.scrollIntoView({block: 'nearest', behavior: 'instant'});
  const box = one?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
})(document.querySelector(SELECTOR))"""


class Page:
    """Represents what one person sees: a page, and the storage that it shares with no other."""

    def __init__(self, browser: DevTools, context: str) -> None:
        self.browser = browser
        self.context = context
        self._attach(self._target())

    @property
    def faults(self) -> list[dict[str, Any]]:
        """Return the errors in the page so far, without what the browser itself asks where no page names an icon."""
        kept = self.browser.faults.get(self.session, [])
        return [fault for fault in kept if not fault.get("entry", {}).get("url", "").endswith("/favicon.ico")]

    def _target(self) -> str:
        """Return the id of a new page."""
        made = self.browser.call(None, "Target.createTarget", url="about:blank", browserContextId=self.context)
        return str(made["targetId"])

    def _attach(self, target: str) -> None:
        self.session = self.browser.call(None, "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self.send("Page.addScriptToEvaluateOnNewDocument", source=STEADY)

    def empty(self) -> bool:
        """Leave no trace of what was done in the page, and return whether that is sure."""
        target = self.send("Target.getTargetInfo")["targetInfo"]["targetId"]
        visited = [entry["url"] for entry in self.send("Page.getNavigationHistory")["entries"]]
        self.browser.call(None, "Target.detachFromTarget", sessionId=self.session)  # ends all that was set for it
        self._attach(target)
        for origin in {"/".join(url.split("/")[:3]) for url in visited if url.startswith("http")}:
            if "errorText" in self.send("Page.navigate", url=f"{origin}/console/icon.svg"):
                return False
            self.value("sessionStorage.clear(), name = ''")
            self.send("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        for forgotten in FORGOTTEN:
            self.send(forgotten)
        self.browser.faults.pop(self.session, None)
        return True

    def send(self, method: str, **params: Any) -> Any:
        """Make one call of the protocol for the page; raise BrowserAway or PageLeft if there is no answer."""
        return self.browser.call(self.session, method, **params)

    def open(self, url: str) -> None:
        """Open an address."""
        self.send("Page.navigate", url=url)

    def reload(self) -> None:
        """Load the page again, and wait until the old document is gone, so that nothing is pressed in it."""
        self.value("window.isOld = true")
        self.send("Page.reload")
        self.wait("!window.isOld")

    def open_another(self, url: str) -> None:
        """Close the page, and open an address in a new one of the same browser."""
        target = self.send("Target.getTargetInfo")["targetInfo"]["targetId"]
        fresh = self._target()
        self.browser.call(None, "Target.closeTarget", targetId=target)
        self._attach(fresh)
        self.open(url)

    def box(self, selector: str) -> dict[str, float]:
        """Wait for an element, and return where it lies on the screen: its edges, width and height in pixels."""
        self.wait(f"!!document.querySelector({json.dumps(selector)})")
        found: dict[str, float] = self.value(
            f"document.querySelector({json.dumps(selector)}).getBoundingClientRect().toJSON()"
        )
        return found

    def value(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, expression: str, patience_s: float = PATIENCE_S) -> Any:
        """Wait until an expression is true, also on the page that comes next, and return its value."""
        until = time.monotonic() + patience_s
        while not (value := self._value_now(expression)):
            assert time.monotonic() < until, f"{expression}: {self.value('document.body.innerText')}"
            time.sleep(0.1)
        return value

    def _value_now(self, expression: str) -> Any:
        """Return the value of an expression, None while the page changes."""
        with suppress(PageLeft):
            return self.value(expression)

    def unfold(self, selector: str) -> None:
        """Wait for an element, open the part of a table that hides it, and close what lies over it, as people do."""
        self.wait(FOLDED.replace("SELECTOR", json.dumps(selector)))

    def press(self, selector: str) -> None:
        """Wait for an element, and press Enter on it."""
        chosen = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"{chosen} && !{chosen}.disabled")
        self.unfold(selector)
        self.wait(f"{chosen} && ({chosen}.focus(), true)")
        self.strike("Enter")

    def strike(self, name: str) -> None:
        """Press a key, wherever the focus is."""
        key = {"key": name, "code": CODES.get(name, name), "windowsVirtualKeyCode": KEYS[name]}
        typed = {"text": TYPED[name]} if name in TYPED else {}
        self.send("Input.dispatchKeyEvent", type="keyDown" if typed else "rawKeyDown", **key, **typed)
        self.send("Input.dispatchKeyEvent", type="keyUp", **key)

    def tree(self) -> list[dict[str, Any]]:
        """Return what a screen reader gets of the page: the nodes of its accessibility tree that are not ignored."""
        nodes: list[dict[str, Any]] = self.send("Accessibility.getFullAXTree")["nodes"]
        return nodes

    def paused(self) -> list[dict[str, Any]]:
        """Return the requests that `Fetch.enable` has paused so far."""
        self.value("null")
        return self.browser.paused.get(self.session, [])

    def tap(self, selector: str) -> None:
        """Wait for an element, and press the mouse in its middle, where it must not be covered."""
        chosen = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"{chosen} && !{chosen}.disabled && !{chosen}.closest('[data-busy]')")
        self.unfold(selector)
        x, y = self.wait(PLACED.replace("SELECTOR", json.dumps(selector)))
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def choose(self, selector: str, value: str) -> None:
        """Choose an entry of a list."""
        chosen = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"!!{chosen}")
        self.value(
            f"{chosen}.value = {json.dumps(value)}; {chosen}.dispatchEvent(new Event('change', {{bubbles: true}}))"
        )
