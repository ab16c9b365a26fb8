"""Runs the API (`python -m service.server.start`) with gevent patched in before anything else is imported.

The master keeps the unpatched modules with which it watches its worker; the worker has the rest patched after the fork.
"""

import gc
import sys
import warnings
from functools import cache
from importlib import metadata

gc.disable()  # until the application is made: what is imported stays, and each collection would scan all of it
from gevent import monkey  # noqa: E402

# gevent requests the entry points for each module that it patches, and each time reads all installed packages
metadata.entry_points = cache(metadata.entry_points)  # type: ignore[assignment]
warnings.simplefilter("ignore", monkey.MonkeyPatchWarning)  # the worker patches a second time
monkey.patch_all(os=False, signal=False, subprocess=False, queue=False)

import service.server.app  # noqa: E402, F401 - only now, and while nobody waits for it
from service.server.serving import main  # noqa: E402
from service.supervisor.api_prestart import await_word  # noqa: E402

gc.freeze()

if __name__ == "__main__":
    await_word()
    sys.exit(main())
