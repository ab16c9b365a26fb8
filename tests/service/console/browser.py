"""Runs a headless Chromium, and hands out its pages."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.service.console.devtools import PATIENCE_S, DevTools
from tests.service.console.page import Page

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


def find_browser() -> str | None:
    """Return the path of this machine's browser, None if it has none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser(DevTools):
    """Represents a running browser, and keeps the pages that nobody has at the moment."""

    def __init__(self, process: "subprocess.Popen[bytes]", sending: int, receiving: int) -> None:
        super().__init__(process, sending, receiving)
        self._idle: list[Page] = []

    @contextmanager
    def page(self) -> Iterator[Page]:
        """Give a page with empty storage of its own, as another person's browser has it, until the block ends.

        It is emptied then, for whoever wants the next: a new window costs more than a tenth of a second of a core.
        """
        page = self._idle.pop() if self._idle else self._new_page()
        yield page
        if page.empty():
            self._idle.append(page)
        else:
            self.call(None, "Target.disposeBrowserContext", browserContextId=page.context)

    def _new_page(self) -> Page:
        return Page(self, self.call(None, "Target.createBrowserContext")["browserContextId"])


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
