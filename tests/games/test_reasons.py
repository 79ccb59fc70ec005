"""Which actions can be about an element of the picture, and why they are not legal there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from railhead.games import reasons
from railhead.games.game import Actions, Game, Ruleset, State
from railhead.games.packing import pack, parameter
from railhead.games.reasons import MOST_TRIED, Reason, UnsuitableChoice, actions_about
from railhead.games.registry import shipped_rulesets
from railhead.games.vocabulary import ActionType, Choice, Integer, Vocabulary
from tests.conformance.walks import cases, walk
from tests.small_games.small_game import SmallGame, ruleset_of

LAY = ActionType(
    0,
    "lay",
    "Lay {tile} at {place}",
    (Integer("place", 0, 9), Integer("tile", 0, 999)),
    targets=("place-{place}", "hand-{seat}-{tile}"),
)
GIVE = ActionType(
    1,
    "give",
    "Give {goods}",
    (Choice("goods", ("red", "blue", "red+blue", "none")),),
    targets=("goods-{goods}",),
)
WAIT = ActionType(2, "wait", "Wait", untargeted="Nothing is done.")


class Places(SmallGame):
    """Tiles 500 and 501 may be laid on the places 1 and 2; nothing is given."""

    opening = (0, 0)

    def actor(self) -> int:
        return int(self.cells[0])

    def collect(self, seat: int, out: Actions) -> None:
        for place in (1, 2):
            for tile in (500, 501):
                out.add(pack(0, place, tile))


def position(refusal: Callable[[Any, int, int], str]) -> State:
    """A position of it, whose actions are refused so."""
    vocabulary = Vocabulary((LAY, GIVE, WAIT))
    ruleset: Ruleset = replace(ruleset_of(Places), vocabulary=vocabulary, refusal=refusal)
    game: Game = ruleset.bind({}, {})
    return game.start({"seats": 2, "options": {}})


def counting(tried: list[int], say: Callable[[int], str]) -> State:
    def refusal(_: Any, __: int, action: int) -> str:
        tried.append(action)
        return say(action)

    return position(refusal)


def names(element: str) -> dict[str, list[list[int]]]:
    """By type how many values each of its parameters may have, in each way to be about it."""
    vocabulary = Vocabulary((LAY, GIVE, WAIT))
    found = actions_about(vocabulary, element, 1)
    return {kind.name: [[len(one) for one in chosen] for chosen in ways] for kind, ways in found}


def test_what_can_be_about_an_element_follows_from_the_targets() -> None:
    assert names("place-3") == {"lay": [[1, 1000]]}
    assert names("hand-1-12") == {"lay": [[10, 1]]}
    assert names("hand-0-12") == {}, "it is another seat's"
    assert names("goods-red") == {"give": [[2]]}, "red, and red with blue"
    assert names("goods-none") == {}
    assert names("place-10") == names("place-") == names("place-3x") == names("xplace-3") == {}


def test_choices_that_are_legal_elsewhere_are_tried_first_and_few_where_all_are_alike() -> None:
    tried: list[int] = []
    state = counting(tried, lambda _: "it is closed")
    assert reasons.reasons(state, "place-3", 0) == [Reason("lay", "it is closed")]
    assert [parameter(one, 1) for one in tried[:2]] == [500, 501]
    assert {parameter(one, 0) for one in tried} == {3}
    assert len(tried) == len(set(tried)) == reasons.AGREED


def test_no_more_are_tried_than_the_bound_and_from_all_over() -> None:
    tried: list[int] = []
    state = counting(tried, lambda action: f"not {action}")
    reasons.reasons(state, "place-3", 0)
    assert len(tried) == len(set(tried)) == MOST_TRIED
    tiles = [int(parameter(one, 1)) for one in tried]
    assert min(tiles) < 50
    assert max(tiles) > 900


def test_a_sentence_about_another_choice_gives_way() -> None:
    def say(action: int) -> str:
        tile = int(parameter(action, 1))
        return "too dear" if tile % 20 == 0 else UnsuitableChoice("not such a tile")

    (reason,) = reasons.reasons(counting([], say), "place-3", 0)
    assert reason == Reason("lay", "too dear")
    (reason,) = reasons.reasons(
        counting([], lambda _: UnsuitableChoice("not such a tile")), "place-3", 0
    )
    assert reason == Reason("lay", "not such a tile")
    assert type(reason.text) is str


def test_of_what_is_legal_there_no_reason_is_given() -> None:
    state = counting([], lambda _: "no")
    assert reasons.reasons(state, "place-1", 0) == []
    assert reasons.reasons(state, "hand-0-500", 0) == []
    assert [one.type for one in reasons.reasons(state, "hand-0-499", 0)] == ["lay"]


@pytest.mark.parametrize("game", shipped_rulesets())
def test_each_legal_action_can_be_about_its_targets(game: str) -> None:
    case = cases(shipped_rulesets()[game])[0]
    for moment in islice(walk(case, 3), 60):
        vocabulary = moment.state.game.vocabulary
        for seat in moment.state.to_act():
            for action in moment.sample(moment.state.legal_actions(seat), 5):
                kind = vocabulary.type_of(action)
                values = [int(parameter(action, place)) for place in range(len(kind.parameters))]
                for element in vocabulary.targets_of(action, seat):
                    ways = next(
                        ways
                        for one, ways in actions_about(vocabulary, element, seat)
                        if one is kind
                    )
                    assert any(
                        all(value in chosen for value, chosen in zip(values, way, strict=True))
                        for way in ways
                    )


@pytest.mark.parametrize("game", shipped_rulesets())
def test_elements_of_pictures_have_reasons_for_what_is_not_legal_there(game: str) -> None:
    case = cases(shipped_rulesets()[game])[0]
    told = 0
    for number, moment in enumerate(islice(walk(case, 5), 80)):
        if number % 8 or not moment.state.to_act():
            continue
        state, seat = moment.state, moment.state.to_act()[0]
        before = state.save()
        drawn = state.game.ruleset.picture(state.view(seat))
        for element in re.findall(r'<g id="([^"]+)">', drawn)[::9]:
            legal = [
                state.game.vocabulary.type_of(one).name
                for one in state.legal_actions(seat)
                if element in state.game.vocabulary.targets_of(one, seat)
            ]
            found = reasons.reasons(state, element, seat)
            assert not {one.type for one in found} & {*legal}
            assert all(one.text for one in found)
            told += len(found)
        assert state.save() == before
    assert told > 10
