"""A process that ends when its parent does, however that one ended.

On Linux the kernel signals a child whose parent has died (`PR_SET_PDEATHSIG`), which it takes to be
when the *thread* ends that started the child. Elsewhere a thread of the child looks at its parent.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from typing import Final

LINUX: Final = sys.platform == "linux"
PR_SET_PDEATHSIG: Final = 1
LOOK_SECONDS: Final = 0.2
LIBRARY: Final = ctypes.CDLL(None, use_errno=True)
"""Loaded before there is a child: until it has asked for its signal, it would stay behind."""


def signal_with_kernel(parent: int, number: int) -> None:
    """On Linux: get signal `number` when process `parent` ends, which may have happened already."""
    LIBRARY.prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def die_with(parent: int) -> None:
    """End this process at once when process `parent` does, even where it hangs or is stopped."""
    if LINUX:
        signal_with_kernel(parent, signal.SIGKILL)
        return

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=look, daemon=True).start()
