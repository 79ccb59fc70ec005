"""Every game has the same rooms: whoever knows one game finds the way in another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.data import GAMES_FOLDER
from games.registry import GAMES, shipped

ROOMS = {
    "__init__": ["RULESET"],
    "actions": ["VOCABULARY"],
    "census": ["census"],
    "components": ["Components"],
    "match": [],
    "match_setup": ["draw", "lay_out"],
    "picture": ["drawn"],
    "refusals": ["refusal"],
    "ruleset": ["PLY_CAP", "RULESET"],
    "state": ["Position", "cell_count"],
    "view": ["view_of"],
    "wording": ["details"],
    "rules/__init__": [],
    "rules/scoring": ["ranking", "score_sheet", "scores"],
}
"""The files of a game, and what the others of its folder and the ruleset find in each."""
SECRETS = {"rules/secrets": ["determinize", "observed"]}
"""Further ones of a game that hides something."""


def names_of(source: Path) -> set[str]:
    """What a file defines or imports at its top level."""
    found: set[str] = set()
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def game_of(package: str) -> str:
    return package.removeprefix("games.")


@pytest.mark.parametrize("game", [game_of(package) for package in GAMES])
def test_the_same_rooms_with_the_same_entry_points(game: str) -> None:
    folder = GAMES_FOLDER / game
    for room, entries in {**ROOMS, **(SECRETS if shipped()[game].hides else {})}.items():
        source = folder / f"{room}.py"
        assert source.is_file(), f"{game} has no {room}.py"
        missing = set(entries) - names_of(source)
        assert not missing, f"{game}/{room}.py has no {', '.join(sorted(missing))}"
    assert (folder / "data" / "pieces.yaml").is_file()


@pytest.mark.parametrize("game", [game_of(package) for package in GAMES])
def test_a_position_is_named_after_its_game(game: str) -> None:
    name = shipped()[game].name.replace(" ", "")
    classes = {
        node.name
        for node in ast.parse((GAMES_FOLDER / game / "match.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    assert classes == {name}


def test_no_other_folder_lies_beside_the_games() -> None:
    folders = {path.parent.name for path in GAMES_FOLDER.glob("*/__init__.py")}
    assert folders == {game_of(package) for package in GAMES}
