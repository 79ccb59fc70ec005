"""The picture, made of a view."""

from __future__ import annotations

from examples.veil import RULESET
from tests.games.pictures import elements, texts
from tests.games.veil.positions import dealt, select


def test_a_viewer_sees_the_row_and_its_own_hand() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    assert set(elements(state, 0)) == {f"card-{name}" for name in ["kite", "lark", "ant", "eel"]}
    assert texts(state, 0).count("?") == 2
    select(state, "eel goat")
    assert "card-goat" in elements(state)
    assert "played" in texts(state)
    assert texts(state)[-1] == RULESET.notices[0]


def test_the_seats_have_the_names_of_their_players() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    said = texts(state, 0, ["Ann", "easy bot"])
    assert any(text.startswith("Ann · 0 points") for text in said)
    assert any(text.startswith("easy bot · 0 points") for text in said)
