"""A model behind an HTTP endpoint that takes chat completions, as most servers of models do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any, Final

import httpx2

from railhead.agents.harness.command_player import count
from railhead.agents.harness.players import (
    Decision,
    PlayerMisconfigured,
    PlayerUnreachable,
    Reply,
)

SYSTEM: Final = (
    "You play a board game. Each message is the table as you see it. {how} Think as you like, then "
    "end with a line of its own: ACTION: and {what}."
)
LISTED: Final = ("Choose one of the numbered legal actions.", "the number")
UNLISTED: Final = (
    "Choose a legal action; none is listed. {types}",
    "the action in notation, or as JSON with type and parameters",
)
SAID: Final = re.compile(r"^\W*action\W*:\W*?[ *]*(.+?)[ *`]*$", re.IGNORECASE | re.MULTILINE)
TRIES: Final = 6
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 60.0
PASSING: Final = {408, 409, 425, 429, 500, 502, 503, 504, 529}


class EndpointPlayer:
    """Speaks to `{url}/chat/completions` about one match.

    The last `memory` decisions of the match with their answers go along with each. What fails in
    passing is sent again. `types` says to who is shown no list how actions are written.
    """

    def __init__(
        self,
        http: httpx2.AsyncClient,
        url: str,
        model: str,
        key: str,
        memory: int,
        types: str = "",
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        self._http = http
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._model = model
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._memory = memory
        self._types = types
        self._first_pause = first_pause
        self._said: list[dict[str, str]] = []

    async def decide(self, decision: Decision) -> Reply:
        """What the model says to a decision: what its last line after `ACTION:` has."""
        how, what = UNLISTED if decision.legal is None else LISTED
        system = SYSTEM.format(how=how.format(types=self._types), what=what)
        asked = {"role": "user", "content": question(decision)}
        answer = await self._send(
            {
                "model": self._model,
                "messages": [{"role": "system", "content": system}, *self._said, asked],
            }
        )
        try:
            content = str(answer["choices"][0]["message"]["content"] or "")
        except (KeyError, IndexError, TypeError) as error:
            raise PlayerUnreachable(f"{self._url} answered no chat completion") from error
        self._said += [asked, {"role": "assistant", "content": content}]
        self._said = self._said[-2 * self._memory :] if self._memory else []
        told = answer.get("usage")
        usage = told if isinstance(told, dict) else {}
        return Reply(
            chat_message(content),
            count(usage.get("prompt_tokens")),
            count(usage.get("completion_tokens")),
        )

    async def close(self, result: Mapping[str, Any] | None) -> None:
        """Forget the match."""
        self._said = []

    async def _send(self, body: Mapping[str, Any]) -> dict[str, Any]:
        said = ""
        for attempt in range(TRIES):
            if attempt:
                await asyncio.sleep(min(LONGEST_PAUSE, self._first_pause * 2 ** (attempt - 1)))
            try:
                answer = await self._http.post(self._url, json=body, headers=self._headers)
            except httpx2.UnsupportedProtocol as error:
                raise PlayerMisconfigured(f"{self._url} is no address: {error}") from error
            except httpx2.RequestError as error:
                said = str(error) or type(error).__name__
                continue
            if answer.status_code in PASSING:
                said = f"HTTP status {answer.status_code}"
                await asyncio.sleep(rest(answer.headers.get("retry-after", "")))
                continue
            return self._parse(answer)
        raise PlayerUnreachable(f"no answer of {self._url}: {said}")

    def _parse(self, answer: httpx2.Response) -> dict[str, Any]:
        if answer.status_code >= 300:
            raise PlayerMisconfigured(
                f"{self._url} refuses with status {answer.status_code}: {answer.text[:300]}"
            )
        try:
            found = answer.json()
        except (ValueError, RecursionError) as error:
            raise PlayerUnreachable(f"{self._url} answered no JSON") from error
        if not isinstance(found, dict):
            raise PlayerUnreachable(f"{self._url} answered no chat completion")
        return found


def question(decision: Decision) -> str:
    """A decision as a message of the user."""
    if decision.complaint is None:
        return decision.text
    return f"{decision.complaint}\n\n{decision.text}"


def chat_message(content: str) -> str:
    """The action that a text ends with: after the last `ACTION:`, else the last line."""
    marked = SAID.findall(content)
    if marked:
        return str(marked[-1]).strip()
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def rest(asked: str) -> float:
    """Seconds that a `Retry-After` asks for."""
    return min(LONGEST_PAUSE, float(asked)) if asked.isascii() and asked.isdecimal() else 0.0
