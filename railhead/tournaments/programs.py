"""A program that plays a seat: a process with the address of the service, a match and a token."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from railhead.tournaments import process_guard

GRACE_SECONDS: Final = 3.0
"""How long a program may take to end once its match is over."""
MOST_WORDS: Final = 200
"""Characters of what a program said last that are told."""


class Program:
    """A running program; what it writes goes to the file `log`."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self._process = process
        self._log = log

    @classmethod
    async def start(
        cls, arguments: Sequence[str], log: Path, *, url: str, game: str, match: str, seat: int,
        token: str,
    ) -> Program:  # fmt: skip
        """Start a program for a seat.

        It finds all that it needs in its environment; in its arguments `{url}`, `{game}`,
        `{match}`, `{seat}` and `{token}` stand for the same.
        """
        told = {"url": url, "game": game, "match": match, "seat": str(seat), "token": token}
        command = [substitute(one, told) for one in arguments]
        environment = {f"RAILHEAD_{name.upper()}": value for name, value in told.items()}
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as written:
            starting = asyncio.ensure_future(
                asyncio.create_subprocess_exec(
                    sys.executable,
                    "-P",
                    process_guard.__file__,
                    str(os.getpid()),
                    *command,
                    env={**os.environ, **environment},
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=written,
                    stderr=written,
                    start_new_session=True,
                )
            )
            try:
                process = await asyncio.shield(starting)
            except asyncio.CancelledError:
                # Who cancels the start itself kills the guard, and what it has started plays on.
                await cls(await starting, log).stop()
                raise
        return cls(process, log)

    async def wait(self) -> str:
        """How it ended, in words with the last line that it wrote, once it has."""
        status = await self._process.wait()
        said = last_line(self._log)
        return f"the program ended with status {status}" + (f": {said}" if said else "")

    async def stop(self, grace: float = 0.0) -> None:
        """End it, with all that it started, where it does not end by itself in `grace` seconds."""
        if grace and self._process.returncode is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), grace)
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """End it, with all that it started, without waiting for it."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


def substitute(text: str, told: dict[str, str]) -> str:
    """A text with what the names in braces stand for; all other braces stay."""
    for name, value in told.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def last_line(log: Path) -> str:
    """The last line of a file that is not empty, cut where it is long."""
    with log.open("rb") as written:
        written.seek(0, os.SEEK_END)
        written.seek(max(0, written.tell() - 4 * MOST_WORDS))
        lines = written.read().decode("utf-8", "replace").split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return "".join(one if one.isprintable() else " " for one in said)[:MOST_WORDS]
