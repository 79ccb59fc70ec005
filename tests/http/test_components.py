"""What a table is made of and the rules over HTTP, and answers that need not be sent again."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import requests

from examples import veil
from railhead.games.registry import shipped_rulesets
from railhead.service.app import create_app
from railhead.service.core.matches import Matches
from railhead.service.games import routes as games
from railhead.service.games.responses import GameComponents
from railhead.service.http.cached_responses import LARGE
from railhead.service.settings import Settings
from tests.http.api import Api, raw
from tests.http.shapes import conforms

UNCHANGING = [
    "/v1/games",
    "/openapi.json",
    *(
        f"/v1/games/{game}{part}"
        for game in shipped_rulesets()
        for part in ("", "/components", "/rules", "/rules.json")
    ),
]


def table(answered: requests.Response, name: str) -> dict[str, Any]:
    assert answered.status_code == 200, answered.text
    return {item["name"]: item for item in answered.json()["tables"][name]}


@pytest.mark.parametrize("game", [*shipped_rulesets(), "veil"])
def test_components_are_what_the_contract_says(api: Api, game: str) -> None:
    shown = api.get(f"/v1/games/{game}").json()
    answered = api.get(shown["components"])
    conforms(answered.json(), GameComponents)
    assert answered.json()["game"] == game
    assert answered.json()["options"] == {one["name"]: one["default"] for one in shown["options"]}


@pytest.mark.parametrize("game", [*shipped_rulesets(), "veil"])
def test_each_seat_has_a_region_in_its_colour(api: Api, game: str) -> None:
    regions = api.get(f"/v1/games/{game}/components").json()["regions"]
    seats = {one["seat"]: one["colour"] for one in regions if one["seat"] is not None}
    fewest = api.get(f"/v1/games/{game}").json()["seats"]["min"]
    assert [*seats] == [*range(fewest)]
    assert len({*seats.values()}) == fewest
    assert {one["colour"] for one in regions if one["seat"] is None} == {None}
    for one in regions:
        drawn = api.get(f"/v1/games/{game}/picture.svg", params={"region": one["id"]}).text
        assert f'width="{one["width"]:g}"' in drawn


def test_every_table_that_the_vocabulary_names_is_there(api: Api) -> None:
    for game in shipped_rulesets():
        tables = api.get(f"/v1/games/{game}/components").json()["tables"]
        for kind in api.get(f"/v1/games/{game}").json()["actions"]:
            named = {one["table"] for one in kind["parameters"] if one["type"] == "name"}
            assert named <= {*tables}


def test_an_option_changes_what_the_table_is_made_of(api: Api) -> None:
    home = "/v1/games/steam/components"
    assert "Toronto" in table(api.get(home), "stops")
    assert "Eindhoven" in table(api.get(home, params={"map": "ruhr"}), "stops")
    urbanization = table(api.get(home), "action_tiles")["urbanization"]
    assert urbanization["cost"] == {"money": 6}
    free = table(api.get(home, params={"variant": "standard"}), "action_tiles")["urbanization"]
    assert free["cost"] == {}
    trail = "/v1/games/great_western_trail/components"
    sides = table(api.get(trail, params={"building_sides": "b"}), "buildings")
    assert (sides["3b"]["data"]["in_play"], sides["3a"]["data"]["in_play"]) == (True, False)
    assert table(api.get(trail), "buildings")["3b"]["data"]["in_play"] is None
    montana = "/v1/games/montana/components"
    more = table(api.get(montana, params={"build_coins": "more_fields"}), "fields_built")
    assert [item["data"]["coins"] for item in more.values()] == [0, 1, 2]


def test_options_of_every_kind_are_read(api: Api) -> None:
    given = {"round_limit": "12", "own_only": "true", "setup": "first_game"}
    answered = api.get("/v1/games/montana/components", params=given)
    options = answered.json()["options"]
    assert (options["round_limit"], options["own_only"]) == (12, True)
    assert answered.json()["seats"][0]["start_tile_on"] == "T01"


@pytest.mark.parametrize(
    ("query", "field", "problem"),
    [
        ("map=moon", "map", "must be one of northeast, ruhr"),
        ("variant=hard", "variant", "must be one of base, standard"),
        ("own_colour=yes", "own_colour", "must be true or false"),
        ("beginners=9", "beginners", "must match"),
        ("colour=red", "colour", "is not an option of this game"),
    ],
)
def test_bad_options_are_refused_by_name(api: Api, query: str, field: str, problem: str) -> None:
    answered = api.get(f"/v1/games/steam/components?{query}")
    assert answered.status_code == 422
    assert answered.json()["type"] == "/problems/invalid-options"
    (error,) = answered.json()["errors"]
    assert error["field"] == field
    assert problem in error["problem"]


def test_a_number_that_is_none_and_an_option_given_twice_are_refused(api: Api) -> None:
    home = "/v1/games/montana/components"
    assert api.get(f"{home}?round_limit=many").json()["type"] == "/problems/invalid-options"
    twice = api.get(f"{home}?own_only=true&own_only=false")
    assert (twice.status_code, twice.json()["errors"][0]["field"]) == (422, "own_only")


def test_a_game_that_is_not_there_has_neither(api: Api) -> None:
    for part in ("components", "rules"):
        answered = api.get(f"/v1/games/chess/{part}")
        assert answered.json()["type"] == "/problems/no-such-game"


@pytest.mark.parametrize("game", shipped_rulesets())
def test_the_rules_are_the_page_as_written(api: Api, game: str) -> None:
    answered = api.get(api.get(f"/v1/games/{game}").json()["rules"])
    assert answered.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answered.content == Path(f"docs/rules/{game}.md").read_bytes()


def test_a_game_without_a_page_of_rules_says_so(
    settings: Settings, matches: Matches, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unwritten = replace(veil.RULESET, folder=tmp_path)
    monkeypatch.setattr(games, "rulesets", lambda: {"veil": unwritten})
    asking = create_app(settings, matches, matches.catalogue).test_client()
    shown = asking.get("/v1/games/veil/rules")
    assert shown.status_code == 404
    assert shown.json is not None
    assert shown.json["type"] == "/problems/not-found"


@pytest.mark.parametrize("path", UNCHANGING)
def test_what_does_not_change_is_sent_once(api: Api, path: str) -> None:
    first = api.get(path)
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "public, no-cache")
    tag = first.headers["ETag"]
    for held in (tag, f'"other", {tag}', "*"):
        again = api.get(path, headers={"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b""), held
        assert again.headers["ETag"] == tag
    assert api.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", UNCHANGING)
def test_what_is_large_is_compressed_for_who_takes_that(api: Api, path: str) -> None:
    plain, body = raw(api, path, "identity")
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Vary"] == "Accept-Encoding"
    packed, smaller = raw(api, path, "br, gzip;q=0.5")
    if len(body) < LARGE:
        assert "Content-Encoding" not in packed.headers
        return
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(smaller) == body
    assert len(smaller) < len(body) / 2
    refused, _ = raw(api, path, "gzip;q=0, identity")
    assert "Content-Encoding" not in refused.headers


def test_components_with_other_options_have_another_tag(api: Api) -> None:
    home = "/v1/games/steam/components"
    tags = {api.get(home, params={"map": name}).headers["ETag"] for name in ("northeast", "ruhr")}
    assert len(tags) == 2
