"""The tutorial of every game can be followed step by step, against its bots."""

from __future__ import annotations

from copy import deepcopy

import pytest

from railhead.games.registry import shipped_rulesets
from railhead.service.games.learning_responses import TutorialShown
from tests.http.api import Api, problem
from tests.http.shapes import conforms
from tests.http.tutorials import Learner, StuckLearner

pytestmark = pytest.mark.usefixtures("bots")


@pytest.mark.parametrize("game", shipped_rulesets())
def test_every_step_can_be_done(api: Api, game: str) -> None:
    tutorial = api.get(api.get(f"/v1/games/{game}").json()["tutorial"]).json()
    conforms(tutorial, TutorialShown)
    shown = Learner(api, tutorial).follow()
    assert shown["version"] > len(tutorial["steps"])


def test_a_step_that_cannot_be_done_is_noticed(api: Api) -> None:
    tutorial = api.get("/v1/games/montana/tutorial").json()
    for spoilt in ({"attempt": {"type": "work", "label": "take 9"}}, {"look": ["no-such-element"]}):
        changed = deepcopy(tutorial)
        changed["steps"][1].update(spoilt)
        with pytest.raises(StuckLearner, match="step 2"):
            Learner(api, changed).follow()


def test_a_game_without_one_says_so(api: Api) -> None:
    assert api.get("/v1/games/veil").json()["tutorial"] is None
    problem(api.get("/v1/games/veil/tutorial"), 404, "not-found")
