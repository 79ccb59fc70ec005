"""The command line on a host whose clock is `RAILHEAD_AHEAD` seconds ahead, or behind if negative.

Only what Python asks the host for is put forward: what time it is, not how much of it passes.
"""

from __future__ import annotations

import datetime
import os
import runpy
import sys
import time
from typing import Any

AHEAD = float(os.environ["RAILHEAD_AHEAD"])

honest = time.time_ns


class Wrong(datetime.datetime):
    """What `datetime` is on such a host."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Wrong:
        return super().now(tz) + datetime.timedelta(seconds=AHEAD)


def run_here(_program: str, command: list[str]) -> None:
    """In place of `os.execv`, after which the host's clock would be right."""
    _, _, module, *arguments = command
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    replaced: Any = time
    replaced.time_ns = lambda: honest() + int(AHEAD * 1e9)
    replaced.time = lambda: honest() / 1e9 + AHEAD
    replaced = datetime
    replaced.datetime = Wrong
    replaced = os
    replaced.execv = run_here
    from railhead.service import cli

    cli.main()
