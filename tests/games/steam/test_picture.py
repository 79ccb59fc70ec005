"""The view and the picture drawn from it."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from rich.console import Console

from railhead.games.game import SPECTATOR
from railhead.games.layout import LAYOUTS
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.steam import RULESET
from railhead.words.ascii_boards import render_table
from tests.games.pictures import texts
from tests.games.positions import act
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    building,
    drawn,
    lay_all,
    opened,
    track,
)


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_picture_at_every_stage_of_a_match(seats: int) -> None:
    state = drawn(seats, map="ruhr", variant="standard")
    keys = set(state.view(0))
    for turn in range(12):
        view = state.view(0)
        assert set(view) == keys
        assert json.loads(json.dumps(view)) == view
        for layout in LAYOUTS:
            words = texts(state, layout=layout)
            unnamed = {shown["hex"] for shown in view["hexes"] if not shown["stop"]}
            assert unnamed <= set(words)
            said = " ".join(words)
            assert all(stop["title"] in said for stop in view["stops"])
        random_match(state, Random(seats, turn), 8)


def test_everybody_sees_the_same_table() -> None:
    state = building(opened())
    assert state.view(0) == state.view(1) == state.view(2) == state.view(SPECTATOR)


def test_the_caption_says_what_is_reconstructed() -> None:
    said = " ".join(text for text in texts(opened()) if text)
    assert "is a reconstruction from published descriptions" in said


def test_what_happens_shows() -> None:
    state = building(opened())
    before = RULESET.picture(state.view(0))
    lay_all(state, I12="N-S")
    after = RULESET.picture(state.view(0))
    assert after != before
    act(state, "done")
    building(state)
    act(state, "done")
    assert "stroke-dasharray" in RULESET.picture(state.view(0)), "a link without owner"


def test_links_in_the_view() -> None:
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+NE")
    track(state, GREEN, J13="SW-NE")
    track(state, BLACK, H11="NE-S")
    shown = {(link["from"], link["side"]): link for link in state.view(0)["links"]}
    assert shown["Albany", "SW"]["hexes"] == ["H11"]
    assert shown["Albany", "SW"]["to"] is None
    assert len(shown) == 3
    complete = [link for link in shown.values() if link["complete"]]
    assert [(link["owner"], link["hexes"]) for link in complete] == [(BLACK, ["I12", "I14"])]
    town = shown["Poughkeepsie", "NE"]
    assert (town["hexes"], town["owner"], town["complete"]) == (["I14", "J13"], GREEN, False)


def test_the_terminal_table_shows_the_board() -> None:
    state = building(opened())
    lay_all(state, I12="N-S")
    out = StringIO()
    seats = [{"kind": "bot", "level": "easy"}] * 3
    Console(file=out, width=140).print(render_table("steam", state.view(0), seats))
    shown = out.getvalue()
    assert "ALBA" in shown
    assert "21:0" in shown
    assert "Turn 1 of 10, build" in shown
    assert "easy bot" in shown
