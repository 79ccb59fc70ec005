"""The generator: its sequence, its uniformity, shuffles."""

from __future__ import annotations

import pytest

from railhead.games.random import Random, shuffled_copy


def sfc32(seed: int, stream: int, count: int) -> list[int]:
    """The generator as its author describes it, in unbounded integers."""
    mask = 0xFFFFFFFF
    a, b = seed & mask, (seed >> 32) & mask
    c, counter = ((seed >> 64) ^ stream) & mask, ((stream >> 32) & mask) | 1
    drawn = []
    for _ in range(15 + count):
        out = (a + b + counter) & mask
        counter = (counter + 1) & mask
        a, b = b ^ (b >> 9), (c * 9) & mask
        c = ((((c << 21) | (c >> 11)) & mask) + out) & mask
        drawn.append(out)
    return drawn[15:]


@pytest.mark.parametrize(
    ("seed", "stream"), [(0, 0), (1, 0), (0, 1), (2**31, 2**40), (2**95 + 12345, 7)]
)
def test_the_sequence_is_sfc32(seed: int, stream: int) -> None:
    random = Random(seed, stream)
    assert [int(random.next32()) for _ in range(2000)] == sfc32(seed, stream, 2000)


def test_seeds_and_streams_give_other_sequences() -> None:
    starts = {
        tuple(int(Random(seed, stream).next32()) for _ in range(1))
        for seed in range(40)
        for stream in range(40)
    }
    assert len(starts) == 1600


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 66, 1000])
def test_below_is_uniform(bound: int) -> None:
    random = Random(5)
    counts = [0] * bound
    draws = 40 * bound + 2000
    for _ in range(draws):
        counts[random.below(bound)] += 1
    expected = draws / bound
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    assert statistic <= bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_shuffles_are_uniform_and_leave_the_items_alone() -> None:
    items = [1, 2, 3, 4]
    random = Random(9)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(4800):
        order = tuple(shuffled_copy(items, random))
        counts[order] = counts.get(order, 0) + 1
    assert items == [1, 2, 3, 4]
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) <= 23 + 5 * 46**0.5
