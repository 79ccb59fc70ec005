"""What `hard` scores in Steam, and whether it stays solvent: `python -m bench.steam --help`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import mean

import click

from ai.arena import play_out
from ai.levels import Player
from games.options import complete
from games.random import Random
from games.registry import Catalogue, rulesets
from games.steam.state import BANKRUPT, Position


@dataclass(frozen=True)
class Table:
    """One match: `hard` at seat `number % seats`, `others` at all other seats."""

    variant: str
    seats: int
    others: str
    budget: float
    number: int


@dataclass(frozen=True)
class Ended:
    """The final scores of the seats that `hard` held, and how many of them went bankrupt."""

    key: str
    scores: list[int]
    bankrupt: int


def key_of(table: Table) -> str:
    """What tells one match from another."""
    return f"{table.variant} {table.seats} {table.others} {table.budget} {table.number}"


def play(table: Table) -> Ended:
    """Play one match."""
    ruleset = rulesets()["steam"]
    options = complete(ruleset.options, {"variant": table.variant})
    game = Catalogue().game(ruleset, options)
    number, own = divmod(table.number, table.seats)
    state = game.start(game.draw_setup(table.seats, options, Random(number, 3)))
    assert isinstance(state, Position)
    levels = ["hard" if seat == own else table.others for seat in range(table.seats)]
    players = [
        Player("steam", level, seed=64 * table.number + at, scale=table.budget, counted=True)
        for at, level in enumerate(levels)
    ]
    play_out(state, players, Random(number, 4), ruleset.ply_cap)
    held = [seat for seat, level in enumerate(levels) if level == "hard"]
    scores = state.scores()
    bankrupt = sum(state.held(seat, BANKRUPT) for seat in held)
    return Ended(key_of(table), [scores[seat] for seat in held], bankrupt)


def on_file(file: Path) -> dict[str, Ended]:
    """The matches played before."""
    if not file.exists():
        return {}
    ended = [Ended(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    return {one.key: one for one in ended}


@click.command()
@click.option("--matches", default=150, show_default=True)
@click.option("--variant", type=click.Choice(["base", "standard"]), default="standard")
@click.option("--seats", default=3, show_default=True)
@click.option("--others", default="medium", show_default=True, help="The level of other seats.")
@click.option("--budget", default=0.02, show_default=True, help="Factor for the thinking.")
@click.option("--processes", default=1, show_default=True)
@click.option("--results", type=click.Path(path_type=Path), default=Path("bench/out/steam.jsonl"))
def main(
    matches: int,
    variant: str,
    seats: int,
    others: str,
    budget: float,
    processes: int,
    results: Path,
) -> None:
    """Play `hard` against OTHERS; matches on file are not played again."""
    plan = [Table(variant, seats, others, budget, number) for number in range(matches)]
    known = on_file(results)
    ended = [known[key_of(table)] for table in plan if key_of(table) in known]
    waiting = [table for table in plan if key_of(table) not in known]
    results.parent.mkdir(parents=True, exist_ok=True)
    with get_context("spawn").Pool(processes) as pool, results.open("a") as file:
        for one in pool.imap_unordered(play, waiting):
            file.write(json.dumps(one.__dict__) + "\n")
            file.flush()
            ended.append(one)
    scores = [score for one in ended for score in one.scores]
    click.echo(
        f"{variant}, {seats} players, hard against {others}, budget {budget:g}: {len(ended)} "
        f"matches, {sum(one.bankrupt for one in ended)} bankrupt, mean score {mean(scores):.1f}, "
        f"lowest {min(scores)}"
    )


if __name__ == "__main__":
    main()
