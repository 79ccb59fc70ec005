"""Boards of one's own over HTTP: kept, played on by bots, looked back at, taken elsewhere."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from railhead.games.options import FileOption
from railhead.games.registry import shipped_rulesets as shipped_games
from railhead.service.boards.responses import MyData, MyDataList
from railhead.service.games.responses import GameComponents
from tests.http import boards
from tests.http.api import Api, SeatedMatch, fields_of, problem
from tests.http.playing import bots, matches, settings, uncounted
from tests.http.shapes import conforms
from tests.service.conftest import eventually

__all__ = ["bots", "matches", "settings", "uncounted"]

each_game = pytest.mark.parametrize("game", [*boards.CHANGES])


def kept(owner: Api, game: str, name: str = "my-board") -> dict[str, Any]:
    """The changed board of a game, sent by its owner."""
    answered = owner("PUT", boards.home(game, name), json=boards.changed(owner, game))
    assert answered.status_code in (200, 201), answered.text
    document: dict[str, Any] = answered.json()
    return document


def match_of_bots(owner: Api, game: str, **members: Any) -> SeatedMatch:
    """A match on the own board that bots play, with its owner."""
    option, _, seats, _ = boards.CHANGES[game]
    return owner.created(
        game=game,
        options={option: "mine/my-board"},
        seats=[{"kind": "bot", "level": "easy"}] * seats,
        **members,
    )


def ended(made: SeatedMatch) -> dict[str, Any]:
    """The match, once it is over."""

    def over() -> dict[str, Any] | None:
        shown: dict[str, Any] = made.owner.get(made.path).json()
        return shown if shown["status"] == "over" else None

    return eventually(over, 200, 0.2)


def test_every_game_whose_options_name_data_is_played_here() -> None:
    naming = {
        ruleset.id
        for ruleset in shipped_games().values()
        if any(isinstance(option, FileOption) for option in ruleset.options)
    }
    assert {*boards.CHANGES} == naming


@pytest.mark.full
@each_game
def test_bots_play_on_a_board_that_is_deleted_meanwhile(api: Api, bots: None, game: str) -> None:
    owner = boards.client(api)
    kept(owner, game)
    made = match_of_bots(owner, game)
    assert owner.delete(boards.home(game)).status_code == 204
    shown = ended(made)
    assert shown["result"]["ranking"]
    assert shown["options"][boards.CHANGES[game][0]] == "mine/my-board"
    assert shown["view"]["notices"] == ["Drawn by hand & <b>boldly</b>."]
    again = made.owner.get(f"{made.path}/versions/{shown['version']}").json()
    assert again["view"] == shown["view"]
    assert made.owner.get(f"{made.path}/versions/0").json()["version"] == 0
    components = made.owner.get(f"{made.path}/components")
    conforms(components.json(), GameComponents)
    assert "Mill" in components.text
    tag = {"If-None-Match": components.headers["ETag"]}
    assert made.owner.get(f"{made.path}/components", headers=tag).status_code == 304
    picture = made.owner.get(f"{made.path}/picture.svg")
    drawn = ET.fromstring(picture.content)
    assert "Drawn by hand" in " ".join(drawn.itertext())
    assert not [one for one in drawn.iter() if one.tag.rpartition("}")[2] in ("b", "script")]

    document = made.owner.get(f"{made.path}/export").json()
    assert document["data"] == {boards.CHANGES[game][0]: boards.changed(api, game)}
    imported = api.post("/v1/imports", json=document)
    assert imported.status_code == 201, imported.text
    copy = api.holding(imported.json()["owner_token"])
    there = f"/v1/matches/{imported.json()['id']}"
    assert copy.get(there).json()["result"] == shown["result"]
    assert copy.get(f"{there}/components").json() == components.json()


@each_game
def test_forks_and_rematches_are_played_with_the_same_data(api: Api, game: str) -> None:
    owner = boards.client(api)
    kept(owner, game)
    option, _, seats, _ = boards.CHANGES[game]
    humans = [{"kind": "human"}] * seats
    made = owner.created(game=game, options={option: "mine/my-board"}, seats=humans, seed=4)
    owner.delete(boards.home(game))
    components = made.owner.get(f"{made.path}/components").json()
    fork = {"version": 0, "seats": humans}
    forked = made.seats[0].post(f"{made.path}/forks", json=fork)
    assert forked.status_code == 201, forked.text
    mine = api.holding(forked.json()["owner_token"])
    there = f"/v1/matches/{forked.json()['id']}/components"
    assert mine.get(there).json() == components
    if game == "santa_fe":
        made.play_out()
        following = made.owner.post(f"{made.path}/rematch")
        assert following.status_code == 201, following.text
        there = f"/v1/matches/{following.json()['id']}/components"
        assert made.owner.get(there).json() == components


def test_documents_are_kept_listed_replaced_and_deleted(api: Api) -> None:
    owner = boards.client(api)
    path = boards.home("steam")
    document = boards.changed(api, "steam")
    first = owner("PUT", path, json=document)
    assert first.status_code == 201
    assert first.headers["Location"] == path
    conforms(first.json(), MyData)
    assert first.json()["value"] == "mine/my-board"
    again = owner("PUT", path, json=document)
    assert (again.status_code, again.headers["ETag"]) == (200, first.headers["ETag"])
    read = owner.get(path)
    assert (read.json(), read.headers["ETag"]) == (document, first.headers["ETag"])
    tag = {"If-None-Match": first.headers["ETag"]}
    assert owner.get(path, headers=tag).status_code == 304
    document["title"] = "Another"
    other = owner("PUT", path, json=document)
    assert other.headers["ETag"] != first.headers["ETag"]
    assert owner.get(path, headers=tag).json()["title"] == "Another"
    listed = owner.get("/v1/me/data").json()
    conforms(listed, MyDataList)
    assert listed["documents"] == [other.json()]
    assert owner.delete(path).status_code == 204
    problem(owner.delete(path), 404, "no-such-data")
    problem(owner.get(path), 404, "no-such-data")
    assert owner.get("/v1/me/data").json()["documents"] == []


def test_nobody_else_reads_or_plays_a_document(api: Api) -> None:
    owner, other = boards.client(api), boards.client(api, "other")
    kept(owner, "steam")
    path = boards.home("steam")
    problem(other.get(path), 404, "no-such-data")
    problem(other.delete(path), 404, "no-such-data")
    problem(api.get(path), 401, "unauthorized")
    assert other.get("/v1/me/data").json()["documents"] == []
    seats = [{"kind": "human"}] * 3
    body = {"game": "steam", "options": {"map": "mine/my-board"}, "seats": seats}
    for caller in (other, api):
        refused = problem(caller.post("/v1/matches", json=body), 422, "invalid-options")
        assert fields_of(refused) == ["options.map"]
    problem(api.get("/v1/games/steam/components?map=mine/my-board"), 422, "invalid-options")
    made = owner.created(**body)
    problem(other.get(f"{made.path}/components"), 404, "no-such-match")
    problem(api.get(f"{made.path}/components"), 401, "unauthorized")
    public = owner.created(**body, visibility="public")
    assert "Mill" in other.get(f"{public.path}/components").text
    assert "Mill" in api.get(f"{public.path}/components").text


def test_what_becomes_of_a_client_ends_its_documents_and_no_match(api: Api) -> None:
    owner = boards.client(api)
    kept(owner, "steam")
    seats = [{"kind": "human"}] * 3
    made = owner.created(game="steam", options={"map": "mine/my-board"}, seats=seats)
    assert owner.delete("/v1/me").status_code == 204
    problem(owner.get(boards.home("steam")), 401, "unauthorized")
    assert made.act(made.shown(0)["to_act"][0]).status_code == 200
    assert "Mill" in made.owner.get(f"{made.path}/components").text


@pytest.mark.parametrize(
    ("path", "slug", "status"),
    [
        ("/v1/me/data/chess/map/mine", "no-such-game", 404),
        ("/v1/me/data/steam/variant/mine", "no-such-data", 404),
        ("/v1/me/data/steam/map/Mine", "invalid-request", 422),
        ("/v1/games/steam/data/map/moon", "no-such-data", 404),
        ("/v1/games/steam/data/variant/base", "no-such-data", 404),
        ("/v1/games/chess/data/map/ruhr", "no-such-game", 404),
    ],
)
def test_what_is_not_there_is_said(api: Api, path: str, slug: str, status: int) -> None:
    owner = boards.client(api)
    if path.startswith("/v1/me"):
        problem(owner("PUT", path, json=boards.shipped(api, "steam")), status, slug)
    else:
        problem(owner.get(path), status, slug)


def place(document: Any, path: str, value: Any) -> Any:
    """The document with another value at a JSON pointer."""
    *way, last = [int(part) if part.isdigit() else part for part in path[1:].split("/")]
    inner = document
    for part in way:
        inner = inner[part]
    inner[last] = value
    return document


@pytest.mark.parametrize(
    ("game", "pointer", "value", "said"),
    [
        ("steam", "/hexes/3/city", 7, "is not a text"),
        ("steam", "/hexes/3/goods", 10**12, "must be from"),
        ("steam", "/hexes/3/goods", 40, "outside 2 to 9"),
        ("steam", "/hexes/3/goods", 2.5, "whole number"),
        ("steam", "/hexes/3/city", "a\u202eb", "cannot be seen"),
        ("steam", "/hexes/3/city", "x" * 41, "at most 40"),
        ("steam", "/title", None, "must not be null"),
        ("steam", "/counts/hexes", 3, "does not agree"),
        ("santa_fe", "/cities/list/4/code", "c:d", "does not match"),
        ("santa_fe", "/links/list/0/b", "atlantis", "not one of"),
        ("montana", "/tiles/list/2/ring/1", "swamp", "not one of"),
        ("montana", "/city/rows/0/upgrades", 99, "outside"),
        ("great_western_trail", "/trail/spaces/9/next", ["A1"], "round to itself"),
        ("great_western_trail", "/cities/list/0/value", 5, "is not 0"),
        ("great_western_trail", "/trail/spaces/10/attached", "copy", "not one of"),
    ],
)
def test_a_document_that_is_refused_names_the_place(
    api: Api, game: str, pointer: str, value: Any, said: str
) -> None:
    owner = boards.client(api)
    document = place(boards.shipped(api, game), pointer, value)
    if pointer == "/trail/spaces/9/next":
        document["trail"]["spaces"][8]["next"] = ["A2"]
        document["trail"]["spaces"][9]["next"] = ["A1"]
    refused = problem(owner("PUT", boards.home(game), json=document), 422, "invalid-data")
    (error,) = refused["errors"]
    assert said in error["problem"], error
    assert pointer.startswith(error["pointer"])
    assert len(error["pointer"]) > 1
    assert error["field"] == error["pointer"][1:].replace("/", ".")
    assert owner.get("/v1/me/data").json()["documents"] == []


def test_several_faults_of_form_are_named_at_once(api: Api) -> None:
    owner = boards.client(api)
    document = boards.shipped(api, "steam")
    document["hexes"][0]["note"] = "\u0007"
    document["hexes"][1]["q"] = 0.5
    document["notices"] = [None]
    document["hexes"][2]["note"] = ["again"] * 11
    refused = problem(owner("PUT", boards.home("steam"), json=document), 422, "invalid-data")
    named = {error["pointer"] for error in refused["errors"]}
    assert named == {"/hexes/0/note", "/hexes/1/q", "/hexes/2/note", "/notices/0"}
    problem(owner("PUT", boards.home("steam"), json=[1]), 422, "invalid-data")
    deep: Any = {}
    for _ in range(30):
        deep = {"a": deep}
    refused = problem(owner("PUT", boards.home("steam"), json=deep), 422, "invalid-data")
    assert "nested" in refused["errors"][0]["problem"]
    wide = {"hexes": [0] * 13_000}
    refused = problem(owner("PUT", boards.home("steam"), json=wide), 422, "invalid-data")
    assert "over 12000 values" in refused["errors"][0]["problem"]


def test_an_import_is_held_against_the_same(api: Api, bots: None) -> None:
    owner = boards.client(api)
    kept(owner, "montana")
    made = match_of_bots(owner, "montana")
    ended(made)
    document = made.owner.get(f"{made.path}/export").json()
    without = problem(
        api.post("/v1/imports", json={**document, "data": None}), 422, "import-refused"
    )
    assert fields_of(without) == ["data"]
    wrong = json.loads(json.dumps(document))
    wrong["data"]["components"]["city"]["rows"][0]["upgrades"] = 99
    refused = problem(api.post("/v1/imports", json=wrong), 422, "import-refused")
    assert fields_of(refused) == ["data.components.city.rows.0.upgrades"]
    wrong["data"]["components"]["bank"]["spaces"][0]["coins"] = 0
    refused = problem(api.post("/v1/imports", json=wrong), 422, "import-refused")
    within = ("bank.spaces.0.coins", "city.rows.0.upgrades")
    assert sorted(fields_of(refused)) == [f"data.components.{one}" for one in within]
    wrong["data"]["components"]["title"] = "\u0007"
    refused = problem(api.post("/v1/imports", json=wrong), 422, "invalid-data")
    assert fields_of(refused) == ["data.components.title"]
    refused = problem(
        api.post("/v1/imports", json={**document, "data": {"dice": {}}}), 422, "import-refused"
    )
    assert fields_of(refused) == ["data.dice"]
