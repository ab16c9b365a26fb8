"""Runs `python -m service.supervisor`: the same as `longroad run`, with settings from the environment only."""

import os
import sys

from service.settings import SettingsError, read_settings, rename_old
from service.supervisor.begin import begin


def main() -> int:
    """Run until stopped; return 0, or 1 if the start fails, or 2 if a setting is invalid."""
    for warning in rename_old(os.environ):
        sys.stderr.write(f"longroad: {warning}\n")
    try:
        settings = read_settings()
    except SettingsError as error:
        sys.stderr.write(f"longroad: {error}\n")
        return 2
    return begin(settings, os.environ)


if __name__ == "__main__":
    sys.exit(main())
