"""Runs a module tied to its parent's life: `python -m service.supervisor.tether PARENT MODULE ARGUMENTS...`.

On Linux the kernel kills the process, and everything that it forks, when the parent of each dies, so that not even
SIGKILL of the supervisor leaves anything running. Elsewhere the module runs untied, and the process group must suffice.
"""

import ctypes
import os
import runpy
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def tie_to_parent(parent: int) -> None:
    """Let the kernel kill this process and its forks when their parents die; `parent` is the expected pid.

    Must be called by the main thread, since the tie is to the parent's thread that forked. Ends the process if the
    parent has already died.
    """
    if not sys.platform.startswith("linux"):
        return
    prctl = ctypes.CDLL(None).prctl

    def tie() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    tie()
    os.register_at_fork(after_in_child=tie)
    if os.getppid() != parent:
        sys.exit(1)


def main() -> None:
    """Tie this process, then become `python -m MODULE ARGUMENTS...`."""
    parent, module = int(sys.argv[1]), sys.argv[2]
    tie_to_parent(parent)
    sys.argv = sys.argv[2:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
