"""The command line with a worker that comes to no end, once: outside the search, deaf to SIGTERM.

It does so at its first decision after the file `RAILHEAD_SPIN` has come to be, which it removes.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from railhead.service import cli
from railhead.service.core.matches import Matches

honest = Matches.submit


def submit(self: Matches, *args: Any, **rest: Any) -> Any:
    marker = Path(os.environ["RAILHEAD_SPIN"])
    if marker.exists():
        marker.unlink()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        while True:
            pass
    return honest(self, *args, **rest)


if __name__ == "__main__":
    Matches.submit = submit  # type: ignore[method-assign] # that is what this file is for
    cli.main()
