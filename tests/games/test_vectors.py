"""The vectors that positions are made of, and the buffer of actions."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from mypy_extensions import i16, i64, u8

from railhead.games import array_vectors
from railhead.games.game import Actions
from railhead.games.vectors import BytesWriter, vec, vector


def stand_in(numbers: list[int]) -> array_vectors.vec:
    """A vector where `librt` is missing."""
    made: array_vectors.vec = array_vectors.vec(numbers)
    return made


@pytest.mark.parametrize("made", [vector, stand_in])
def test_vectors_hold_copy_and_slice_64_bit_integers(
    made: Callable[[list[int]], vec[i64]],
) -> None:
    cells = made([1, -(2**62), 2**62])
    copy = cells[:]
    copy[0] = 9
    assert list(cells) == [1, -(2**62), 2**62]
    assert list(copy) == [9, -(2**62), 2**62]
    assert type(cells[:2]) is type(cells)
    assert list(cells[1:]) == [-(2**62), 2**62]
    assert len(made([])) == 0
    with pytest.raises(IndexError):
        cells[3]
    with pytest.raises(OverflowError):
        cells[0] = 2**63


@pytest.mark.parametrize("item", [i16, u8, float])
def test_the_stand_in_has_vectors_of_smaller_items(item: type) -> None:
    kinds: list[Any] = [array_vectors.vec, vec]
    for kind in kinds:
        one = kind[item]([1, 2, 3])
        one[1] = 7
        assert list(one[1:]) == [7, 3]
        assert memoryview(one).itemsize == {i16: 2, u8: 1, float: 8}[item]
        assert type(one[:2]) is type(one)


def test_the_buffer_of_actions_grows_and_is_reused() -> None:
    out = Actions(2)
    for action in range(700):
        out.add(action)
    assert out.to_list() == list(range(700))
    out.clear()
    assert out.to_list() == []
    out.add(5)
    assert out.to_list() == [5]


def test_the_stand_in_writes_the_same_bytes() -> None:
    written = []
    for writer in (BytesWriter(), array_vectors.BytesWriter()):
        for byte in (0, 127, 128, 255):
            writer.append(u8(byte))
        written.append(writer.getvalue())
    assert written == [bytes([0, 127, 128, 255])] * 2


def test_the_stand_in_is_used_where_librt_is_missing() -> None:
    code = (
        "import sys; sys.modules['librt'] = sys.modules['librt.vecs'] = None;"
        "from railhead.games.vectors import BytesWriter, vec;"
        "print(vec.__module__, BytesWriter.__module__)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"RAILHEAD_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["railhead.games.array_vectors"] * 2
