"""Tests that parts are found by their names, and that a broken part is not mistaken for one that is not there."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from domain.core.discovery import find, find_all, find_chapters, names_in

CHAPTER = "from domain.core.chapter import Chapter\n"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the name of a package with the parts `some_part`, `other`, `broken` and the folder `large`."""
    package = tmp_path / "a_room"
    (package / "large").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "some_part.py").write_text(f"VALUE = 1\n{CHAPTER}CHAPTER = Chapter('some', order=1)\n")
    (package / "other.py").write_text("OTHER = 2\n")
    (package / "large" / "__init__.py").write_text("VALUE = 3\n")
    (package / "large" / "chapter.py").write_text(f"{CHAPTER}CHAPTER = Chapter('large', order=2)\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield package.name
    for name in [name for name in sys.modules if name.partition(".")[0] == package.name]:
        del sys.modules[name]


def test_a_part_is_found_by_its_name(room: str) -> None:
    assert find(room, "some-part", "VALUE") == find(room, "some_part", "VALUE") == 1
    assert find(room, "large", "VALUE") == 3
    assert find(room, "nothing", "VALUE") is None
    assert find(room, "other", "VALUE") is None


def test_a_room_lists_its_parts(room: str) -> None:
    assert names_in(room) == ["large", "other", "some_part"]
    assert find_all(room, "VALUE") == {"large": 3, "some_part": 1}


def test_a_chapter_stands_in_its_file_or_in_that_of_its_folder(room: str, tmp_path: Path) -> None:
    with pytest.raises(AttributeError):
        find_chapters(room, "CHAPTER")
    (tmp_path / room / "other.py").unlink()
    assert [chapter.name for chapter in find_chapters(room, "CHAPTER")] == ["some", "large"]


@pytest.mark.parametrize("family", ["dice", "elasund"])
def test_a_file_is_a_chapter_of_its_family(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = import_module(f"domain.{family}.chapters")
    played = [chapter.name for chapter in import_module(f"domain.{family}").RULESET.whole.chapters]
    assert sorted(played) == names_in(package.__name__)
    (tmp_path / "one_more.py").write_text(f"{CHAPTER}CHAPTER = Chapter('one_more', order=99)\n")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    assert [chapter.name for chapter in find_chapters(package.__name__, "CHAPTER")] == [*played, "one_more"]
    del sys.modules[f"{package.__name__}.one_more"]


def test_a_part_that_lacks_a_module_of_its_own_is_an_error(room: str, tmp_path: Path) -> None:
    (tmp_path / room / "broken.py").write_text("import no_such_module\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        find(room, "broken", "VALUE")
