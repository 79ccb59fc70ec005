"""Saved positions: any cells survive, and what is not a position of the game is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.veil.match import Veil
from games.saving import cells_of
from tests.games.veil.positions import MADE


@given(st.lists(st.integers(-(2**61), 2**61), max_size=12))
def test_any_cells_survive_saving(cells: list[int]) -> None:
    state = MADE.opened()
    for index, cell in enumerate(cells):
        state.cells[index] = cell
    saved = Veil(state.game, state.cells).save()
    assert list(cells_of(saved, 1)) == list(state.cells)
    assert len(saved) >= 2 + len(state.cells)


def test_saved_positions_of_other_formats_versions_and_lengths_are_refused() -> None:
    state = MADE.opened()
    saved = state.save()
    for broken, problem in (
        (b"\x02" + saved[1:], "known format"),
        (saved[:1] + b"\x09" + saved[2:], "version 9 of the rules, these are 1"),
        (saved + b"\xff", "cut off"),
        (saved + b"\x00", "data of another size"),
        (saved[:2] + b"\x12" + saved[3:], "not a position of Veil"),
    ):
        with pytest.raises(ValueError, match=problem):
            state.game.load(broken)
