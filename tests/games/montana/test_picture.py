"""The view and the picture drawn from it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from railhead.games.game import SPECTATOR
from railhead.games.layout import LAYOUTS, NARROW
from railhead.games.montana import RULESET
from railhead.games.playout import random_match
from railhead.games.random import Random
from tests.games.montana.positions import (
    bare,
    game,
    have,
    options,
)
from tests.games.pictures import elements, texts
from tests.games.positions import act


def shape(value: Any) -> Any:
    """The keys of a JSON value, all the way down, lists by their first entry."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else None


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_picture_at_every_stage_of_a_match(seats: int) -> None:
    state = game().start(game().draw_setup(seats, options(), Random(seats)))
    keys = set(state.view(0))
    for turn in range(40):
        view = state.view(0)
        assert set(view) == keys
        assert json.loads(json.dumps(view)) == view
        for layout in LAYOUTS:
            words = texts(state, layout=layout)
            assert layout == NARROW or all(one["hex"] in words for one in view["map"]["hexes"])
        random_match(state, Random(seats, turn), 8)
        state.sample_chance(Random(turn))


def test_everybody_sees_the_same_table() -> None:
    state = bare(3)
    assert state.view(0) == state.view(1) == state.view(2) == state.view(SPECTATOR)


def test_the_caption_says_what_is_reconstructed() -> None:
    said = " ".join(text for text in texts(bare()) if text)
    assert "are a reconstruction from published descriptions" in said


def test_the_round_and_its_limit_if_there_is_one() -> None:
    assert "round 1 of at most 9 · Player 1: choose an action" in texts(bare(round_limit=9))
    assert "round 1 · Player 1: choose an action" in texts(bare(round_limit=0))


def test_what_happens_shows() -> None:
    state = bare()
    have(state, 0, pumpkin=1, copper_small=1)
    have(state, 1, pumpkin=4)
    before = RULESET.picture(state.view(0))
    act(state, "build:-1,0")
    after = RULESET.picture(state.view(0))
    assert before != after
    assert "1 built" in texts(state)
    field = next(h for h in state.view(0)["map"]["hexes"] if h["hex"] == "-1,0")
    assert (field["owner"], field["built"]) == (0, 1)
    act(state, "city", "bid:3:2")
    assert elements(state)["contractor-1"] == "Contractor of seat 2"
    assert state.view(0)["city"]["contractors"][1] == {
        "seat": 1,
        "row": 3,
        "column": 2,
        "passed": False,
    }


def test_a_label_says_what_an_action_costs_and_gives() -> None:
    state = bare()
    have(state, 0, pumpkin=1, copper_small=1, grain_worker=1, stone_worker=2, coins=6, cattle=1)
    labels = {
        state.observe(0, 0, action): state.label(0, action) for action in state.legal_actions(0)
    }
    assert labels["hire"] == "Hire: spin the wheel"
    assert labels["build:-1,0"] == "Build at -1,0 for 1 pumpkin and 1 small copper: 1 settlement"
    assert labels["bank:2:stone+stone"] == "Bank, space 2: place 2 stone workers, take 8 coins"
    assert labels["work:grain_field:3:grain"] == (
        "Grain field, space 3: place 1 grain worker, pay 6 coins, take 4 grain"
    )
    assert labels["work:farm:2:grain+stone"] == (
        "Farm, space 2: place 1 grain worker and 1 stone worker, pay 3 coins, take 2 pumpkins"
    )
    assert labels["trade:coins"] == "Trade 1 cattle for 3 coins"
    act(state, "city")
    assert state.label(0, state.parse("bid:4:1")) == (
        "Row 4 for 2 pumpkins: 2 coins and up to 1 upgrade"
    )
    assert state.label(0, state.parse("bid:2:1")) == (
        "Row 2 for 2 pumpkins: 3 goods out of grain, small copper and small stone"
    )
    assert state.label(0, state.parse("upgrade:2:1")) == (
        "Swap 2 small copper for 2 large and 1 small stone for 1 large"
    )
