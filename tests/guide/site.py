"""Reads a built guide: its pages and menu, and whatever of its links, anchors and search hits leads nowhere."""

import html
import json
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import unquote

FIRST: Final = "index.html"
LINK: Final = re.compile(r'\b(?:href|src)="([^"]*)"')
ID: Final = re.compile(r'\bid="([^"]+)"')
ENTRY: Final = re.compile(r'<a href="([^"]+)" class="md-nav__link[^"]*">(.*?)</a>', re.DOTALL)
HEADING: Final = re.compile(r"<h1[^>]*>(.*?)(?:<a class=\"headerlink\"|</h1>)", re.DOTALL)
TAG: Final = re.compile(r"<[^>]+>")
ARTICLE: Final = re.compile(r"<article.*?</article>", re.DOTALL)
ELSEWHERE: Final = re.compile(r"[a-z]+:")
"""Matches the begin of an address that names its protocol: another server, a mail, data."""


def dead_links(site: Path, served: tuple[str, ...]) -> list[str]:
    """Return the links of all pages that lead to no file and no anchor; what a server answers itself is `served`."""
    return [
        f"{page.relative_to(site)}: {link}"
        for page in sorted(site.rglob("*.html"))
        for link in dict.fromkeys(map(html.unescape, LINK.findall(page.read_text(encoding="utf-8"))))
        if not ELSEWHERE.match(link) and link not in served and not leads_somewhere(site, folder_of(site, page), link)
    ]


def folder_of(site: Path, page: Path) -> str:
    """Return the address of a page in the site, which is that of its folder: `""`, `"streams/"`."""
    folder = page.parent.relative_to(site).as_posix()
    return "" if folder == "." else f"{folder}/"


def leads_somewhere(site: Path, folder: str, link: str) -> bool:
    """Return whether a link of the page at this address leads to a file, and to the anchor that it names, if any."""
    path, _, anchor = unquote(link).partition("#")
    file = site / posixpath.normpath(posixpath.join(folder, path))
    page = file / FIRST if file.is_dir() else file
    return page.is_file() and (not anchor or anchor in anchors(page))


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page."""
    return frozenset(ID.findall(page.read_text(encoding="utf-8")))


def islands(site: Path) -> list[str]:
    """Return the pages to which no other page leads, but by the menu that is on all of them."""
    led = set()
    for page in site.rglob(FIRST):
        text = ARTICLE.search(page.read_text(encoding="utf-8"))
        links = (link.partition("#")[0] for link in LINK.findall(text[0] if text else ""))
        led |= {posixpath.normpath(posixpath.join(folder_of(site, page), link)) for link in links if link}
    return [where for page in site.rglob(FIRST) if posixpath.normpath(where := folder_of(site, page)) not in led]


def lost_hits(site: Path) -> list[str]:
    """Return the addresses of the search index that lead to no page, or to no anchor of it."""
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    return [hit["location"] for hit in found if not leads_somewhere(site, "", hit["location"])]


def menu(site: Path) -> list[tuple[str, str]]:
    """Return each entry of the menu, its name and its address, without the headings of the page that shows it."""
    bar = (site / FIRST).read_text(encoding="utf-8").partition("md-nav--primary")[2].partition("md-sidebar")[0]
    return [(words(name), address) for address, name in ENTRY.findall(bar) if not address.startswith("#")]


def heading(site: Path, address: str) -> str:
    """Return the first heading of the page at an address."""
    found = HEADING.search((site / address / FIRST).read_text(encoding="utf-8"))
    return words(found[1]) if found else ""


def words(text: str) -> str:
    """Return what a piece of HTML says, in one line."""
    return " ".join(html.unescape(TAG.sub("", text)).split())
