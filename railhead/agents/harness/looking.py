"""What a model may ask to see before it decides: the tools of `railhead mcp` that only read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from railhead.agents.tools import GameTools, ToolRefused

READERS: Final[Mapping[str, Mapping[str, type]]] = {
    "rules": {"about": str, "page": int},
    "table": {"filter": str, "map": bool},
    "games": {},
}
"""The tools with their arguments; game and seat are those of the match."""


@dataclass(frozen=True)
class Look:
    """A tool that a model calls, with its arguments."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class LookResult:
    """What a tool answered, or why it did not."""

    tool: str
    text: str
    refused: bool = False


async def run_look(tools: GameTools, game: str, seat: str, look: Look) -> LookResult:
    """The answer of the tool, for the `seat` of a match of `game`.

    Raises what the tools raise but `ToolRefused`, which is an answer too.
    """
    known = READERS.get(look.tool)
    if known is None:
        return LookResult(look.tool, f"The tools to look with are {', '.join(READERS)}.", True)
    if any(type(value) is not known.get(name) for name, value in look.arguments.items()):
        takes = " and ".join(f"{name} ({kind.__name__})" for name, kind in known.items())
        return LookResult(look.tool, f"{look.tool} takes {takes or 'no arguments'}.", True)
    try:
        if look.tool == "rules":
            told = await tools.rules(game, **look.arguments)
        elif look.tool == "table":
            told = await tools.table(seat, **look.arguments)
        else:
            told = await tools.games(game)
    except ToolRefused as refused:
        return LookResult(look.tool, str(refused), True)
    return LookResult(look.tool, told.text)
