"""`railhead play`: a match in the terminal, as any stranger's client would play it.

Uses the public API and nothing else, so it plays every game the service hosts.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any
from urllib.parse import quote

import click
from rich.console import Console
from rich.text import Text

from railhead.service.commands._option_arguments import read_options
from railhead.service.commands.play.client import Client
from railhead.service.commands.play.pages import score_page
from railhead.service.commands.play.plain import play_lines
from railhead.service.commands.play.screen import Screen
from railhead.service.commands.play.sitting import Sitting

NO_SCREEN = ("", "dumb", "unknown")
"""Values of `TERM` of terminals that cannot move their cursor."""


def written_options(pairs: tuple[str, ...], described: dict[str, Any]) -> dict[str, Any]:
    """`name=value` pairs as options of the game that the service has described."""
    numbers = ("integer", "switch")
    texts = [option["name"] for option in described["options"] if option["type"] not in numbers]
    return read_options(pairs, texts)


def new_match(
    client: Client,
    game: str | None,
    pairs: tuple[str, ...],
    player: dict[str, Any],
    bot: dict[str, Any],
    seats: int | None,
) -> dict[str, Any]:
    """The request for a match of a player against bots, of the first game unless one is named."""
    game = game or str(client.json("/v1/games")["games"][0]["id"])
    described = client.json(f"/v1/games/{quote(game, safe='')}")
    bots = [bot] * ((seats or described["seats"]["min"]) - 1)
    options = written_options(pairs, described)
    return {"game": game, "options": options, "seats": [player, *bots]}


def play(sitting: Sitting, console: Console, plain: bool) -> None:
    """Play on a screen where there is one, else in lines."""
    if plain:
        play_lines(sitting, console, sys.stdin)
        return
    Screen(sitting).run()
    if sitting.over:
        console.print(score_page(sitting.match))


def has_screen() -> bool:
    """Whether we are typed at and seen on a terminal that can move its cursor."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return terminal and os.environ.get("TERM", "") not in NO_SCREEN


@click.command("play")
@click.argument("game", required=False)
@click.option("--url", default="http://127.0.0.1:8000", help="Where the service is.")
@click.option(
    "--seats", type=int, help="Players at the table, you included.  [default: the fewest]"
)
@click.option("--level", default="easy", show_default=True, help="The level of the bots.")
@click.option("--name", default="You", help="Your name at the table.")
@click.option(
    "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@click.option("--seed", type=int, help="Seed of the match's chance.")
@click.option("--match", "match_id", help="Play on in this match instead of creating one.")
@click.option("--token", help="Your seat's token in that match.")
@click.option("--plain", is_flag=True, help="Print lines instead of a screen, as in a pipe.")
def command(
    game: str | None,
    url: str,
    seats: int | None,
    level: str,
    name: str,
    pairs: tuple[str, ...],
    seed: int | None,
    match_id: str | None,
    token: str | None,
    plain: bool,
) -> None:
    """Play a match against bots in the terminal, over the public API.

    Without GAME, play the first game that the service lists.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):  # click's tests put others in their place
            stream.reconfigure(errors="replace")
    console = Console(markup=False, emoji=False, highlight=False)
    client = Client(url)
    if match_id is not None:
        if token is None:
            raise click.UsageError("--match needs the --token of your seat")
        client.resume(match_id, token)
    else:
        bot = {"kind": "bot", "level": level}
        wanted = new_match(client, game, pairs, {"kind": "human", "name": name}, bot, seats)
        created = client.create(wanted if seed is None else {**wanted, "seed": seed})
        match_id, token = created["id"], created["seats"][0]["token"]
    # With "=" for the sake of a token that begins with "-".
    resume = f"railhead play --url={client.url} --match={match_id} --token={token}"
    sitting = Sitting(client, resume)
    try:
        play(sitting, console, plain or not has_screen())
    except KeyboardInterrupt:
        console.print()
    finally:
        if not sitting.over:
            console.print(Text(f"Play on with: {resume}"), soft_wrap=True)
