"""Tuning a game's weights by self-play: `python -m ai.training.tune GAME`.

Coordinate search: each weight in turn is raised and lowered by a factor, the variant plays the
weights in use, and replaces them when it wins significantly more than its share of the matches.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.pool import Pool

import click

from ai.knowledge import made_from, weights_of, write_weights
from ai.search.levels import Level, Player
from ai.search.thinking import Budget
from ai.training.matches import play_out
from ai.training.samples import wilson
from games.options import complete
from games.random import Random
from games.registry import Catalogue, rulesets


@dataclass(frozen=True)
class Trial:
    """One match of the fewest seats: the variant in one, by turns, the weights in use in the rest.

    With `n` seats, match `number` has the variant at seat `number % n` of set-up `number // n`.
    """

    game: str
    variant: Mapping[str, float]
    present: Mapping[str, float]
    simulations: int
    number: int


def play_trial(trial: Trial) -> float:
    """The share of first place that the variant had: 1, 0.5 or 0."""
    ruleset = rulesets()[trial.game]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    seats = ruleset.min_seats
    table, seat = divmod(trial.number, seats)
    state = game.start(game.draw_setup(seats, options, Random(table, 0)))
    level = Level("trial", "", Budget(simulations=trial.simulations, floor=trial.simulations // 10))
    players = [
        Player(
            trial.game,
            level,
            seed=seats * trial.number + at,
            knowledge=made_from(trial.game, trial.variant if at == seat else trial.present),
        )
        for at in range(seats)
    ]
    play_out(state, players, Random(table, 1), ruleset.ply_cap)
    first = state.ranking()[0]
    return 1 / len(first) if seat in first else 0.0


def compare(
    pool: Pool,
    game: str,
    variant: Mapping[str, float],
    present: Mapping[str, float],
    simulations: int,
    matches: int,
) -> float:
    """How many of the matches the variant won, given up early where it is clearly behind."""
    won = 0.0
    batch = max(8, matches // 5)
    for start in range(0, matches, batch):
        trials = [
            Trial(game, variant, present, simulations, number)
            for number in range(start, min(start + batch, matches))
        ]
        won += sum(pool.imap_unordered(play_trial, trials))
        played = start + len(trials)
        if won < 0.96 * played / rulesets()[game].min_seats:
            return won * matches / played
    return won


@click.command()
@click.argument("game")
@click.argument("weights", nargs=-1)
@click.option("--matches", default=200, show_default=True, help="Matches per variant.")
@click.option("--simulations", default=300, show_default=True, help="Simulations per turn.")
@click.option("--factor", default=1.4, show_default=True, help="How far a variant goes.")
@click.option("--processes", default=os.cpu_count() or 1, show_default="all cores")
def main(
    game: str,
    weights: tuple[str, ...],
    matches: int,
    simulations: int,
    factor: float,
    processes: int,
) -> None:
    """Tune the WEIGHTS of GAME (all of them when none are named) and write its data file."""
    present = weights_of(game)
    with get_context("spawn").Pool(processes) as pool:
        for name in weights or list(present):
            for value in (present[name] * factor, present[name] / factor):
                variant = {**present, name: round(value, 4)}
                won = compare(pool, game, variant, present, simulations, matches)
                low, high = wilson(won, matches)
                better = low > 1 / rulesets()[game].min_seats
                click.echo(
                    f"{name} {present[name]:g} -> {variant[name]:g}: "
                    f"{won / matches:.1%} ({low:.1%} to {high:.1%}){' kept' if better else ''}"
                )
                if better:
                    present = variant
                    write_weights(game, present)
                    break


if __name__ == "__main__":
    main()
