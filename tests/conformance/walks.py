"""Which matches the suite plays, and the moments it meets on the way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from examples import veil
from railhead.games.game import CHANCE, OVER, SPECTATOR, Game, Ruleset, State
from railhead.games.options import (
    ChoiceOption,
    FileOption,
    IntegerOption,
    InvalidOption,
    Option,
    PatternOption,
    SwitchOption,
    complete,
)
from railhead.games.packing import code_of
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets, shipped_rulesets
from tests.conformance.combinations import COMBINATIONS
from tests.small_games import failing_search

CATALOGUE = Catalogue()


def hosted() -> dict[str, Ruleset]:
    """Every ruleset of the project by id, and Veil: those with golden files."""
    return {**shipped_rulesets(), veil.RULESET.id: veil.RULESET}


def held_to_contract() -> dict[str, Ruleset]:
    """Those, and what `RAILHEAD_EXTRA_GAMES` names, but for the one that fails on purpose."""
    return {
        **hosted(),
        **{name: one for name, one in rulesets().items() if one is not failing_search.RULESET},
    }


@dataclass(frozen=True)
class Case:
    """A game with complete options and a number of seats: the frame of a match."""

    game: Game
    options: Mapping[str, Any]
    seats: int
    changed: str
    """The options that differ from their defaults, as `name=value`; empty for none."""

    def __str__(self) -> str:
        return f"{self.game.ruleset.id}-{self.seats}-{self.changed or 'default'}"

    def opening(self, seed: int) -> State:
        """The first position of the match that `seed` sets up."""
        setup = self.game.draw_setup(self.seats, self.options, Random(seed, 1))
        return self.game.start(setup)


def values_of(ruleset: Ruleset, option: Option) -> list[Any]:
    """The values of an option that the suite plays: all of them, or both ends of a range."""
    if isinstance(option, ChoiceOption):
        return list(option.choices)
    if isinstance(option, SwitchOption):
        return [False, True]
    if isinstance(option, IntegerOption):
        return [option.low, option.high]
    if isinstance(option, FileOption):
        return list(CATALOGUE.files(ruleset, option))
    assert isinstance(option, PatternOption)
    return [option.default]


def cases(ruleset: Ruleset) -> list[Case]:
    """The defaults at every number of seats, each other value of each option once, combinations.

    The numbers of seats take turns over the options' values; one that a value does not go with is
    passed over, but some number must go with every value. So must the defaults with the fewest
    seats.
    """
    counts = list(range(ruleset.min_seats, ruleset.max_seats + 1))
    defaults = complete(ruleset.options, {})
    whole = [Case(CATALOGUE.game(ruleset, defaults), defaults, n, "") for n in counts]
    found = [case for case in whole if case.seats == ruleset.min_seats or _is_possible(case)]
    for option in ruleset.options:
        for value in values_of(ruleset, option):
            if value != defaults[option.name]:
                start = len(found) % len(counts)
                found.append(_first_possible(ruleset, option, value, counts[start:] + counts))
    return found + [_combined(ruleset, *one) for one in COMBINATIONS.get(ruleset.id, [])]


def _combined(ruleset: Ruleset, seats: int, chosen: Mapping[str, Any]) -> Case:
    options = complete(ruleset.options, chosen)
    changed = ",".join(f"{name}={value}" for name, value in chosen.items())
    return Case(CATALOGUE.game(ruleset, options), options, seats, changed)


def _is_possible(case: Case) -> bool:
    """Whether the options, such as the map, go with the number of seats."""
    try:
        case.opening(0)
    except InvalidOption:
        return False
    return True


def _first_possible(ruleset: Ruleset, option: Option, value: Any, counts: list[int]) -> Case:
    options = complete(ruleset.options, {option.name: value})
    game = CATALOGUE.game(ruleset, options)
    for seats in counts:
        case = Case(game, options, seats, f"{option.name}={value}")
        if _is_possible(case):
            return case
    raise AssertionError(f"{option.name}={value} goes with no number of seats")


@dataclass(eq=False)
class Moment:
    """A position met in random play, and what may happen there.

    `choices` has the legal actions of every acting seat, or the outcomes of chance under `CHANCE`.
    `met` has actions that were legal somewhere in the match so far. `random` is the check's own.
    `known` is the match's: what checks that depend on nothing else have looked at already.
    """

    state: State
    choices: dict[int, list[int]]
    met: list[int]
    random: Random
    known: set[tuple[bool, int]] = field(default_factory=set)
    saved: bytes = field(init=False)

    def __post_init__(self) -> None:
        self.saved = self.state.save()

    def viewers(self) -> list[int]:
        """Every seat, and the spectator."""
        return [*range(int(self.state.seats())), SPECTATOR]

    def unchanged(self) -> None:
        """Raise AssertionError where a check has changed the position."""
        assert self.state.save() == self.saved, "the position has changed"

    def is_known(self, one: tuple[bool, int]) -> bool:
        """Whether this was asked before in the match."""
        before = len(self.known)
        self.known.add(one)
        return len(self.known) == before

    def sample(self, items: list[int], most: int) -> list[int]:
        """All of `items`, or `most` of them drawn at random."""
        if len(items) <= most:
            return items
        rest = list(items)
        return [rest.pop(int(self.random.below(len(rest)))) for _ in range(most)]


def choices_at(state: State) -> dict[int, list[int]]:
    """The legal actions of every acting seat, or the outcomes of chance under `CHANCE`."""
    if state.actor() == CHANCE:
        return {CHANCE: [outcome for outcome, _ in state.chance_outcomes()]}
    return {seat: state.legal_actions(seat) for seat in state.to_act()}


def walk(case: Case, seed: int) -> Iterator[Moment]:
    """Every moment of one random match, the last position included.

    All acting seats are as likely to go first, all their actions as likely; so are the outcomes of
    chance, whatever their weight, so that rare ones are met too.
    """
    random = Random(seed, 2)
    state = case.opening(seed)
    met: list[int] = []
    known: set[tuple[bool, int]] = set()
    for _ in range(case.game.ruleset.ply_cap + 1):
        moment = Moment(state.clone(), choices_at(state), met, Random(seed, 3), known)
        yield moment
        if state.actor() == OVER:
            return
        actors = list(moment.choices)
        actor = actors[int(random.below(len(actors)))]
        offered = moment.choices[actor]
        if actor != CHANCE:
            met = sorted({*met, *offered})
        assert offered, f"nothing can happen: actor {actor}"
        state.apply(actor, offered[int(random.below(len(offered)))])
    raise AssertionError(f"the match goes on after {case.game.ruleset.ply_cap} plies")


def never_offered(played: list[Case], matches: int) -> list[str]:
    """The types of action that never come up in random matches of these cases, so many of each."""
    left = {kind.code: kind.name for kind in played[0].game.vocabulary.types}
    for seed, case in itertools.product(range(matches), played):
        for moment in walk(case, seed):
            for action in itertools.chain(*moment.choices.values()):
                left.pop(int(code_of(action)), None)
        if not left:
            break
    return list(left.values())
