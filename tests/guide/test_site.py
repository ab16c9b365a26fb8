"""Tests that what is wrong in a built guide is found, in a small site that has one mistake of each kind."""

import json
from pathlib import Path

import pytest

from tests.guide import site

MENU = """<nav class="md-nav--primary">
<a href="." class="md-nav__link md-nav__link--active"><span> First </span></a>
<a href="#top" class="md-nav__link"><span>A part</span></a>
<a href="other/" class="md-nav__link"><span>Another &amp; more</span></a></nav><div class="md-sidebar">"""
PAGE = '<h1 id="top">{}<a class="headerlink" href="#top">&para;</a></h1>'


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a site of two pages and a picture."""
    (tmp_path / "other").mkdir()
    (tmp_path / "search").mkdir()
    (tmp_path / "index.html").write_text(MENU + PAGE.format("First"))
    (tmp_path / "other" / "index.html").write_text(PAGE.format("The <code>other</code>"))
    (tmp_path / "search" / "search_index.json").write_text(
        json.dumps({"docs": [{"location": where} for where in ("", "other/#top", "other/#gone", "gone/")]})
    )
    (tmp_path / "board.svg").touch()
    return tmp_path


def test_links_that_lead_nowhere_are_found(small: Path) -> None:
    right = ("..", "../#top", "#top", "../board.svg", "https://elsewhere.org/", "/docs")
    wrong = ("../gone/", "../#gone", "#gone", "../gone.svg", "/nowhere")
    (small / "other" / "index.html").write_text(
        PAGE.format("Links") + "".join(f'<a href="{link}">a link</a>' for link in (*right, *wrong))
    )
    assert site.dead_links(small, served=("/docs",)) == [f"other/index.html: {link}" for link in wrong]


def test_hits_of_the_search_that_lead_nowhere_are_found(small: Path) -> None:
    assert site.lost_hits(small) == ["other/#gone", "gone/"]


def test_the_menu_is_compared_with_the_headings(small: Path) -> None:
    assert [(name, site.heading(small, where)) for name, where in site.menu(small)] == [
        ("First", "First"),
        ("Another & more", "The other"),
    ]


def test_pages_that_only_the_menu_names_are_found(small: Path) -> None:
    article = '<article><a href="other/#top">The other</a></article>'
    assert set(site.islands(small)) == {"", "other/"}
    (small / "index.html").write_text(MENU + article)
    assert site.islands(small) == [""]
