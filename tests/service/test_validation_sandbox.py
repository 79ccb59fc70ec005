"""What rules do that break on data is done to nobody but the process that tries it out."""

from __future__ import annotations

import pytest

from railhead.games.options import complete
from railhead.games.registry import Catalogue
from railhead.service.errors import InvalidData, Overloaded
from railhead.service.user_data import validation_sandbox
from railhead.service.user_data.validation_sandbox import validate_in_sandbox
from tests.small_games import breaking

GAME = Catalogue().game(breaking.RULESET, complete(breaking.RULESET.options, {}))


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILHEAD_EXTRA_GAMES", "tests.small_games.breaking")


def test_what_breaks_nothing_passes() -> None:
    validate_in_sandbox(GAME)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("how", "said"),
    [("crash", "had to be ended"), ("hang", "had to be ended"), ("hoard", "cannot go on")],
)
def test_what_breaks_is_refused(monkeypatch: pytest.MonkeyPatch, how: str, said: str) -> None:
    monkeypatch.setenv(breaking.HOW, how)
    monkeypatch.setattr(validation_sandbox, "MOST_SECONDS_IN_ALL", 600)
    with pytest.raises(InvalidData) as refused:
        validate_in_sandbox(GAME, processor_seconds=3)
    (error,) = refused.value.members["errors"]
    assert said in error["problem"]


@pytest.mark.full
def test_a_trial_that_gets_no_processor_blames_no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(breaking.HOW, "hang")
    monkeypatch.setattr(validation_sandbox, "MOST_SECONDS_IN_ALL", 0.5)
    with pytest.raises(Overloaded, match="try again later"):
        validate_in_sandbox(GAME)
