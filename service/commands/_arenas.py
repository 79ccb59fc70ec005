"""What the commands that play matches share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from railhead.ai.training.agents import agent_of
from railhead.ai.training.releases import checkout
from railhead.games.registry import rulesets

Command = TypeVar("Command", bound=Callable[..., Any])


def playing_options(results: str) -> Callable[[Command], Command]:
    """The options of every command that plays matches; `results` is the file unless they say so."""
    options = [
        click.option("--seats", type=int, help="Players at the table.  [default: the fewest]"),
        click.option(
            "--budget", default=1.0, show_default=True, help="Factor for every agent's thinking."
        ),
        click.option(
            "--seed", default=1, show_default=True, help="Seed of set-ups, chance and players."
        ),
        click.option("--processes", type=int, help="Processes to use.  [default: all cores]"),
        click.option(
            "--results",
            type=click.Path(dir_okay=False, path_type=Path),
            default=Path(results),
            show_default=True,
            help="File of the results. A stopped run resumes from it.",
        ),
    ]

    def with_options(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return with_options


def checked_game(game: str, seats: int | None) -> int:
    """The seats of a table of a game: those wanted, or its fewest. Raises `click.BadParameter`."""
    if game not in rulesets():
        raise click.BadParameter(f"{game!r} is not one of {', '.join(rulesets())}")
    ruleset = rulesets()[game]
    wanted = ruleset.min_seats if seats is None else seats
    if not ruleset.min_seats <= wanted <= ruleset.max_seats:
        raise click.BadParameter(
            f"{game} is for {ruleset.min_seats} to {ruleset.max_seats} players, not {wanted}",
            param_hint="--seats",
        )
    return wanted


def begin_releases(names: Iterable[str], console: Console) -> None:
    """Have the checkouts that agents of earlier releases play from.

    Raises `UnknownAgent` and `ReleaseFailed`.
    """
    for commit in dict.fromkeys(agent_of(name).commit for name in names):
        if commit is not None:
            with console.status(f"Building {commit}, which takes minutes the first time"):
                checkout(commit)


def progress_of(console: Console) -> Progress:
    """A bar with the number of matches and the time that is left."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, TimeRemainingColumn(), console=console)
