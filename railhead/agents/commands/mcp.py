"""`railhead mcp`: the games as tools for agents with language models."""

from __future__ import annotations

import asyncio

import click

from railhead.extras import extra


class Listen(click.ParamType[tuple[str, int]]):
    """`HOST:PORT` as its two parts; an IPv6 address is in brackets."""

    name = "HOST:PORT"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """The host and the port. Fails for a text that is not of this form."""
        host, colon, port = str(value).rpartition(":")
        if not colon or not host or not port.isdecimal() or int(port) > 65535:
            self.fail(f"{value!r} is not HOST:PORT, such as 127.0.0.1:8001")
        return host.removeprefix("[").removesuffix("]"), int(port)


@click.command("mcp")
@click.option(
    "--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service is."
)
@click.option(
    "--http", "listen", type=Listen(), help="Serve streamable HTTP there, at /mcp, not over stdio."
)
@click.option(
    "--wait-seconds",
    default=25.0,
    show_default=True,
    help="Longest wait of a call for other seats, in seconds.",
)
@click.option(
    "--hide-legal-actions",
    is_flag=True,
    envvar="RAILHEAD_MCP_HIDE_LEGAL_ACTIONS",
    show_envvar=True,
    help="List no legal actions, and give no advice: for tests of models.",
)
def command(
    url: str, listen: tuple[str, int] | None, wait_seconds: float, hide_legal_actions: bool
) -> None:
    """Serve the games as tools of the Model Context Protocol, over standard input and output.

    No call depends on an earlier one in the same process: with --http, any number of processes may
    stand behind one address.
    """
    try:
        with extra("agents"):
            from railhead.agents.serving import serve
    except ImportError as error:
        raise click.ClickException(str(error)) from error
    try:
        asyncio.run(serve(url, listen, wait_seconds, not hide_legal_actions))
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)
