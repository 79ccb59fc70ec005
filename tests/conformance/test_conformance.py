"""Every registered game, at every number of seats and with every value of every option."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from railhead.games.game import CHANCE, OVER, SPECTATOR, Ruleset
from railhead.games.options import FileOption, InvalidOption, complete
from tests.conformance import checks, hidden, pictures
from tests.conformance.combinations import COMBINATIONS
from tests.conformance.small import place_of, small_case
from tests.conformance.walks import Case, Moment, cases, held_to_contract, never_offered, walk

RULESETS = held_to_contract()
CASES = [case for ruleset in RULESETS.values() for case in cases(ruleset)]
HIDING = [ruleset for ruleset in RULESETS.values() if ruleset.hides]
SMALL = {one.id: small_case(one) for one in RULESETS.values() if place_of(one).exists()}
PLIES = 200
"""How many plies of each case are checked at least, in whole matches."""
EVERY = 9
"""The costlier checks look at one moment in so many."""
EVERY_VARIED = 2
"""All look at so many times fewer moments where only an option is changed."""

each_case = pytest.mark.parametrize("case", CASES, ids=str)


def met(case: Case, first_seed: int) -> Iterator[tuple[int, list[Moment]]]:
    """The moments of whole matches, one list each, numbered from `first_seed`."""
    plies, seed = 0, first_seed
    while plies < PLIES:
        moments = list(walk(case, seed))
        assert moments[-1].state.actor() == OVER
        yield seed, moments
        plies += len(moments)
        seed += 1


@pytest.mark.sampled
@each_case
def test_every_moment_keeps_the_contract(case: Case) -> None:
    for seed, moments in met(case, 0):
        keys: dict[str, frozenset[str]] = {}
        census = moments[0].state.census()
        for ply, moment in enumerate(moments):
            assert moment.state.census() == census, "components got lost"
            over = moment.state.actor() == OVER
            if over or not case.changed or (ply + seed) % EVERY_VARIED == 0:
                for check in checks.AT_EVERY_MOMENT:
                    check(moment)
            if over or (ply + seed) % EVERY == 0:
                checks.views_are_regular(moment, keys)
                for check in checks.NOW_AND_THEN:
                    check(moment)


@pytest.mark.parametrize("case", [*CASES, *SMALL.values()], ids=str)
def test_nobody_sees_what_they_should_not(case: Case) -> None:
    hides = case.game.ruleset.hides
    apart = EVERY * EVERY_VARIED if case.changed else EVERY
    variation = hidden.Variation()
    for seed, moments in met(case, 100):
        for moment in moments[seed % apart :: apart]:
            for check in hidden.WHERE_THERE_ARE_SECRETS if hides else (hidden.nothing_is_hidden,):
                check(moment)
            variation.note(moment)
    variation.fits(moment.viewers(), hides)


@each_case
def test_chance_is_sampled_as_its_outcomes_say(case: Case) -> None:
    kinds: set[tuple[int, int]] = set()
    for moment in walk(case, 200):
        for outcome in moment.choices.get(CHANCE, [])[:1]:
            # One moment of each kind of chance and size is enough: the checks are costly.
            kind = (outcome & 255, len(moment.choices[CHANCE]) > 1)
            if kind not in kinds and len(kinds) < (2 if case.changed else 6):
                kinds.add(kind)
                hidden.chance_is_sampled_fairly(moment)


@pytest.mark.parametrize("case", [c for c in CASES if c.game.ruleset.hides], ids=str)
def test_what_a_seat_has_observed_is_remembered(case: Case) -> None:
    for viewer in [*range(case.seats), SPECTATOR]:
        followed = hidden.dealing_fits_events(case, viewer, viewer, 400, frequencies=False)
        assert followed.positions > 0


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.id)
def test_the_small_case_is_followed_to_the_end(ruleset: Ruleset) -> None:
    case = small_case(ruleset)
    by_seats = hidden.Followed()
    for viewer in [*range(case.seats), SPECTATOR]:
        for seed in range(3):
            followed = hidden.dealing_fits_events(case, seed, viewer, 1000, frequencies=False)
            print(f"{case}, match {seed} as viewer {viewer} sees it: {followed}")
            if viewer != SPECTATOR:
                by_seats.add(followed)
    advice = f"{case} has too many hidden cards: make {place_of(ruleset)} smaller"
    assert by_seats.decisions > 0, advice
    assert by_seats.matches > 0, advice
    assert by_seats.missed() == [], advice


@each_case
def test_matches_replay_from_their_log(case: Case) -> None:
    plies = sum(checks.log_replays(case, seed) for seed in range(3))
    assert plies > 0


@each_case
def test_setups_are_plain_data(case: Case) -> None:
    for seed in range(3):
        checks.setup_is_plain(case, seed)


def draws_another_table(case: Case) -> bool:
    """Whether the number of seats or a data file makes its picture differ from all others."""
    files = [one.name for one in case.game.ruleset.options if isinstance(one, FileOption)]
    return not case.changed or any(case.changed.startswith(f"{name}=") for name in files)


@pytest.mark.sampled
@pytest.mark.parametrize("case", [case for case in CASES if draws_another_table(case)], ids=str)
def test_the_table_is_drawn_from_opening_to_end(case: Case) -> None:
    moments = list(walk(case, 300))
    for moment in [*moments[:: len(moments) // 4 + 1], moments[-1]]:
        pictures.picture_is_accessible(moment)
        pictures.texts_have_room(moment)
        pictures.shapes_have_room(moment)
        pictures.layouts_have_the_same_elements(moment)
        pictures.regions_make_up_the_whole(moment)
        pictures.regions_can_be_read(moment)
        pictures.texts_stand_out(moment)
        pictures.trays_are_of_the_picture(moment)


@each_case
def test_targets_are_elements_of_the_picture(case: Case) -> None:
    moments = [moment for moment in walk(case, 400) if CHANCE not in moment.choices]
    wanted = 2 if case.changed else 5
    for moment in moments[len(moments) // 9 :: len(moments) // wanted + 1]:
        pictures.targets_are_in_the_picture(moment)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_type_of_action_has_targets_or_says_why_it_has_none(ruleset: Ruleset) -> None:
    for kind in ruleset.vocabulary.types:
        assert kind.chance or kind.targets or kind.untargeted.endswith("."), kind.name


def test_every_game_has_a_case_for_every_value_of_every_option() -> None:
    for ruleset in held_to_contract().values():
        played = cases(ruleset)
        counts = {case.seats for case in played}
        assert counts == {*range(ruleset.min_seats, max(counts) + 1)}, "a number is left out"
        for seats in range(max(counts) + 1, ruleset.max_seats + 1):
            with pytest.raises(InvalidOption):
                Case(played[0].game, played[0].options, seats, "").opening(0)
        for option in ruleset.options:
            values = {str(case.options[option.name]) for case in played}
            assert len(values) > 1 or not hasattr(option, "choices"), option.name


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_type_of_action_is_offered_in_some_match(ruleset: Ruleset) -> None:
    played = [*cases(ruleset), *([SMALL[ruleset.id]] if ruleset.id in SMALL else [])]
    assert never_offered(played, 8) == [], "left over, or too rare for random matches"


@pytest.mark.parametrize("name", COMBINATIONS)
def test_every_combination_is_a_case_of_its_own(name: str) -> None:
    ruleset = held_to_contract()[name]
    played = [(case.seats, case.options) for case in cases(ruleset)]
    for seats, chosen in COMBINATIONS[name]:
        assert played.count((seats, complete(ruleset.options, chosen))) == 1, (seats, chosen)
