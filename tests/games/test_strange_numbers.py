"""Numbers and texts that no client should give, at every position of random matches."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from railhead.games.game import CHANCE, OVER, SPECTATOR, IllegalAction, NotationError, Ruleset
from railhead.games.packing import CODE_MASK, FIRST, HIDDEN, PARAMETER_MASK
from railhead.games.random import Random
from tests import small_games
from tests.conformance.small import place_of, small_case
from tests.conformance.walks import Moment, cases, held_to_contract, walk
from tests.small_games.small_game import SmallGame, ruleset_of

NOBODY = (OVER, SPECTATOR, -4, 2**31, 2**63, -(2**63), 2**200, -(2**200))
"""Numbers that are neither seats nor chance."""
EDGES = (-1, -2, -(2**31), 2**31, 2**58, 2**62, 2**63 - 1, 2**63, 2**64, -(2**63), 2**200)
"""Numbers that are no action of any game, but for small vocabularies' sake asked for all."""
TEXTS = (
    "",
    ":",
    "::",
    "?",
    "None",
    "0",
    "-1",
    "build",
    "build:",
    ":build",
    "\0",
    "é:ü",
    "a" * 5000,
)


def with_small_games() -> dict[str, Ruleset]:
    """Every game held to the contract, and the small ones that tests are made of."""
    found = held_to_contract()
    for module in pkgutil.iter_modules(small_games.__path__):
        for kind in vars(importlib.import_module(f"{small_games.__name__}.{module.name}")).values():
            if isinstance(kind, type) and issubclass(kind, SmallGame) and kind is not SmallGame:
                found.setdefault(ruleset_of(kind).id, ruleset_of(kind))
    return found


RULESETS = with_small_games()


def strange(moment: Moment, random: Random) -> Iterator[int]:
    """Numbers at random, and legal ones with a bit, a value or a type that they do not have."""
    yield from EDGES
    yield int(random.below(2**31)) << 32 | int(random.below(2**31))
    yield -int(random.below(2**31)) << 31
    yield int(random.below(2**31))
    yield CODE_MASK
    for action in moment.sample([one for some in moment.choices.values() for one in some], 3):
        yield action | 1 << 58
        yield action | 1 << 70
        yield -action - 1
        yield action | CODE_MASK
        yield action | PARAMETER_MASK << FIRST
        yield action ^ 1 << FIRST
        yield action | HIDDEN << FIRST + 10
        yield action ^ 1 << int(random.below(58))


def is_possible(moment: Moment, actor: int, action: int) -> bool:
    return action in moment.choices.get(actor, [])


@pytest.mark.sampled
@pytest.mark.parametrize("name", RULESETS)
def test_a_number_that_is_not_possible_is_refused_and_changes_nothing(name: str) -> None:
    refused = 0
    for moment in few_moments(RULESETS[name]):
        seats = int(moment.state.seats())
        for action in strange(moment, moment.random):
            for actor in (CHANCE, *range(seats + 2), *NOBODY):
                if not is_possible(moment, actor, action):
                    with pytest.raises(IllegalAction) as raised:
                        moment.state.apply(actor, action)
                    assert str(raised.value).strip()
                    refused += 1
        for actor in (CHANCE, *moment.state.to_act()):
            for nobody in NOBODY:
                for action in moment.choices.get(actor, [])[:1]:
                    with pytest.raises(IllegalAction):
                        moment.state.apply(nobody, action)
        moment.unchanged()
    assert refused > 100


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_no_action_is_neither_labelled_nor_observed(name: str) -> None:
    for moment in few_moments(RULESETS[name]):
        vocabulary = moment.state.game.vocabulary
        for action in strange(moment, moment.random):
            if vocabulary.has(action):
                assert vocabulary.parse(vocabulary.notation(action)) == action
                continue
            for seat in moment.state.to_act():
                with pytest.raises(IllegalAction):
                    moment.state.label(seat, action)
                with pytest.raises(IllegalAction):
                    moment.state.observe(seat, seat, action)
        for actor, actions in moment.choices.items():
            assert all(vocabulary.has(action) for action in actions), actor
        moment.unchanged()


@pytest.mark.parametrize("name", RULESETS)
def test_nobody_has_legal_actions_who_is_no_seat(name: str) -> None:
    for moment in few_moments(RULESETS[name]):
        for nobody in (*NOBODY, CHANCE, int(moment.state.seats())):
            assert moment.state.legal_actions(nobody) == []


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_no_notation_is_refused_as_such(name: str) -> None:
    case = cases(RULESETS[name])[0]
    state, vocabulary = case.opening(1), case.game.vocabulary
    texts = [*TEXTS]
    for kind in vocabulary.types:
        right = [kind.name, *(vocabulary.values_of(one)[:1] or ["x"] for one in kind.parameters)]
        words = [one if isinstance(one, str) else one[0] for one in right]
        texts += [":".join([*words, "0"]), ":".join(words).upper(), f" {':'.join(words)}"]
        for index in range(1, len(words)):
            for wrong in ("", "?", "-1", "99999999999999999999", "٣", " "):
                texts.append(":".join([*words[:index], wrong, *words[index + 1 :]]))
    for text in texts:
        with pytest.raises(NotationError):
            state.parse(text)


def few_moments(ruleset: Ruleset) -> Iterator[Moment]:
    """The first 30 moments, and every twentieth later, of a match at each number of seats.

    Of the small case too, where there is one.
    """
    small = [small_case(ruleset)] if place_of(ruleset).exists() else []
    for case in [*(one for one in cases(ruleset) if not one.changed), *small]:
        for ply, moment in enumerate(walk(case, 11)):
            if ply < 30 or ply % 20 == 0:
                yield moment
