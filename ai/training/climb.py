"""Weights for moves, found by play without a search: `python -m ai.training.climb GAME`.

The policy of a game's knowledge plays whole matches by itself, a few milliseconds each. The
cross-entropy method draws variants of the weights around a mean, lets each play the same matches,
and moves the mean to those with the most points; `fit` then takes what prospects are worth from
matches of that policy (`ai.training.fit`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

import click

from ai.knowledge import made_from, weights_of, write_weights
from ai.training.matches import openings, play_by_policy
from games.random import Random

VARIANTS = 30
KEPT = 7
STEP = 0.6
"""How far the mean goes towards that of the variants kept."""
LEAST = 0.05


def mean_points(game_id: str, weights: Mapping[str, float], numbers: Sequence[int]) -> float:
    """The mean points of a seat in these matches."""
    knowledge = made_from(game_id, weights)
    start = openings(game_id)
    points = [
        score
        for number in numbers
        for score in play_by_policy(knowledge, start(number), Random(number, 1))
    ]
    return sum(points) / len(points)


def shifted(weight: float, by: float) -> float:
    """A weight moved by so many steps: a positive one by factors, and it stays positive."""
    return weight * math.exp(0.5 * by) if weight > 0.0 else weight + by


def climb(
    game_id: str, names: Sequence[str], matches: int, rounds: int, seed: int
) -> dict[str, float]:
    """The weights in use with better ones for `names`."""
    start = weights_of(game_id)
    draw = random.Random(seed)
    mean = dict.fromkeys(names, 0.0)
    spread = dict.fromkeys(names, 1.0)
    for number in range(rounds):
        variants = [
            {name: draw.gauss(mean[name], spread[name]) for name in names} for _ in range(VARIANTS)
        ]
        results = [
            (mean_points(game_id, moved(start, variant), range(number, number + matches)), index)
            for index, variant in enumerate(variants)
        ]
        best = [variants[index] for _, index in sorted(results, reverse=True)[:KEPT]]
        for name in names:
            centre = sum(variant[name] for variant in best) / KEPT
            wide = math.sqrt(sum((variant[name] - centre) ** 2 for variant in best) / KEPT)
            mean[name] += STEP * (centre - mean[name])
            spread[name] = max(LEAST, spread[name] + STEP * (1.1 * wide - spread[name]))
        click.echo(f"round {number + 1}: best {max(results)[0]:.1f} points")
    return moved(start, mean)


def moved(start: Mapping[str, float], by: Mapping[str, float]) -> dict[str, float]:
    """The weights of `start`, each moved by its steps."""
    return {**start, **{name: round(shifted(start[name], step), 4) for name, step in by.items()}}


@click.command()
@click.argument("game")
@click.argument("names", nargs=-1, required=True)
@click.option("--matches", default=40, show_default=True, help="Matches of each variant.")
@click.option("--rounds", default=20, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(game: str, names: tuple[str, ...], matches: int, rounds: int, seed: int) -> None:
    """Move the weights NAMES of GAME's policy to where it scores most, and write them."""
    weights = climb(game, names, matches, rounds, seed)
    write_weights(game, weights)


if __name__ == "__main__":
    main()
