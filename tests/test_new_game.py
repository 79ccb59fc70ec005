"""`railhead new-game`: a copy of the example is a game that passes before a line is changed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import click
import pytest
from click.testing import CliRunner

from railhead.service.cli import main
from railhead.service.commands import new_game
from tests.commands import output_of

ROOT = Path(__file__).parent.parent
NAME = "north_eastern_lighthouse"
PARTS = ("ai", "bench", "clients", "docs", "examples", "games", "service", "tests")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another checkout, with a new game in it."""
    root = tmp_path_factory.mktemp("checkout")
    made = ignore_patterns("__pycache__", "node_modules", "out")
    for part in PARTS:
        copytree(ROOT / part, root / part, ignore=made)
    copytree(ROOT / "railhead", root / "railhead", symlinks=True)
    copy(ROOT / "pyproject.toml", root)
    said = run(root, "railhead.service.cli", "new-game", NAME)
    (root / "said.txt").write_text(said)
    return root


def run(root: Path, module: str, *arguments: str) -> str:
    """What a module prints that runs in another checkout, without an error."""
    inherited = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    variables = {**inherited, "PYTHONPATH": str(root)}
    return output_of([sys.executable, "-m", module, *arguments], root, variables)


def test_its_name_is_as_long_as_they_get() -> None:
    assert len(NAME) == new_game.LONGEST


@pytest.mark.full
def test_the_copy_passes_conformance_and_its_own_tests(checkout: Path) -> None:
    places = ("tests/conformance", f"tests/games/{NAME}", "tests/test_game_packages.py")
    wanted = f"{NAME} and not sentence"
    shown = run(checkout, "pytest", *places, "-k", wanted, "-q", "-rA", "-p", "no:cacheprovider")
    passed = [line for line in shown.splitlines() if line.startswith("PASSED")]
    assert any(f"test_every_moment_keeps_the_contract[{NAME}-2-default]" in line for line in passed)
    assert any(f"tests/games/{NAME}/test_rounds.py" in line for line in passed)
    assert any("test_game_packages.py" in line for line in passed)


@pytest.mark.full
def test_it_says_what_it_touched_and_what_is_still_to_be_written(checkout: Path) -> None:
    said = (checkout / "said.txt").read_text()
    assert f"python -m pytest tests/conformance tests/games/{NAME} -k {NAME}" in said
    assert f"python -m tests.golden --unplayed {NAME}" in said
    for place in (*new_game.places(NAME), "games/registry.py", "pyproject.toml"):
        assert place in said
    left = new_game.left_of_example(checkout, NAME)
    assert [line for line in left if f"  {line}" not in said.splitlines()] == []
    for sentence in new_game.SENTENCES:
        assert any(sentence in line for line in left), "the example does not say that any more"


def test_it_is_listed_where_its_name_belongs(checkout: Path) -> None:
    for place, opening in new_game.LISTS:
        text = (checkout / place).read_text()
        listed = text.partition(opening)[2].partition("]")[0].splitlines()
        at = listed.index(f'    "railhead.games.{NAME}",')
        assert all(line < listed[at] for line in listed[:at])
        assert at + 1 == len(listed) or listed[at] < listed[at + 1]


def test_every_scenario_of_the_copy_is_tested(checkout: Path) -> None:
    assert "0 problems" in run(checkout, "tests.rules_coverage")


def test_the_copy_keeps_the_style(checkout: Path) -> None:
    run(checkout, "ruff", "check", "--no-cache", ".")
    run(checkout, "ruff", "format", "--check", "--no-cache", ".")


def test_nothing_is_left_of_the_name_of_the_example(checkout: Path) -> None:
    copied = [
        *(checkout / "games" / NAME).rglob("*"),
        *(checkout / "tests/games" / NAME).rglob("*"),
    ]
    texts = {path: path.read_text() for path in copied if path.suffix in new_game.COPIED}
    texts[checkout / f"docs/rules/{NAME}.md"] = (checkout / f"docs/rules/{NAME}.md").read_text()
    assert len(texts) > 25
    assert [path for path, text in texts.items() if "veil" in text.lower()] == []


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Chess", "not an id such as"),
        ("lost__valley", "not an id such as"),
        ("2chess", "not an id such as"),
        ("class", "not an id such as"),
        ("a" * 25, "not an id such as"),
        ("montana", "there is games/montana"),
        ("data", "there is games/data.py"),
        ("positions", "there is tests/games/positions.py"),
        ("veil", "is taken"),
        ("failing_search", "the name of another game"),
    ],
)
def test_a_name_that_will_not_do_is_refused(name: str, problem: str) -> None:
    with pytest.raises(click.BadParameter, match=problem):
        new_game.check(ROOT, name)


def test_elsewhere_than_in_a_checkout_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_game, "ROOT", tmp_path)
    answered = CliRunner().invoke(main, ["new-game", NAME])
    assert answered.exit_code == 1
    assert "games are added to a checkout of the repository" in answered.output
    assert list(tmp_path.iterdir()) == []
