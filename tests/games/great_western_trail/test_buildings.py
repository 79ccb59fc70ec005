"""Building, replacing, moving on, attached actions."""

from __future__ import annotations

import pytest

from railhead.games.game import IllegalAction
from railhead.games.great_western_trail import pending
from railhead.games.great_western_trail.names import CATTLE, EFFECTS
from tests.games.great_western_trail.positions import (
    bare,
    build,
    hand,
    have,
    held,
    hold,
    jobs,
    on,
    owe,
    stand,
    uses,
    values,
    visit,
)
from tests.games.positions import act, offered


@pytest.mark.rule("great_western_trail:43")
def test_the_worked_example_of_replacing() -> None:
    state = bare()
    build(state, 0, B1=4)
    have(state, 0, craftsman=3, money=6)
    owe(state, pending.BUILD, 2)
    assert "build:8a:B1" in offered(state)
    assert "build:9a:B1" not in offered(state)
    act(state, "build:8a:B1")
    assert held(state, 0, "money") == 0
    assert state.view(0)["players"][0]["buildings"][3]["removed"]


def test_a_replacement_needs_more_craftsmen() -> None:
    state = bare()
    build(state, 0, B1=4)
    have(state, 0, craftsman=6, money=60)
    owe(state, pending.BUILD, 2)
    numbers = {move.split(":")[1] for move in offered(state) if move.endswith(":B1")}
    assert numbers == {"5a", "6a", "7a", "8a", "9a"}
    with pytest.raises(IllegalAction, match="cannot replace"):
        act(state, "build:1a:B1")


def test_a_building_needs_craftsmen_and_money() -> None:
    state = bare()
    have(state, 0, craftsman=3, money=5)
    owe(state, pending.BUILD, 2)
    assert set(values(state, "build")) == {"1a", "2a", "3a", "4a"}
    with pytest.raises(IllegalAction, match=r"needs 3 craftsmen and \$6, you have 3 and \$5"):
        act(state, "build:5a:B1")


def test_a_building_under_the_cattleman_is_not_used_now() -> None:
    """Building 5a hires a craftsman whose slot replaces 5a itself."""
    state = on(5)
    jobs(state, 4, row1="craftsman")
    have(state, 0, craftsman=3, money=10)
    visit(state, "B2")
    act(state, "use:hire_cheap_1", "hire:1:craftsman", "use:build_cheap", "build:8a:B2")
    assert held(state, 0, "money", "craftsman") == (3, 4)
    assert state.actor() != 0 or not uses(state)


@pytest.mark.parametrize("kept", [False, True])
def test_the_actions_left_of_a_building_that_is_replaced(kept: bool) -> None:
    """Building 5a's engine action is lost with it, or stays for this visit."""
    state = on(5, keep_replaced_actions=kept)
    jobs(state, 4, row1="craftsman")
    have(state, 0, craftsman=3, money=10)
    visit(state, "B2")
    [engine] = [use for use in uses(state) if use.startswith("engine")]
    act(state, "use:hire_cheap_1", "hire:1:craftsman", "use:build_cheap", "build:8a:B2")
    if not kept:
        assert state.actor() != 0 or not uses(state)
        return
    assert uses(state) == [engine], "nothing of the new building"
    act(state, f"use:{engine}")
    assert engine not in uses(state)


def test_at_the_limit_of_certificates_a_card_can_still_be_discarded_for_them() -> None:
    state = on(5, "b")
    have(state, 0, money=0, certificate=3)
    hold(state, 0, "black_angus")
    visit(state, "B2")
    act(state, "use:black_angus_certificate_2")
    assert (held(state, 0, "certificate"), hand(state, 0)) == (3, {})
    state = bare()
    have(state, 0, certificate=3)
    visit(state, "C")
    assert "certificate" not in uses(state)


def test_moving_on_loses_the_actions_left_and_does_not_refill_the_hand() -> None:
    state = on(3)
    hold(state, 0, "jersey", "jersey")
    visit(state, "B2")
    act(state, "use:move_1", "move:C:0")
    assert not offered(state, "pair")
    assert hand(state, 0) == {"jersey": 2}


def test_moving_on_pays_tolls() -> None:
    state = on(3)
    build(state, 1, B3=4)
    have(state, 0, money=5)
    visit(state, "B2")
    act(state, "use:move_1", "move:B3:0")
    assert held(state, 0, "money") == 3


@pytest.mark.parametrize(
    ("space", "card", "gain"),
    [
        ("FR1", "jersey", (1, 2)),
        ("FR2", "jersey", (1, 2)),
        ("TR2", "jersey", (1, 2)),
        ("RR2", "jersey", (1, 2)),
        ("DR1", "ayrshire", (1, 0)),
        ("TR1", "guernsey", (1, 0)),
        ("RR1", "jersey", (1, 0)),
    ],
)
def test_attached_actions_are_for_the_owner(space: str, card: str, gain: tuple[int, int]) -> None:
    state = on(1, space=space)
    hold(state, 0, card)
    visit(state, space)
    move = "use:jersey_certificate_2" if gain[1] else f"spend:cattle_certificate:{card}"
    act(state, move)
    assert held(state, 0, "certificate", "money") == gain
    state = on(1, space=space)
    hold(state, 1, card)
    stand(state, 1, "A")
    state.cells[2] = 1
    visit(state, space)
    assert set(values(state, "auxiliary")) == {"1", "2"}
    assert not offered(state, "use")
    assert not offered(state, "spend")


def test_by_an_option_phase_b_may_not_be_idle() -> None:
    for idle in (True, False):
        state = bare(idle_turns=idle)
        visit(state, "G")
        assert ("done" in offered(state)) == idle
        act(state, "auxiliary:1:1")
        assert held(state, 0, "money") == 1


def test_every_effect_of_the_vocabulary_is_printed_somewhere() -> None:
    from tests.games.great_western_trail.positions import game

    components = game().components
    printed = {
        part - 1 for action in components.face_actions for part in (action % 64, action // 64)
    }
    printed |= {int(effect) for effect in components.slot_effect}
    printed |= {int(effect) for effect in components.objective_effect}
    printed |= {int(effect) for effect in components.trail.attached}
    printed |= {
        part - 1 for action in components.master_effect for part in (action % 64, action // 64)
    }
    assert printed - {-1} == set(range(len(EFFECTS)))
    assert len(CATTLE) == 13
