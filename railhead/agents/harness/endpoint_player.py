"""A model behind an HTTP endpoint that takes chat completions, as most servers of models do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from railhead.agents.harness.command_player import count
from railhead.agents.harness.looking import Look, LookResult
from railhead.agents.harness.players import (
    Decision,
    PlayerMisconfigured,
    PlayerUnreachable,
    Reply,
)

SYSTEM: Final = (
    "You play a board game. {shown} Think as you like, then end with a line of its own: ACTION: "
    "and {what}. {types}To see more before that, end with a line LOOK: and one of: rules WORDS "
    "(what they say of the words); table WORDS (the actions with the words); table; map; games "
    "(all about the game). The next message has it. A line PLAN: before ACTION: may say what you "
    "will do at later decisions, as types of action or beginnings of notations with semicolons "
    "between."
)
TABLE: Final = "Each message is the table as you see it."
NO_TABLE: Final = "Each message says what happened; look at the table."
NUMBER: Final = "the number of a legal action"
NOTATION: Final = "a legal action in notation, or as JSON with type and parameters; none is listed"
MARKED: Final = re.compile(
    r"^\W*(action|look|plan)\W*:\W*?[ *]*(.+?)[ *`]*$", re.IGNORECASE | re.MULTILINE
)
PAGE: Final = re.compile(r"(.*?)\s*\bpage (\d{1,4})", re.IGNORECASE)
TRIES: Final = 6
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 60.0
PASSING: Final = {408, 409, 425, 429, 500, 502, 503, 504, 529}


@dataclass(frozen=True)
class Terms:
    """What the model is told of the game: how actions are written, what is listed and shown."""

    types: str = ""
    listed: bool = True
    hidden: bool = False

    @property
    def system(self) -> str:
        """The first message of every request."""
        return SYSTEM.format(
            shown=NO_TABLE if self.hidden else TABLE,
            what=NUMBER if self.listed else NOTATION,
            types=f"{self.types} " if self.types else "",
        )


class EndpointPlayer:
    """Speaks to `{url}/chat/completions` about one match.

    The last `memory` decisions of the match with their answers go along with each. What fails in
    passing is sent again.
    """

    def __init__(
        self,
        http: httpx2.AsyncClient,
        url: str,
        model: str,
        key: str,
        memory: int,
        terms: Terms = Terms(),
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        self._http = http
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._model = model
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._memory = memory
        self._system = terms.system
        self._first_pause = first_pause
        self._past: list[list[dict[str, str]]] = []
        self._now: list[dict[str, str]] = []

    async def decide(self, decision: Decision) -> Reply:
        """What the model says to a decision."""
        self._now = [{"role": "user", "content": question(decision)}]
        return await self._ask()

    async def see(self, result: LookResult) -> Reply:
        """What the model says to what it asked for."""
        self._now.append({"role": "user", "content": result.text})
        return await self._ask()

    async def close(self, result: Mapping[str, Any] | None) -> None:
        """Forget the match."""
        self._past = []

    async def _ask(self) -> Reply:
        system = {"role": "system", "content": self._system}
        past = [message for one in self._past for message in one]
        messages = [system, *past, *self._now]
        answer = await self._send({"model": self._model, "messages": messages})
        try:
            content = str(answer["choices"][0]["message"]["content"] or "")
        except (KeyError, IndexError, TypeError) as error:
            raise PlayerUnreachable(f"{self._url} answered no chat completion") from error
        told = answer.get("usage")
        usage = told if isinstance(told, dict) else {}
        tokens = count(usage.get("prompt_tokens")), count(usage.get("completion_tokens"))
        self._now.append({"role": "assistant", "content": content})
        reply = chat_reply(content, *tokens)
        if reply.look is None and self._memory:
            self._past = [*self._past, self._now][-self._memory :]
        return reply

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


def chat_reply(
    content: str, input_tokens: int | None = None, output_tokens: int | None = None
) -> Reply:
    """What a text ends with: what follows the last `ACTION:` or `LOOK:`, else the last line."""
    marked = [(str(mark).casefold(), str(said).strip()) for mark, said in MARKED.findall(content)]
    plans = [said.split(";") for mark, said in marked if mark == "plan"]
    ends = [(mark, said) for mark, said in marked if mark != "plan"]
    tokens = input_tokens, output_tokens
    if ends and ends[-1][0] == "look":
        return Reply(content, *tokens, look=parse_look(ends[-1][1]))
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    said = ends[-1][1] if ends else lines[-1] if lines else ""
    return Reply(said, *tokens, plan=plans[-1] if plans else None)


def parse_look(said: str) -> Look:
    """A line after `LOOK:`, such as `rules goods page 2`, `table build` or `map`."""
    tool, _, about = said.strip("`\"'").partition(" ")
    tool, about = tool.casefold().rstrip(":"), about.strip()
    if tool == "map":
        return Look("table", {"map": True})
    if tool == "table":
        return Look("table", {"filter": about})
    if tool != "rules":
        return Look(tool, {})
    paged = PAGE.fullmatch(about)
    return Look(tool, {"about": paged[1], "page": int(paged[2])} if paged else {"about": about})


def rest(asked: str) -> float:
    """Seconds that a `Retry-After` asks for."""
    return min(LONGEST_PAUSE, float(asked)) if asked.isascii() and asked.isdecimal() else 0.0
