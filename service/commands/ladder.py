"""`railhead ladder`: the fixed agents of a game rated against each other."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from railhead.ai.strength import fixed_agents
from railhead.ai.training.agents import UnknownAgent
from railhead.ai.training.ladder import Ladder
from railhead.ai.training.ratings import RatingEstimate, RatingsUnavailable
from railhead.ai.training.releases import ReleaseFailed
from railhead.ai.training.strength_page import write_page
from railhead.service.commands._arenas import (
    begin_releases,
    checked_game,
    playing_options,
    progress_of,
)


@click.command("ladder")
@click.argument("game")
@click.option(
    "--agent",
    "named",
    multiple=True,
    help="An agent, the weakest first. The last one is rated 0.  [default: those of "
    "ai/strength/data/agents.yaml]",
)
@click.option(
    "--ci",
    default=40.0,
    show_default=True,
    help="Neighbours play until the 95 % interval of their lead is this many Elo to either side.",
)
@click.option("--max-samples", default=200, show_default=True, help="Samples of a pairing at most.")
@click.option("--min-samples", default=8, show_default=True, help="Samples of a pairing at least.")
@playing_options("bench/out/ladder.jsonl")
@click.option(
    "--publish",
    is_flag=True,
    help="Write the ladder to ai/strength/data and docs/strength.md.",
)
def command(
    game: str,
    seats: int | None,
    named: tuple[str, ...],
    ci: float,
    max_samples: int,
    min_samples: int,
    budget: float,
    seed: int,
    processes: int | None,
    results: Path,
    publish: bool,
) -> None:
    """Rate the fixed agents of GAME against each other, and publish the ladder with --publish.

    Each agent plays those up to two places away. Then neighbours play on until their leads are
    known well enough (--ci). `railhead arena --help` describes what --agent takes.
    """
    agents, anchor = (list(named), named[-1]) if named else fixed_agents()
    if len(set(agents)) < max(2, len(agents)):
        raise click.BadParameter("name at least two agents, each once", param_hint="--agent")
    if publish and named:
        raise click.BadParameter("--publish is for the agents of ai/strength/data/agents.yaml")
    seats = checked_game(game, seats)
    console = Console()
    try:
        ladder = Ladder(
            game,
            agents,
            anchor,
            seats=seats,
            within=ci,
            most=max_samples,
            least=min_samples,
            budget=budget,
            seed=seed,
            results=results,
        )
        finished = _play(ladder, processes, console)
    except (UnknownAgent, ReleaseFailed, RatingsUnavailable) as error:
        raise click.ClickException(str(error)) from error
    if finished and publish:
        console.print(f"Written: {ladder.publish()}, {write_page()}")


def _play(ladder: Ladder, processes: int | None, console: Console) -> bool:
    """Play what is missing and show the ratings; False where the user stopped it before."""
    try:
        begin_releases(ladder.agents, console)
        with progress_of(console) as progress:
            task = progress.add_task("matches of this round", total=None)
            for number, total in ladder.run(processes):
                progress.update(task, completed=number, total=total)
        console.print(table_of(ladder))
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return False
    return True


def table_of(ladder: Ladder) -> Table:
    """The agents with their ratings, best first."""
    grid = Table(title=f"{ladder.game}, {ladder.seats} players, budget factor {ladder.budget:g}")
    for heading in ("agent", "Elo", "95 % interval", "ahead of the next", "matches"):
        grid.add_column(heading, justify="left" if heading == "agent" else "right")
    matches = [agent["matches"] for agent in ladder.summary()["agents"]]
    for one, played in zip(ladder.ratings(), matches, strict=True):
        grid.add_row(
            ladder.agents[one.agent],
            f"{one.rating.elo:.0f}",
            f"{one.rating.low:.0f} to {one.rating.high:.0f}",
            "" if one.lead is None else lead_of(one.lead),
            str(played),
        )
    return grid


def lead_of(lead: RatingEstimate) -> str:
    """A lead with its interval."""
    return f"{lead.elo:.0f} ({lead.low:.0f} to {lead.high:.0f})"
