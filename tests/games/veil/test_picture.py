"""The picture, made of a view."""

from __future__ import annotations

from examples.veil import RULESET
from tests.games.pictures import texts
from tests.games.veil.positions import dealt, select


def test_a_viewer_sees_the_row_and_its_own_hand() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    assert texts(state, 0)[:3] == [
        "Row: kite, lark",
        "Seat 0: ant eel; pile of 0",
        "Seat 1: ? ?; pile of 0",
    ]
    select(state, "eel goat")
    assert "Seat 0: ?, played eel; pile of 0" in texts(state)
    assert texts(state)[-1] == RULESET.notices[0]
