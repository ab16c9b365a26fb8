"""Says how the rules of this process came to run as they do, and what has become of compiling them."""

from functools import cache
from pathlib import Path
from typing import Final

from service.compiling.identity import fingerprint, is_compiled, rules_directory
from service.compiling.place import TRIES, Place
from service.compiling.tools import NO_C_COMPILER, NO_MYPY, missing_tool
from service.settings import Settings

OFF: Final = "off"
INSTALLED: Final = "installed"
USED: Final = "used"
READY: Final = "ready"
FAILED: Final = "failed"
PENDING: Final = "pending"
STATES: Final = (OFF, INSTALLED, USED, READY, FAILED, PENDING, NO_MYPY, NO_C_COMPILER)


class Compiling:
    """Finds the compiled rules of a data directory, for the sources that this process would import."""

    def __init__(self, settings: Settings) -> None:
        self.is_off = settings.compile == OFF
        self.directory = rules_directory()
        self._data_dir = settings.data_dir
        self._place: Place | None = None

    @property
    def place(self) -> Place:
        """Return where the rules are compiled."""
        if self._place is None:
            self._place = Place(self._data_dir, fingerprint(self.directory))
        return self._place

    def usable(self) -> Path | None:
        """Return the folder to load the rules from; None if the sources, or an installed form, are to be used."""
        return None if self.is_off or is_compiled(self.directory) else self.place.usable()

    def state(self) -> str:
        """Return one of `STATES`."""
        if is_compiled(self.directory):
            return USED if self.directory.is_relative_to(self._data_dir) else INSTALLED
        if self.is_off:
            return OFF
        if self.place.usable() is not None:
            return READY
        return missing_tool() or self._outcome()

    def is_due(self) -> bool:
        """Return whether the rules should be compiled now."""
        return self.state() == PENDING and self.place.tries() < TRIES

    def _outcome(self) -> str:
        """Return how the tries went; one that holds the lock is still pending."""
        return FAILED if self.place.has_failed() else PENDING


@cache
def compiling_for(settings: Settings) -> Compiling:
    """Return the same for the same settings: the sources are read once in a process."""
    return Compiling(settings)
