"""Builds the guide into a directory: `python docs/site/build.py service/guide`; `make guide` calls it.

The pages lie where they belong in the repository. They are linked below one folder, from which MkDocs builds, in the
same places, so that the links between them hold. Exits with 1 if a page has a mistake, such as a link to nowhere.
"""

import logging
import os
import shutil
import sys
from pathlib import Path
from typing import Final

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

ROOT: Final = Path(__file__).resolve().parent.parent.parent
WORK: Final = ROOT / "build" / "guide"
SHOWN: Final = (
    *("docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"),
    *("openapi/clients/python/README.md", "openapi/clients/python/examples"),
    *("openapi/clients/typescript/README.md", "openapi/clients/typescript/examples"),
)
UNUSED: Final = ("404.html", "sitemap.xml", "sitemap.xml.gz", "assets/javascripts/lunr", "**/*.map")
"""Lists what MkDocs adds for sites of another kind: languages, search engines, an address that is known beforehand."""


def gather(source: Path) -> None:
    """Link the pages and what they show below a folder; links that are there already stay."""
    for name in SHOWN:
        link = source / name
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(ROOT / name)


def write(site: Path) -> None:
    """Build the site into a new directory; raises Abort or MkDocsException if a page has a mistake."""
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site)))
    for path in [found for pattern in UNUSED for found in site.glob(pattern)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def publish(site: Path, place: Path) -> None:
    """Put the new directory in the place of the old one, which a server may be reading from."""
    old = site.with_suffix(".old")
    if place.exists():
        place.rename(old)
    site.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def main(place: Path) -> int:
    """Build and publish; return the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    gather(WORK / "source")
    site = WORK / f"site-{os.getpid()}"
    try:
        write(site)
    except (Abort, MkDocsException) as fault:
        sys.stderr.write(f"the guide was not built: {fault}\n")
        shutil.rmtree(site, ignore_errors=True)
        return 1
    publish(site, place)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
