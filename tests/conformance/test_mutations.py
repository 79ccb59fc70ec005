"""The suite can fail: every mutant of Veil is caught by the check that is there for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from examples import veil
from examples.veil.match import Veil
from railhead.games.game import OVER, Ruleset
from railhead.games.options import complete
from railhead.games.registry import Catalogue
from railhead.games.vocabulary import ActionType, Vocabulary
from tests.conformance import checks, hidden
from tests.conformance import mutants as m
from tests.conformance.walks import Case, Moment, never_offered, walk
from tests.games.positions import altered_game

Check = Callable[[Moment], Any]
Mutant = type[Veil] | Callable[[Ruleset], Ruleset]


def regular_views() -> Check:
    keys: dict[str, frozenset[str]] = {}
    return lambda moment: checks.views_are_regular(moment, keys)


def varying() -> Check:
    """The guard as the suite uses it: asked once the whole match has been seen."""
    variation = hidden.Variation()

    def check(moment: Moment) -> None:
        variation.note(moment)
        if moment.state.actor() == OVER:
            variation.fits(moment.viewers(), True)

    return check


MUTANTS: list[tuple[Mutant, Callable[[], Check]]] = [
    (m.RepeatsAnAction, lambda: checks.legal_actions_are_sound),
    (m.ListsForOthers, lambda: checks.legal_actions_are_sound),
    (m.ListsInAnotherOrder, lambda: checks.legal_actions_are_sound),
    (m.SharesItsCells, lambda: checks.clones_are_independent),
    (m.CloneForgetsPoints, lambda: checks.clones_are_independent),
    (m.LosesCards, lambda: checks.actions_apply),
    (m.LegalActionFails, lambda: checks.actions_apply),
    (m.TwoActionsDoTheSame, lambda: checks.actions_apply),
    (m.RefusesWithoutReason, lambda: checks.illegal_actions_are_refused),
    (m.RefusalChangesThePosition, lambda: checks.illegal_actions_are_refused),
    (m.CommitsDoNotCommute, lambda: checks.commits_commute),
    (m.CommitChangesWhatOthersMayDo, lambda: checks.commits_commute),
    (m.SampleLeavesChancePending, lambda: checks.sampled_chance_is_possible),
    (m.SamplesUnfairly, lambda: lambda moment: hidden.chance_is_sampled_fairly(moment, 200, 20)),
    (m.WinnerIsLast, lambda: checks.scores_agree),
    (m.LabelsAreAlike, lambda: checks.labels_are_distinct),
    (m.LabelLeaks, lambda: hidden.swapping_shows_nothing),
    (m.EventHasNoSentence, lambda: checks.events_are_told),
    (m.EventLabelLeaks, lambda: hidden.swapping_shows_nothing),
    (m.RefusalLeaks, lambda: hidden.swapping_shows_nothing),
    (m.LegalActionsLeak, lambda: hidden.swapping_shows_nothing),
    (m.DrawIsSeenByAll, lambda: hidden.events_tell_what_is_known),
    (m.SelectionIsSeenByAll, lambda: hidden.events_tell_what_is_known),
    (m.TakenCardIsNotShown, lambda: hidden.events_tell_what_is_known),
    (m.OwnActionIsHidden, lambda: hidden.actors_see_their_own),
    (m.DeterminizesOwnHand, lambda: hidden.swapping_shows_nothing),
    (m.DeterminizesNothing, varying),
    (m.DeterminizesNothing, lambda: hidden.events_tell_what_is_known),
    (m.KeepsTheChoice, lambda: hidden.events_tell_what_is_known),
    (m.HandPaysWhenTaking, lambda: hidden.what_is_learnt_owes_nothing_to_the_truth),
    (m.DeterminizesPublicCards, lambda: hidden.swapping_shows_nothing),
    (m.LosesCardsInDeterminizing, lambda: hidden.determinizing_uses_only_knowledge),
    (m.pass_is_not_secret, lambda: hidden.forced_moves_give_nothing_away),
    (m.loads_another_position, lambda: checks.saving_round_trips),
    (m.notation_is_ambiguous, lambda: checks.every_form_round_trips),
    (m.view_leaks, lambda: hidden.swapping_shows_nothing),
    (m.view_shows_selection, lambda: hidden.swapping_shows_nothing),
    (m.view_loses_a_key, regular_views),
    (m.view_is_not_json, regular_views),
]


def case_of(mutant: Mutant) -> Case:
    """Veil for three, with the mutant in place of its positions or of its ruleset."""
    options = complete(veil.RULESET.options, {"deck": "small"})
    if isinstance(mutant, type):
        ruleset = replace(veil.RULESET, position=mutant)
    else:
        ruleset = mutant(veil.RULESET)
    game = Catalogue().game(ruleset, options)
    return Case(game, options, 3, mutant.__name__)


def moments(case: Case, sound: Case, mutant: Mutant) -> Iterator[Moment]:
    """Positions of sound matches, as the mutant's own: what the mutant breaks, only checks meet."""
    kind = mutant if isinstance(mutant, type) else Veil
    for seed in range(6):
        for moment in walk(sound, seed):
            state = kind(case.game, moment.state.cells[:])
            yield Moment(state, moment.choices, moment.met, moment.random)


OTHERWISE: dict[Mutant, type[Exception]] = {
    m.LegalActionFails: KeyError,
    m.TakenCardIsNotShown: IndexError,
    m.view_is_not_json: TypeError,
}
"""What a check raises for these, other than that a claim does not hold."""


def meet_all(mutant: Mutant, check: Check) -> None:
    case, sound = case_of(mutant), case_of(Veil)
    for moment in moments(case, sound, mutant):
        check(moment)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("mutant", "check"),
    MUTANTS,
    ids=[f"{number}-{mutant.__name__}" for number, (mutant, _) in enumerate(MUTANTS)],
)
def test_the_check_notices(mutant: Mutant, check: Callable[[], Check]) -> None:
    meet_all(Veil, check())
    expected = OTHERWISE.get(mutant, (AssertionError, pytest.fail.Exception))
    with pytest.raises(expected):
        meet_all(mutant, check())


FORGETFUL: list[tuple[type[Veil], int]] = [
    (m.TakenCardIsForgotten, 3),
    (m.GiverForgets, 3),
    (m.DeterminizesOwnHand, 2),
    (m.DeterminizesNothing, 2),
    (m.KeepsTheChoice, 2),
    (m.PutsChoicesBackInFirstPlace, 2),
]


def follow(case: Case) -> None:
    for seed in range(2):
        for viewer in range(case.seats):
            hidden.dealing_fits_events(case, seed, viewer, most=1000, frequencies=True)


def learn(mutant: type[Veil]) -> None:
    """The mutant's own matches, in which every card may be shown: what it keeps shows later."""
    case = case_of(mutant)
    shown = {"deck": {"show_from": "moth"}}
    game = altered_game(case.game.ruleset, case.options, shown)
    for seed in range(6):
        for moment in walk(replace(case, game=game), seed):
            hidden.what_is_learnt_owes_nothing_to_the_truth(moment)


@pytest.mark.full
def test_what_tells_who_has_seen_a_card_is_noticed() -> None:
    learn(Veil)
    with pytest.raises(AssertionError, match=r"after reveal:\d:\w+ viewer"):
        learn(m.ShowsToOne)


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 3])
def test_the_enumeration_accepts_veil(seats: int) -> None:
    follow(replace(case_of(Veil), seats=seats))


@pytest.mark.parametrize(("mutant", "seats"), FORGETFUL, ids=[one.__name__ for one, _ in FORGETFUL])
def test_the_enumeration_notices(mutant: type[Veil], seats: int) -> None:
    case = replace(case_of(mutant), seats=seats)
    with pytest.raises(AssertionError):
        follow(case)


def test_the_enumeration_says_what_it_never_reached() -> None:
    small = hidden.dealing_fits_events(case_of(Veil), 0, 0, most=1000, frequencies=False)
    assert small.missed() == []
    assert str(small).endswith("decisions, 1 matches to the end")
    large = hidden.dealing_fits_events(case_of(Veil), 0, 0, most=100, frequencies=False)
    assert (large.decisions, large.matches) == (0, 0)
    assert {"select", "select:?", "take"} <= set(large.missed())
    assert ", but never " in str(large)


def test_a_type_of_action_that_is_left_over_is_noticed() -> None:
    kinds = [*veil.RULESET.vocabulary.types, ActionType(8, "steal", "Steal a card")]
    ruleset = replace(veil.RULESET, vocabulary=Vocabulary(kinds))
    assert never_offered([case_of(Veil)], 8) == []
    assert never_offered([case_of(lambda _: ruleset)], 2) == ["steal"]


def test_no_mutant_is_left_untried() -> None:
    tried = {mutant for mutant, _ in [*MUTANTS, *FORGETFUL]} | {m.ShowsToOne}
    defined = {
        made
        for made in vars(m).values()
        if getattr(made, "__module__", "") == m.__name__ and made is not m.AmbiguousVocabulary
    }
    assert tried == defined


@pytest.mark.parametrize("mutant", [Veil, m.DeterminizesPublicCards, m.TakenCardIsNotShown])
def test_a_game_with_secrets_is_not_taken_for_one_without(mutant: type[Veil]) -> None:
    with pytest.raises(AssertionError):
        meet_all(mutant, hidden.nothing_is_hidden)
