"""Tests how the list of the forgotten is written and read."""

from pathlib import Path

import pytest

from service.forgetting import FILE
from service.forgetting.entries import BadEntry, Entry, note_in_file, read_entries, read_entry

KEY = Entry(key="key-0123456789abcdef01")
SEAT = Entry("", "a1b2c3", 2, 17)


def test_the_file_keeps_each_id_once_and_private(tmp_path: Path) -> None:
    directory = tmp_path / "var"
    note_in_file(directory, [KEY, SEAT])
    note_in_file(directory, [SEAT, KEY, KEY])
    note_in_file(directory, [])
    assert (directory / FILE).read_text() == "key key-0123456789abcdef01\nseat a1b2c3 2 17\n"
    assert read_entries(directory / FILE) == [KEY, SEAT]
    assert (directory / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "bad",
    [
        "key key-admin",
        "key key-0123456789ABCDEF01",
        "key-0123456789abcdef01",
        "seat g 1",
        "seat g -1 1",
        "seat g 1 0",
        "seat a:b 1 1",
        "seat g 1 1 1",
        "Ana",
        "é",
    ],
)
def test_a_line_that_names_no_one_is_refused_with_its_number(bad: str, tmp_path: Path) -> None:
    with pytest.raises((BadEntry, ValueError)):
        read_entry(bad)
    path = tmp_path / "list"
    path.write_text(f"{KEY}\n\n{bad}\n")
    with pytest.raises(BadEntry, match=r"list, line 3: "):
        read_entries(path)
