"""Fits the pages of the repository into the site: their addresses, their anchors and their lists.

MkDocs calls these functions while it builds. The pages are written for the repository, where a link is a path and
GitHub's kind of Markdown is shown; so that nothing has to be written twice, what differs is translated here.
"""

import logging
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

LOG: Final = logging.getLogger("mkdocs.hooks")
"""Its warnings end the build, as those of MkDocs itself do."""
SHORTER: Final = (
    ("docs/guide/", ""),
    ("docs/", ""),
    ("openapi/clients/", "clients/"),
    ("index.html", "about/index.html"),  # made of README.md
    ("CONTRIBUTING/", "contributing/"),
    ("CHANGELOG/", "changelog/"),
)
"""Lists which paths of the repository have another address in the site."""
PROGRAM: Final = re.compile(r"openapi/.*\.(py|js)")
SERVED: Final = re.compile(r"\]\([./]*(?:openapi/)?((?:openapi|asyncapi)\.\w+)\)")
"""Matches a link to a document that every server answers itself."""
NESTED: Final = re.compile(r"^ {1,3}(?=[*-] )", re.MULTILINE)
HEADER: Final = '<header class="md-header'
FRAME: Final = Path(__file__).parents[2] / "service" / "http" / "frame.html"
MARKED: Final = ('href="/guide/"', 'href="/guide/" aria-current="true"')
FENCED: Final = re.compile(r"^( *```.*?^ *```$)", re.MULTILINE | re.DOTALL)


def on_config(config: Any) -> Any:
    """Spell the anchors of headings as GitHub does."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    return config


def anchor(heading: str, separator: str) -> str:
    """Return a heading in small letters, without punctuation, with a separator for each space."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def on_files(files: Any, config: Any) -> Any:
    """Give every page and every file its address in the site; of two with one address only one would be shown."""
    for file in files:
        file.dest_uri = address(file.dest_uri)
    for place, sources in Counter(file.dest_uri for file in files).items():
        if sources > 1:
            LOG.warning("%s files have the address %s", sources, place)
    return files


def address(path: str) -> str:
    """Return the path of a file in the site; programs are texts to be read there."""
    known = next(((longer, shorter) for longer, shorter in SHORTER if path.startswith(longer)), ("", ""))
    return known[1] + path.removeprefix(known[0]) + (".txt" if PROGRAM.fullmatch(path) else "")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Return the text of a page as Python-Markdown reads it: lists in lists are indented by four spaces."""
    parts = FENCED.split(SERVED.sub(r"](/\1)", markdown))
    return "".join(part if number % 2 else NESTED.sub("    ", part) for number, part in enumerate(parts))


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Return the content of a page in which a column of a table without a name has no empty heading."""
    return html.replace("<th></th>", "<td></td>")


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Begin a page with the bar of /docs, and give the search dialog of the theme the name that screen readers say."""
    named = output.replace('role="dialog">', 'role="dialog" aria-label="Search">')
    return named.replace(HEADER, f"{FRAME.read_text(encoding='utf-8')}{HEADER}".replace(*MARKED), 1)
