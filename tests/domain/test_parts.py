"""Tests that parts are found by their names, and that a broken part is not mistaken for one that is not there."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.core.parts import find, find_all, find_chapters, names_in


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the name of a package with the parts `some_part`, `other`, `broken` and the folder `large`."""
    package = tmp_path / "a_room"
    (package / "large").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "some_part.py").write_text("VALUE = 1\n")
    (package / "other.py").write_text("OTHER = 2\n")
    (package / "large" / "__init__.py").write_text("VALUE = 3\n")
    (package / "large" / "chapter.py").write_text("VALUE = 4\n")
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
        find_chapters(room, "VALUE")
    (tmp_path / room / "other.py").unlink()
    assert find_chapters(room, "VALUE") == [4, 1]


def test_a_part_that_lacks_a_module_of_its_own_is_an_error(room: str, tmp_path: Path) -> None:
    (tmp_path / room / "broken.py").write_text("import no_such_module\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        find(room, "broken", "VALUE")
