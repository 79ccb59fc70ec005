"""Ladders: played, resumed, published."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from railhead.ai.search.levels import LEVELS
from railhead.ai.strength import LADDERS, ladders, level_figures, levels_as_measured
from railhead.ai.strength.signature import (
    SIGNATURES,
    plays_by,
    shipped_signature,
    signature_of,
)
from railhead.ai.training import strength_page
from railhead.ai.training.ladder import Ladder
from railhead.ai.training.strength_page import PAGE, pages, write_page
from railhead.games.interval_plot import marks_of
from railhead.games.registry import rulesets, shipped_rulesets
from railhead.service.commands.ladder import command
from tests.ai.small_ladder import LADDER

NAMES = ["random", "easy", "uct@200"]
CHEAP = ["random", "uct@20", "uct@100"]
EASY = LEVELS["easy"].budget_in("tic_tac_toe", 2)
assert EASY is not None
FULL = EASY.simulations
assert FULL is not None


@pytest.fixture(autouse=True)
def hosts_tic_tac_toe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RAILHEAD_EXTRA_GAMES", "tests.small_games.tic_tac_toe")
    for kept in (rulesets, ladders):
        kept.cache_clear()
    yield
    for kept in (rulesets, ladders):
        kept.cache_clear()


def ladder(results: Path, names: list[str] = CHEAP, **settings: Any) -> Ladder:
    chosen = {"within": 100.0, "most": 12, "least": 4, **settings}
    return Ladder("tic_tac_toe", names, "random", results=results, **chosen)


@pytest.mark.full
def test_neighbours_play_until_they_are_told_apart_or_have_played_enough(tmp_path: Path) -> None:
    played = ladder(tmp_path / "results.jsonl")
    assert played.samples_wanted() == {(1, 0): 4, (2, 0): 4, (2, 1): 4}
    rounds = list(played.run(processes=1))
    assert rounds[23] == (24, 24)
    assert played.samples_wanted() == {}
    rated = played.ratings()
    assert {CHEAP[one.agent] for one in rated} == set(CHEAP)
    assert CHEAP[rated[-1].agent] == "random"
    for upper, lower in pairwise(rated):
        pair = max(upper.agent, lower.agent), min(upper.agent, lower.agent)
        assert upper.lead is not None
        assert upper.lead.half <= 100 or len(played.samples[pair]) == 12
    assert len(rounds) == 2 * sum(map(len, played.samples.values()))


@pytest.mark.full
def test_a_ladder_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    running = ladder(file).run(processes=1)
    for _ in range(9):
        next(running)
    running.close()
    file.write_bytes(file.read_bytes()[:-20])
    resumed = ladder(file)
    assert 0 < sum(map(len, resumed.samples.values())) <= 4
    assert next(resumed.run(processes=1))[1] == 24 - 8
    list(resumed.run(processes=1))
    keys = [json.loads(line)["key"] for line in file.read_text().splitlines() if line[-1] == "}"]
    assert len(keys) == len(set(keys))

    whole = ladder(tmp_path / "another.jsonl")
    list(whole.run(processes=1))
    assert resumed.summary()["agents"][0]["rating"] == whole.summary()["agents"][0]["rating"]
    assert list(ladder(file).run(processes=1)) == []


@pytest.mark.full
def test_what_is_published(tmp_path: Path) -> None:
    played = ladder(tmp_path / "results.jsonl", NAMES, most=4)
    list(played.run(processes=1))
    file = played.publish(tmp_path)
    assert file == tmp_path / "tic_tac_toe-2.yaml"
    (shown,) = ladders("tic_tac_toe", tmp_path)
    assert (shown["seats"], shown["anchor"], shown["budget"]) == (2, "random", 1.0)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", shown["date"])
    agents = {agent["agent"]: agent for agent in shown["agents"]}
    assert set(agents) == set(NAMES)
    assert agents["random"]["rating"] == 0
    assert agents["random"]["most_simulations"] is None
    assert agents["uct@200"]["most_simulations"] == 200
    assert agents["easy"]["most_simulations"] == FULL
    assert 0 < agents["easy"]["simulations_per_turn"] <= FULL
    assert agents["easy"]["matches"] == 16
    assert shown["agents"][-1]["lead"] is None
    for pairing in shown["pairings"]:
        assert pairing["matches"] == 8
        assert 0 <= pairing["low"] <= pairing["share"] <= pairing["high"] <= 1
    beats = level_figures("tic_tac_toe", tmp_path)["easy"]["beats"]
    assert set(beats) == {"random"}
    assert (beats["random"]["matches"], beats["random"]["seats"]) == (8, 2)


def test_seconds_of_a_level_are_those_of_its_whole_budget(tmp_path: Path) -> None:
    for budget, seconds in ((1.0, 1.5), (0.1, None)):
        ladders.cache_clear()
        (tmp_path / "steam-3.yaml").write_text(yaml.safe_dump({**LADDER, "budget": budget}))
        figures = level_figures("steam", tmp_path)["hard"]
        assert figures["seconds_per_turn"] == seconds
        assert figures["beats"]["random"]["budget"] == budget


def test_figures_of_a_level_that_plays_otherwise_now_are_said_of_nobody(tmp_path: Path) -> None:
    hard = LADDER["agents"][0]
    easy = {**hard, "agent": "easy", "plays_by": plays_by("easy", "steam", 3)}
    pairing = {**LADDER["pairings"][0], "second": "easy"}
    whole = {
        **LADDER,
        "agents": [hard, easy, LADDER["agents"][1]],
        "pairings": [*LADDER["pairings"], pairing],
    }
    other = {**whole, "agents": [hard, {**easy, "plays_by": hard["plays_by"]}, LADDER["agents"][1]]}
    for ladder, kept in (
        (whole, ["easy", "hard"]),
        (other, ["hard"]),
        ({**whole, "signature": "0"}, []),
    ):
        ladders.cache_clear()
        (tmp_path / "steam-3.yaml").write_text(yaml.safe_dump(ladder))
        figures = level_figures("steam", tmp_path)
        assert sorted(figures) == kept
        assert all(("easy" in figures["hard"]["beats"]) is ("easy" in kept) for _ in kept)
        changed = [name for name in ("hard", "easy") if name not in kept]
        said = f"Levels that play otherwise now, with figures of before: {', '.join(changed)}."
        assert (said in pages(tmp_path)[PAGE]) is bool(changed)


@pytest.mark.parametrize("game", sorted(shipped_rulesets()))
def test_the_signatures_on_file_are_those_of_the_bots_that_are_shipped(game: str) -> None:
    assert signature_of(game) == shipped_signature(game), f"put it into {SIGNATURES.name}"


def test_games_without_a_ladder_have_no_figures() -> None:
    for game in (*shipped_rulesets(), "no_such_game"):
        measured = [levels_as_measured(ladder) for ladder in ladders(game)[:1]]
        assert bool(level_figures(game)) == any(measured)


def test_the_page_says_what_a_ladder_found(tmp_path: Path) -> None:
    (tmp_path / "steam-3.yaml").write_text(yaml.safe_dump(LADDER))
    made = pages(tmp_path)
    assert set(made) == {PAGE, "pictures/strength-steam-3.svg"}
    assert "| hard | 230 | 190 to 260 | 230 (190 to 260) | 80 | 16,000, 9,000 | 1.5 |" in made[PAGE]
    assert "- `hard` ends with about 42 points." in made[PAGE]
    assert "| random | 0 | 0 to 0 |  | 80 | none | 0 |" in made[PAGE]
    assert "| hard : random | 80 | 80.0 % | 70.0 to 90.0 % |" in made[PAGE]
    assert "2027-01-02, at commit 0123456789ab; random is at 0." in made[PAGE]
    assert "](pictures/strength-steam-3.svg)" in made[PAGE]
    assert made[PAGE].count("No ladder has been played here yet") == len(shipped_rulesets()) - 1
    drawn = ET.fromstring(made["pictures/strength-steam-3.svg"])
    dots = drawn.findall("{http://www.w3.org/2000/svg}circle")
    places = [float(dot.attrib["cx"]) for dot in dots]
    assert len(places) == 2
    assert places[0] > places[1] > 0
    written = write_page(tmp_path / "docs", tmp_path)
    assert written.read_text(encoding="utf-8") == made[PAGE]
    assert (tmp_path / "docs" / "pictures" / "strength-steam-3.svg").exists()


def test_the_page_in_the_documentation_is_of_the_ladders_there_are() -> None:
    made = pages()
    for name, content in made.items():
        kept = (strength_page.DOCS / name).read_text(encoding="utf-8")
        assert kept == content, "run `make strength`"
    kept_plots = (strength_page.DOCS / "pictures").glob("strength-*.svg")
    assert {f"pictures/{plot.name}" for plot in kept_plots} == set(made) - {PAGE}
    assert len(made) == 1 + len(list(LADDERS.glob("*.yaml")))


@pytest.mark.parametrize(
    ("figures", "marks"),
    [([-3, 95], [-10, 0, 10, 20]), ([0, 0], [0, 10]), ([-250, 1240], [-400, -200, 0, 200])],
)
def test_marks_are_round_and_have_all_within(figures: list[int], marks: list[int]) -> None:
    made = marks_of(figures, 10)
    assert made[: len(marks)] == marks
    assert made[0] <= min(figures) <= max(figures) <= made[-1]
    assert len(made) <= 12


def test_command(tmp_path: Path) -> None:
    line = [
        "tic_tac_toe",
        "--agent",
        "random",
        "--agent",
        "easy",
        "--max-samples",
        "4",
        "--min-samples",
        "4",
    ]
    line += ["--processes", "1", "--results", str(tmp_path / "results.jsonl")]
    result = CliRunner().invoke(command, line)
    assert result.exit_code == 0, result.output
    assert re.search(r"easy +│ +0 │", result.output)
    assert re.search(r"random +│ +-\d+ │", result.output)


def test_without_the_package_for_ratings_nothing_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    file = tmp_path / "results.jsonl"
    line = ["tic_tac_toe", "--agent", "random", "--agent", "easy", "--results", str(file)]
    result = CliRunner().invoke(command, line)
    assert result.exit_code == 1
    assert "choix" in result.output
    assert not file.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["chess"], "is not one of"),
        (["steam", "--seats", "2"], "is for 3 to 6 players, not 2"),
        (["tic_tac_toe", "--agent", "easy"], "at least two agents, each once"),
        (["tic_tac_toe", "--agent", "easy", "--agent", "easy"], "at least two agents, each once"),
        (["tic_tac_toe", "--agent", "easy", "--agent", "godlike"], "one of random, sensible"),
        (["tic_tac_toe", "--agent", "easy", "--agent", "random", "--publish"], "--publish is for"),
    ],
)
def test_what_the_command_refuses(line: list[str], said: str) -> None:
    result = CliRunner().invoke(command, line)
    assert result.exit_code in (1, 2)
    assert said in " ".join(re.sub("[│\\n]", " ", result.output).split())
