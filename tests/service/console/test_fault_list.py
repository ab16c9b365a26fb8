"""Tests that the page of tests lists every fault of the console with the tests that are marked with it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
MARKED = re.compile(r'((?:@pytest\.mark\.fault\("F\d+"\)\n)+)(?:@[^\n]+\n)*def (test_\w+)')
ROW = re.compile(r"^\| (F\d+) \| .* \| (`test_.*`) \|$", re.MULTILINE)
FAULTS = 16


def marked() -> set[tuple[str, str]]:
    """Return the faults with the tests that are marked with them."""
    sources = [file.read_text() for file in (ROOT / "tests" / "service").rglob("test_*.py")]
    found = [match for source in sources for match in MARKED.findall(source)]
    return {(fault, name) for marks, name in found for fault in re.findall(r"F\d+", marks)}


def test_every_fault_is_listed_with_its_tests() -> None:
    listed = {
        (fault, name)
        for fault, names in ROW.findall((ROOT / "docs" / "testing.md").read_text())
        for name in re.findall(r"`(\w+)`", names)
    }
    assert listed == marked()
    assert {fault for fault, _ in listed} == {f"F{number}" for number in range(1, FAULTS + 1)}
