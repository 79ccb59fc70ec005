"""Tutorials name what there is, in plain sentences, and files of another form are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from examples import veil
from railhead.ai.search.levels import LEVELS
from railhead.games.data import DataError
from railhead.games.game import Ruleset
from railhead.games.registry import shipped_rulesets
from railhead.games.tutorials import MOST_STEPS, tutorial
from tests.test_prose import faults

STEP = {"text": "A sentence."}
MOST_LETTERS = 170
MATCH = {"seed": 1, "opponents": ["easy"], "options": {}}


@pytest.mark.parametrize("ruleset", shipped_rulesets().values(), ids=list(shipped_rulesets()))
def test_a_tutorial_is_short_plain_and_against_levels_that_there_are(ruleset: Ruleset) -> None:
    found = tutorial(ruleset)
    assert found is not None
    said = [*found.steps, *found.reminders]
    broken = [fault for step in said for fault in faults(step.text)]
    assert not broken, "\n".join(broken)
    assert found.minutes <= 15
    assert set(found.opponents) <= set(LEVELS)
    assert ruleset.min_seats <= 1 + len(found.opponents) <= ruleset.max_seats
    assert len([step for step in found.steps if step.attempt is not None]) >= 6
    assert len(found.reminders) >= 6, "until the result there is something to say"
    assert all(len(step.text) < MOST_LETTERS for step in found.reminders)
    assert not [step for step in said if "seat 0" in step.text]


def page(*steps: dict[str, Any], **match: Any) -> dict[str, Any]:
    return {"language": "en", "minutes": 5, "match": {**MATCH, **match}, "steps": list(steps)}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (page(), "0 steps"),
        (page(*[STEP] * (MOST_STEPS + 1)), "31 steps"),
        (page({**STEP, "rules": "#nowhere"}), "no paragraph"),
        (page({**STEP, "attempt": {"type": "fly"}}), "no type of action"),
        (page({**STEP, "attempt": {"type": "select", "label": "("}}), "no regular expression"),
        (page({**STEP, "more": 1}), "unknown key"),
        (page(STEP, options={"colour": "red"}), "match.options"),
        (page(STEP, seed=-1), "match.seed"),
        ({**page(STEP), "reminders": [STEP]}, "is about no action"),
        ({**page(STEP), "reminders": [STEP] * (MOST_STEPS + 1)}, "31 reminders"),
    ],
)
def test_a_file_of_another_form_is_refused(
    tmp_path: Path, content: dict[str, Any], problem: str
) -> None:
    (tmp_path / "texts").mkdir()
    file = tmp_path / "texts" / "tutorial.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        tutorial(replace(veil.RULESET, folder=tmp_path))


def test_a_game_may_have_none() -> None:
    assert tutorial(veil.RULESET) is None
