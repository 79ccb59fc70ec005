"""A round: selecting, taking, giving, showing."""

from __future__ import annotations

import pytest

from tests.games.positions import act, actor, offered, refused
from tests.games.veil.positions import dealt, laid_out, player, select


@pytest.mark.rule("veil:3")
def test_both_draw_two_cards_and_select_in_any_order() -> None:
    state = laid_out(2, "kite lark")
    act(state, "draw:0:ant", "draw:0:eel", "draw:1:bee", "draw:1:goat")
    assert state.to_act() == [0, 1]
    state.apply(1, state.parse("select:goat"))
    assert state.to_act() == [0]
    assert state.legal_actions(1) == []
    assert offered(state) == ["select:ant", "select:eel"]
    assert refused(state, "select:bee") == "bee is not a card of yours that you may use"


@pytest.mark.rule("veil:4")
def test_the_highest_card_wins_and_takes_from_the_row() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    select(state, "eel goat")
    assert player(state, 1)["pile"] == ["goat"]
    assert player(state, 0)["table"] == ["eel"]
    assert actor(state) == 1
    assert offered(state) == ["take:kite", "take:lark"]
    assert refused(state, "take:ant") == "ant is not in the row"
    assert refused(state, "select:bee") == "now is the time for take, not for select"
    act(state, "take:kite")
    assert player(state, 1)["hand"] == ["bee", "kite"]


@pytest.mark.rule("veil:5")
def test_the_lowest_card_wins_by_the_option() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark", best="low")
    select(state, "eel goat")
    assert actor(state) == 0
    assert player(state, 0)["pile"] == ["eel"]


@pytest.mark.rule("veil:6")
def test_a_closed_card_is_given_for_two_points() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    select(state, "eel goat")
    act(state, "take:kite")
    assert offered(state) == ["give:bee", "keep"]
    act(state, "give:bee")
    assert player(state, 1)["points"] == 2
    assert player(state, 0)["pile"] == ["bee"]


@pytest.mark.rule("veil:7")
def test_nothing_is_given_without_the_option() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark", giving=False)
    select(state, "eel goat")
    act(state, "take:kite")
    assert state.view(0)["phase"] == "show"


@pytest.mark.rule("veil:8")
@pytest.mark.parametrize(("closed", "moves"), [("tern", ["show:tern", "pass"]), ("bee", ["pass"])])
def test_a_high_closed_card_is_shown_for_a_point(closed: str, moves: list[str]) -> None:
    state = dealt(f"ant {closed}", "dove goat", row="kite lark")
    select(state, "ant goat")
    act(state, "take:kite", "keep")
    assert actor(state) == 0
    assert offered(state) == moves
    act(state, moves[0])
    assert player(state, 0)["points"] == len(moves) - 1
    assert closed in player(state, 0)["hand"]


@pytest.mark.rule("veil:9")
def test_the_worst_card_shows() -> None:
    state = dealt("ant eel", "bee goat", "carp finch", row="kite lark mole")
    select(state, "eel goat carp")
    act(state, "take:kite", "keep")
    assert actor(state) == 2


@pytest.mark.rule("veil:10")
def test_the_table_is_discarded_and_hands_are_filled_up() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    select(state, "eel goat")
    act(state, "take:kite", "give:bee", "pass")
    view = state.view(0)
    assert view["discards"] == ["eel"]
    assert view["phase"] == "draw"
    act(state, "draw:0:yak", "draw:1:wren")
    assert [player(state, seat)["hand"] for seat in (0, 1)] == [["ant", "yak"], ["kite", "wren"]]
    assert state.to_act() == [0, 1]
