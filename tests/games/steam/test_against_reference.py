"""Legal builds and deliveries, compared with the slow and obvious way on positions of matches."""

import pytest

from games.game import OVER
from games.packing import parameter
from games.random import Random
from games.steam.actions import BUILD, DELIVER, DONE, PASS, SPLITS
from games.steam.rules.money import means
from games.steam.state import BUILDING, LOCOMOTIVE, MOVING, PHASE
from tests.games.steam.reference import Board, builds, deliveries
from tests.games.steam.table import drawn, have, held

CASES = [
    (3, "northeast", {}),
    (4, "ruhr", {}),
    (5, "northeast", {"variant": "standard"}),
    (3, "ruhr", {"town_twice": True, "own_colour": False}),
]


def walk(seats, name, chosen, seed, most):
    """Positions of a match in which everybody is rich and nobody passes or stops for nothing."""
    state = drawn(seats, seed, map=name, **chosen)
    random = Random(seed, 5)
    for _ in range(most):
        if state.actor() == OVER:
            return
        for seat in range(seats):
            have(state, seat, cash=60, locomotive=max(held(state, seat, "locomotive"), 5))
        yield state
        seat = state.actor()
        actions = state.legal_actions(seat)
        wanted = [a for a in actions if a & 255 not in (PASS, DONE)] or actions
        linking = [a for a in wanted if a & 255 == BUILD and "completing" in state.label(seat, a)]
        pick = linking if linking and random.below(3) else wanted
        state.play(seat, pick[int(random.below(len(pick)))])


@pytest.mark.parametrize(("seats", "name", "chosen"), CASES)
def test_builds(seats, name, chosen):
    compared = 0
    for ply, state in enumerate(walk(seats, name, chosen, 7, 260)):
        if state.cells[PHASE] != BUILDING or ply % 9:
            continue
        seat = int(state.actor())
        board = Board(state.view(seat), state.tables.tiles)
        listed = {
            state.game.vocabulary.notation(action)
            for action in state.legal_actions(seat)
            if action & 255 == BUILD
        }
        left = 4 if state.held(seat, 4) == 3 else 3
        expected = builds(board, seat, means(state, seat))
        assert listed == (expected if state.view(seat)["tiles_laid"] < left else set())
        compared += bool(expected)
    assert compared > 5


@pytest.mark.parametrize(("seats", "name", "chosen"), CASES)
def test_deliveries(seats, name, chosen):
    compared = 0
    for state in walk(seats, name, chosen, 11, 400):
        if state.cells[PHASE] != MOVING:
            continue
        seat = int(state.actor())
        board = Board(state.view(seat), state.tables.tiles)
        names = state.land.stop_names
        colours = list(state.view(0)["bag"])
        listed = [
            (
                names[parameter(action, 0)],
                colours[parameter(action, 1)],
                names[parameter(action, 2)],
                SPLITS[parameter(action, 3)],
            )
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
        assert set(listed) == expected
        compared += len(expected) > 0
    assert compared > 5
