"""Runs a program and ends it, with all that it started, when the process PARENT has ended.

`python process_guard.py PARENT PROGRAM ARGUMENT…`, as the first process of a group of its own: so a
tournament that is killed leaves no players behind, who would go on in its matches.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

LOOK_SECONDS: Final = 0.2
CANNOT_RUN: Final = 127


def keep(parent: int, arguments: Sequence[str]) -> int:
    """The status with which the program has ended, 128 and more where a signal ended it."""
    try:
        program = subprocess.Popen(arguments)
    except OSError as error:
        print(f"cannot be run: {error}", file=sys.stderr)
        return CANNOT_RUN
    while True:
        try:
            status = program.wait(LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            if os.getppid() != parent:
                os.killpg(0, signal.SIGKILL)
        else:
            return 128 - status if status < 0 else status


if __name__ == "__main__":
    sys.exit(keep(int(sys.argv[1]), sys.argv[2:]))
