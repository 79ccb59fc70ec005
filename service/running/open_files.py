"""How many files a process may open, each connection being one, and how many it needs."""

from __future__ import annotations

import resource
from typing import Final

from railhead.service.settings import Settings

OTHER_FILES: Final = 256
"""What an API process opens besides connections of clients."""
LEAST_CONNECTIONS: Final = 256
"""With fewer connections of clients an API process is of no use to anybody."""
MOST_CONNECTIONS: Final = 65_536
HOW: Final = "raise the hard limit (`ulimit -Hn`, LimitNOFILE, --ulimit nofile=)"


class TooFewFiles(RuntimeError):
    """A process may not open as many files as it needs; the message says what to do about it."""


def hard_limit() -> int | None:
    """How many files a process may open at most; None for any number."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if most == resource.RLIM_INFINITY else most


def connections() -> int:
    """How many connections an API process accepts; what bounds requests is the bridge.

    Fewer than it may have open files: at the limit the server would try to accept, and fail,
    without a pause.
    """
    most = hard_limit()
    return MOST_CONNECTIONS if most is None else max(1, min(MOST_CONNECTIONS, most - OTHER_FILES))


def shortage(settings: Settings) -> str | None:
    """What to do where the settings want more files than may be opened; None where all is well.

    Raises `TooFewFiles` where there are too few whatever the settings.
    """
    most = hard_limit()
    if most is None:
        return None
    if most < OTHER_FILES + LEAST_CONNECTIONS:
        raise TooFewFiles(
            f"a process may open {most} files, and needs {OTHER_FILES} besides a connection for "
            f"each client, {OTHER_FILES + LEAST_CONNECTIONS} at least: {HOW}"
        )
    wanted = settings.max_long_polls + settings.max_streams + settings.max_requests + OTHER_FILES
    if most >= wanted:
        return None
    return (
        f"a process may open {most} files, of {wanted} for RAILHEAD_MAX_LONG_POLLS, "
        f"RAILHEAD_MAX_STREAMS and RAILHEAD_MAX_REQUESTS: {HOW} or lower these settings"
    )


def open_as_many_as_allowed() -> None:
    """Raise this process's soft limit to the hard one, for those that it starts too."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
