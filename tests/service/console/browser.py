"""Drives a headless Chromium through its DevTools protocol over pipes, without a driver or a package."""

import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

PATIENCE_S = 120.0  # the longest that a busy machine may take for a short step
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
UNUSED = (
    "WebUIOmniboxPopup",  # two pages and half a second of the processor for every window, for an address bar
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",  # a process in store for a page that never comes
)
"""Names features of the browser that no test uses; one that does not know a name ignores it."""
SWITCHES = (
    "--headless",
    f"--disable-features={','.join(UNUSED)}",
    "--no-startup-window",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--no-first-run",
    "--no-default-browser-check",
    "--lang=en-US",
    "--remote-debugging-pipe",
)
FAULTS = ("Runtime.exceptionThrown", "Log.entryAdded")
PAUSED = "Fetch.requestPaused"
FORGOTTEN = ("Page.resetNavigationHistory", "Log.clear", "Runtime.discardConsoleEntries")
"""Names what a page forgets, beside its storage, before somebody else gets it."""
NAVIGATED = "Inspected target navigated or closed"
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


class BrowserAway(Exception):
    """Reports that the browser does not answer."""


class PageLeft(Exception):
    """Reports that a call found the page on its way to another address."""


def find_browser() -> str | None:
    """Return the path of this machine's browser, None if it has none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """Represents a running browser, whose calls and answers go over two pipes."""

    def __init__(self, process: "subprocess.Popen[bytes]", sending: int, receiving: int) -> None:
        self.process = process
        self.sending = sending
        self.receiving = receiving
        self.faults: dict[str | None, list[dict[str, Any]]] = {}
        self.paused: dict[str | None, list[dict[str, Any]]] = {}
        self._ids = count(1)
        self._rest = b""
        self._idle: list[Page] = []

    def call(self, session: str | None, method: str, **params: Any) -> Any:
        """Make one call of the protocol and return its result; raise BrowserAway or PageLeft if there is none."""
        number = next(self._ids)
        called = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self.sending, json.dumps(called).encode() + b"\0")
        until = time.monotonic() + PATIENCE_S
        while (message := self._message(until)).get("id") != number:
            self._note(message)
        if message.get("error", {}).get("message") == NAVIGATED:
            raise PageLeft(method)
        assert "error" not in message, message["error"]
        return message["result"]

    def _note(self, message: dict[str, Any]) -> None:
        """Keep what a page reports by itself: its faults, and requests that it was told to pause."""
        method, session = message.get("method"), message.get("sessionId")
        if method in FAULTS or method == PAUSED:
            kept = self.paused if method == PAUSED else self.faults
            kept.setdefault(session, []).append(message["params"])

    @contextmanager
    def page(self) -> Iterator["Page"]:
        """Give a page with empty storage of its own, as another person's browser has it, until the block ends.

        It is emptied then, for whoever wants the next: a new window costs more than a tenth of a second of a core.
        """
        page = self._idle.pop() if self._idle else self._new_page()
        yield page
        if page.empty():
            self._idle.append(page)
        else:
            self.call(None, "Target.disposeBrowserContext", browserContextId=page.context)

    def _new_page(self) -> "Page":
        return Page(self, self.call(None, "Target.createBrowserContext")["browserContextId"])

    def _message(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self.receiving], [], [], 0.5)
            if ready:
                self._rest += os.read(self.receiving, 1 << 16)
            elif self.process.poll() is not None or time.monotonic() > until:
                raise BrowserAway(f"exit status {self.process.poll()}")
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message


class Page:
    """Represents what one person sees: a page, and the storage that it shares with no other."""

    def __init__(self, browser: Browser, context: str) -> None:
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


@contextmanager
def browsing(program: str, directory: Path) -> Iterator[Page]:
    """Run a browser with one page until the block ends; raise BrowserAway if it does not start."""
    with running(program, directory) as browser, browser.page() as page:
        yield page


@contextmanager
def running(program: str, directory: Path) -> Iterator[Browser]:
    """Run a browser until the block ends; raise BrowserAway if it does not start."""
    pipes = [directory / name for name in ("to", "from")]
    for pipe in pipes:
        os.mkfifo(pipe)
    ends = [os.open(pipe, os.O_RDWR) for pipe in pipes]  # opening for both ways does not block (Linux)
    inherit = 'exec 3<"$1" 4>"$2"; shift 2; exec "$@"'
    command = (
        "sh",
        "-c",
        inherit,
        "sh",
        *map(str, pipes),
        program,
        *SWITCHES,
        f"--user-data-dir={directory / 'profile'}",
    )
    environment = {**os.environ, "LANGUAGE": "en_US", "HOME": str(directory)}
    silent = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent, env=environment)
    try:
        browser = Browser(process, *ends)
        browser.call(None, "Browser.getVersion")
        yield browser
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
        for end in ends:
            os.close(end)
