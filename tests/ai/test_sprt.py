"""The sequential test: its error rates, and what it has in common with fishtest's."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from railhead.ai.training.sprt import (
    NOT_STRONGER,
    STRONGER,
    UNDECIDED,
    Question,
    Sprt,
    elo_of_spread,
    normalized_elo,
)

RUNS = 2000


def played(seats: int, strong: int) -> list[float]:
    """Samples of a stronger agent where hands are good or bad, and points are often tied."""
    source = random.Random(5)
    samples = []
    for _ in range(4000):
        hands = [source.gauss(0, 0.8) for _ in range(seats)]
        won = 0.0
        for rotation in range(seats):
            own = {(rotation + seats * k // strong) % seats for k in range(strong)}
            points = [
                round(4 * (hand + source.gauss(0, 1) + (0.3 if seat in own else 0)))
                for seat, hand in enumerate(hands)
            ]
            best = [seat for seat in range(seats) if points[seat] == max(points)]
            won += sum(seat in own for seat in best) / len(best)
        samples.append(won / seats)
    return samples


def weighted_to(
    elo: float, samples: Sequence[float], seats: int, strong: int
) -> tuple[list[float], list[float]]:
    """The samples' values, with weights that make an agent of exactly so much normalized Elo."""
    counts = Counter(round(sample, 9) for sample in samples)
    wanted = elo / elo_of_spread(seats, strong) * math.sqrt(seats)
    low, high = -20.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2
        weights = [count * math.exp(middle * value) for value, count in counts.items()]
        mean = sum(w * v for v, w in zip(counts, weights, strict=True)) / sum(weights)
        scatter = sum(w * (v - mean) ** 2 for v, w in zip(counts, weights, strict=True))
        spreads = (mean - strong / seats) / math.sqrt(scatter / sum(weights))
        low, high = (middle, high) if spreads < wanted else (low, middle)
    return list(counts), weights


def verdict(test: Sprt, values: list[float], weights: list[float], source: random.Random) -> str:
    while test.verdict == UNDECIDED:
        for sample in source.choices(values, weights, k=16):
            test.add(sample)
    return test.verdict


@pytest.mark.sampled
@pytest.mark.parametrize(("seats", "strong"), [(2, 1), (3, 1), (4, 1), (4, 2)])
def test_error_rates(seats: int, strong: int) -> None:
    samples = played(seats, strong)
    ties = [sample for sample in samples if sample * seats % 1]
    assert len(ties) > 200
    question = Question()
    for elo, wrong in ((question.elo0, STRONGER), (question.elo1, NOT_STRONGER)):
        values, weights = weighted_to(elo, samples, seats, strong)
        source = random.Random(seats)
        errors = sum(
            verdict(Sprt(question, seats, strong), values, weights, source) == wrong
            for _ in range(RUNS)
        )
        assert 0.02 * RUNS < errors <= 0.06 * RUNS


def five_outcomes(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of fishtest's model of pairs: five outcomes, each as likely as fits.

    For an expectation so many spreads above one half the likeliest probabilities p of outcomes x
    solve p = n / N / (1 + l (x - 1/2 - s d (1 + ((x - m) / d)²) / 2)), m and d their mean and
    spread, and l such that they sum up.
    """
    values = [place / 4 for place in range(5)]
    shares = [max(count, 1e-3) / sum(counts) for count in counts]

    def likelihood(spreads: float) -> float:
        fitted = [0.2] * 5
        for _ in range(200):
            mean = sum(p * x for p, x in zip(fitted, values, strict=True))
            spread = math.sqrt(
                sum(p * (x - mean) ** 2 for p, x in zip(fitted, values, strict=True))
            )
            slope = [
                x - 0.5 - spreads * spread * (1 + ((mean - x) / spread) ** 2) / 2 for x in values
            ]
            low, high = -1 / max(slope) + 1e-9, -1 / min(slope) - 1e-9
            for _ in range(100):
                middle = (low + high) / 2
                rest = sum(p * a / (1 + middle * a) for p, a in zip(shares, slope, strict=True))
                low, high = (middle, high) if rest > 0 else (low, middle)
            fitted = [p / (1 + middle * a) for p, a in zip(shares, slope, strict=True)]
        return sum(p * math.log(q) for p, q in zip(shares, fitted, strict=True))

    per_spread = math.sqrt(2) / elo_of_spread(2)
    return sum(counts) * (likelihood(elo1 * per_spread) - likelihood(elo0 * per_spread))


@pytest.mark.parametrize(
    "counts", [(10, 20, 40, 20, 10), (5, 20, 40, 25, 10), (12, 30, 66, 21, 11), (2, 5, 40, 12, 4)]
)
def test_with_two_seats_it_near_the_test_of_five_outcomes(counts: tuple[int, ...]) -> None:
    test = Sprt(Question(0, 50, 1e-9, 1e-9), 2)
    for place, count in enumerate(counts):
        for _ in range(count):
            test.add(place / 4)
    assert test.llr == pytest.approx(five_outcomes(counts, 0, 50), rel=0.05, abs=0.05)


def test_normalized_elo_of_two_seats_is_fishtests() -> None:
    assert elo_of_spread(2) == pytest.approx(800 / math.log(10))
    samples = [0.0, 0.25, 0.5, 0.75, 1.0, 0.75, 0.75, 0.5]
    mean = sum(samples) / 8
    spread = math.sqrt(2 * sum((sample - mean) ** 2 for sample in samples) / 7)
    assert normalized_elo(samples, 2) == pytest.approx((mean - 0.5) / spread * 800 / math.log(10))
    assert normalized_elo([1.0], 2) is None
    assert normalized_elo([1.0, 1.0, 1.0], 2) is None


@pytest.mark.parametrize(("seats", "strong"), [(2, 1), (3, 1), (5, 2)])
def test_near_par_it_is_the_elo_of_the_model(seats: int, strong: int) -> None:
    """Independent matches, first place in proportion to strength, 4 Elo more in each seat."""
    strength = strong * 10 ** (4 / 400)
    chance = strength / (strength + seats - strong)
    spread = math.sqrt(chance * (1 - chance))
    elo = (chance - strong / seats) / spread * elo_of_spread(seats, strong)
    assert elo == pytest.approx(4, rel=0.02)


def test_a_verdict_stays() -> None:
    test = Sprt(Question(), 2)
    count = 0
    while test.add(1.0) == UNDECIDED:
        count += 1
    assert 10 < count < 25
    assert test.llr >= test.question.upper
    kept = test.llr, len(test.samples)
    assert test.add(0.0) == STRONGER
    assert (test.llr, len(test.samples)) == kept


def test_samples_all_at_par_show_no_strength() -> None:
    test = Sprt(Question(), 3)
    for _ in range(1000):
        test.add(1 / 3)
    assert test.verdict == NOT_STRONGER


@pytest.mark.parametrize("asked", [(50, 0, 0.05, 0.05), (0, 50, 0.0, 0.05), (0, 50, 0.05, 0.5)])
def test_questions_that_cannot_be_answered(asked: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Question(*asked)
