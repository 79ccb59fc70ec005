"""The flat vector of small integers that every position is made of.

`vec[i64]` comes from `librt`, where mypyc turns it into an unboxed array. Where that wheel is
missing, plain Python runs the same code on `array('q')`.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy_extensions import i64

try:
    from librt.vecs import vec as vec
except ImportError:
    from games.array_vectors import vec as vec


def vector(numbers: Iterable[int]) -> vec[i64]:
    """A vector of these numbers."""
    return vec[i64]([i64(number) for number in numbers])


__all__ = ["vec", "vector"]
