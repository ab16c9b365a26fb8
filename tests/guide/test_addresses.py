"""Tests on the sources of the guide that each has an address of its own; `test_built.py` tests the built site."""

from collections import defaultdict
from pathlib import PurePosixPath
from types import SimpleNamespace

import pytest

from docs.site import hook
from tests.pages import CLIENTS, PAGES, ROOT


def built(path: PurePosixPath) -> str:
    """Return the file that MkDocs makes of a page, before the hook gives it another address."""
    return str(path.parent / "index.html" if path.stem in ("index", "README") else path.with_suffix("") / "index.html")


def test_no_two_pages_have_one_address() -> None:
    found = defaultdict(list)
    for page in (*PAGES, *CLIENTS):
        path = PurePosixPath(page.relative_to(ROOT))
        found[hook.address(built(path))].append(str(path))
    assert [sources for sources in found.values() if len(sources) > 1] == []


def test_two_files_with_one_address_end_the_build(caplog: pytest.LogCaptureFixture) -> None:
    paths = ("docs/fairness/index.html", "docs/guide/fairness/index.html", "docs/api/index.html")
    files = hook.on_files([SimpleNamespace(dest_uri=path) for path in paths], config=None)
    assert [file.dest_uri for file in files] == ["fairness/index.html", "fairness/index.html", "api/index.html"]
    assert [(record.name, record.getMessage()) for record in caplog.records] == [
        ("mkdocs.hooks", "2 files have the address fairness/index.html")
    ]
