"""Schemas of data over HTTP, and documents that are held against everything and not kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from railhead.service.boards.responses import DataCheck
from tests.http import boards
from tests.http.api import Api, fields_of, problem
from tests.http.boards import Document
from tests.http.shapes import conforms

each_game = pytest.mark.parametrize("game", [*boards.CHANGES])
DRY = "?dry_run=true"


def address(game: str) -> str:
    return f"/v1/games/{game}/data/{boards.CHANGES[game][0]}/schema"


def checked(owner: Api, game: str, document: Any) -> dict[str, Any]:
    """What a dry run says; nothing is kept by it."""
    before = owner.get("/v1/me/data").json()
    answered = owner("PUT", boards.home(game) + DRY, json=document)
    assert answered.status_code == 200, answered.text
    assert answered.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answered.headers
    assert answered.headers["RateLimit"].startswith('"data"'), "it counts as a put does"
    told: dict[str, Any] = answered.json()
    conforms(told, DataCheck)
    assert told["valid"] == (not told["errors"])
    assert owner.get("/v1/me/data").json() == before
    return told


def texts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All parts of a schema that are of texts, without names that are listed."""
    if schema.get("type") == "string" and "enum" not in schema:
        yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    for one in [*inner, *([schema["items"]] if "items" in schema else ())]:
        yield from texts(one)


@each_game
def test_the_schema_is_that_of_the_boards_of_the_game_and_of_ones_own(api: Api, game: str) -> None:
    answered = api.get(address(game))
    assert answered.status_code == 200, answered.text
    assert answered.headers["Content-Type"] == "application/schema+json"
    schema = answered.json()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema_rs.meta.validate(schema)
    validator = jsonschema_rs.Draft202012Validator(schema)
    validator.validate(boards.shipped(api, game))
    validator.validate(boards.changed(api, game))
    assert {one["maxLength"] for one in texts(schema)} == {40, 400}
    assert schema["properties"]["notices"]["maxItems"] == 10
    tag = {"If-None-Match": answered.headers["ETag"]}
    assert api.get(address(game), headers=tag).status_code == 304


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        ("/v1/games/chess/data/map/schema", "no-such-game"),
        ("/v1/games/steam/data/variant/schema", "no-such-data"),
        ("/v1/games/steam/data/board/schema", "no-such-data"),
    ],
)
def test_there_is_no_schema_of_what_there_is_not(api: Api, path: str, slug: str) -> None:
    problem(api.get(path), 404, slug)


@pytest.mark.sampled
@each_game
def test_a_dry_run_of_a_good_board_keeps_nothing(api: Api, game: str) -> None:
    owner = boards.client(api)
    assert checked(owner, game, boards.changed(api, game)) == {"valid": True, "errors": []}
    problem(owner.get(boards.home(game)), 404, "no-such-data")


@pytest.mark.full
def test_a_dry_run_leaves_what_is_kept_as_it_is(api: Api) -> None:
    owner = boards.client(api)
    first = boards.changed(api, "santa_fe")
    assert owner("PUT", f"{boards.home('santa_fe')}?dry_run=false", json=first).status_code == 201
    assert checked(owner, "santa_fe", {**first, "title": "Another"})["valid"]
    assert owner.get(boards.home("santa_fe")).json() == first


def _trail(board: Document) -> set[str]:
    board["offers"]["list"][2]["price"] = 99
    board["trail"]["spaces"][3]["kind"] = "hazard"
    board["cities"]["list"][0]["value"] = 4
    del board["tolls"]["3"]["black"]
    return {
        *("/offers/list/2/price", "/trail/spaces/3/kind", "/cities/list/0/value"),
        "/tolls/3/black",
    }


def _tiles(components: Document) -> set[str]:
    components["tiles"]["list"][0]["ring"][1] = "swamp"
    components["tiles"]["list"][1]["ring"][1] = {"land": {"gold": 1}}
    components["bank"]["spaces"][0]["workers"] = 4
    components["title"] = 7
    return {
        *("/tiles/list/0/ring/1", "/tiles/list/1/ring/1/land", "/bank/spaces/0/workers"),
        "/title",
    }


def _cities(board: Document) -> set[str]:
    board["cities"]["list"][4]["code"] = "c:d"
    board["cities"]["list"][5]["valeu"] = 3
    board["links"]["list"][0]["river"] = []
    del board["railroads"]["list"][1]["start"]
    return {
        *("/cities/list/4/code", "/cities/list/5", "/links/list/0/river"),
        "/railroads/list/1/start",
    }


def _hexes(board: Document) -> set[str]:
    (number,) = [n for n, one in enumerate(board["hexes"]) if one.get("city") == "Mill"]
    board["hexes"][number]["town"] = "Essen"
    board["hexes"][0] |= {"terrain": "sea", "note": "\u0007"}
    board["players"] = []
    board["hexes"][1]["q"] = 0.5
    return {
        *(f"/hexes/{number}/town", "/hexes/0/terrain", "/hexes/0/note", "/players"),
        "/hexes/1/q",
    }


SPOILT = {
    "great_western_trail": _trail,
    "montana": _tiles,
    "santa_fe": _cities,
    "steam": _hexes,
}


@each_game
def test_a_dry_run_names_all_that_the_schema_refuses(api: Api, game: str) -> None:
    owner = boards.client(api)
    document = boards.changed(api, game)
    spoilt = SPOILT[game](document)
    told = checked(owner, game, document)
    assert {one["pointer"] for one in told["errors"]} == spoilt
    validator = jsonschema_rs.Draft202012Validator(api.get(address(game)).json())
    assert not validator.is_valid(document)
    refused = problem(owner("PUT", boards.home(game), json=document), 422, "invalid-data")
    assert [one["pointer"] for one in refused["errors"]] == [
        one["pointer"] for one in told["errors"]
    ]
    assert [one["problem"] for one in refused["errors"]] == [
        one["detail"] for one in told["errors"]
    ]


def _crossed_trail(board: Document) -> set[str]:
    board["trail"]["spaces"][8]["next"] = ["Nowhere"]
    board["trail"]["spaces"][9]["name"] = board["trail"]["spaces"][10]["name"]
    board["stations"]["list"][0]["master"] = False
    return {"/trail/spaces/8/next/0", "/trail/spaces/10/name", "/stations/list/0"}


def _crossed_tiles(components: Document) -> set[str]:
    components["city"]["column_prices"] = [2, 2, 3]
    components["wheel"]["spaces"][2] = ["any", "grain"]
    components["tiles"]["list"][1]["centre"]["cattle"] = True
    return {"/city/column_prices", "/wheel/spaces/2", "/tiles/list/1/centre"}


def _crossed_cities(board: Document) -> set[str]:
    last = len(board["cities"]["list"]) - 1
    board["cities"]["list"][last]["name"] = "Mill"
    board["links"]["list"][0]["b"] = "atlantis"
    board["links"]["list"][3]["rivers"] = []
    return {f"/cities/list/{last}/name", "/links/list/0/b", "/links/list/3/rivers"}


def _crossed_hexes(board: Document) -> set[str]:
    board["hexes"][0]["id"] = "Z00"
    board["counts"]["plain"] = 1
    board["recommended"] = [6]
    return {"/hexes/0/id", "/counts/plain", "/recommended"}


CROSSED = {
    "great_western_trail": _crossed_trail,
    "montana": _crossed_tiles,
    "santa_fe": _crossed_cities,
    "steam": _crossed_hexes,
}


@each_game
def test_a_dry_run_names_all_that_no_schema_can_refuse(api: Api, game: str) -> None:
    owner = boards.client(api)
    document = boards.changed(api, game)
    crossed = CROSSED[game](document)
    told = checked(owner, game, document)
    assert crossed <= {one["pointer"] for one in told["errors"]}
    assert len(told["errors"]) <= len(crossed) + 1
    validator = jsonschema_rs.Draft202012Validator(api.get(address(game)).json())
    validator.validate(document)


def test_a_dry_run_of_what_is_no_document_says_so(api: Api) -> None:
    owner = boards.client(api)
    assert checked(owner, "steam", [1])["errors"] == [
        {"pointer": "", "detail": "must be an object"}
    ]
    assert len(checked(owner, "steam", {})["errors"]) == 9
    wide = checked(owner, "steam", {"hexes": [0] * 13_000})
    assert wide["errors"][0] == {"pointer": "", "detail": "has over 12000 values"}
    assert len(wide["errors"]) == 100


def test_a_dry_run_is_asked_for_as_a_put_is(api: Api) -> None:
    owner = boards.client(api)
    path = boards.home("steam") + DRY
    document = boards.changed(api, "steam")
    problem(api("PUT", path, json=document), 401, "unauthorized")
    made = owner.post("/v1/me/tokens", json={"name": "reader", "scopes": ["read"]}).json()
    reader = api.holding(made["token"])
    problem(reader("PUT", path, json=document), 403, "insufficient-scope")
    refused = problem(
        owner("PUT", f"{boards.home('steam')}?dry_run=yes", json=document), 422, "invalid-request"
    )
    assert fields_of(refused) == ["dry_run"]
    variant = f"/v1/me/data/steam/variant/mine{DRY}"
    problem(owner("PUT", variant, json=document), 404, "no-such-data")
    problem(owner("PUT", f"/v1/me/data/chess/map/mine{DRY}", json=document), 404, "no-such-game")
