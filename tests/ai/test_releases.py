"""Agents of earlier releases: this checkout stands for one, in a process of its own."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from railhead.ai.training import releases
from railhead.ai.training.agents import Agent, agent_of
from railhead.ai.training.arena import Match, play
from railhead.ai.training.releases import BUILT, ROOT, Release, ReleaseFailed, checkout, release_of
from railhead.games.game import Game, Setup
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets

OLD = "easy~0123456"


@pytest.fixture
def old(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every commit is this checkout."""
    monkeypatch.setattr(releases, "checkout", lambda commit: ROOT)
    release_of.cache_clear()
    yield
    if release_of.cache_info().currsize:
        release_of(agent_of(OLD)).close()
    release_of.cache_clear()


def montana() -> tuple[Game, Setup]:
    """The game, and a set-up of it for two."""
    ruleset = rulesets()["montana"]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    return game, game.draw_setup(2, options, Random(1))


def begun(agent: Agent) -> Release:
    """A process that has begun a match of two, in seat 1."""
    game, setup = montana()
    release = Release(agent, ROOT)
    try:
        release.begin(game, setup, {1: 7}, 1.0)
    except ReleaseFailed:
        release.close()
        raise
    return release


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "seats"), [("montana", 2), ("santa_fe", 2), ("great_western_trail", 2), ("steam", 3)]
)
def test_an_earlier_release_plays_as_this_one_does(old: None, game: str, seats: int) -> None:
    """With chance, hidden hands and secret choices: whatever the one sees, the other sees."""
    here, there = (
        play(Match(game, agent, "random", 0, seats=seats, budget=0.02)) for agent in ("easy", OLD)
    )
    assert there.scores == here.scores
    assert there.decisions == here.decisions
    assert there.most_simulations == {OLD: here.most_simulations["easy"], "random": None}
    assert there.turn_simulations[OLD] == here.turn_simulations["easy"] > 0


def test_one_process_plays_match_after_match(old: None) -> None:
    first, again = (
        play(Match("montana", "random", OLD, number, budget=0.05)).scores for number in (1, 1)
    )
    assert first == again
    assert release_of.cache_info().currsize == 1


def test_simulations_are_counted_there_too() -> None:
    release = Release(agent_of("medium~0123456@30"), ROOT)
    game, setup = montana()
    players = release.begin(game, setup, {0: 1, 1: 2}, 0.1)
    assert [player.most_simulations for player in players.values()] == [30, 30]
    release.close()


def test_a_level_that_it_does_not_have_is_refused() -> None:
    with pytest.raises(
        ReleaseFailed,
        match=r"godlike~0123456.*no level 'godlike', but beginner, novice, easy, medium",
    ):
        begun(agent_of("godlike~0123456"))


def test_what_its_rules_do_not_know_is_refused() -> None:
    release = begun(agent_of(OLD))
    release.notify(0, "fly:moon")
    with pytest.raises(ReleaseFailed, match="NotationError"):
        release.choose(1)
    release.close()


def test_a_process_that_ended_is_told() -> None:
    release = begun(agent_of(OLD))
    release.process.kill()
    release.process.wait()
    with pytest.raises(ReleaseFailed, match="its process ended"):
        release.choose(1)
    release.close()


def repository_of(folder: Path, setup: str) -> str:
    """A repository whose one commit has this `setup.py`; the commit."""
    folder.mkdir()
    (folder / "setup.py").write_text(setup)
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    for arguments in (["init", "-q"], ["add", "setup.py"], [*who, "commit", "-q", "-m", "First"]):
        subprocess.run(["git", "-C", str(folder), *arguments], check=True)
    said = subprocess.run(
        ["git", "-C", str(folder), "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    )
    return said.stdout.strip()


def test_a_commit_is_checked_out_and_built_once(tmp_path: Path) -> None:
    setup = "open('times', 'a').write('built ')\n"
    commit = repository_of(tmp_path / "repository", setup)
    for name in (commit[:8], commit):
        place = checkout(name, tmp_path / "releases", tmp_path / "repository")
    assert place == tmp_path / "releases" / commit
    assert (place / "times").read_text() == "built "
    assert (place / BUILT).exists()


def test_a_build_that_fails_is_tried_again(tmp_path: Path) -> None:
    commit = repository_of(tmp_path / "repository", "raise SystemExit('no compiler')\n")
    for _ in range(2):
        with pytest.raises(ReleaseFailed, match="could not be built: no compiler"):
            checkout(commit, tmp_path / "releases", tmp_path / "repository")


def test_a_commit_that_is_not_there_is_refused(tmp_path: Path) -> None:
    repository_of(tmp_path / "repository", "")
    with pytest.raises(ReleaseFailed, match="need a clone of this repository that has"):
        checkout("0123456789", tmp_path / "releases", tmp_path / "repository")
    with pytest.raises(ReleaseFailed, match="need a clone"):
        checkout("0123456789", tmp_path / "releases", tmp_path)


def test_a_release_whose_arena_has_stopped_ends_without_a_word() -> None:
    release = begun(agent_of("easy"))
    process = release.process
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write('{"choose": 1}\n')
    process.stdin.close()
    assert process.wait(30) == 0
