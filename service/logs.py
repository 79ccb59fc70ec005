"""Structured logs of every process: one line an event, with match and request ids where bound.

Where the store or the queue does not answer, or is full, everything that asks it fails, many times
a second. Lines of that say `outage=` and the name of what is out, or None where it is another
trouble. Each is said once, and then once a minute with how often it would have been said; see
`outage_over`.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from redis.exceptions import RedisError
from structlog.typing import EventDict

from railhead.service.renamed_settings import take_warnings
from railhead.service.settings import Settings

log = structlog.get_logger()

QUEUE: Final = "queue"
"""The outage of the queue; that of the store is called `Unavailable.slug`."""
REMINDER_SECONDS: Final = 60.0
CALM_SECONDS: Final = 5.0
"""For how long nothing may have failed before an outage is over: some of it may work meanwhile."""


@dataclass
class Outage:
    """What has been said of an outage: of each event when, and how often not since then."""

    began: float = field(default_factory=time.monotonic)
    last: float = 0.0
    said: dict[str, tuple[float, int]] = field(default_factory=dict)

    def suppressed_count(self, event: str) -> int | None:
        """How often the event was not said since it was last; None where it is not due."""
        self.last = now = time.monotonic()
        said_at, left_out = self.said.get(event, (-REMINDER_SECONDS, 0))
        if now < said_at + REMINDER_SECONDS:
            self.said[event] = (said_at, left_out + 1)
            return None
        self.said[event] = (now, 0)
        return left_out


_outages: dict[str, Outage] = {}
_lock = threading.Lock()


def _outages_once(_: Any, __: str, event: EventDict) -> EventDict:
    """Drop the lines of an outage that has been said a moment ago."""
    outage = event.pop("outage", None)
    if outage is None:
        return event
    with _lock:
        left_out = _outages.setdefault(outage, Outage()).suppressed_count(event["event"])
    if left_out is None:
        raise structlog.DropEvent
    return {**event, "left_out": left_out} if left_out else event


def outage_over(outage: str) -> None:
    """Say that an outage is over, if there was one: to be called whenever all goes well."""
    with _lock:
        known = _outages.get(outage)
        now = time.monotonic()
        if known is None or now < known.last + CALM_SECONDS:
            return
        del _outages[outage]
    log.info("outage over", of=outage, seconds=round(known.last - known.began, 1))


class _OfTheQueue(logging.Handler):
    """Passes on what the library of the queue logs, as ours."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log it; where it is about the queue's server, as an outage."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or isinstance(error, RedisError):
            told = {"outage": QUEUE, "error": str(error)} if error else {"outage": QUEUE}
            log.warning("queue worker", text=record.getMessage(), **told)
        else:
            log.error("queue worker", text=record.getMessage(), exc_info=error)


def configure(settings: Settings) -> None:
    """Send logs to standard error, as the settings say; warn of settings under old names."""
    level = getattr(logging, settings.log_level.upper())
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            # The other formatters show the locals of each frame: tokens and hidden cards.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    exceptions = [structlog.processors.format_exc_info] if settings.log_format == "json" else []
    structlog.configure(
        processors=[
            _outages_once,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *exceptions,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.getLogger("rq.worker").handlers = [_OfTheQueue()]
    logging.getLogger("rq.worker").propagate = False
    for renamed in take_warnings():
        log.warning("setting has a new name, the old one goes with the next release", **renamed)
