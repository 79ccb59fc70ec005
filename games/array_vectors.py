"""What stands in for `vec` and `BytesWriter` of `librt` where that wheel is not installed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, ClassVar


class vec(array):  # type: ignore[type-arg] # noqa: N801 - named as the type it stands in for
    """`vec[i64](items)` as an `array('q')`, with the same indexing, slicing and iteration.

    `vec[float](items)` is an `array('d')`.
    """

    typecode_of_items: ClassVar[str] = "q"

    def __new__(cls, items: Iterable[Any] = (), *, capacity: int = 0) -> Any:
        """A vector of `items`; `capacity` is a hint that this stand-in has no use for."""
        return super().__new__(cls, cls.typecode_of_items, items)

    def __class_getitem__(cls, item: Any) -> type[vec]:
        return float_vec if item is float else vec

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(super().__getitem__(index))
        return super().__getitem__(index)


class float_vec(vec):  # noqa: N801 - named as the type it stands in for
    """`vec[float](items)`."""

    typecode_of_items = "d"


class BytesWriter:
    """Bytes that are written one after another."""

    def __init__(self) -> None:
        self._written = bytearray()

    def append(self, byte: int) -> None:
        """Write one byte."""
        self._written.append(byte)

    def getvalue(self) -> bytes:
        """All that was written."""
        return bytes(self._written)
