"""The contract of every position, in matches that combine options."""

import pytest

from games.game import OVER
from tests.conformance import checks, hidden
from tests.conformance.walks import Case, walk
from tests.games.santa_fe.table import game, options

EVERY = 9
"""The checks look at one moment in so many."""

ALL_OTHER = {
    "double_second": "mandatory",
    "start_city_bonus": True,
    "engineer_mountain_river": "saves_one",
    "own_pieces_unlock": "same_railroad",
    "open_money": False,
}


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        (2, {"variant": "basic", "purchase": True, "own_pieces_unlock": "same_railroad"}),
        (3, {"variant": "advanced", "purchase": True, "own_pieces_unlock": "same_railroad"}),
        (4, {"variant": "advanced", "purchase": True}),
        (4, {"variant": "basic", "purchase": True, "double_second": "mandatory"}),
        (5, {"variant": "advanced", "purchase": True, **ALL_OTHER}),
        (3, {"variant": "basic", "purchase": True, **ALL_OTHER}),
    ],
)
def test_matches_with_several_options_keep_the_contract(seats, chosen):
    case = Case(game(), options(**chosen), seats, "several")
    keys = {}
    for ply, moment in enumerate(walk(case, seats)):
        for check in checks.AT_EVERY_MOMENT:
            check(moment)
        if ply % EVERY == 0 or moment.state.actor() == OVER:
            checks.views_are_regular(moment, keys)
            for check in (*checks.NOW_AND_THEN, *hidden.WHERE_THERE_ARE_SECRETS):
                check(moment)
    assert moment.state.actor() == OVER


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_what_was_observed_is_remembered_through_engineers_and_purchases(viewer):
    case = Case(game(), options(variant="advanced", purchase=True), 3, "several")
    assert hidden.dealing_fits_events(case, 5, viewer, most=400, frequencies=False) > 0
