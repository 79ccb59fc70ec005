"""Observations say all that a seat may know, and nothing else."""

from __future__ import annotations

from functools import cache
from itertools import islice

import numpy as np
import orjson
import pytest
from numpy.typing import NDArray

from railhead.games.game import State
from railhead.rl.action_table import Decision
from railhead.rl.environment import Table
from railhead.rl.turns import observation_at
from tests.conformance.hidden import determinized
from tests.conformance.walks import walk
from tests.rl.tables import CASES, GAMES, HIDING, NAMES, cases_of, table_of


def seen(table: Table, state: State, viewer: int) -> NDArray[np.int16]:
    """What a seat is told of a position."""
    return observation_at(table, state, _decision(table), -1, viewer)


@cache
def _decision(table: Table) -> Decision:
    return Decision(table.actions.table)


def place_of(table: Table, at: int, told: NDArray[np.int16]) -> str:
    """Which number is told at a place."""
    place = next(one for one in table.layout.places if one.start <= at < one.end)
    return f"{place.name}[{at - place.start}] = {told[at]}"


SECRET_CASES = [one for one in CASES if one[0] in HIDING]


@pytest.mark.sampled(by="game")
@pytest.mark.parametrize(
    ("game", "index"), SECRET_CASES, ids=[name for name in NAMES if name.startswith(HIDING)]
)
def test_what_is_hidden_changes_nothing_when_swapped(game: str, index: int) -> None:
    table = table_of(game, index)
    swapped = 0
    decision = Decision(table.actions.table)
    for moment in walk(cases_of(game)[index], 6):
        for viewer in range(table.seats):
            other = determinized(moment.state, viewer, int(moment.random.next32()))
            swapped += other.save() != moment.saved
            told = seen(table, moment.state, viewer)
            assert told.tobytes() == seen(table, other, viewer).tobytes()
            if viewer in moment.choices:
                decision.begin(moment.state, viewer)
                offered = decision.numbers()
                decision.begin(other, viewer)
                assert decision.numbers() == offered
    assert swapped > 20, "nothing was hidden"


@pytest.mark.sampled(by="game")
@pytest.mark.parametrize(("game", "index"), CASES, ids=NAMES)
def test_whoever_sees_another_table_is_told_something_else_within_bounds(
    game: str, index: int
) -> None:
    table = table_of(game, index)
    low, high = table.layout.bounds()
    views: dict[tuple[int, bytes], bytes] = {}
    case = cases_of(game)[index]
    for moment in islice(walk(case, 7), 0, None, 2 if case.changed else 1):
        for viewer in range(table.seats):
            numbers = seen(table, moment.state, viewer)
            told = (viewer, numbers.tobytes())
            if told not in views:
                wrong = np.flatnonzero((numbers < low) | (numbers > high))
                assert not wrong.size, [place_of(table, int(at), numbers) for at in wrong]
            view = orjson.dumps(moment.state.view(viewer))
            assert views.setdefault(told, view) == view, difference(view, views[told])
    assert len(views) > 50


def difference(one: bytes, other: bytes) -> str:
    """The keys in which two views differ."""
    here, there = orjson.loads(one), orjson.loads(other)
    return ", ".join(
        f"{key}: {here[key]} and {there[key]}" for key in here if here[key] != there[key]
    )


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_told_from_the_viewer_on(game: str) -> None:
    table = table_of(game, 0)
    names = [one.name for one in table.layout.places]
    own = [name.removeprefix("own.") for name in names if name.startswith("own.")]
    for number in range(1, table.seats):
        other = f"next_{number}."
        assert [name.removeprefix(other) for name in names if name.startswith(other)] == own
    for moment in walk(cases_of(game)[0], 8):
        actor = int(moment.state.actor())
        for viewer in range(table.seats):
            told = table.layout.read(seen(table, moment.state, viewer))
            assert told["seat"] == viewer
            assert told["actor"] == (0 if actor < 0 else (actor - viewer) % table.seats + 1)


@pytest.mark.parametrize("game", GAMES)
def test_features_follow_each_other_without_a_gap(game: str) -> None:
    layout = table_of(game, 0).layout
    assert [one.end for one in layout.places[:-1]] == [one.start for one in layout.places[1:]]
    assert len({one.name for one in layout.places}) == len(layout.places)
    for place in layout.places:
        assert len(place.feature.names) in (0, place.feature.size)
        assert len(set(place.feature.names)) == len(place.feature.names)
        assert place.feature.help.endswith(".")
