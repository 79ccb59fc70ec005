"""Positions as bytes: a format number, the rules' version, and the cells as varints."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from railhead.games.vectors import BytesWriter, vec

SAVE_FORMAT: Final = 1


def encode_cells(cells: vec[i64], version: int) -> bytes:
    """The cells of a position under rules `version` (1 to 255)."""
    made = BytesWriter()
    made.append(SAVE_FORMAT)
    made.append(u8(version))
    index: i64 = 0
    while index < i64(len(cells)):
        cell: i64 = cells[index]
        # Zigzag, as in Protocol Buffers: a small negative number stays one byte.
        rest: i64 = cell * 2 if cell >= 0 else -cell * 2 - 1
        while rest > 127:
            made.append(u8(rest & 127 | 128))
            rest >>= 7
        made.append(u8(rest))
        index += 1
    return made.getvalue()


def cells_of(saved: bytes, version: int) -> vec[i64]:
    """The cells that `encode_cells` wrote under rules `version`. Raises `ValueError`."""
    if len(saved) < 2 or saved[0] != SAVE_FORMAT:
        raise ValueError("this is not a saved position of a known format")
    if saved[1] != version:
        raise ValueError(f"saved under version {saved[1]} of the rules, these are {version}")
    cells: vec[i64] = vec[i64]([0] * (len(saved) - 2))
    count: i64 = 0
    number: i64 = 0
    shift: i64 = 0
    for index in range(2, len(saved)):
        byte: i64 = saved[index]
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            cells[count] = number >> 1 if number & 1 == 0 else -((number + 1) >> 1)
            count += 1
            number = 0
            shift = 0
        # What is read is not trusted: with another seven bits the number would leave the 64 of a
        # cell.
        elif shift > 56:
            raise ValueError("the saved position holds a number beyond any cell")
    if shift:
        raise ValueError("the saved position is cut off")
    return cells[:count]
