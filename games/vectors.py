"""The flat vector of small integers that every position is made of.

`vec[i64]` comes from `librt`, where mypyc turns it into an unboxed array. Where that wheel is
missing, plain Python runs the same code on `array('q')`.
"""

from __future__ import annotations

try:
    from librt.vecs import vec as vec
except ImportError:
    from games.array_vectors import vec as vec

__all__ = ["vec"]
