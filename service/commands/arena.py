"""`railhead arena`: the bot levels against each other, in process, on all cores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ai.search.levels import LEVELS, RANDOM
from ai.training.arena import Arena, neighbours, round_robin
from games.options import IntegerOption, InvalidOption, SwitchOption, complete
from games.registry import rulesets
from service.commands._option_arguments import read_options

NAMES = [RANDOM.name, *LEVELS]


def pairings_of(wanted: tuple[str, ...], everybody: bool) -> list[tuple[str, str]]:
    """The pairings named as `hard:medium`; without any, neighbouring levels and `medium`
    against random play, or with `everybody` each level against each.

    A level may meet itself: that measures its points.
    """
    if not wanted:
        return round_robin(NAMES) if everybody else [*neighbours(NAMES), ("medium", RANDOM.name)]
    pairs = []
    for text in wanted:
        first, _, second = text.partition(":")
        if first not in NAMES or second not in NAMES:
            raise click.BadParameter(f"{text!r} is not two of {', '.join(NAMES)}, joined by ':'")
        pairs.append((first, second))
    return pairs


@click.command("arena")
@click.argument("game", default="montana")
@click.argument("pairings", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Every level against every other.")
@click.option("--matches", default=200, show_default=True, help="Matches per pairing.")
@click.option("--seats", type=int, help="Players at the table.  [default: the game's fewest]")
@click.option(
    "--strong", default=1, show_default=True, help="Seats of a pairing's first level, evenly apart."
)
@click.option(
    "--option", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@click.option("--budget", default=1.0, show_default=True, help="Factor for every level's thinking.")
@click.option("--seed", default=1, show_default=True, help="Seed of set-ups, chance and players.")
@click.option("--processes", type=int, help="Processes to use.  [default: all cores]")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("bench/out/arena.jsonl"),
    show_default=True,
    help="Results on file are not played again, so that a run can be resumed.",
)
@click.option("--sheet", is_flag=True, help="Show the first level's mean score sheets too.")
@click.option("--record", is_flag=True, help="Write the figures to ai/search/levels.yaml.")
def command(
    game: str,
    pairings: tuple[str, ...],
    everybody: bool,
    matches: int,
    seats: int | None,
    strong: int,
    chosen: tuple[str, ...],
    budget: float,
    seed: int,
    processes: int | None,
    results: Path,
    sheet: bool,
    record: bool,
) -> None:
    """Play bot levels of GAME against each other, such as `railhead arena montana hard:medium`."""
    if game not in rulesets():
        raise click.BadParameter(f"{game!r} is not one of {', '.join(rulesets())}")
    seats = seats or rulesets()[game].min_seats
    if not 0 < strong < seats:
        raise click.BadParameter(f"--strong must be from 1 to {seats - 1}")
    if record and (strong > 1 or chosen):
        raise click.BadParameter("--record is for one seat against all others, default options")
    arena = Arena(
        game,
        pairings_of(pairings, everybody),
        matches,
        seats=seats,
        budget=budget,
        seed=seed,
        options=options_of(game, chosen),
        strong=strong,
        results=results,
    )
    console = Console()
    _play(arena, console, processes)
    title = f"{game}, {seats} players, {strong} of the first level, budget factor {budget:g}"
    console.print(standings_of(arena, ", ".join([title, *chosen])))
    if sheet:
        console.print(sheets_of(arena))
    if record:
        arena.record()


def options_of(game: str, chosen: tuple[str, ...]) -> dict[str, Any]:
    """The options given as `name=value`, checked."""
    options = rulesets()[game].options
    numbers = IntegerOption | SwitchOption
    texts = [option.name for option in options if not isinstance(option, numbers)]
    given = read_options(chosen, texts)
    try:
        whole = complete(options, given)
    except InvalidOption as error:
        raise click.BadParameter(f"option {error.option}: {error.problem}") from error
    # Only what was named is part of a result's key: an option that is new leaves old results valid.
    return {name: whole[name] for name in given}


def _play(arena: Arena, console: Console, processes: int | None) -> None:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
        task = progress.add_task("matches", total=len(arena.plan), completed=len(arena.results))
        try:
            for _ in arena.run(processes):
                progress.advance(task)
        except KeyboardInterrupt:
            console.print("Stopped; the same command goes on from here.")


def sheets_of(arena: Arena) -> Table:
    """The mean score sheet of each pairing's first level, a category a row."""
    standings = arena.standings()
    sheet = Table(title="mean score sheet of the first level")
    sheet.add_column("category")
    for row in standings:
        sheet.add_column(f"{row.first} : {row.second}", justify="right")
    for name in dict.fromkeys(name for row in standings for name in row.sheet):
        sheet.add_row(name, *(f"{row.sheet.get(name, 0.0):.2f}" for row in standings))
    return sheet


def standings_of(arena: Arena, title: str) -> Table:
    """The pairings with their shares of wins, and each level's usual time per turn."""
    grid = Table(title=title)
    for heading in ("pairing", "matches", "won", "95 % interval", "points", "seconds per turn"):
        grid.add_column(heading, justify="left" if heading == "pairing" else "right")
    times = arena.seconds_per_turn()
    for row in arena.standings():
        both = [f"{times[name]:.3f}" for name in (row.first, row.second) if name in times]
        grid.add_row(
            f"{row.first} : {row.second}",
            str(row.matches),
            f"{row.share:.1%}",
            f"{row.low:.1%} to {row.high:.1%}",
            f"{row.points:.1f}",
            " : ".join(both),
        )
    return grid
