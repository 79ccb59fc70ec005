"""Old names of options work for one release, are hidden, and say which took their place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from railhead.games.registry import rulesets
from railhead.service.cli import main
from railhead.service.renamed_options import RENAMED

pytestmark = pytest.mark.usefixtures("_hosts_tic_tac_toe")
PAIRS = [(name, old, new) for name, options in RENAMED.items() for old, new in options.items()]


@pytest.fixture
def _hosts_tic_tac_toe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RAILHEAD_EXTRA_GAMES", "tests.small_games.tic_tac_toe")
    rulesets.cache_clear()
    yield
    monkeypatch.undo()
    rulesets.cache_clear()


@pytest.mark.parametrize(("name", "old", "new"), PAIRS)
def test_an_old_option_is_hidden_and_the_new_one_is_not(name: str, old: str, new: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    options = {
        opt: one for one in command.params if isinstance(one, click.Option) for opt in one.opts
    }
    assert options[old].hidden
    assert options[old].deprecated
    assert not options[new].hidden
    names = [one.name for one in command.params]
    assert len(set(names)) == len(names)


def ladder(tmp_path: Path, *line: str) -> Result:
    named = ["--agent", "random", "--agent", "greedy", "--processes", "1"]
    results = ["--results", str(tmp_path / "results.jsonl")]
    return CliRunner().invoke(main, ["ladder", "tic_tac_toe", *named, *results, *line])


def test_what_an_old_option_says_counts_and_the_new_one_is_named(tmp_path: Path) -> None:
    result = ladder(tmp_path, "--samples", "2", "--least", "2")
    assert result.exit_code == 0, result.output
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 4
    assert "Use --max-samples" in result.stderr
    assert "Use --min-samples" in result.stderr


def test_the_new_option_counts_where_both_are_given(tmp_path: Path) -> None:
    result = ladder(tmp_path, "--min-samples", "2", "--max-samples", "2", "--samples", "9")
    assert result.exit_code == 0, result.output
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 4


def test_an_old_flag_counts(tmp_path: Path) -> None:
    result = ladder(tmp_path, "--record")
    assert result.exit_code == 2
    assert "--publish is for the agents" in " ".join(result.output.split())


def test_the_new_option_alone_says_nothing_of_old_ones(tmp_path: Path) -> None:
    result = ladder(tmp_path, "--min-samples", "2", "--max-samples", "2")
    assert result.exit_code == 0, result.output
    assert "Deprecation" not in result.stderr


def test_an_old_option_is_checked_as_the_new_one() -> None:
    result = CliRunner().invoke(main, ["puzzles", "montana", "--share", "half"])
    assert result.exit_code == 2
    assert "not a valid float" in result.output
