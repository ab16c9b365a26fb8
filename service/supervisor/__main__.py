"""`python -m service.supervisor`: what `longroad run` does, with settings from the environment alone."""

import os
import sys

from service.settings import SettingsError, read_settings
from service.supervisor.begin import begin


def main() -> int:
    """Run until told to stop; 0 then, 1 when something stands in the way, 2 when a setting cannot be used."""
    try:
        settings = read_settings()
    except SettingsError as error:
        sys.stderr.write(f"longroad: {error}\n")
        return 2
    return begin(settings, os.environ)


if __name__ == "__main__":
    sys.exit(main())
