"""`python -m service.server_start`: the API, with gevent in place before anything else is imported.

The master keeps what it looks after its worker with; the worker has the rest patched after the fork.
"""

import sys
import warnings

from gevent import monkey

warnings.simplefilter("ignore", monkey.MonkeyPatchWarning)  # the second time, in the worker
monkey.patch_all(os=False, signal=False, subprocess=False, queue=False)

from service.server import main  # noqa: E402 - only now

if __name__ == "__main__":
    sys.exit(main())
