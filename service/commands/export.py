"""`railhead export`: matches of agents as arrays, for whoever learns from them."""

from __future__ import annotations

import os
from pathlib import Path

import click
from rich.console import Console

from railhead.ai.training.agents import UnknownAgent, agent_of
from railhead.ai.training.chunks import ConfigMismatch
from railhead.extras import extra
from railhead.service.commands._arenas import checked_game, progress_of
from railhead.service.commands.arena import options_of


@click.command("export")
@click.argument("game")
@click.option(
    "--dataset",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the data set. A stopped run resumes there.",
)
@click.option(
    "--matches", type=click.IntRange(min=1), default=100, show_default=True, help="Matches to play."
)
@click.option("--seats", type=int, help="Players at the table.  [default: the game's fewest]")
@click.option(
    "--option", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    help="Who plays, as in `railhead arena`; several take the seats in turn.  [default: hard with "
    "the simulations below]",
)
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    default=400,
    show_default=True,
    help="Simulations a turn, if no agent is named.",
)
@click.option(
    "--exploration-share",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Share of searched decisions whose move is drawn by visits.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Seed of set-ups, chance and searches.",
)
@click.option("--processes", type=int, help="Processes to use.  [default: all cores]")
def command(
    game: str,
    dataset: Path,
    matches: int,
    seats: int | None,
    chosen: tuple[str, ...],
    agents: tuple[str, ...],
    simulations: int,
    exploration_share: float,
    seed: int,
    processes: int | None,
) -> None:
    """Play matches of GAME and write positions, legal actions, visits and results as arrays.

    docs/datasets.md describes the files, which are compressed NumPy. Equal arguments give equal
    files, whatever the number of processes.
    """
    count = checked_game(game, seats)
    options = options_of(game, chosen)
    names = agents or (f"hard@{simulations}",)
    for name in names:
        try:
            if agent_of(name).commit is not None:
                raise click.BadParameter(f"{name!r}: only agents of this version are played")
        except UnknownAgent as error:
            raise click.BadParameter(str(error), param_hint="--agent") from error
    try:
        with extra("datasets"):
            from railhead.ai.training.datasets import DatasetConfig, generate
    except ImportError as error:
        raise click.ClickException(str(error)) from error
    plan = DatasetConfig(game, count, options, names, matches, seed, exploration_share)
    console = Console()
    try:
        with progress_of(console) as progress:
            task = progress.add_task("matches", total=matches)
            for chunk in generate(plan, dataset, processes or os.cpu_count() or 1):
                progress.advance(task, chunk.count)
    except ConfigMismatch as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return
    console.print(f"Written: {dataset}", soft_wrap=True)
