"""What prospects are worth, from finished matches: `python -m ai.training.fit GAME`.

For a knowledge whose evaluation is points on the table plus a weighted sum of numbers. The policy
plays matches; least squares with a ridge find the weights by which the numbers tell best how many
points each seat still gets.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, cast

import click

from ai.knowledge import made_from, weights_of, write_weights
from ai.training.matches import openings, play_by_policy
from games.game import State
from games.random import Random

EVERY = 12
"""One position in so many is taken."""


class Additive(Protocol):
    """A knowledge that can be fitted."""

    def numbers_of(self, state: State) -> list[list[float]]:
        """For each seat its points on the table, then its numbers."""

    def names_of_numbers(self) -> list[str]:
        """The names of the weights of these numbers, in their order."""


def least_squares(
    rows: Sequence[Sequence[float]], wanted: Sequence[float], ridge: float
) -> list[float]:
    """The weights of columns that come nearest to `wanted`; `ridge` as a share of each variance."""
    size = len(rows[0])
    matrix = [[0.0] * (size + 1) for _ in range(size)]
    for row, want in zip(rows, wanted, strict=True):
        for one, value in enumerate(row):
            if value:
                line = matrix[one]
                for other in range(size):
                    line[other] += value * row[other]
                line[size] += value * want
    for one in range(size):
        matrix[one][one] = matrix[one][one] * (1.0 + ridge) + 1e-9
    for one in range(size):
        for below in range(one + 1, size):
            factor = matrix[below][one] / matrix[one][one]
            for other in range(one, size + 1):
                matrix[below][other] -= factor * matrix[one][other]
    found = [0.0] * size
    for one in reversed(range(size)):
        rest = sum(matrix[one][other] * found[other] for other in range(one + 1, size))
        found[one] = (matrix[one][size] - rest) / matrix[one][one]
    return found


def fitted(game_id: str, matches: int, ridge: float) -> dict[str, float]:
    """The weights in use, with those of the numbers fitted to matches of the policy."""
    weights = weights_of(game_id)
    knowledge = made_from(game_id, weights)
    additive = cast(Additive, knowledge)
    start = openings(game_id)
    draw = random.Random(1)
    rows: list[list[float]] = []
    wanted: list[float] = []
    for number in range(matches):
        taken: list[list[list[float]]] = []

        def take(state: State, into: list[list[list[float]]] = taken) -> None:
            if draw.randrange(EVERY) == 0:
                into.append(additive.numbers_of(state))

        points = play_by_policy(knowledge, start(number), Random(number, 1), take)
        for position in taken:
            for seat, (table_points, *numbers) in enumerate(position):
                rows.append(numbers)
                wanted.append(points[seat] - table_points)
    found = least_squares(rows, wanted, ridge)
    names = additive.names_of_numbers()
    return {**weights, **{n: round(w, 4) for n, w in zip(names, found, strict=True)}}


@click.command()
@click.argument("game")
@click.option("--matches", default=600, show_default=True)
@click.option("--ridge", default=0.02, show_default=True)
def main(game: str, matches: int, ridge: float) -> None:
    """Fit the weights of GAME's prospects, and write them."""
    weights = fitted(game, matches, ridge)
    write_weights(game, weights)


if __name__ == "__main__":
    main()
