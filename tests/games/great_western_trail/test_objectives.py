"""Objective cards: gaining and playing them, and what each does."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from railhead.games.game import IllegalAction
from railhead.games.great_western_trail import names, pending, state
from railhead.games.great_western_trail.match import GreatWesternTrail
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
    pile,
    stand,
    values,
    visit,
    where,
)
from tests.games.positions import act, offered, settle_chance


def in_phase_a(*cards: str, **pieces: int | Sequence[str]) -> GreatWesternTrail:
    position = bare()
    stand(position, 0, "A")
    hold(position, 0, *cards)
    have(position, 0, **pieces)
    return position


@pytest.mark.parametrize("card", [f"D{n}" for n in range(1, 6)])
def test_d_cards_gain_2(card: str) -> None:
    position = in_phase_a(card)
    act(position, f"play:{card}")
    assert offered(position) == ["use:money_2", "skip"]
    act(position, "use:money_2")
    assert held(position, 0, "money") == 2
    assert position.view(0)["players"][0]["objectives"] == {card: 1}
    assert now(position) == "phase_a"


@pytest.mark.parametrize("card", [f"W{n}" for n in range(1, 6)])
def test_w_cards_draw_up_to_3_and_discard_as_many(card: str) -> None:
    position = in_phase_a(card, "jersey")
    deck(position, 0, "guernsey", "guernsey", "guernsey", "guernsey")
    act(position, f"play:{card}", "use:draw_3")
    assert offered(position) == ["draw_cards:1", "draw_cards:2", "draw_cards:3"]
    act(position, "draw_cards:2", "draw:0:guernsey", "draw:0:guernsey")
    act(position, "discard:jersey", "discard:guernsey")
    assert hand(position, 0) == {"guernsey": 1}


@pytest.mark.parametrize(("card", "steps"), [("E1", 2), ("E2", 2), ("E3", 2), ("E4", 3), ("E5", 3)])
def test_e_cards_move_the_engine(card: str, steps: int) -> None:
    position = in_phase_a(card)
    act(position, f"play:{card}", f"use:engine_{steps}")
    assert values(position, "engine") == [str(n) for n in range(1, steps + 1)]
    act(position, f"engine:{steps}")
    assert engine(position, 0) == str(steps)


@pytest.mark.parametrize("card", [f"M{n}" for n in range(1, 6)])
def test_m_cards_ride_without_tolls(card: str) -> None:
    position = in_phase_a(card, money=5)
    build(position, 1, A1=4)
    act(position, f"play:{card}", "use:ride_3")
    assert set(values(position, "move")) == {"A1", "B", "C", "D", "E"}
    act(position, "move:C:0")
    assert (where(position, 0), held(position, 0, "money")) == ("C", 5)


def test_the_x_cards_give_a_double_auxiliary_action() -> None:
    position = in_phase_a("X", "X", auxiliary_1=0)
    act(position, "play:X", "use:auxiliary", "auxiliary:1:2", "play:X", "use:auxiliary")
    act(position, "auxiliary:1:1")
    assert held(position, 0, "money") == 3
    assert position.view(0)["players"][0]["objectives"] == {"X": 2}


@pytest.mark.rule("great_western_trail:44")
def test_a_ride_before_phase_a_leaves_the_move_and_in_phase_b_ends_it() -> None:
    position = in_phase_a("M1")
    act(position, "play:M1", "use:ride_3", "move:B:0")
    assert now(position) == "phase_a"
    assert "C" in values(position, "move")
    position = bare()
    hold(position, 0, "M1", "guernsey")
    visit(position, "A")
    act(position, "use:guernsey_2", "play:M1", "use:ride_3", "move:B:0")
    settle_chance(position)
    assert (position.actor(), where(position, 0)) == (1, "B")
    position = bare()
    stand(position, 0, "G")
    hold(position, 0, "M1")
    act(position, "play:M1")
    assert now(position) == "phase_a"
    stand(position, 0, "F")
    hold(position, 0, "M2")
    act(position, "play:M2", "use:ride_3")
    assert values(position, "move") == ["G"]
    with pytest.raises(IllegalAction):
        act(position, "move:KC:0")


def test_an_immediate_action_may_be_forfeited() -> None:
    position = in_phase_a("E1")
    act(position, "play:E1", "skip")
    assert engine(position, 0) == "0"
    assert position.view(0)["players"][0]["objectives"] == {"E1": 1}


def test_cards_are_played_between_actions_but_not_in_the_middle_of_one() -> None:
    position = bare()
    hold(position, 0, "D1", "D2")
    visit(position, "G")
    act(position, "play:D1", "use:money_2", "use:engine_engineers")
    assert not offered(position, "play")
    act(position, "engine:1")
    assert offered(position, "play") == ["play:D2"]
    act(position, "play:D2", "use:money_2", "done")
    settle_chance(position)
    assert position.actor() == 1


def test_no_objective_cards_in_kansas_city() -> None:
    position = bare()
    hold(position, 0, "D1")
    enter_city(position)
    assert not offered(position, "play")


def test_a_card_of_the_display_is_replaced_at_once() -> None:
    position = bare()
    discards(position, 0)
    display(position, "D1", "D2", "D3", "D4")
    owe(position, pending.GAIN_CARD, pending.FROM_ANYWHERE)
    assert values(position, "objective") == ["D1", "D2", "D3", "D4", "deck"]
    act(position, "objective:D3")
    settle_chance(position)
    assert sum(position.view(0)["objectives"].values()) == 4
    assert pile(position, 0) == {"D3": 1}


def test_without_a_deck_the_display_shrinks_and_without_both_nothing_is_gained() -> None:
    position = bare()
    for card in range(len(names.OBJECTIVES)):
        position.cells[state.OBJECTIVE_DECK + card] = 0
        position.cells[state.DISPLAY + card] = int(card == 0)
    owe(position, pending.GAIN_CARD, pending.FROM_ANYWHERE)
    assert offered(position) == ["objective:D1"]
    act(position, "objective:D1")
    assert position.view(0)["objectives"] == {}
    visit(position, "C")
    assert values(position, "use") == ["certificate", "engine_engineers"]


@pytest.mark.parametrize("number", [1, 2])
def test_auxiliary_2_draws_and_discards(number: int) -> None:
    position = bare()
    have(position, 0, auxiliary_2=0)
    hold(position, 0, "jersey", "D1")
    deck(position, 0, "guernsey", "guernsey")
    owe(position, pending.AUXILIARY)
    act(position, f"auxiliary:2:{number}", *["draw:0:guernsey"] * number)
    act(position, *["discard:jersey", "discard:D1"][:number])
    assert hand(position, 0)["guernsey"] == number


def test_auxiliary_3_pays_and_goes_back_for_certificates() -> None:
    position = bare()
    have(position, 0, auxiliary_3=0, money=3, engine="6")
    owe(position, pending.AUXILIARY)
    act(position, "auxiliary:3:2", "engine:4.5")
    assert held(position, 0, "certificate", "money") == (2, 1)


def test_auxiliary_4_pays_for_the_engine() -> None:
    position = bare()
    have(position, 0, auxiliary_4=1, money=1)
    owe(position, pending.AUXILIARY)
    act(position, "auxiliary:4:1")
    assert offered(position) == ["engine:1", "skip"]
    act(position, "engine:1")
    assert held(position, 0, "money") == 0


def test_auxiliary_5_goes_back_to_remove_cards() -> None:
    position = bare()
    have(position, 0, auxiliary_5=0, engine="3")
    hold(position, 0, "jersey", "D1", "jersey")
    owe(position, pending.AUXILIARY)
    act(position, "auxiliary:5:2", "engine:1", "remove:D1")
    assert offered(position) == ["remove:jersey", "skip"]
    act(position, "skip")
    assert position.view(1)["removed_cards"] == {"D1": 1}
    assert (engine(position, 0), held(position, 0, "money")) == ("1", 0)


def test_each_card_has_the_tasks_points_and_penalty_of_the_list() -> None:
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


def test_a_hand_above_the_limit_is_kept() -> None:
    position = bare()
    hold(position, 0, *["jersey"] * 5)
    lay(position, FL1="flood_2_green")
    visit(position, "FL1")
    act(position, "auxiliary:1:1")
    settle_chance(position)
    assert sum(pile(position, 0, state.HAND).values()) == 5
