"""Every legal action has its numbers, which lead back to it."""

from __future__ import annotations

import pytest

from railhead.games.game import CHANCE, IllegalAction
from railhead.games.registry import shipped_rulesets
from railhead.rl.action_table import UNFINISHED, Decision
from railhead.rl.actions import ActionSpace
from railhead.rl.environment import Table
from tests.conformance.walks import walk
from tests.rl.tables import CASES, GAMES, NAMES, cases_of, table_of


@pytest.mark.sampled(by="game")
@pytest.mark.parametrize(("game", "index"), CASES, ids=NAMES)
def test_every_legal_action_has_numbers_of_its_own_that_lead_back(game: str, index: int) -> None:
    space = table_of(game, index).actions
    for moment in walk(cases_of(game)[index], 3):
        for seat, legal in moment.choices.items():
            if seat == CHANCE:
                continue
            numbers = [tuple(space.encode(action)) for action in legal]
            assert len(set(numbers)) == len(legal), "two actions have the same numbers"
            assert all(0 <= number < space.size for parts in numbers for number in parts)
            assert [space.decode(parts) for parts in numbers] == legal


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_can_be_chosen_part_by_part(game: str) -> None:
    table = table_of(game, 0)
    decision = Decision(table.actions.table)
    in_parts = 0
    for moment in walk(cases_of(game)[0], 5):
        for seat, legal in moment.choices.items():
            if seat == CHANCE:
                continue
            decision.begin(moment.state, seat)
            first = {table.actions.encode(action)[0] for action in legal}
            assert decision.numbers() == sorted(first)
            for action in moment.sample(legal, 8):
                decision.begin(moment.state, seat)
                assert chosen(decision, table.actions.encode(action)) == action
                in_parts += int(decision.parts)
    assert (in_parts > 0) == (table.actions.parts > 1), "parts are asked for where there are any"


def chosen(decision: Decision, numbers: list[int]) -> int:
    """The action that these numbers choose, as many as are asked for."""
    for number in numbers:
        action = int(decision.choose(number))
        if action != UNFINISHED:
            return action
    raise AssertionError("an action was not chosen by all its numbers")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_offered_is_refused(game: str) -> None:
    table = table_of(game, 0)
    decision = Decision(table.actions.table)
    moment = next(one for one in walk(cases_of(game)[0], 5) if CHANCE not in one.choices)
    decision.begin(moment.state, int(moment.state.actor()))
    offered = decision.numbers()
    for number in {-1, table.actions.size, *range(table.actions.size)} - set(offered):
        with pytest.raises(IllegalAction, match=str(number)):
            decision.choose(number)
    assert decision.numbers() == offered


@pytest.mark.sampled(by="game")
@pytest.mark.parametrize(("game", "index"), CASES, ids=NAMES)
def test_numbers_mean_the_same_whatever_the_options(game: str, index: int) -> None:
    case, table = cases_of(game)[index], table_of(game, index)
    same = Table(game, case.seats)
    if table.game.data_hash == same.game.data_hash:
        assert meaning(table.actions) == meaning(same.actions)


def meaning(space: ActionSpace) -> list[tuple[object, ...]]:
    """What all numbers stand for."""
    return [(one.start, one.kind.name, one.part, one.fields, one.values) for one in space.ranges]


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_name_of_its_own(game: str) -> None:
    space = table_of(game, 0).actions
    names = space.names()
    assert len(set(names)) == space.size
    with pytest.raises(IndexError):
        space.name(space.size)
    kinds = {kind.name for kind in shipped_rulesets()[game].vocabulary.types if not kind.chance}
    assert {name.partition(":")[0] for name in names} == kinds


def test_numbers_of_several_actions_make_none() -> None:
    space = table_of("great_western_trail", 0).actions
    moves = [one for one in space.ranges if one.kind.name == "move"]
    with pytest.raises(ValueError, match="not the parts of one action"):
        space.decode([moves[0].start])
    with pytest.raises(ValueError, match="not the parts of one action"):
        space.decode([moves[1].start, moves[0].start])
    assert space.decode([moves[0].start, moves[1].start]) == moves[0].kind.code


def test_an_outcome_of_chance_has_no_number() -> None:
    space = table_of("montana", 0).actions
    spin = space.vocabulary.parse("spin:0")
    with pytest.raises(LookupError, match="chance"):
        space.encode(spin)
