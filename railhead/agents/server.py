"""The MCP server: the tools of `railhead.agents.tools`, and the table as an app."""

from __future__ import annotations

from collections.abc import Awaitable
from importlib.resources import files
from typing import Annotated, Any, Final, Literal

from mcp.server.apps import Apps, client_supports_apps
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from railhead.agents.arguments import unknown_arguments, wrong_arguments
from railhead.agents.tools import GameTools, ToolRefused, ToolResult

APP: Final = "ui://railhead/table.html"
PICTURE: Final = "railhead/picture"
"""The member of an answer's `_meta` that has the table as SVG, for clients that show apps."""
ILLEGAL: Final = "railhead/illegal"
"""The member of a refusal's `_meta` that says whether an action was tried that is not legal."""

LONGEST_WORDS: Final = 200
"""Characters of what is looked for: each word is looked for everywhere."""

INSTRUCTIONS: Final = (
    "Play heavy board games against bots. Begin with games, then new_match: it answers with a "
    "seat, which all further calls take, and with the first table. Then call act again and again "
    "with an action and the version that the table names, until the match is over. rules explains."
)
READING: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGING: Final = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)

Game = Annotated[str, Field(description="The id of a game, such as montana.")]
Seat = Annotated[str, Field(description="The seat, as new_match answered it.")]


class GameServer(MCPServer[Any]):
    """A server that says in words what is wrong with a call; the SDK quotes its validator."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """What a tool answers, or what is wrong with its name or its arguments."""
        offered = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in offered:
            return refusal(f"There is no tool of this name. The tools are {', '.join(offered)}.")
        unknown = unknown_arguments(name, offered[name], arguments)
        if unknown:
            return refusal(unknown)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            names = [str(one["loc"][0]) for one in error.__cause__.errors()]
            return refusal(wrong_arguments(name, offered[name], arguments, names))


def refusal(text: str, illegal: bool = False) -> CallToolResult:
    """A call that came to nothing, as the protocol has it."""
    content = TextContent(type="text", text=text)
    return CallToolResult(content=[content], is_error=True, _meta={ILLEGAL: illegal})


async def call_result(
    tools: GameTools, asked: Awaitable[ToolResult], context: Context[Any]
) -> CallToolResult:
    """An answer of the tools as the protocol has it, with a picture for who can show one."""
    try:
        told = await asked
    except ToolRefused as refused:
        return refusal(str(refused), refused.illegal)
    shown: dict[str, Any] | None = None
    if client_supports_apps(context):
        picture = await tools.picture(told)
        shown = None if picture is None else {PICTURE: picture}
    return CallToolResult(content=[TextContent(type="text", text=told.text)], _meta=shown)


def server(tools: GameTools, release: str = "") -> GameServer:
    """An MCP server whose tools `tools` answers; `release` is its version."""
    apps = Apps()
    apps.add_html_resource(
        APP,
        files("railhead.agents").joinpath("app.html").read_text(encoding="utf-8"),
        name="table",
        title="The table",
        description="The table as the seat sees it, drawn.",
        prefers_border=True,
    )
    _add_new_match(apps, tools)
    _add_table(apps, tools)
    _add_act(apps, tools)
    made = GameServer(
        "railhead",
        title="Railhead",
        instructions=INSTRUCTIONS,
        version=release,
        extensions=[apps],
        log_level="WARNING",
        subscriptions=False,
    )
    _add_readers(made, tools)
    if tools.listed:
        _add_advise(made, tools)

    @made.custom_route("/healthz", methods=["GET"])  # type: ignore[untyped-decorator] # of the SDK
    async def healthy(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    return made


def _add_new_match(apps: Apps, tools: GameTools) -> None:
    @apps.tool(resource_uri=APP, title="New match", annotations=CHANGING)
    async def new_match(
        context: Context[Any],
        game: Game,
        level: Annotated[
            Literal["beginner", "novice", "easy", "medium", "hard", "expert"],
            Field(description="How strong the bots are."),
        ] = "easy",
        seats: Annotated[
            int | None, Field(description="How many play, you included; else as few as can.")
        ] = None,
        seat: Annotated[int, Field(description="Which seat is yours, from 0.")] = 0,
        options: Annotated[
            dict[str, Any] | None,
            Field(description="Options of the game by name; games with this game lists them."),
        ] = None,
        seed: Annotated[int | None, Field(description="Makes chance reproducible.")] = None,
        name: Annotated[str, Field(description="Your name at the table.")] = "agent",
    ) -> CallToolResult:
        """Begin a match against bots; the answer has your seat and the first table."""
        asked = tools.new_match(
            game,
            level=level,
            seats=seats,
            seat=seat,
            options=options,
            seed=seed,
            name=name,
        )
        return await call_result(tools, asked, context)


def _add_table(apps: Apps, tools: GameTools) -> None:
    @apps.tool(resource_uri=APP, title="Table", annotations=READING)
    async def table(
        context: Context[Any],
        seat: Seat,
        filter: Annotated[
            str,
            Field(
                description="List only legal actions with these words, notation or numbers.",
                max_length=LONGEST_WORDS,
            ),
        ] = "",
        map: Annotated[bool, Field(description="Show the map, only.")] = False,
    ) -> CallToolResult:
        """The table in words with the legal actions; waits for your turn."""
        asked = tools.table(seat, filter=filter, map=map)
        return await call_result(tools, asked, context)


def _add_act(apps: Apps, tools: GameTools) -> None:
    @apps.tool(resource_uri=APP, title="Act", annotations=CHANGING)
    async def act(
        context: Context[Any],
        seat: Seat,
        action: Annotated[
            int | str | dict[str, Any],
            Field(
                description="A legal action: its number where they are listed, its words or "
                "notation, or JSON with type and parameters."
            ),
        ],
        version: Annotated[int, Field(description="The version that the table names.")],
    ) -> CallToolResult:
        """Take an action; the answer says what happened, and has the table at your next turn."""
        return await call_result(tools, tools.act(seat, action, version), context)


def _add_readers(made: MCPServer[Any], tools: GameTools) -> None:
    @made.tool(title="Games", annotations=READING)
    async def games(
        context: Context[Any],
        game: Annotated[str, Field(description="Tell all of this one; else list them.")] = "",
    ) -> CallToolResult:
        """The games with their seats, levels and options; of one also its types of action."""
        return await call_result(tools, tools.games(game), context)

    @made.tool(title="Rules", annotations=READING)
    async def rules(
        context: Context[Any],
        game: Game,
        about: Annotated[
            str,
            Field(
                description="A section's title, or words to look for; else all titles.",
                max_length=LONGEST_WORDS,
            ),
        ] = "",
        page: Annotated[int, Field(description="Which page of a long answer, from 1.")] = 1,
    ) -> CallToolResult:
        """What the rules say, and what names on the table stand for."""
        return await call_result(tools, tools.rules(game, about, page), context)


def _add_advise(made: MCPServer[Any], tools: GameTools) -> None:
    @made.tool(title="Advise", annotations=READING)
    async def advise(
        context: Context[Any],
        seat: Seat,
        seconds: Annotated[int, Field(description="How long the bots think, 1 to 10.")] = 2,
    ) -> CallToolResult:
        """What the bots would do in your place, with the chances they see."""
        return await call_result(tools, tools.advise(seat, seconds), context)
