"""The folders of what the search knows: one shape, found by the game's name alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead.ai import knowledge
from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.games.registry import GAMES

ROOM = Path(knowledge.__file__).parent
FOLDERS = sorted(path.parent for path in ROOM.glob("*/__init__.py"))
FILES = {"__init__.py", "moves.py", "weights.json"}
VALUES = ({"evaluation.py"}, {"inputs.py", "network.json"})
"""What says what positions are worth: an evaluation made by hand, or a network."""


def test_every_game_of_ours_has_a_folder() -> None:
    before = "railhead.games."
    ours = [name.removeprefix(before) for name in GAMES if name.startswith(before)]
    assert [folder.name for folder in FOLDERS] == sorted(ours)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_same_files_are_in_each_folder(folder: Path) -> None:
    files = {path.name for path in folder.iterdir()}
    assert files >= FILES
    assert [files >= values for values in VALUES].count(True) == 1
    assert type(knowledge_for(folder.name)) is not Knowledge


@pytest.mark.parametrize("game", ["base", "unheard_of", "not-a-name"])
def test_a_game_without_a_folder_is_searched_with_the_general_knowledge(game: str) -> None:
    assert type(knowledge_for(game)) is Knowledge
