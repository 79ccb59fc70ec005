"""What a generation of self-play is worth: figures to judge its networks by, before any match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import Knowledge
from railhead.ai.knowledge.learned import Learned
from railhead.ai.training.policy_fit import PolicyFigures
from railhead.ai.training.sgd import is_held_out
from railhead.ai.training.value_samples import read_columns, supposed_position
from railhead.games.game import Game
from railhead.games.vectors import vec

FIFTHS: Final = 5


@dataclass(frozen=True)
class ValueFigures:
    """Of one fifth of the matches: `expected` and `reached` points of a seat, on average; the slope
    of final on foreseen leads over the mean of all seats (1 where leads are neither too large nor
    too small), and the share of the final leads' variance that is foreseen."""

    fifth: int
    positions: int
    expected: float
    reached: float
    slope: float
    foreseen: float


def value_figures(knowledge: Knowledge, files: Iterable[tuple[Game, Path]]) -> list[ValueFigures]:
    """How far values are from how their matches ended, in those held out of the fit."""
    unit = knowledge.unit if isinstance(knowledge, Learned) else 1.0
    rows: list[list[tuple[NDArray[np.float64], NDArray[np.float64]]]] = [[] for _ in range(FIFTHS)]
    for game, file in files:
        for fifth, expected, reached in _values_in(knowledge, game, file):
            rows[fifth].append((unit * expected, reached))
    return [_figures(fifth, found) for fifth, found in enumerate(rows) if found]


def _values_in(
    knowledge: Knowledge, game: Game, file: Path
) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
    """Of each position the fifth of its match, the values of the seats, and their final points."""
    columns = read_columns(file)
    begins = columns["decisions_from"]
    judged = is_held_out(columns["match"])
    for number in range(len(columns["seat"])):
        match = int(np.searchsorted(begins, number, side="right")) - 1
        if not judged[match]:
            continue
        length = begins[match + 1] - begins[match]
        position = supposed_position(game, columns, number)
        seats = int(position.seats())
        out = vec[float]([0.0] * (2 * seats))
        knowledge.evaluate(position, out)
        expected = np.array([out[seat] for seat in range(seats)])
        fifth = int(FIFTHS * (number - begins[match]) / length)
        yield fifth, expected, columns["scores"][match].astype(np.float64)


def _figures(
    fifth: int, found: list[tuple[NDArray[np.float64], NDArray[np.float64]]]
) -> ValueFigures:
    foreseen = np.concatenate([expected - expected.mean() for expected, _ in found])
    final = np.concatenate([reached - reached.mean() for _, reached in found])
    product, square, total = (foreseen * final).sum(), (foreseen**2).sum(), (final**2).sum()
    return ValueFigures(
        fifth + 1,
        len(found),
        float(np.mean([expected.mean() for expected, _ in found])),
        float(np.mean([reached.mean() for _, reached in found])),
        float(product / max(square, 1e-9)),
        float(1.0 - ((final - foreseen) ** 2).sum() / max(total, 1e-9)),
    )


def report_lines(policy: PolicyFigures, values: list[ValueFigures]) -> Iterator[str]:
    """The figures as text, a line each."""
    parts = ["all", *(f"part {part} of the match" for part in range(1, len(policy.network)))]
    for part, entropy, by_hand, network in zip(
        parts, policy.entropy, policy.by_hand, policy.network, strict=True
    ):
        yield (
            f"policy, {part}: {network - entropy:.3f} nats (KL divergence) from the visits "
            f"(priors by hand {by_hand - entropy:.3f}, entropy of the visits {entropy:.3f})"
        )
    yield f"policy: its first action is the one visited most in {policy.best_first:.1%}"
    for one in values:
        yield (
            f"value, fifth {one.fifth}: {one.expected:.1f} points expected, {one.reached:.1f} "
            f"reached; slope of leads {one.slope:.2f}, foreseen {one.foreseen:.1%}"
        )
