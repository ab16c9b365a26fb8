"""Makes every sweep that is started with this directory in its PYTHONPATH archive often, not once in an hour.

It changes how long a sweep rests between two passes, when a writer is taken for dead, and how many places a shard keeps
until they move into the archive; nothing else.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Final

PLACES: Final = 2
"""Sets how many places of a shard stay in the log's store, so that an index of so few games has several runs."""
HURRIED: Final[dict[str, dict[str, Any]]] = {
    "workers.sweeping.shelving": {"PASS_MS": 3_000, "RETRY_MS": 3_000},
    "workers.sweeping.clearing": {"PASS_MS": 5_000},
    "workers.sweeping.indexing": {"PASS_MS": 5_000, "PLACES": PLACES},
    "eventstore.archive.archiver": {"STALLED_MS": 30_000},
}


class Hurry(PathFinder):
    """Finds the modules that are hurried as Python does, and changes them when they have been imported."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the place of a module that is hurried, None for all others."""
        spec = PathFinder.find_spec(fullname, path, target) if fullname in HURRIED else None
        if spec is not None and spec.loader is not None:
            _change_after(spec.loader, HURRIED[fullname])
        return spec


def _change_after(loader: Any, changes: dict[str, Any]) -> None:
    execute = loader.exec_module

    def exec_module(module: ModuleType) -> None:
        execute(module)
        vars(module).update(changes)

    loader.exec_module = exec_module


sys.meta_path.insert(0, Hurry)
