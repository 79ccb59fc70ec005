"""Habits in arenas: kept with results, in tables, published."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from railhead.ai.strength import HABITS, claims_of_players, habits_measured
from railhead.ai.training.arena import Arena
from railhead.ai.training.habits import Habit, MatchHabits, habits_of
from railhead.ai.training.habits.figures import Figure, Played, figures
from railhead.ai.training.habits_page import PAGE, beside, page, write_page
from railhead.ai.training.published_habits import agent_habits, publish
from railhead.ai.training.samples import mean_interval
from railhead.ai.training.strength_page import DOCS
from railhead.games.registry import rulesets, shipped_rulesets
from railhead.service.commands import arena as arena_command
from railhead.service.commands.arena import command

COUNT = Habit("count", "things counted")
SHARE = Habit("share", "share of things", is_share=True)
ROUNDS = Habit("rounds", "rounds", is_of_match=True)


def match_with(winner: int, *seats: dict[str, float], rounds: float = 1.0) -> Played:
    habits: MatchHabits = {"match": {"rounds": rounds}, "seats": list(seats)}
    ranking = [[winner], [seat for seat in range(len(seats)) if seat != winner]]
    return Played(habits, ranking, range(len(seats)))


def test_matches_of_one_shuffle_count_as_one_sample() -> None:
    samples = [
        [match_with(0, {"count": 5}, {"count": 1}), match_with(1, {"count": 1}, {"count": 5})],
        [match_with(0, {"count": 9}, {"count": 3})],
    ]
    (one,) = figures([COUNT], samples)
    assert one.everybody is not None
    assert (one.everybody.mean, one.everybody.values) == (4.5, 6)
    half = 12.706 * 1.5 * 2**0.5 / 2**0.5
    assert one.everybody.low == pytest.approx(4.5 - half, abs=0.01)
    assert one.everybody.high == pytest.approx(4.5 + half, abs=0.01)
    assert one.winners is not None
    assert one.others is not None
    assert (one.winners.mean, one.winners.values) == (7, 3)
    assert (one.others.mean, one.others.values) == (2, 3)


def test_seats_without_a_habit_do_not_count_and_shares_stay_between_0_and_1() -> None:
    samples = [[match_with(0, {"share": 1.0}, {})], [match_with(1, {"share": 1.0}, {})]]
    share, rounds, count = figures([SHARE, ROUNDS, COUNT], samples)
    assert share.everybody is not None
    assert (share.everybody.mean, share.everybody.values) == (1.0, 2)
    assert share.everybody.high == 1.0
    assert share.everybody.low is not None
    assert 0 < share.everybody.low < 1
    assert share.others == share.winners  # one each
    assert rounds.everybody == Figure(1.0, None, None, 2)
    assert rounds.winners is None
    assert count.everybody is None


def test_only_the_seats_of_an_agent_are_its(tmp_path: Path) -> None:
    arena = Arena("santa_fe", [("greedy", "random")], 3, seats=3, seed=3)
    list(arena.run(processes=1))
    for agent, seats_each in (("greedy", 1), ("random", 2)):
        points, *_ = agent_habits(arena, agent)
        assert points.everybody is not None
        assert points.everybody.values == 9 * seats_each
        scores = [
            score
            for match, result in zip(arena.plan, arena.results, strict=True)
            for seat, score in enumerate(result.scores)
            if (seat in match.seats_of_first()) == (agent == "greedy")
        ]
        assert points.everybody.mean == pytest.approx(sum(scores) / len(scores))
        each = [scores[at : at + 3 * seats_each] for at in range(0, len(scores), 3 * seats_each)]
        assert (points.everybody.low, points.everybody.high) == pytest.approx(
            mean_interval([sum(own) / len(own) for own in each])
        )
    assert agent_habits(arena, "hard")[0].everybody is None


def test_habits_are_on_file_and_an_arena_that_resumes_has_them(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"

    def arena(samples: int) -> Arena:
        return Arena("montana", [("greedy", "random")], samples, results=file)

    list(arena(1).run(processes=1))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [len(line["habits"]["seats"]) for line in lines] == [2, 2]
    resumed = arena(2)
    assert len(list(resumed.run(processes=2))) == 2
    afresh = Arena("montana", [("greedy", "random")], 2)
    list(afresh.run(processes=1))
    assert agent_habits(arena(2), "greedy") == agent_habits(afresh, "greedy")
    points, *_ = agent_habits(resumed, "greedy")
    assert points.everybody is not None
    assert points.everybody.values == 4


def test_results_without_habits_are_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    plan: dict[str, Any] = {"game": "montana", "pairings": [("greedy", "random")], "samples": 1}
    list(Arena(**plan, results=file).run(processes=1))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    del lines[0]["habits"]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert len(Arena(**plan, results=file).to_play()) == 1


def test_the_command_shows_a_table_for_each_agent(tmp_path: Path) -> None:
    line = ["steam", "greedy:random", "--samples", "2", "--processes", "1", "--habits"]
    line += ["--results", str(tmp_path / "results.jsonl")]
    result = CliRunner().invoke(command, line, env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    for agent in ("greedy", "random"):
        assert f"how {agent} plays" in result.output
    assert result.output.count("locomotive after turn 2") == 2
    assert re.search(r"links of a delivery +│ +\d+\.\d\d │", result.output)
    assert re.search(r"all own links are one network +│ +\d+ % │ +\d+ to \d+ % │", result.output)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["steam", "greedy:random", "--publish-habits"], "one agent against itself"),
        (["steam", "--publish-habits"], "one agent against itself"),
        (["tic_tac_toe", "easy:random", "--habits"], "has no habits"),
    ],
)
def test_what_the_command_refuses(
    line: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILHEAD_EXTRA_GAMES", "tests.small_games.tic_tac_toe")
    rulesets.cache_clear()
    result = CliRunner().invoke(command, line)
    rulesets.cache_clear()
    assert result.exit_code == 2
    assert said in " ".join(re.sub("[│\n]", " ", result.output).split())


def test_what_is_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, docs = tmp_path / "data", tmp_path / "docs"
    monkeypatch.setattr(arena_command, "publish", lambda arena: publish(arena, data))
    monkeypatch.setattr(arena_command, "write_page", lambda: write_page(docs, data))
    line = ["santa_fe", "greedy:greedy", "--seats", "3", "--samples", "6", "--processes", "1"]
    line += ["--no-rotation", "--results", str(tmp_path / "results.jsonl"), "--publish-habits"]
    result = CliRunner().invoke(command, line)
    assert result.exit_code == 0, result.output
    (shown,) = habits_measured("santa_fe", data)
    assert (shown["seats"], shown["agent"], shown["matches"]) == (3, "greedy", 6)
    assert [entry["name"] for entry in shown["habits"]] == [
        habit.name for habit in habits_of("santa_fe")
    ]
    for entry in shown["habits"]:
        everybody = entry["everybody"]
        assert everybody["values"] <= 18
        if everybody["low"] is not None:
            assert everybody["low"] <= everybody["mean"] <= everybody["high"]
    written = (docs / PAGE).read_text(encoding="utf-8")
    assert "`greedy` against itself: 6 matches of 6 shuffles" in written
    points = next(entry for entry in shown["habits"] if entry["name"] == "points")
    assert f"| points | {points['everybody']['mean']:.2f} |" in written
    assert written.count("Nothing has been measured here yet") == len(shipped_rulesets()) - 1


@pytest.mark.parametrize(
    ("low", "high", "claim", "said"),
    [
        (2.5, 3.5, {"low": 3}, "not told apart"),
        (2.0, 2.9, {"low": 3}, "less"),
        (3.1, 4.0, {"low": 3}, "alike"),
        (0.6, 0.8, {"low": 0.2, "high": 0.5}, "more"),
        (0.4, 0.8, {"low": 0.2, "high": 0.5}, "not told apart"),
        (0.1, 0.8, {"low": 0.2, "high": 0.5}, "not told apart"),
        (0.3, 0.5, {"low": 0.2, "high": 0.5}, "alike"),
        (0.3, 0.5, {"high": 0.5}, "alike"),
        (0.4, 0.8, {}, ""),
        (None, None, {"low": 3}, ""),
    ],
)
def test_a_claim_with_figures_is_compared_with_an_interval(
    low: float | None, high: float | None, claim: dict[str, float], said: str
) -> None:
    assert beside(Figure(1.0, low, high, 9), claim) == said


def test_every_claim_has_a_source_and_is_about_habits_that_are_counted() -> None:
    for game in shipped_rulesets():
        claims = claims_of_players(game)
        assert claims
        names = {habit.name for habit in habits_of(game)}
        for claim in claims:
            assert set(claim) <= {"says", "sources", "habits", "group", "low", "high"}
            assert claim["says"].endswith(".")
            assert all(source["name"] for source in claim["sources"])
            assert claim["sources"]
            assert claim["habits"]
            assert set(claim["habits"]) <= names
            assert claim.get("group") in (None, "winners", "others")


def test_the_page_in_the_documentation_is_of_the_habits_there_are() -> None:
    kept = (DOCS / PAGE).read_text(encoding="utf-8")
    assert kept == page(), "run `make strength`"
    for file in HABITS.glob("*.yaml"):
        content = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert file.stem == f"{content['game']}-{content['seats']}"
        counted = {habit.name for habit in habits_of(content["game"])}
        assert {entry["name"] for entry in content["habits"]} == counted
