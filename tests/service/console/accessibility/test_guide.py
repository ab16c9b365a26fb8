"""Tests with axe-core that no page of the built guide shuts people out or asks another server (`make browser`)."""

from collections.abc import Iterator

import pytest

from service.routes.guide import BUILT, FIRST
from tests.service.console.accessibility.judging import judge
from tests.service.console.page import Page
from tests.service.http.live import Server

DESK, PHONE = (1440, 2400), (390, 844)
SHOWN = "location.pathname === PATH && document.readyState === 'complete' && !!document.querySelector('.md-content')"
ASKED = "performance.getEntriesByType('resource').map((one) => one.name)"
OPENED = {
    "search": (DESK, "[data-md-component=search-query]", "[data-md-toggle=search]"),
    "menu": (PHONE, "label.md-header__button[for=__drawer]", "[data-md-toggle=drawer]"),
}
"""Names what opens over a page: at which size, by which element, and the box that is checked then."""

OVERLAPPED = "overlapped by another element"
"""Names what axe-core reports of the menu, whose levels lie over one another, though only one of them is visible."""


def paths() -> Iterator[str]:
    """Yield the path of every page."""
    for file in sorted(BUILT.rglob(FIRST)):
        folder = file.parent.relative_to(BUILT).as_posix()
        yield "/guide/" if folder == "." else f"/guide/{folder}/"


def shown(page: Page, scheme: str, size: tuple[int, int]) -> None:
    """Show pages as a person sees them who likes them light or dark, on a screen of this size."""
    if not (BUILT / FIRST).is_file():
        pytest.skip("no guide is built; `make browser` builds it")
    width, height = size
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)


def opened(page: Page, server: Server, path: str) -> None:
    """Open a page of the guide."""
    page.open(f"http://127.0.0.1:{server.port}{path}")
    page.wait(SHOWN.replace("PATH", repr(path)))


@pytest.mark.parametrize(("scheme", "size"), [("light", DESK), ("dark", DESK), ("dark", PHONE)])
def test_no_page_of_the_guide_shuts_anybody_out(
    page: Page, server: Server, axe: str, scheme: str, size: tuple[int, int]
) -> None:
    shown(page, scheme, size)
    found, asked = {}, set()
    for path in paths():
        opened(page, server, path)
        if faults := judge(page, axe):
            found[path] = faults
        asked.update(page.value(ASKED))
        assert page.value("document.documentElement.scrollWidth") <= size[0], path
    assert found == {}
    assert {address for address in asked if not address.startswith(f"http://127.0.0.1:{server.port}/")} == set()
    assert page.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", OPENED)
def test_search_and_menu_shut_nobody_out(page: Page, server: Server, axe: str, name: str, scheme: str) -> None:
    size, opener, box = OPENED[name]
    shown(page, scheme, size)
    opened(page, server, "/guide/first-game/")
    page.value(f"document.querySelector('{opener}').{'focus' if name == 'search' else 'click'}()")
    page.wait(f"document.querySelector('{box}').checked && !document.getAnimations().length")
    assert [fault for fault in judge(page, axe) if OVERLAPPED not in fault[-1]] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_glossary_shuts_nobody_out(page: Page, server: Server, axe: str, scheme: str) -> None:
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.open(f"http://127.0.0.1:{server.port}/docs/glossary")
    page.wait("document.readyState === 'complete' && !!document.querySelector('main h1')")
    assert judge(page, axe) == []
