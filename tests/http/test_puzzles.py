"""Puzzles over HTTP: what is shown of them, answers, the one of the day, and mining of matches."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from railhead.ai import puzzles
from railhead.ai.puzzles import PuzzlePosition, load_puzzles, of_the_day
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets, shipped_rulesets
from railhead.service.app import create_app
from railhead.service.commands.puzzles import command
from railhead.service.core.matches import Matches
from railhead.service.history.document_replay import decisions_of
from railhead.service.http.pictures import PictureStyle
from railhead.service.puzzles.responses import PuzzleAnswer, PuzzleList, PuzzleShown
from railhead.service.puzzles.routes import (
    judged_json,
    picture_of,
    puzzle_json,
    solution_json,
)
from railhead.service.settings import Settings
from tests.http.api import Api, fields_of, problem
from tests.http.shapes import conforms

GAMES = [*shipped_rulesets()]
HELD_AGAINST_THE_CONTRACT = 2
"""So many puzzles of a game: it takes seconds where there are hundreds of legal actions."""
TWO = [{"kind": "human"}, {"kind": "human"}]
HIDING = [game for game in GAMES if rulesets()[game].hides]


def home(game: str) -> str:
    return f"/v1/games/{game}/puzzles"


def all_of(game: str) -> dict[str, PuzzlePosition]:
    return load_puzzles(rulesets()[game], Catalogue())


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_is_shown_and_answered(api: Api, game: str) -> None:
    listed = api.get(api.get(f"/v1/games/{game}").json()["puzzles"]).json()
    conforms(listed, PuzzleList)
    stored = all_of(game)
    assert [row["id"] for row in listed["puzzles"]] == [*stored]
    for number, row in enumerate(listed["puzzles"]):
        shown = api.get(f"{home(game)}/{row['id']}").json()
        if number < HELD_AGAINST_THE_CONTRACT:
            conforms(shown, PuzzleShown)
        assert {name: shown[name] for name in row} == row
        best = stored[row["id"]].puzzle.best
        actions = [one["action"] for one in shown["actions"]]
        assert best in actions
        wrong = next(one for one in actions if one != best)
        place = f"{home(game)}/{row['id']}/answers"
        told = api.post(place, json={"action": best}).json()
        conforms(told, PuzzleAnswer)
        assert told["right"]
        assert told["solution"]["candidates"][0]["action"] == best
        labels = {one["action"]: one["label"] for one in shown["actions"]}
        assert {one["action"]: one["label"] for one in told["solution"]["candidates"]}.items() <= (
            labels.items()
        )
        missed = api.post(place, json={"action": wrong}).json()
        assert (missed["right"], missed["solution"]) == (False, None)
        revealed = api.post(place, json={"action": wrong, "reveal": True}).json()
        assert (revealed["right"], revealed["solution"]) == (False, told["solution"])


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_picture_shows_what_the_actions_are_about(api: Api, game: str) -> None:
    row = api.get(home(game)).json()["puzzles"][0]
    shown = api.get(f"{home(game)}/{row['id']}").json()
    for layout in ("wide", "narrow"):
        drawn = api.get(shown["picture"], params={"layout": layout})
        assert drawn.headers["Content-Type"] == "image/svg+xml"
        ids = {element.get("id") for element in ElementTree.fromstring(drawn.content).iter()}
        targets = {target for action in shown["actions"] for target in action["targets"]}
        assert targets & ids
    problem(api.get(shown["picture"], params={"layout": "round"}), 422, "invalid-request")
    alone = api.get(shown["picture"], params={"region": "board", "theme": "dark"})
    assert alone.status_code == 200
    assert len(alone.content) < len(drawn.content)
    problem(api.get(shown["picture"], params={"region": "attic"}), 422, "invalid-request")


@pytest.mark.sampled
@pytest.mark.parametrize("game", HIDING)
def test_nothing_depends_on_what_the_seat_does_not_know(api: Api, game: str) -> None:
    random, varied = Random(11), 0
    for name, one in all_of(game).items():
        seat = one.puzzle.seat
        shown = api.get(f"{home(game)}/{name}").json()
        drawn = api.get(shown["picture"]).content
        told = api.post(f"{home(game)}/{name}/answers", json={"action": one.puzzle.best}).json()
        for _ in range(3):
            other = one.state.clone()
            other.determinize(seat, random)
            varied += other.save() != one.state.save()
            swapped = PuzzlePosition(one.puzzle, other)
            assert puzzle_json(swapped) == shown
            assert picture_of(swapped, PictureStyle("wide", "light", None)) == drawn
            assert solution_json(swapped) == told["solution"]
            assert judged_json(swapped, one.puzzle.best, False) == told
    assert varied


def test_the_puzzle_of_the_day_is_the_same_in_all_processes(
    api: Api, matches: Matches, settings: Settings
) -> None:
    before = datetime.now(UTC).date()
    answered = api.get(f"{home('montana')}/daily").json()
    days = {before, datetime.now(UTC).date()}
    stored = all_of("montana")
    wanted = [of_the_day(stored, day) for day in days]
    assert answered["id"] in {one.puzzle.id for one in wanted if one is not None}
    assert answered == api.get(f"{home('montana')}/{answered['id']}").json()
    other = create_app(settings, matches, Catalogue()).test_client()
    assert other.get(f"{home('montana')}/daily").json == answered


def test_another_day_has_another_puzzle() -> None:
    stored = all_of("montana")
    first, second = (of_the_day(stored, date(2026, 11, day)) for day in (23, 24))
    assert first is not None
    assert second is not None
    assert first.puzzle.id != second.puzzle.id


def test_who_has_a_puzzle_is_not_sent_it_again(api: Api) -> None:
    name = api.get(home("steam")).json()["puzzles"][0]["id"]
    for path in ("", f"/{name}", f"/{name}/picture.svg", "/daily"):
        first = api.get(home("steam") + path)
        assert first.headers["Cache-Control"] == "public, no-cache"
        again = api.get(home("steam") + path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_what_there_is_not_is_said_so(api: Api) -> None:
    problem(api.get("/v1/games/chess/puzzles"), 404, "no-such-game")
    problem(api.get("/v1/games/chess/puzzles/daily"), 404, "no-such-game")
    assert api.get(home("veil")).json() == {"game": "veil", "puzzles": []}
    problem(api.get(f"{home('veil')}/daily"), 404, "no-such-puzzle")
    for path in ("", "/picture.svg"):
        problem(api.get(f"{home('montana')}/0123456789ab{path}"), 404, "no-such-puzzle")
    unknown = api.post(f"{home('montana')}/0123456789ab/answers", json={"action": "hire"})
    problem(unknown, 404, "no-such-puzzle")


@pytest.mark.parametrize(
    ("body", "fields"),
    [({}, ["action"]), ({"action": 3}, ["action"]), ({"action": "hire", "reveal": 1}, ["reveal"])],
)
def test_an_answer_that_is_none_is_refused(api: Api, body: Any, fields: list[str]) -> None:
    name = api.get(home("montana")).json()["puzzles"][0]["id"]
    refused = api.post(f"{home('montana')}/{name}/answers", json=body)
    assert fields_of(problem(refused, 422, "invalid-request")) == fields


@pytest.mark.parametrize("action", ["no move", "round:99", "spin:2"])
def test_an_answer_that_is_not_legal_is_refused(api: Api, action: str) -> None:
    name = api.get(home("montana")).json()["puzzles"][0]["id"]
    refused = api.post(f"{home('montana')}/{name}/answers", json={"action": action})
    assert problem(refused, 422, "illegal-action")["detail"]


@pytest.mark.full
def test_the_matches_of_a_service_are_mined(api: Api, address: str, tmp_path: Path) -> None:
    short = {"game": "montana", "options": {"round_limit": 6}, "seats": TWO}
    made = api.created(**short, seed=6, visibility="public")
    made.play_out()
    api.created(**short, seed=7).play_out()
    document = api.get(f"{made.path}/export").json()
    at = [*decisions_of(document, Catalogue())]
    assert len(at) == sum(entry["kind"] == "action" for entry in document["log"])
    asked = ["montana", "--url", address, "--processes", "1", "--folder", str(tmp_path)]
    small = ["--simulations", "512", "--min-visit-share", "0.4"]
    small += ["--min-value-margin", "0", "--max-per-match", "20"]
    ran = CliRunner().invoke(command, [*asked, *small])
    assert ran.exit_code == 0, ran.output
    found = puzzles.read(rulesets()["montana"], tmp_path / "puzzles.json")
    assert found
    known = {(state.save(), seat) for state, seat in at}
    assert {(one.position, one.seat) for one in found} <= known
    looked_at = {path.stem for path in tmp_path.glob("*.json")} - {"plan", "puzzles"}
    assert looked_at == {made.created["id"]}, "a private match is nobody's to look at"
