"""Objective cards: gaining and playing them, and what each does."""

import pytest

from games.game import IllegalAction
from games.great_western_trail import names
from games.great_western_trail.state import DISPLAY, HAND, OBJECTIVE_DECK
from tests.games.great_western_trail.positions import (
    bare,
    build,
    deck,
    discards,
    display,
    engine,
    enter_city,
    game,
    hand,
    have,
    held,
    hold,
    lay,
    now,
    owe,
    pending,
    pile,
    stand,
    values,
    visit,
    where,
)
from tests.games.positions import act, offered, settle_chance


def in_phase_a(*cards, **pieces):
    state = bare()
    stand(state, 0, "A")
    hold(state, 0, *cards)
    have(state, 0, **pieces)
    return state


@pytest.mark.parametrize("card", [f"D{n}" for n in range(1, 6)])
def test_d_cards_gain_2(card):
    state = in_phase_a(card)
    act(state, f"play:{card}")
    assert offered(state) == ["use:money_2", "skip"]
    act(state, "use:money_2")
    assert held(state, 0, "money") == 2
    assert state.view(0)["players"][0]["objectives"] == {card: 1}
    assert now(state) == "phase_a"


@pytest.mark.parametrize("card", [f"W{n}" for n in range(1, 6)])
def test_w_cards_draw_up_to_3_and_discard_as_many(card):
    state = in_phase_a(card, "jersey")
    deck(state, 0, "guernsey", "guernsey", "guernsey", "guernsey")
    act(state, f"play:{card}", "use:draw_3")
    assert offered(state) == ["draw_cards:1", "draw_cards:2", "draw_cards:3"]
    act(state, "draw_cards:2", "draw:0:guernsey", "draw:0:guernsey")
    act(state, "discard:jersey", "discard:guernsey")
    assert hand(state, 0) == {"guernsey": 1}


@pytest.mark.parametrize(("card", "steps"), [("E1", 2), ("E2", 2), ("E3", 2), ("E4", 3), ("E5", 3)])
def test_e_cards_move_the_engine(card, steps):
    state = in_phase_a(card)
    act(state, f"play:{card}", f"use:engine_{steps}")
    assert values(state, "engine") == [str(n) for n in range(1, steps + 1)]
    act(state, f"engine:{steps}")
    assert engine(state, 0) == str(steps)


@pytest.mark.parametrize("card", [f"M{n}" for n in range(1, 6)])
def test_m_cards_ride_without_tolls(card):
    state = in_phase_a(card, money=5)
    build(state, 1, A1=4)
    act(state, f"play:{card}", "use:ride_3")
    assert set(values(state, "move")) == {"A1", "B", "C", "D", "E"}
    act(state, "move:C:0")
    assert (where(state, 0), held(state, 0, "money")) == ("C", 5)


def test_the_x_cards_give_a_double_auxiliary_action():
    state = in_phase_a("X", "X", auxiliary_1=0)
    act(state, "play:X", "use:auxiliary", "auxiliary:1:2", "play:X", "use:auxiliary")
    act(state, "auxiliary:1:1")
    assert held(state, 0, "money") == 3
    assert state.view(0)["players"][0]["objectives"] == {"X": 2}


@pytest.mark.rule("great_western_trail:44")
def test_a_ride_before_phase_a_leaves_the_move_and_in_phase_b_ends_it():
    state = in_phase_a("M1")
    act(state, "play:M1", "use:ride_3", "move:B:0")
    assert now(state) == "phase_a"
    assert "C" in values(state, "move")
    state = bare()
    hold(state, 0, "M1", "guernsey")
    visit(state, "A")
    act(state, "use:guernsey_2", "play:M1", "use:ride_3", "move:B:0")
    settle_chance(state)
    assert (state.actor(), where(state, 0)) == (1, "B")
    state = bare()
    stand(state, 0, "G")
    hold(state, 0, "M1")
    act(state, "play:M1")
    assert now(state) == "phase_a"
    stand(state, 0, "F")
    hold(state, 0, "M2")
    act(state, "play:M2", "use:ride_3")
    assert values(state, "move") == ["G"]
    with pytest.raises(IllegalAction):
        act(state, "move:KC:0")


def test_an_immediate_action_may_be_forfeited():
    state = in_phase_a("E1")
    act(state, "play:E1", "skip")
    assert engine(state, 0) == "0"
    assert state.view(0)["players"][0]["objectives"] == {"E1": 1}


def test_cards_are_played_between_actions_but_not_in_the_middle_of_one():
    state = bare()
    hold(state, 0, "D1", "D2")
    visit(state, "G")
    act(state, "play:D1", "use:money_2", "use:engine_engineers")
    assert not offered(state, "play")
    act(state, "engine:1")
    assert offered(state, "play") == ["play:D2"]
    act(state, "play:D2", "use:money_2", "done")
    settle_chance(state)
    assert state.actor() == 1


def test_no_objective_cards_in_kansas_city():
    state = bare()
    hold(state, 0, "D1")
    enter_city(state)
    assert not offered(state, "play")


def test_a_card_of_the_display_is_replaced_at_once():
    state = bare()
    discards(state, 0)
    display(state, "D1", "D2", "D3", "D4")
    owe(state, pending.GAIN_CARD, pending.FROM_ANYWHERE)
    assert values(state, "objective") == ["D1", "D2", "D3", "D4", "deck"]
    act(state, "objective:D3")
    settle_chance(state)
    assert sum(state.view(0)["objectives"].values()) == 4
    assert pile(state, 0) == {"D3": 1}


def test_without_a_deck_the_display_shrinks_and_without_both_nothing_is_gained():
    state = bare()
    for card in range(len(names.OBJECTIVES)):
        state.cells[OBJECTIVE_DECK + card] = 0
        state.cells[DISPLAY + card] = int(card == 0)
    owe(state, pending.GAIN_CARD, pending.FROM_ANYWHERE)
    assert offered(state) == ["objective:D1"]
    act(state, "objective:D1")
    assert state.view(0)["objectives"] == {}
    visit(state, "C")
    assert values(state, "use") == ["certificate", "engine_engineers"]


@pytest.mark.parametrize("number", [1, 2])
def test_auxiliary_2_draws_and_discards(number):
    state = bare()
    have(state, 0, auxiliary_2=0)
    hold(state, 0, "jersey", "D1")
    deck(state, 0, "guernsey", "guernsey")
    owe(state, pending.AUXILIARY)
    act(state, f"auxiliary:2:{number}", *["draw:0:guernsey"] * number)
    act(state, *["discard:jersey", "discard:D1"][:number])
    assert hand(state, 0)["guernsey"] == number


def test_auxiliary_3_pays_and_goes_back_for_certificates():
    state = bare()
    have(state, 0, auxiliary_3=0, money=3, engine="6")
    owe(state, pending.AUXILIARY)
    act(state, "auxiliary:3:2", "engine:4.5")
    assert held(state, 0, "certificate", "money") == (2, 1)


def test_auxiliary_4_pays_for_the_engine():
    state = bare()
    have(state, 0, auxiliary_4=1, money=1)
    owe(state, pending.AUXILIARY)
    act(state, "auxiliary:4:1")
    assert offered(state) == ["engine:1", "skip"]
    act(state, "engine:1")
    assert held(state, 0, "money") == 0


def test_auxiliary_5_goes_back_to_remove_cards():
    state = bare()
    have(state, 0, auxiliary_5=0, engine="3")
    hold(state, 0, "jersey", "D1", "jersey")
    owe(state, pending.AUXILIARY)
    act(state, "auxiliary:5:2", "engine:1", "remove:D1")
    assert offered(state) == ["remove:jersey", "skip"]
    act(state, "skip")
    assert state.view(1)["removed_cards"] == {"D1": 1}
    assert (engine(state, 0), held(state, 0, "money")) == ("1", 0)


def test_each_card_has_the_tasks_points_and_penalty_of_the_list():
    listed = {
        "D1": "4HH 3 2", "D2": "BGL 3 2", "D3": "BLL 3 2", "D4": "SSH 3 2", "D5": "333B 4 2",
        "W1": "5H 3 2", "W2": "BBH 3 2", "W3": "SGL 3 2", "W4": "SGG 3 2", "W5": "333S 4 2",
        "E1": "345 5 3", "E2": "44SG 5 3", "E3": "BBGG 5 3", "E4": "BLHH 5 3", "E5": "SSHH 5 3",
        "M1": "345 5 2", "M2": "34HH 5 2", "M3": "BBHH 5 2", "M4": "SSBB 5 2", "M5": "SSLL 5 2",
        "X": "F 5 3", "S1": "34B 3 0", "S2": "BBH 3 0", "S3": "LHH 3 0", "S4": "SSG 3 0",
    }  # fmt: skip
    components = game().components
    for index, name in enumerate([*names.OBJECTIVES, *names.START_OBJECTIVES]):
        tasks, points, penalty = listed[name].split()
        packed = int(components.objective_tasks[index])
        counts = {letter: (packed >> 6 * at) & 63 for at, letter in enumerate(names.TASKS)}
        assert counts == {letter: tasks.count(letter) for letter in names.TASKS}
        assert components.objective_points[index] == int(points)
        assert components.objective_penalty[index] == int(penalty)
    assert list(components.objective_copies) == [1] * 20 + [4]


def test_a_hand_above_the_limit_is_kept():
    state = bare()
    hold(state, 0, *["jersey"] * 5)
    lay(state, FL1="flood_2_green")
    visit(state, "FL1")
    act(state, "auxiliary:1:1")
    settle_chance(state)
    assert sum(pile(state, 0, HAND).values()) == 5
