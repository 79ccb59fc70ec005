"""Saved positions: any cells survive, and what is not a position of the game is refused."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.veil.match import Veil
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets
from railhead.games.saving import cells_of
from tests.games.veil.positions import MADE

LOADED = 200


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


@pytest.mark.parametrize("game", sorted(rulesets()))
def test_a_loaded_position_is_let_go_of(game: str) -> None:
    """A compiled class must not keep the cells of a position for ever."""
    ruleset = rulesets()[game]
    options = complete(ruleset.options, {})
    bound = Catalogue().game(ruleset, options)
    setup = bound.draw_setup(ruleset.min_seats, options, Random(1, 0))
    saved = bound.start(setup).save()
    tracemalloc.start()
    try:
        for positions in (10, LOADED):
            before, _ = tracemalloc.get_traced_memory()
            for _ in range(positions):
                bound.load(saved)
                bound.start(setup)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < LOADED * len(saved)
