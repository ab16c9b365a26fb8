"""Tests that the files, modules, pages and anchors that README, CONTRIBUTING, the changelog and docs/ name exist."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.pages import CLIENTS, PAGES, ROOT, SERVED

FOLDERS: Final = ("domain", "eventstore", "service", "workers", "openapi", "tests", "docs", ".ci")
CODE: Final = re.compile(r"`((?:[^`\n]|\n(?!\n))+)`")
FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)
PATH: Final = re.compile(rf"(?<![\w/.-])((?:{'|'.join(FOLDERS)})/[\w./-]+\.(?:py|lua))")
SOURCE: Final = re.compile(r"[\w./-]+\.(py|lua|js|ts|md)")
MODULE: Final = re.compile(rf"(?:^|-m )((?:{'|'.join(FOLDERS[:6])})(?:\.\w+)+)")
INSTALLED: Final = re.compile(r"pip install ([^`\n|]+)")
OURS: Final = re.compile(r"'?(\.|longroad(?:[-_]\w+)*|\S+\.whl)(?:\[(\w+)\])?'?")
"""Matches what pip is given of ours: the sources, a wheel, or a name, which no index has; and the extra."""
WIDTH: Final = 110
"""Pages are wrapped at 100 columns, and a word that ends a little beyond is no failure."""
PLACEHOLDER: Final = re.compile(r"<\w+>|[A-Z]{2,}(?=[./]|$)")


def prose(text: str) -> str:
    """Return the text of a page without its blocks of code."""
    return FENCED.sub("", text)


def unknown_paths(text: str) -> list[str]:
    """Return the paths between backticks or in a diagram that look like ours and lead to no file or folder."""
    spans = (span.partition(":")[0].rstrip("/") for span in CODE.findall(prose(text)))
    named = dict.fromkeys([*filter(looks_like_ours, spans), *PATH.findall(text)])
    return [path for path in named if not any(found(path))]


def looks_like_ours(path: str) -> bool:
    """Return whether a path is below one of our folders, or is the bare name of a source file."""
    below = path.partition("/")[0] in FOLDERS and "/" in path and " " not in path
    return below or (SOURCE.fullmatch(path) is not None and not path.startswith("/"))


def found(path: str) -> Iterator[Path]:
    """Yield the files that a path may mean; words in capitals or angle brackets, and a bare name's folder, are free."""
    pattern = PLACEHOLDER.sub("*", path)
    yield from ROOT.glob(pattern)
    if path.partition("/")[0] not in FOLDERS:
        yield from (known for known in sources() if known.match(pattern))


@cache
def sources() -> tuple[Path, ...]:
    """Return every file below our folders."""
    return tuple(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())


def unknown_modules(text: str) -> list[str]:
    """Return the dotted names between backticks and after `python -m` that lead to no module or name in one."""
    named = [name for span in CODE.findall(prose(text)) for name in MODULE.findall(span)]
    return [name for name in named if not any(map(is_module, (name, name.rpartition(".")[0])))]


def is_module(name: str) -> bool:
    """Return whether a file or a package has this dotted name."""
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def dead_links(page: Path, text: str) -> list[str]:
    """Return the relative links of a page that lead to no file, or to no heading of the file."""
    named = (target for target in LINK.findall(prose(text)) if ":" not in target and target not in SERVED)
    targets = (target.partition("#") for target in named)
    return [
        f"{path}{mark}{anchor}"
        for path, mark, anchor in targets
        if not leads_somewhere(page.parent / path if path else page, anchor)
    ]


def leads_somewhere(target: Path, anchor: str) -> bool:
    """Return whether the file exists and has the anchor, if one is named."""
    return target.exists() and (not anchor or anchor in anchors(target))


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page: those that it sets, and its headings as GitHub and GitLab spell them."""
    text = prose(page.read_text())
    return frozenset(re.findall(r'<a id="([^"]+)">', text)) | frozenset(map(anchor_of, HEADING.findall(text)))


def anchor_of(heading: str) -> str:
    """Return a heading in small letters, without punctuation, with hyphens for its spaces."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def long_lines(text: str) -> list[str]:
    """Return the lines of paragraphs and lists that are wider than a page; tables, code and links are not wrapped."""
    lines = (line for line in prose(text).splitlines() if len(line) > WIDTH)
    return [line for line in lines if not line.startswith(("|", "#", "    ")) and "](" not in line]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text()
    assert unknown_paths(text) == []
    assert unknown_modules(text) == []
    assert dead_links(page, text) == []


@pytest.mark.parametrize("page", CLIENTS, ids=lambda page: page.parent.name)
def test_the_links_of_the_pages_of_clients_lead_somewhere(page: Path) -> None:
    assert dead_links(page, page.read_text()) == []


def test_pages_install_our_packages_from_files_and_with_extras_that_there_are() -> None:
    words = [word for page in PAGES + CLIENTS for told in INSTALLED.findall(page.read_text()) for word in told.split()]
    given = [ours.groups() for word in words if (ours := OURS.fullmatch(word))]
    assert [name for name, _ in given if name.startswith("longroad") and not name.endswith(".whl")] == []
    projects = [
        tomllib.loads((ROOT / folder / "pyproject.toml").read_text()) for folder in ("", "openapi/clients/python")
    ]
    extras = {extra for project in projects for extra in project["project"]["optional-dependencies"]}
    assert {extra for _, extra in given if extra} <= extras
    assert {"environments", "traces", "cli"} <= {extra for _, extra in given}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.name)
def test_paragraphs_are_wrapped(page: Path) -> None:
    assert long_lines(page.read_text()) == []


def test_the_rule_that_the_readme_shows_is_that_of_the_game() -> None:
    shown = (ROOT / "README.md").read_text().split("```python\n")[1].split("```")[0]
    game = (ROOT / "domain" / "goofspiel.py").read_text()
    assert [part for part in shown.split("\n\n\n") if part.strip() not in game] == []


def test_the_code_of_the_page_on_the_event_store_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = (ROOT / "docs" / "eventstore.md").read_text().split("```python\n")[1].split("```")[0]
    exec(compile(code, "eventstore.md", "exec"), {})
    assert capsys.readouterr().out == "[(1, 0, 'Moved', b'{\"to\":3}')]\n"


def test_what_is_not_there_is_found() -> None:
    readme = ROOT / "README.md"
    assert unknown_paths("`service/nowhere.py`, `nowhere.py` and `domain/*/nowhere`") == [
        "service/nowhere.py",
        "nowhere.py",
        "domain/*/nowhere",
    ]
    assert unknown_paths("```\nservice/nowhere.py: submit\n```") == ["service/nowhere.py"]
    assert unknown_modules("`python -m service.nowhere.main` and `workers.nowhere.catalog`") == [
        "service.nowhere.main",
        "workers.nowhere.catalog",
    ]
    assert dead_links(readme, "[a](docs/nowhere.md) [b](docs/api.md#nowhere) [c](#nowhere)") == [
        "docs/nowhere.md",
        "docs/api.md#nowhere",
        "#nowhere",
    ]
    assert long_lines("a " * 60 + "\n| " + "a " * 60 + "\n```\n" + "a " * 60 + "\n```\n") == ["a " * 60]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the rows of all tables in a text, without the lines below their heads."""
    lines = [line for line in prose(text).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_one_table_says_where_an_addition_goes() -> None:
    """It stands at the beginning of its page, names a file or folder in each row, and is not repeated elsewhere."""
    head, *begun = rows((ROOT / "docs" / "extending.md").read_text(encoding="utf-8").split("\n\n")[1])
    assert head == ["I want to add", "these files", "and also"]
    assert len(begun) > 20
    for what, files, _ in begun:
        spans = [span.partition(":")[0] for span in CODE.findall(files)]
        assert any(looks_like_ours(span) or (ROOT / span).is_file() for span in spans), what
    contributing = rows((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert {what for what, *_ in begun}.isdisjoint(cells[0] for cells in contributing)
