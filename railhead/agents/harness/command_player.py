"""A model behind a command: a line of JSON goes in for each decision, and one comes out."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final

from railhead.agents.harness.looking import Look, LookResult
from railhead.agents.harness.players import Decision, PlayerGone, PlayerMisconfigured, Reply

LONGEST_LINE: Final = 1 << 20
"""Bytes of an answer."""
GRACE_SECONDS: Final = 2.0
"""How long a command may take to end after the match."""


class CommandPlayer:
    """Runs the command anew for its match, in a process group of its own.

    It has `seconds` for each answer.
    """

    def __init__(self, command: str, seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._process: asyncio.subprocess.Process | None = None

    async def decide(self, decision: Decision) -> Reply:
        """What the command writes to it; a line that is no JSON object is taken as words."""
        return await self._exchange({"kind": "decision", **asdict(decision)})

    async def see(self, result: LookResult) -> Reply:
        """What the command writes to what it asked for."""
        return await self._exchange({"kind": "look", **asdict(result)})

    async def _exchange(self, message: Mapping[str, Any]) -> Reply:
        process = await self._running()
        assert process.stdout is not None
        try:
            await self._write(message)
            line = await asyncio.wait_for(process.stdout.readline(), self._seconds)
        except TimeoutError:
            raise PlayerGone(f"no answer within {self._seconds:g} seconds") from None
        except (ConnectionError, ValueError) as error:
            raise PlayerGone(f"the command cannot be spoken to: {error}") from error
        if not line:
            raise PlayerGone(f"the command ended with status {await process.wait()}")
        return reply(line.decode("utf-8", "replace").strip())

    async def close(self, result: Mapping[str, Any] | None) -> None:
        """Tell the command how the match ended, and end it where it does not end by itself."""
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            with suppress(ConnectionError, TimeoutError):
                await self._write({"kind": "over", "result": result})
                assert process.stdin is not None
                process.stdin.close()
                await asyncio.wait_for(process.wait(), GRACE_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *shlex.split(self._command),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=LONGEST_LINE,
                    start_new_session=True,
                )
            except (OSError, ValueError) as error:
                raise PlayerMisconfigured(f"cannot run {self._command!r}: {error}") from error
        return self._process

    async def _write(self, message: Mapping[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        await self._process.stdin.drain()


def reply(line: str) -> Reply:
    """The answer that a line is: an action with perhaps a plan, a look, or words.

    Such as `{"action": 3, "plan": ["build", "deliver"], "tokens": {"input": 900, "output": 5}}`, or
    `{"look": "rules", "arguments": {"about": "cattle"}}`.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # the latter for brackets without end
        return Reply(line)
    if not isinstance(found, dict):
        return Reply(line)
    told = found.get("tokens")
    counted = told if isinstance(told, dict) else {}
    tokens = count(counted.get("input")), count(counted.get("output"))
    if isinstance(found.get("look"), str):
        given = found.get("arguments")
        look = Look(found["look"], given if isinstance(given, dict) else {})
        return Reply(line, *tokens, look=look)
    if not isinstance(found.get("action"), int | str | dict):
        return Reply(line)
    return Reply(found["action"], *tokens, plan=_plan(found.get("plan")))


def _plan(found: object) -> list[str] | None:
    return [str(step) for step in found] if isinstance(found, list) else None


def count(value: object) -> int | None:
    """A number of tokens, if it is one."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
