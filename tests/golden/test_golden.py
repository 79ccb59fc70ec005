"""Every game plays as its golden files say. `python -m tests.golden` writes them anew."""

from __future__ import annotations

import pytest

from railhead.games.game import Ruleset
from tests.conformance.walks import hosted
from tests.golden import FOLDER, counted, perft, transcript

each_game = pytest.mark.parametrize("ruleset", hosted().values(), ids=list(hosted()))


def test_every_game_has_golden_files_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(hosted())
    assert set(counted()) == set(hosted())


@pytest.mark.sampled
@each_game
def test_the_playthrough_is_the_golden_one(ruleset: Ruleset) -> None:
    golden = (FOLDER / f"{ruleset.id}.txt").read_text(encoding="utf-8")
    assert transcript(ruleset).splitlines() == golden.splitlines()


@each_game
def test_the_tree_has_as_many_leaves(ruleset: Ruleset) -> None:
    assert perft(ruleset) == counted()[ruleset.id]
