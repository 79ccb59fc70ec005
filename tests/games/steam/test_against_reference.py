"""Legal builds and deliveries, compared with the slow and obvious way on positions of matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from railhead.games.game import OVER
from railhead.games.options import fill
from railhead.games.packing import parameter
from railhead.games.random import Random
from railhead.games.steam import RULESET, actions, state
from railhead.games.steam.match import Steam
from railhead.games.steam.rules.money import means
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


def walk(
    seats: int,
    name: str,
    chosen: dict[str, Any],
    seed: int,
    most: int,
    *,
    broke: int | None = None,
    poor: bool = False,
) -> Iterator[tuple[Steam, list[str]]]:
    """Positions of a match in which nobody passes or stops for nothing, and what was built on.

    Everybody is rich, but for the builders where they are `poor`. After the moves of the turn
    `broke` seat 0 goes bankrupt.
    """
    position = drawn(seats, seed, map=name, **chosen)
    random = Random(seed, 5)
    built: list[str] = []
    builder = None
    for _ in range(most):
        if position.actor() == OVER:
            return
        for seat in range(seats):
            have(position, seat, cash=60, locomotive=max(held(position, seat, "locomotive"), 5))
        if broke == position.view(0)["turn"] and position.cells[state.PHASE] in (
            state.MOVING,
            state.TAKING,
        ):
            have(position, 0, cash=0, income=-10, points=0)
        seat = int(position.actor())
        if position.cells[state.PHASE] == state.BUILDING and poor:
            # Income and points bring no money either.
            have(position, seat, cash=int(random.below(9)), income=-10, points=0)
        if position.cells[state.PHASE] not in (state.BUILDING, state.SUPPLYING) or seat != builder:
            built, builder = [], seat
        yield position, built
        legal = position.legal_actions(seat)
        wanted = [a for a in legal if a & 255 not in (actions.PASS, actions.DONE)] or legal
        linking = [
            a
            for a in wanted
            if a & 255 == actions.BUILD and "completing" in position.label(seat, a)
        ]
        pick = linking if linking and random.below(3) else wanted
        action = pick[int(random.below(len(pick)))]
        if action & 255 == actions.BUILD:
            built.append(position.land.hex_names[parameter(action, 0)])
        position.play(seat, action)


def compare_builds(position: Steam, built: list[str], chosen: dict[str, Any]) -> bool:
    """Whether there is anything to build, which has to be what the reference finds."""
    seat = int(position.actor())
    board = Board(position.view(seat), position.components.tiles, chosen)
    listed = {
        position.game.vocabulary.notation(action)
        for action in position.legal_actions(seat)
        if action & 255 == actions.BUILD
    }
    left = 4 if position.amount(seat, state.TILE) == state.ENGINEER else 3
    assert position.view(seat)["tiles_laid"] == len(built)
    expected = builds(
        board,
        seat,
        means(position, seat),
        () if chosen.get("same_hex", True) else built,
    )
    assert listed == (expected if len(built) < left else set())
    return bool(expected)


@pytest.mark.sampled
@pytest.mark.parametrize(("seats", "name", "chosen"), CASES)
def test_builds(seats: int, name: str, chosen: dict[str, Any]) -> None:
    compared = 0
    for ply, (position, built) in enumerate(walk(seats, name, chosen, 7, 260)):
        if position.cells[state.PHASE] == state.BUILDING and ply % 9 == 0:
            compared += compare_builds(position, built, chosen)
    assert compared > 5


@pytest.mark.sampled
@pytest.mark.rule("steam:Q17")
@pytest.mark.rule("steam:Q23")
@pytest.mark.rule("steam:Q24")
@pytest.mark.parametrize(("seats", "name", "chosen"), BUILD_CASES)
def test_builds_by_other_options(seats: int, name: str, chosen: dict[str, bool]) -> None:
    differing = 0
    for ply, (position, built) in enumerate(walk(seats, name, chosen, 7, 700)):
        if position.cells[state.PHASE] != state.BUILDING:
            continue
        differs = position.legal_actions(position.actor()) != by_default(position, chosen)
        if differs or ply % 30 == 0:
            compare_builds(position, built, chosen)
        differing += differs
        if differing == 12:
            break
    assert differing > 5


def independent_loops(view: dict[str, Any], owners: set[int | None]) -> int:
    """How many links of these owners can be taken away without parting any stops they join."""
    joined: dict[str, set[str]] = {}
    loops = 0
    for link in view["links"]:
        if link["complete"] and link["owner"] in owners:
            one, other = (joined.setdefault(link[end], {link[end]}) for end in ("from", "to"))
            loops += one is other
            whole = one | other
            joined.update(dict.fromkeys(whole, whole))
    return loops


@pytest.mark.sampled
@pytest.mark.rule("steam:Q25")
@pytest.mark.parametrize(
    ("seats", "name", "chosen"),
    [
        (3, "northeast", {"loops": "own"}),
        (4, "northeast", {"loops": "none", "join_unowned": True}),
        (3, "ruhr", {"loops": "none", "redirect_and_improve": True, "redirect_start": True}),
        pytest.param(5, "ruhr", {"loops": "own", "variant": "standard"}, marks=pytest.mark.full),
    ],
)
def test_builds_without_loops(seats: int, name: str, chosen: dict[str, Any]) -> None:
    groups: list[set[int | None]] = [{seat} for seat in range(seats)]
    if chosen["loops"] == "none":
        groups = [{*range(seats), None}]
    withdrawn = 0
    for ply, (position, _) in enumerate(walk(seats, name, chosen, 7, 700)):
        if position.cells[state.PHASE] != state.BUILDING:
            continue
        seat = int(position.actor())
        legal = position.legal_actions(seat)
        before = [independent_loops(position.view(0), group) for group in groups]
        free = position.clone()
        free.cells[state.JOIN_UNOWNED] %= state.LOOPS_STEP
        expected = []
        for action in free.legal_actions(seat):
            # Others would be tried for nothing, which is seen now and then.
            tried = action not in legal or "completing" in position.label(seat, action)
            if tried or ply % 20 == 0:
                after = free.clone()
                after.play(seat, action)
                now = [independent_loops(after.view(0), group) for group in groups]
                if action & 255 == actions.BUILD and now != before:
                    withdrawn += 1
                    continue
            expected.append(action)
        assert legal == expected
        if withdrawn > 30:
            break
    assert withdrawn > 10


def by_default(position: Steam, chosen: dict[str, bool]) -> list[int]:
    """The legal actions, were the options of `chosen` as by default."""
    other = position.clone()
    changed = [option for option in RULESET.options if option.name in chosen]
    fill(changed, options(), other.cells)
    return other.legal_actions(other.actor())


@pytest.mark.sampled
@pytest.mark.rule("steam:Q16")
@pytest.mark.rule("steam:Q18")
@pytest.mark.parametrize(("seats", "name", "chosen"), BANKRUPT_CASES)
def test_builds_among_the_links_of_a_bankrupt(
    seats: int, name: str, chosen: dict[str, Any]
) -> None:
    compared = guarded = again = 0
    for position, built in walk(seats, name, chosen, 7, 200, broke=2):
        if position.cells[state.PHASE] != state.BUILDING or position.view(0)["turn"] < 3:
            continue
        assert position.view(0)["players"][0]["bankrupt"]
        board = Board(position.view(0), position.components.tiles)
        compared += compare_builds(position, built, chosen)
        guarded += any(protected(board, at) for at in board.hexes)
        again += bool(built)
        if compared > 12:
            break
    assert compared > 5
    assert guarded > 5
    assert again > 2


@pytest.mark.sampled
@pytest.mark.rule("steam:Q12")
@pytest.mark.parametrize("variant", ["base", "standard"])
def test_builds_that_the_poor_can_pay(variant: str) -> None:
    compared = short = 0
    for ply, (position, built) in enumerate(
        walk(3, "northeast", {"variant": variant}, 7, 200, poor=True)
    ):
        if position.cells[state.PHASE] != state.BUILDING or ply % 3:
            continue
        compared += compare_builds(position, built, {})
        seat = int(position.actor())
        board = Board(position.view(seat), position.components.tiles)
        assert means(position, seat) <= 8
        if compared > 10:
            break
        short += builds(board, seat, means(position, seat)) < builds(board, seat, 60)
    assert compared > 5
    assert short > 5


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("seats", "name", "chosen", "broke"),
    [*((*case, None) for case in CASES), (4, "northeast", {}, 3)],
)
def test_deliveries(seats: int, name: str, chosen: dict[str, Any], broke: int | None) -> None:
    compared = 0
    for position, _ in walk(seats, name, chosen, 11, 400, broke=broke):
        if position.cells[state.PHASE] != state.MOVING:
            continue
        seat = int(position.actor())
        board = Board(position.view(seat), position.components.tiles)
        names = position.land.stop_names
        listed = [
            (names[parameter(action, 0)], action >> 18 & 1023, actions.SPLITS[parameter(action, 3)])
            for action in position.legal_actions(seat)
            if action & 255 == actions.DELIVER
        ]
        assert len(set(listed)) == len(listed)
        expected = deliveries(
            board,
            seat,
            position.amount(seat, state.LOCOMOTIVE),
            own_colour=chosen.get("own_colour", True),
            town_twice=chosen.get("town_twice", False),
        )
        colours = list(position.view(0)["bag"])
        assert {(city, colours[colour], points) for city, colour, points in listed} == expected
        compared += len(expected) > 0
    assert compared > 5


@pytest.mark.full
@pytest.mark.parametrize(("seats", "name", "chosen"), LATE_CASES)
def test_late_positions_keep_the_contract(seats: int, name: str, chosen: dict[str, Any]) -> None:
    keys: dict[str, Any] = {}
    kinds = set()
    for ply, (position, _) in enumerate(walk(seats, name, chosen, 5, 400)):
        if ply % 11:
            continue
        moment = Moment(position.clone(), choices_at(position), [], Random(ply))
        for check in checks.AT_EVERY_MOMENT:
            check(moment)
        checks.views_are_regular(moment, keys)
        for check in checks.NOW_AND_THEN:
            check(moment)
        kinds |= {action & 255 for legal in moment.choices.values() for action in legal}
    assert {actions.BUILD, actions.DELIVER, actions.PASS, actions.DONE} <= kinds
