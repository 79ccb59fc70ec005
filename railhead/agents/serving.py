"""Running the MCP server, over standard input and output or over HTTP."""

from __future__ import annotations

from railhead import __version__
from railhead.agents.server import server
from railhead.agents.tools import GameTools
from railhead.client import AsyncRailhead

PATIENCE_SECONDS = 8.0
"""How long a service that does not answer is looked for."""


async def serve(url: str, listen: tuple[str, int] | None, wait: float, listed: bool) -> None:
    """Serve the API at `url` as tools, until the input ends or the process is told to stop.

    `listen` is the host and port for streamable HTTP, at `/mcp`; without one, standard input and
    output are used. Others are waited for `wait` seconds at most in one call. Legal actions are
    shown where they are `listed`.
    """
    async with AsyncRailhead(url, seconds=PATIENCE_SECONDS, user_agent="railhead-mcp") as service:
        made = server(GameTools(service, url, wait, listed), __version__)
        if listen is None:
            await made.run_stdio_async()
            return
        host, port = listen
        await made.run_streamable_http_async(
            host=host, port=port, stateless_http=True, json_response=True
        )
