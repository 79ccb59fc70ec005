"""Legal builds and deliveries, compared with the slow and obvious way on positions of matches."""

import pytest

from games.game import OVER
from games.options import fill
from games.packing import parameter
from games.random import Random
from games.steam import RULESET
from games.steam.actions import BUILD, DELIVER, DONE, PASS, SPLITS
from games.steam.rules.money import means
from games.steam.state import (
    BUILDING,
    ENGINEER,
    LOCOMOTIVE,
    MOVING,
    PHASE,
    SUPPLYING,
    TAKING,
    TILE,
)
from tests.conformance import checks
from tests.conformance.walks import Moment, choices_at
from tests.games.steam.positions import (
    drawn,
    have,
    held,
    options,
)
from tests.games.steam.reference import Board, builds, deliveries, protected

CASES = [
    (3, "northeast", {}),
    (4, "ruhr", {}),
    (5, "northeast", {"variant": "standard"}),
    (3, "ruhr", {"town_twice": True, "own_colour": False}),
]
BUILD_CASES = [
    (3, "northeast", {"redirect_and_improve": True}),
    (4, "ruhr", {"redirect_start": True}),
    (3, "ruhr", {"redirect_and_improve": True, "redirect_start": True, "redirect_double": False}),
    (4, "northeast", {"join_unowned": True}),
    (5, "ruhr", {"redirect_double": False}),
]
"""The options by which more or less may be built than by default."""
LATE_CASES = [*CASES, BUILD_CASES[2], (4, "northeast", {"join_unowned": True, "spur_track": False})]
BANKRUPT_CASES = [
    (4, "northeast", {"same_hex": False}),
    (4, "ruhr", {"variant": "standard", "improve_unowned": False}),
    (3, "ruhr", {"same_hex": False, "improve_unowned": False}),
]


def walk(seats, name, chosen, seed, most, *, broke=None, poor=False):
    """Positions of a match in which nobody passes or stops for nothing, and what was built on.

    Everybody is rich, but for the builders where they are `poor`. After the moves of the turn
    `broke` seat 0 goes bankrupt.
    """
    state = drawn(seats, seed, map=name, **chosen)
    random = Random(seed, 5)
    built = []
    builder = None
    for _ in range(most):
        if state.actor() == OVER:
            return
        for seat in range(seats):
            have(state, seat, cash=60, locomotive=max(held(state, seat, "locomotive"), 5))
        if broke == state.view(0)["turn"] and state.cells[PHASE] in (MOVING, TAKING):
            have(state, 0, cash=0, income=-10, points=0)
        seat = int(state.actor())
        if state.cells[PHASE] == BUILDING and poor:
            # Income and points bring no money either.
            have(state, seat, cash=int(random.below(9)), income=-10, points=0)
        if state.cells[PHASE] not in (BUILDING, SUPPLYING) or seat != builder:
            built, builder = [], seat
        yield state, built
        actions = state.legal_actions(seat)
        wanted = [a for a in actions if a & 255 not in (PASS, DONE)] or actions
        linking = [a for a in wanted if a & 255 == BUILD and "completing" in state.label(seat, a)]
        pick = linking if linking and random.below(3) else wanted
        action = pick[int(random.below(len(pick)))]
        if action & 255 == BUILD:
            built.append(state.land.hex_names[parameter(action, 0)])
        state.play(seat, action)


def compare_builds(state, built, chosen):
    """Whether there is anything to build, which has to be what the reference finds."""
    seat = int(state.actor())
    board = Board(state.view(seat), state.components.tiles, chosen)
    listed = {
        state.game.vocabulary.notation(action)
        for action in state.legal_actions(seat)
        if action & 255 == BUILD
    }
    left = 4 if state.held(seat, TILE) == ENGINEER else 3
    assert state.view(seat)["tiles_laid"] == len(built)
    expected = builds(
        board,
        seat,
        means(state, seat),
        () if chosen.get("same_hex", True) else built,
    )
    assert listed == (expected if len(built) < left else set())
    return bool(expected)


@pytest.mark.parametrize(("seats", "name", "chosen"), CASES)
def test_builds(seats, name, chosen):
    compared = 0
    for ply, (state, built) in enumerate(walk(seats, name, chosen, 7, 260)):
        if state.cells[PHASE] == BUILDING and ply % 9 == 0:
            compared += compare_builds(state, built, chosen)
    assert compared > 5


@pytest.mark.rule("steam:Q17")
@pytest.mark.rule("steam:Q23")
@pytest.mark.rule("steam:Q24")
@pytest.mark.parametrize(("seats", "name", "chosen"), BUILD_CASES)
def test_builds_by_other_options(seats, name, chosen):
    differing = 0
    for ply, (state, built) in enumerate(walk(seats, name, chosen, 7, 700)):
        if state.cells[PHASE] != BUILDING:
            continue
        differs = state.legal_actions(state.actor()) != by_default(state, chosen)
        if differs or ply % 30 == 0:
            compare_builds(state, built, chosen)
        differing += differs
        if differing == 12:
            break
    assert differing > 5


def by_default(state, chosen):
    """The legal actions, were the options of `chosen` as by default."""
    other = state.clone()
    changed = [option for option in RULESET.options if option.name in chosen]
    fill(changed, options(), other.cells)
    return other.legal_actions(other.actor())


@pytest.mark.rule("steam:Q16")
@pytest.mark.rule("steam:Q18")
@pytest.mark.parametrize(("seats", "name", "chosen"), BANKRUPT_CASES)
def test_builds_among_the_links_of_a_bankrupt(seats, name, chosen):
    compared = guarded = again = 0
    for state, built in walk(seats, name, chosen, 7, 200, broke=2):
        if state.cells[PHASE] != BUILDING or state.view(0)["turn"] < 3:
            continue
        assert state.view(0)["players"][0]["bankrupt"]
        board = Board(state.view(0), state.components.tiles)
        compared += compare_builds(state, built, chosen)
        guarded += any(protected(board, at) for at in board.hexes)
        again += bool(built)
        if compared > 12:
            break
    assert compared > 5
    assert guarded > 5
    assert again > 2


@pytest.mark.rule("steam:Q12")
@pytest.mark.parametrize("variant", ["base", "standard"])
def test_builds_that_the_poor_can_pay(variant):
    compared = short = 0
    for ply, (state, built) in enumerate(
        walk(3, "northeast", {"variant": variant}, 7, 200, poor=True)
    ):
        if state.cells[PHASE] != BUILDING or ply % 3:
            continue
        compared += compare_builds(state, built, {})
        seat = int(state.actor())
        board = Board(state.view(seat), state.components.tiles)
        assert means(state, seat) <= 8
        if compared > 10:
            break
        short += builds(board, seat, means(state, seat)) < builds(board, seat, 60)
    assert compared > 5
    assert short > 5


@pytest.mark.parametrize(
    ("seats", "name", "chosen", "broke"),
    [*((*case, None) for case in CASES), (4, "northeast", {}, 3)],
)
def test_deliveries(seats, name, chosen, broke):
    compared = 0
    for state, _ in walk(seats, name, chosen, 11, 400, broke=broke):
        if state.cells[PHASE] != MOVING:
            continue
        seat = int(state.actor())
        board = Board(state.view(seat), state.components.tiles)
        names = state.land.stop_names
        listed = [
            (names[parameter(action, 0)], action >> 18 & 1023, SPLITS[parameter(action, 3)])
            for action in state.legal_actions(seat)
            if action & 255 == DELIVER
        ]
        assert len(set(listed)) == len(listed)
        expected = deliveries(
            board,
            seat,
            state.held(seat, LOCOMOTIVE),
            own_colour=chosen.get("own_colour", True),
            town_twice=chosen.get("town_twice", False),
        )
        colours = list(state.view(0)["bag"])
        assert {(city, colours[colour], points) for city, colour, points in listed} == expected
        compared += len(expected) > 0
    assert compared > 5


@pytest.mark.parametrize(("seats", "name", "chosen"), LATE_CASES)
def test_late_positions_keep_the_contract(seats, name, chosen):
    keys = {}
    kinds = set()
    for ply, (state, _) in enumerate(walk(seats, name, chosen, 5, 400)):
        if ply % 11:
            continue
        moment = Moment(state.clone(), choices_at(state), [], Random(ply))
        for check in checks.AT_EVERY_MOMENT:
            check(moment)
        checks.views_are_regular(moment, keys)
        for check in checks.NOW_AND_THEN:
            check(moment)
        kinds |= {action & 255 for actions in moment.choices.values() for action in actions}
    assert {BUILD, DELIVER, PASS, DONE} <= kinds
