"""The ranking of a match by what its seats have reached."""

from __future__ import annotations

from collections.abc import Sequence


def rank_seats(keys: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """The seats from first to last: the highest key first, those with equal ones together.

    A key has the points first, then what breaks ties.
    """
    return [
        [seat for seat, own in enumerate(keys) if own == key]
        for key in sorted(set(keys), reverse=True)
    ]
