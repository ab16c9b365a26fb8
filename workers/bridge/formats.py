"""Lists the files of other programs that questions may hold in place of position documents."""

from collections.abc import Mapping
from typing import Final

from domain.core.discovery import find_all
from workers.bridge.file_format import Format


def _find_formats() -> dict[str, Format]:
    return {
        name: one for found in find_all("workers.bridge.families", "FORMATS").values() for name, one in found.items()
    }


FORMATS: Final[Mapping[str, Format]] = _find_formats()
"""The formats by their names."""
