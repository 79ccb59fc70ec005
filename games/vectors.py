"""The flat vector of small integers that every position is made of, and what bytes are written to.

`vec[i64]` and `BytesWriter` come from `librt`, where mypyc turns them into unboxed arrays. Where
that wheel is missing, plain Python runs the same code on `array('q')` and `bytearray`.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy_extensions import i64

try:
    from librt.strings import BytesWriter as BytesWriter
    from librt.vecs import vec as vec
except ImportError:
    from railhead.games.array_vectors import (  # type: ignore[assignment] # it stands in for the other
        BytesWriter as BytesWriter,
    )
    from railhead.games.array_vectors import vec as vec


def vector(numbers: Iterable[int]) -> vec[i64]:
    """A vector of these numbers."""
    return vec[i64]([i64(number) for number in numbers])


__all__ = ["BytesWriter", "vec", "vector"]
