"""Child processes that do not outlive us, even when we are killed.

On Linux the kernel signals a child whose parent has died (`PR_SET_PDEATHSIG`). Elsewhere a small
process of ours stands between: it holds a pipe that closes with us, and then stops the child.

The kernel's signal comes when the *thread* that started the child ends: start from the main thread.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Final

LINUX: Final = sys.platform == "linux"
PR_SET_PDEATHSIG: Final = 1


def _die_with(parent: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def start_bound(
    command: Sequence[str],
    *,
    environment: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
    by_kernel: bool = LINUX,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own that gets SIGTERM when this process ends."""
    parent = os.getpid()
    if by_kernel:
        return subprocess.Popen(
            command,
            env=environment,
            pass_fds=pass_fds,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: _die_with(parent),  # noqa: PLW1509 - only a main thread comes here
        )
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "service.running.child_processes",
            *(str(fd) for fd in pass_fds),
            "--",
            *command,
        ],
        env=environment,
        pass_fds=pass_fds,
        stdin=subprocess.PIPE,
        start_new_session=True,
    )


def bind_fork(parent: int, watched: int) -> None:
    """In a forked child: get SIGTERM when process `parent` ends.

    `watched` is the reading end of a pipe whose other end only the parent holds.
    """
    if LINUX:
        _die_with(parent)
        return

    def watch() -> None:
        os.read(watched, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def main() -> int:
    """Run the program after `--` until it ends or standard input does."""
    split = sys.argv.index("--")
    command, fds = sys.argv[split + 1 :], [int(fd) for fd in sys.argv[1:split]]
    child = subprocess.Popen(command, pass_fds=fds, stdin=subprocess.DEVNULL)

    def watch() -> None:
        os.read(0, 1)
        child.terminate()

    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    threading.Thread(target=watch, daemon=True).start()
    return child.wait()


if __name__ == "__main__":
    sys.exit(main())
