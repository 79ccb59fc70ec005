"""Whole tournaments against a real service, with players that play, hang and die."""

from __future__ import annotations

import stat
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.http.api import Api
from tests.tournaments.conftest import (
    QUICK,
    level,
    played,
    python,
    ran,
    scripted,
    standings,
)


@pytest.mark.usefixtures("bots")
def test_a_round_robin_of_levels_functions_and_programs(api: Api, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    four = [*level("easy"), *python("first", "ours"), *python("last"), *scripted("first")]
    ended = played(api, folder, *QUICK, "--seats", "3", *four)
    names = ["easy", "ours", "last", "first"]
    assert len(ended) == 4 * 3
    for seat in range(3):
        assert Counter(one["players"][seat] for one in ended) == dict.fromkeys(names, 3)
    shuffles = Counter((frozenset(one["players"]), one["seed"]) for one in ended)
    assert sorted(shuffles.values()) == [3, 3, 3, 3]
    assert len({seed for _, seed in shuffles}) == 4
    assert len({one["match"] for one in ended}) == len(ended)
    for one in ended:
        assert one["forfeits"] == {}
        assert sorted(seat for tied in one["ranking"] for seat in tied) == [0, 1, 2]
        assert len(one["scores"]) == 3
    rows = standings(folder)
    assert set(rows) == set(names)
    assert sum(row["points"] for row in rows.values()) == pytest.approx(len(ended) * 1.5)
    assert sum(row["wins"] for row in rows.values()) == pytest.approx(len(ended))
    plot = ElementTree.parse(folder / "ratings.svg").getroot()
    assert {name for name in names if name in "".join(plot.itertext())} == set(names)
    assert stat.S_IMODE((folder / "under-way.jsonl").stat().st_mode) == 0o600


@pytest.mark.full
@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("manner", "seconds", "reason"),
    [
        ("hangs", 6, "a turn was not over within 6 seconds"),
        ("deaf", 6, "a turn was not over within 6 seconds"),
        ("dies", 60, "the program ended with status 7: I have seen enough"),
    ],
)
def test_who_does_not_play_forfeits_and_comes_last(
    api: Api, tmp_path: Path, manner: str, seconds: int, reason: str
) -> None:
    line = ["--turn-seconds", str(seconds), *scripted(manner), *level("easy")]
    done = ran(tmp_path, "--url", api.address, *QUICK, *line)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{manner} forfeited match" in done.stdout
    assert reason in done.stdout
    rows = standings(tmp_path)
    assert rows[manner]["forfeits"] == rows["easy"]["wins"] == 2
    assert rows[manner]["points"] == rows[manner]["wins"] == 0
    assert rows["easy"]["forfeits"] == 0
    assert rows[manner]["rating"]["mean"] < rows["easy"]["rating"]["mean"]


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_a_function_that_raises_forfeits_with_what_it_said(api: Api, tmp_path: Path) -> None:
    ended = played(api, tmp_path, *QUICK, *python("raises"), *level("easy"))
    for one in ended:
        (reason,) = one["forfeits"].values()
        assert "RuntimeError: cannot decide at version" in reason
        assert one["players"][one["ranking"][-1][0]] == "raises"


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_a_swiss_of_five_has_byes_and_nobody_meets_again(api: Api, tmp_path: Path) -> None:
    names = ("a", "b", "c", "d", "e")
    players = [word for name in names for word in python("chance", name)]
    ended = played(api, tmp_path, *QUICK, "--format", "swiss", "--rounds", "3", *players)
    assert len(ended) == 3 * 2 * 2
    met = Counter(frozenset(one["players"]) for one in ended)
    assert set(met.values()) == {2}, "two rotations of one table, and no other"
    rows = standings(tmp_path)
    assert sorted(row["byes"] for row in rows.values()) == [0, 0, 1, 1, 1]
    for row in rows.values():
        assert row["matches"] == 2 * (3 - row["byes"])
    assert sum(row["points"] for row in rows.values()) == pytest.approx(12 + 3 * 1.0)


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_options_of_the_game_are_played_with(api: Api, tmp_path: Path) -> None:
    line = ["--game", "montana", "--option", "round_limit=2", *python("first"), *level("easy")]
    assert len(played(api, tmp_path, *line)) == 2
    refused = ran(tmp_path / "other", "--url", api.address, *line, "--option", "round_limit=no")
    assert refused.returncode == 1
    assert "round_limit" in refused.stderr
