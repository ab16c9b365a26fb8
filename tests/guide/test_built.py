"""Tests on the built guide that every menu entry shows the page that it names, and that nothing leads nowhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guide import site
from tests.pages import ROOT, SERVED

LIBRARIES = ROOT / "build" / "guide" / "libraries"
FRAME = ("/console/icon.svg",)
"""Lists what the bar above every page shows besides."""
NAMED = {"About Longroad": "Longroad"}
"""Lists which entries of the menu are not called as their page is."""


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a guide that was built of the pages as they are."""
    if not (LIBRARIES / "stamp").is_file():
        pytest.skip("what builds the guide is not here; `make guide` fetches it")
    place = tmp_path_factory.mktemp("site") / "guide"
    subprocess.run(
        [sys.executable, "docs/site/build.py", str(place)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(LIBRARIES), "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return place


def test_every_link_and_anchor_leads_somewhere(guide: Path) -> None:
    assert site.dead_links(guide, (*SERVED, *FRAME)) == []


def test_every_page_is_named_in_another(guide: Path) -> None:
    assert [page for page in site.islands(guide) if page] == []


def test_every_hit_of_the_search_leads_somewhere(guide: Path) -> None:
    assert site.lost_hits(guide) == []


def test_every_entry_of_the_menu_shows_the_page_that_it_names(guide: Path) -> None:
    entries = [(name, where) for name, where in site.menu(guide) if where not in SERVED]
    assert len(entries) > 40
    assert [(name, where) for name, where in entries if NAMED.get(name, name) != site.heading(guide, where)] == []
    assert len({where for _, where in entries}) == len(entries)
