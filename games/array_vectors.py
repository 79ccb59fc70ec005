"""What stands in for `vec` and `BytesWriter` of `librt` where that wheel is not installed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, ClassVar

from mypy_extensions import i16, u8


class vec(array):  # type: ignore[type-arg] # noqa: N801 - named as the type it stands in for
    """`vec[i64](items)` as an `array('q')`, with the same indexing, slicing and iteration.

    `vec[float](items)` is an `array('d')`, `vec[i16](items)` an `array('h')`, and `vec[u8](items)`
    an `array('B')`.
    """

    typecode_of_items: ClassVar[str] = "q"

    def __new__(cls, items: Iterable[Any] = (), *, capacity: int = 0) -> Any:
        """A vector of `items`; `capacity` is a hint that this stand-in has no use for."""
        return super().__new__(cls, cls.typecode_of_items, items)

    def __class_getitem__(cls, item: Any) -> type[vec]:  # type: ignore[override, unused-ignore] # since 3.12
        return _OF_ITEMS.get(item, vec)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(super().__getitem__(index))
        return super().__getitem__(index)


class float_vec(vec):  # noqa: N801 - named as the type it stands in for
    """`vec[float](items)`."""

    typecode_of_items = "d"


class short_vec(vec):  # noqa: N801 - named as the type it stands in for
    """`vec[i16](items)`."""

    typecode_of_items = "h"


class byte_vec(vec):  # noqa: N801 - named as the type it stands in for
    """`vec[u8](items)`."""

    typecode_of_items = "B"


_OF_ITEMS: dict[Any, type[vec]] = {float: float_vec, i16: short_vec, u8: byte_vec}


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
