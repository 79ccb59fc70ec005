"""granian, whose processes hear that they are to stop from their first moment on.

A process that granian forks has the handlers of its parent until the server's own stand. Such a
handler takes note of a SIGTERM in a copy that nobody looks at, and the process would go on until
granian loses patience, after a minute.
"""

from __future__ import annotations

import os
import signal

from granian.cli import entrypoint

TOLD = {signal.SIGTERM}


def hear_from_the_first() -> None:
    """From now on let SIGTERM end each forked process, until it has a handler of its own."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_wait, after_in_parent=_go_on, after_in_child=_begin)


def _wait() -> None:
    """What comes meanwhile comes later: also to the child, once it has no handler any more."""
    signal.pthread_sigmask(signal.SIG_BLOCK, TOLD)


def _go_on() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD)


def _begin() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD)


if __name__ == "__main__":
    hear_from_the_first()
    entrypoint()  # type: ignore[no-untyped-call] # granian leaves it without types
