"""`python -m railhead.tournaments.seat_process MODULE:FUNCTION`: a function plays a seat.

The seat is that of the environment's `RAILHEAD_TOKEN` in the match `RAILHEAD_MATCH` at
`RAILHEAD_URL`; with `--check` the function is only looked for.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from railhead.client import AsyncBot, AsyncRailhead, Bot, Railhead

PATIENCE_SECONDS: Final = 300.0
"""How long a service that no longer answers is looked for."""


class NoChooser(ValueError):
    """There is no such function; the message says why."""


def chooser(written: str) -> Callable[[Any], Any]:
    """The function `module:function`, or that of a `@bot` of this name. Raises `NoChooser`."""
    module, colon, name = written.partition(":")
    if not (module and colon and name):
        raise NoChooser(f"{written!r} should read module:function")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise NoChooser(str(error)) from error
    if isinstance(found, Bot | AsyncBot):
        found = found.choose
    if not callable(found):
        raise NoChooser(f"{written} is no function")
    choose: Callable[[Any], Any] = found
    return choose


def play(choose: Callable[[Any], Any], environment: Mapping[str, str]) -> None:
    """Play the seat of the environment to the end of its match. Raises what the client does."""
    url, match, token = (environment[f"RAILHEAD_{name}"] for name in ("URL", "MATCH", "TOKEN"))
    if inspect.iscoroutinefunction(choose):
        asyncio.run(_play_asynchronously(choose, url, match, token))
        return
    with Railhead(url, seconds=PATIENCE_SECONDS) as service:
        service.match(match, token).play(choose)


async def _play_asynchronously(
    choose: Callable[[Any], Any], url: str, match: str, token: str
) -> None:
    async with AsyncRailhead(url, seconds=PATIENCE_SECONDS) as service:
        await service.match(match, token).play(choose)


def main(arguments: Sequence[str]) -> None:
    """Play, or check only."""
    sys.path.insert(0, os.getcwd())
    try:
        choose = chooser(arguments[0])
    except NoChooser as error:
        sys.exit(str(error))
    if "--check" not in arguments:
        play(choose, os.environ)


if __name__ == "__main__":
    main(sys.argv[1:])
