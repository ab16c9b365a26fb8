"""Lowers the priority of processes whose work may wait."""

import os
import time
from pathlib import Path
from typing import Final

SESSION: Final = Path("/proc/self/autogroup")
"""Names the file that holds the niceness of this process's session (sched(7)); only Linux has it."""
_ATTEMPTS: Final = 10
_PAUSE_S: Final = 0.1


def give_way(niceness: int) -> None:
    """Lower the priority of this process, as `nice` does, and of the session that it leads.

    Linux may divide the processor among sessions; it then compares the niceness of processes only within a session.
    """
    os.nice(niceness)
    if os.getsid(0) != os.getpid():
        return
    for _ in range(_ATTEMPTS):
        try:
            SESSION.write_text(str(niceness))
        except BlockingIOError:  # the kernel takes ten such changes a second
            time.sleep(_PAUSE_S)
        except OSError:
            return  # the system does not schedule sessions
        else:
            return
