"""Railhead over HTTP: the API, the store, the bot turns and the processes that run them."""

import os
import sys
from typing import Final

QUEUE_PREFIX: Final = "{rq}"
"""What the keys of the queues begin with: a hash tag, which keeps them together on a cluster."""
os.environ["RQ_KEY_PREFIX"] = QUEUE_PREFIX  # rq reads it when it is imported

if not sys.modules.keys() & {"rich", "structlog"}:
    # Where there is rich, structlog's tracebacks are its own, with the locals of each frame: tokens
    # and hidden cards. They are not for our logs, and rich is a quarter of a command's start.
    sys.modules["rich"] = None  # type: ignore[assignment] # how an import is refused
    import structlog  # noqa: F401 - what it finds now it keeps

    del sys.modules["rich"]
