"""Weights for moves, found by play without a search: `python -m ai.climb great_western_trail`.

The policy of a game's knowledge plays whole matches by itself, a few milliseconds each. The
cross-entropy method draws variants of the weights around a mean, lets each play the same matches,
and moves the mean to those with the most points; `fit` then takes what prospects are worth from
matches of that policy (`ai.fit`).
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Mapping, Sequence

import click

from ai.knowledge import Knowledge, made_from, weights_file, weights_of
from games.game import CHANCE, OVER, Actions, Game, State
from games.options import complete
from games.random import Random
from games.registry import Catalogue, rulesets
from games.vectors import vec

VARIANTS = 30
KEPT = 7
STEP = 0.6
"""How far the mean goes towards that of the variants kept."""
LEAST = 0.05


def table(game_id: str) -> tuple[Game, Callable[[int], State]]:
    """A game of the fewest seats, and its start by number."""
    ruleset = rulesets()[game_id]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    return game, lambda number: game.start(
        game.draw_setup(ruleset.min_seats, options, Random(number, 0))
    )


def play_by_policy(
    knowledge: Knowledge, state: State, random: Random, seen: Callable[[State], None] | None = None
) -> list[int]:
    """Play `state` to its end by the policy alone; the points. `seen` gets every position."""
    actions = Actions()
    weights = vec[float]([0.0] * 4096)
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            state.sample_chance(random)
            continue
        if seen is not None:
            seen(state)
        actions.clear()
        state.collect(actor, actions)
        count = int(actions.count)
        index = 0
        if count > 1:
            knowledge.policy(state, actor, actions, weights)
            left = sum(weights[place] for place in range(count)) * int(random.next32()) / 2**32
            while index < count - 1 and left >= weights[index]:
                left -= weights[index]
                index += 1
        state.play(actor, actions.items[index])
    return list(state.scores())


def mean_points(game_id: str, weights: Mapping[str, float], numbers: Sequence[int]) -> float:
    """The mean points of a seat in these matches."""
    knowledge = made_from(game_id, weights)
    _, start = table(game_id)
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
    weights_file(game).write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
