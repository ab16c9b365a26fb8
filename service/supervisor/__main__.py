"""`python -m service.supervisor`, the command behind `make run`."""

import logging
import sys

from domain.core.errors import InvalidFile
from eventstore.embedded import StoreUnavailable
from service.catalog import RULESETS
from service.settings import SettingsError, read_settings
from service.supervisor.listener import ListenError
from service.supervisor.run import StartError, Supervisor


def main() -> int:
    """Run until told to stop; 0 then, 1 when something stands in the way, 2 when a setting cannot be used."""
    logging.basicConfig(format="longroad: %(message)s", level=logging.INFO, stream=sys.stderr)
    try:
        settings = read_settings()
        _check_files()
        Supervisor(settings).run()
    except SettingsError as error:
        return _refuse(error, 2)
    except (ListenError, StoreUnavailable, StartError, InvalidFile) as error:
        return _refuse(error, 1)
    return 0


def _check_files() -> None:
    """Raise InvalidFile where a game that the server offers cannot be made."""
    for ruleset in RULESETS.values():
        bad = ruleset.bad_file()
        if bad is not None:
            raise bad


def _refuse(error: Exception, code: int) -> int:
    print(f"longroad: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
