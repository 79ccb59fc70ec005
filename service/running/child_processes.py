"""Child processes that do not outlive us, even when we are killed.

On Linux the kernel tells a child that its parent has died. Elsewhere a small process of ours stands
between: it holds a pipe that closes with us, and then stops the child.

Start from the main thread: the kernel's signal comes when the thread that started the child ends.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from railhead.service.parent_death_signal import LINUX, signal_with_kernel

STOP_SECONDS: Final = 10.0
"""How long a child may take to end by itself."""


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
            # So Ctrl-C at a terminal ends only us, who end the others in their order.
            start_new_session=True,
            # Only a main thread comes here, before there are others.
            preexec_fn=lambda: signal_with_kernel(parent, signal.SIGTERM),  # noqa: PLW1509
        )
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "railhead.service.running.child_processes",
            *(str(fd) for fd in pass_fds),
            "--",
            *command,
        ],
        env=environment,
        pass_fds=pass_fds,
        stdin=subprocess.PIPE,
        start_new_session=True,
    )


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a process of `start_bound` and of its session, and wait for its end."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def main() -> int:
    """Run the program after `--` until it ends or standard input does; it takes all with it."""
    split = sys.argv.index("--")
    command, fds = sys.argv[split + 1 :], [int(fd) for fd in sys.argv[1:split]]
    child = subprocess.Popen(command, pass_fds=fds, stdin=subprocess.DEVNULL)

    def end(*_: object) -> None:
        child.terminate()
        late = threading.Timer(STOP_SECONDS, os.killpg, (0, signal.SIGKILL))
        late.daemon = True
        late.start()

    def watch() -> None:
        os.read(0, 1)
        end()

    signal.signal(signal.SIGTERM, end)
    threading.Thread(target=watch, daemon=True).start()
    return child.wait()


if __name__ == "__main__":
    sys.exit(main())
