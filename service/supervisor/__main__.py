"""`python -m service.supervisor`, the command behind `make run`."""

import logging
import sys

from eventstore.embedded import StoreUnavailable
from service.settings import SettingsError, read_settings
from service.supervisor.listener import ListenError
from service.supervisor.run import StartError, Supervisor


def main() -> int:
    """Run until told to stop; 0 then, 1 when something stands in the way, 2 when a setting cannot be used."""
    logging.basicConfig(format="longroad: %(message)s", level=logging.INFO, stream=sys.stderr)
    try:
        Supervisor(read_settings()).run()
    except SettingsError as error:
        return _refuse(error, 2)
    except (ListenError, StoreUnavailable, StartError) as error:
        return _refuse(error, 1)
    return 0


def _refuse(error: Exception, code: int) -> int:
    print(f"longroad: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
