"""A network over real numbers: what it says of every seat, and how it lies on file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railhead.ai.net import dense_file, weights_file
from railhead.ai.net.dense import Dense
from railhead.ai.training.dense_fit import quantize
from railhead.games.vectors import vec

NUMBERS, HIDDEN, UNIT = 7, 5, 12.0
USUAL = np.zeros(NUMBERS, np.float32), np.ones(NUMBERS, np.float32)
"""Numbers about 0 that differ by 1: what they are, and how far they differ."""


def drawn(seed: int = 1) -> dict[str, np.ndarray]:
    """Parameters that are neither all inside the bounds of the hidden units nor all beyond."""
    random = np.random.default_rng(seed)

    def some(*shape: int) -> np.ndarray:
        return random.normal(0.0, 0.7, shape).astype(np.float32)

    width = HIDDEN + 2
    return {
        "own": some(NUMBERS, width), "others": some(NUMBERS, width), "table": some(1, width),
        "bias": some(width), "second": some(HIDDEN, 2), "firmness": some(1, 1),
    }  # fmt: skip


def computed(
    p: dict[str, np.ndarray], numbers: np.ndarray, certain: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Standings and log odds of (seats, numbers), the way they are written down."""
    others = (numbers.sum(axis=0) - numbers) / (len(numbers) - 1)
    sums = numbers @ p["own"] + others @ p["others"] + p["bias"] + p["table"][0]
    out = np.clip(sums[:, :HIDDEN], 0, 1) @ p["second"] + sums[:, HIDDEN:]
    standings = out[:, 0] + certain / UNIT
    return standings * UNIT, out[:, 1] + p["firmness"][0, 0] * standings


def valued(network: Dense, numbers: np.ndarray, certain: np.ndarray) -> list[float]:
    """What a network says of the same."""
    seats = len(numbers)
    out = vec[float]([*map(float, certain), *[0.0] * seats])
    for seat in range(seats):
        network.see(seat, vec[float]([float(one) for one in numbers[seat]]))
    network.value(seats, out)
    return list(out)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_seat_is_valued_by_its_own_numbers_and_the_mean_of_the_others(seats: int) -> None:
    random = np.random.default_rng(seats)
    spreads = random.uniform(0.5, 20.0, NUMBERS).astype(np.float32)
    means = random.normal(0.0, 1.0, NUMBERS).astype(np.float32) * spreads
    p = drawn()
    network = quantize(p, means, spreads, UNIT, "a test").network(NUMBERS)
    for _ in range(20):
        numbers = random.normal(0.0, 1.0, (seats, NUMBERS)) * spreads
        numbers[random.random(numbers.shape) < 0.3] = 0.0
        certain = random.normal(30.0, 10.0, seats)
        standings, odds = computed(p, (numbers - means) / spreads, certain)
        found = valued(network, numbers, certain)
        assert found[:seats] == pytest.approx(list(standings), abs=0.02)
        assert found[seats:] == pytest.approx(list(odds), abs=0.002)


def test_it_comes_off_its_file_as_it_went_on(tmp_path: Path) -> None:
    weights = quantize(drawn(), *USUAL, UNIT, "a test")
    weights.write(tmp_path / "network.json")
    read = dense_file.read(tmp_path / "network.json")
    assert read == weights
    numbers, certain = np.eye(3, NUMBERS), np.array([1.0, 2.0, 3.0])
    networks = [one.network(NUMBERS) for one in (weights, read)]
    assert len({tuple(valued(network, numbers, certain)) for network in networks}) == 1


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    weights = quantize(drawn(), *USUAL, UNIT, "a test")
    with pytest.raises(ValueError, match="7 numbers, 8 are wanted"):
        weights.network(NUMBERS + 1)
    with pytest.raises(ValueError, match="twice"):
        Dense([0.0] * 6, [0.0] * 3, [0.0] * 3, [0.0] * 2, 1.0, UNIT)
    with pytest.raises(ValueError, match="second layer"):
        Dense([0.0] * 3, [0.0] * 3, [0.0] * 3, [0.0] * 4, 1.0, UNIT)
    file = tmp_path / "network.json"
    weights.write(file)
    with pytest.raises(ValueError, match="not of format"):
        weights_file.read(file)
    file.write_text('{"format": 2}', encoding="utf-8")
    with pytest.raises(ValueError, match="not of format dense-1"):
        dense_file.read(file)
