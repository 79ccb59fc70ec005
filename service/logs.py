"""Structured logs of every process: one line an event, with match and request ids where bound."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from railhead.service.settings import Settings


def configure(settings: Settings) -> None:
    """Send logs to standard error, as the settings say."""
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
