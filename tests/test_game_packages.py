"""Every game has the same modules: whoever knows one game finds the way in another."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from railhead.games.data import GAMES_FOLDER
from railhead.games.options import FileOption
from railhead.games.registry import GAMES, shipped_rulesets
from railhead.service.commands import new_game

MODULES = {
    "__init__": ["RULESET"],
    "actions": ["VOCABULARY"],
    "census": ["census"],
    "components": ["Components"],
    "match": [],
    "match_setup": ["draw_setup", "set_initial_state"],
    "picture": ["table_of"],
    "reference": ["reference"],
    "refusals": ["refusal"],
    "ruleset": ["PLY_CAP", "RULESET"],
    "state": ["Position", "cell_count"],
    "view": ["view_of"],
    "wording": ["label_params"],
    "rules/__init__": [],
    "rules/scoring": ["ranking", "score_sheet", "scores"],
}
"""The files of a game, and what the others of its folder and the ruleset find in each."""
SECRETS = {"rules/secrets": ["determinize", "redact"]}
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
    return package.removeprefix("railhead.games.")


@pytest.mark.parametrize("game", [game_of(package) for package in GAMES])
def test_the_same_modules_with_the_same_entry_points(game: str) -> None:
    folder = GAMES_FOLDER / game
    for room, entries in {**MODULES, **(SECRETS if shipped_rulesets()[game].hides else {})}.items():
        source = folder / f"{room}.py"
        assert source.is_file(), f"{game} has no {room}.py"
        missing = set(entries) - names_of(source)
        assert not missing, f"{game}/{room}.py has no {', '.join(sorted(missing))}"
    assert (folder / "data" / "pieces.yaml").is_file()
    assert (folder / "view_schema.yaml").is_file()


@pytest.mark.parametrize("game", [game_of(package) for package in GAMES])
def test_a_position_is_named_after_its_game(game: str) -> None:
    name = shipped_rulesets()[game].name.replace(" ", "")
    classes = {
        node.name
        for node in ast.parse((GAMES_FOLDER / game / "match.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    assert classes == {name}


def imported_modules() -> set[str]:
    """The modules that come with the games where nothing else is imported."""
    told = (
        "import sys; from railhead.games import registry; registry.shipped_rulesets(); "
        "print(*sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", told],
        cwd=GAMES_FOLDER.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(ran.stdout.split())


def test_every_file_of_a_game_is_part_of_it() -> None:
    modules = {
        ".".join(("railhead", *path.relative_to(GAMES_FOLDER.parent).with_suffix("").parts))
        for package in GAMES
        for path in (GAMES_FOLDER / game_of(package)).rglob("*.py")
    }
    unused = {name.removesuffix(".__init__") for name in modules} - imported_modules()
    assert unused == set(), "nothing of the game imports these"


@pytest.mark.parametrize("game", [game_of(package) for package in GAMES])
def test_every_folder_of_data_can_be_chosen_from(game: str) -> None:
    folders = {path.name for path in (GAMES_FOLDER / game / "data").iterdir() if path.is_dir()}
    options = shipped_rulesets()[game].options
    assert folders == {one.name for one in options if isinstance(one, FileOption)}


@pytest.mark.parametrize("game", [game_of(package) for package in GAMES])
def test_no_sentence_is_left_of_the_example(game: str) -> None:
    left = new_game.left_of_example(GAMES_FOLDER.parent, game)
    assert left == [], "what is said there is true of the example alone"


def test_no_other_folder_lies_beside_the_games() -> None:
    folders = {path.parent.name for path in GAMES_FOLDER.glob("*/__init__.py")}
    assert folders == {game_of(package) for package in GAMES}
