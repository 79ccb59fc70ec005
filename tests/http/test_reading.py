"""Games, matches, legal actions, health and documentation, as answered."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import redis
import yaml

from railhead.games.registry import shipped_rulesets
from railhead.service.core.matches import Matches
from railhead.service.documentation.routes import problem_types
from railhead.service.games import responses as game_responses
from railhead.service.games import strength_responses
from railhead.service.games.routes import ladders_json
from railhead.service.http.schemas import (
    action_responses,
    common_responses,
    responses,
    submission_responses,
)
from railhead.service.model.event_text import join_names
from railhead.service.settings import Settings
from railhead.service.store.store import Store
from tests.ai.small_ladder import LADDER
from tests.http.api import Api, SeatedMatch, problem, serving
from tests.http.shapes import conforms
from tests.service.test_other_rules import made_old
from tests.stores import with_options


def test_the_games(api: Api) -> None:
    listing = api.get("/v1/games").json()
    conforms(listing, game_responses.GameList)
    assert [game["id"] for game in listing["games"]] == [*shipped_rulesets(), "veil"]
    for game in listing["games"]:
        shown = api.get(f"/v1/games/{game['id']}").json()
        conforms(shown, game_responses.GameShown)
        assert game.items() <= shown.items()
        assert [level["level"] for level in shown["levels"]] == [
            "beginner",
            "novice",
            "easy",
            "medium",
            "hard",
            "expert",
        ]
        assert shown["ladders"] == ladders_json(game["id"])


def test_a_ladder_is_shown_as_it_was_published(tmp_path: Path) -> None:
    (tmp_path / "steam-3.yaml").write_text(yaml.safe_dump(LADDER))
    (tmp_path / "steam-4.yaml").write_text(yaml.safe_dump({**LADDER, "seats": 4, "commit": None}))
    three, four = ladders_json("steam", tmp_path)
    for shown in (three, four):
        conforms(shown, strength_responses.Ladder)
    assert (three["seats"], four["seats"]) == (3, 4)
    own = [{**agent} for agent in LADDER["agents"]]
    for agent in own:
        del agent["plays_by"]
    assert three["agents"] == own
    assert three["pairings"] == LADDER["pairings"]


def test_a_game_says_what_it_takes(api: Api) -> None:
    shown = api.get("/v1/games/veil").json()
    assert shown["seats"] == {"min": 2, "max": 4}
    assert shown["options"] == [
        {
            "name": "deck",
            "type": "file",
            "default": "plain",
            "choices": ["plain", "small"],
            "help": "The cards.",
        },
        {
            "name": "best",
            "type": "choice",
            "default": "high",
            "choices": ["high", "low"],
            "help": "Which end of the ranking wins a round.",
        },
        {
            "name": "giving",
            "type": "switch",
            "default": True,
            "help": "Whether cards may be given away.",
        },
    ]
    select = next(kind for kind in shown["actions"] if kind["type"] == "select")
    assert select["notation"] == "select:<card>"
    assert select["parameters"] == [{"name": "card", "type": "name", "table": "cards", "help": ""}]


def test_montana_says_that_its_map_is_a_reconstruction(api: Api) -> None:
    notices = " ".join(api.get("/v1/games/montana").json()["notices"])
    assert "reconstruct" in notices


@pytest.mark.full
def test_data_files_dropped_in_are_listed_and_played(
    api: Api, store_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "veil" / "deck"
    folder.mkdir(parents=True)
    shipped = Path("examples/veil/data/deck/small.yaml").read_text(encoding="utf-8")
    (folder / "homemade.yaml").write_text(shipped, encoding="utf-8")
    with serving(store_url, RAILHEAD_GAMES_DIR=str(tmp_path)) as elsewhere:
        there = Api(elsewhere)
        deck = there.get("/v1/games/veil").json()["options"][0]
        assert deck["choices"] == ["homemade", "plain", "small"]
        match = there.created(options={"deck": "homemade"})
    # Another process without the file goes on with the data that the match was created with.
    assert SeatedMatch(api, match.created).play_out()["status"] == "over"


def test_a_new_match(api: Api) -> None:
    answered = api.post(
        "/v1/matches",
        json={
            "game": "montana",
            "seed": 7,
            "seats": [{"kind": "human", "name": "guest"}, {"kind": "bot", "level": "easy"}],
        },
    )
    assert answered.status_code == 201
    created = answered.json()
    conforms(created, responses.CreatedMatch)
    assert answered.headers["Location"] == f"/v1/matches/{created['id']}"
    assert answered.headers["Cache-Control"] == "no-store"
    assert len(created["seats"][0].pop("token")) >= 22
    assert created["seats"] == [
        {"seat": 0, "kind": "human", "name": "guest"},
        {"seat": 1, "kind": "bot", "level": "easy"},
    ]


def test_a_match_of_bots_alone_can_be_watched_by_its_owner(api: Api) -> None:
    match = api.created(seats=[{"kind": "bot", "level": "easy"}] * 3)
    shown = match.owner.get(match.path).json()
    conforms(shown, responses.MatchShown)
    assert shown["you"] is None


def test_a_match_as_read(match: SeatedMatch) -> None:
    answered = match.seats[0].get(f"{match.path}?include=legal-actions")
    shown = answered.json()
    conforms(shown, responses.MatchShown)
    assert answered.headers["ETag"] == f'"{shown["version"]}-0-gzip"'
    assert answered.headers["Cache-Control"] == "private, no-cache"
    assert answered.headers["Vary"] == "Authorization, Accept-Encoding"
    assert answered.headers["X-Content-Type-Options"] == "nosniff"
    assert shown["you"] == 0
    assert shown["reproducible"] is True
    assert "seed" not in answered.text
    assert shown["legal_actions"] == match.legal(0)
    owner = match.owner.get(f"{match.path}?include=legal-actions").json()
    assert owner["you"] is None
    assert owner["legal_actions"] is None


def test_what_lies_before_each_seat_comes_along(match: SeatedMatch) -> None:
    answered = match.seats[0].get(f"{match.path}?include=trays")
    shown = answered.json()
    conforms(shown, responses.MatchShown)
    assert "legal_actions" not in shown
    assert "trays" not in match.shown(0)
    both = match.seats[0].get(f"{match.path}?include=legal-actions,trays").json()
    assert both == {**shown, "legal_actions": match.legal(0)}
    assert [tray["seat"] for tray in shown["trays"]] == [0, 1]
    own, others = ({one["label"]: one for one in tray["fields"]} for tray in shown["trays"])
    assert {item["id"] for item in own["Hand"]["items"]} == {
        f"card-{card}" for card in shown["view"]["seats"][0]["hand"]
    }
    unseen = shown["view"]["seats"][1]["hand_size"]
    assert others["Hand"]["items"] == [{"label": f"{unseen} unseen"}]
    refused = match.seats[0].get(f"{match.path}?include=hands")
    problem(refused, 422, "invalid-request")


@pytest.mark.parametrize(
    "path",
    ["", "/picture.svg", "/legal-actions", "/events", "/versions/0", "/picture.svg?version=0"],
)
def test_a_tag_is_of_one_pair_of_eyes(match: SeatedMatch, path: str) -> None:
    """What a cache keeps of one token is never confirmed to another."""
    tags = {
        seat: client.get(match.path + path).headers["ETag"] for seat, client in match.seats.items()
    }
    assert len(set(tags.values())) == len(match.seats)
    for seat, client in match.seats.items():
        for of, tag in tags.items():
            for sent in (tag, f"W/{tag}", f'"other", {tag}'):
                again = client.get(match.path + path, headers={"If-None-Match": sent})
                assert again.status_code == (304 if of == seat else 200)
                assert again.headers["ETag"] == tags[seat]
        alone = tags[seat].split("-")[0] + '"'
        assert client.get(match.path + path, headers={"If-None-Match": alone}).status_code == 304


def test_a_later_version_of_other_eyes_says_nothing_of_a_store_that_went_back(
    match: SeatedMatch,
) -> None:
    later = {"If-None-Match": '"99-1"'}
    assert match.seats[0].get(match.path, headers=later).status_code == 200
    assert match.seats[1].get(match.path, headers=later).status_code == 409


def test_legal_actions_and_their_absence(match: SeatedMatch) -> None:
    legal = match.legal(0)
    conforms(legal, action_responses.LegalActions)
    assert legal["seat"] == 0
    assert legal["reason"] is None
    types = [action["type"] for action in legal["actions"]]
    assert types == sorted(types, key=types.index)
    assert match.act(0).status_code == 200
    waiting = match.legal(0)
    conforms(waiting, action_responses.LegalActions)
    assert waiting["actions"] == []
    assert waiting["reason"] == "It is not your turn; Seat 1 (Ben) is to act."


def test_names_stand_in_a_row() -> None:
    assert join_names(["Ann"]) == "Ann"
    assert join_names(["Ann", "Ben"]) == "Ann and Ben"
    assert join_names(["Ann", "Ben", "Cleo"]) == "Ann, Ben and Cleo"


def test_a_submission(match: SeatedMatch) -> None:
    legal = match.legal(0)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    answered = match.seats[0].post(f"{match.path}/actions?include=legal-actions", json=body)
    submitted = answered.json()
    conforms(submitted, submission_responses.Submission)
    assert answered.headers["ETag"] == f'"{submitted["version"]}-0"'
    assert submitted["events"][0]["action"] == body["action"]
    shown = match.shown(0)
    assert submitted["view"] == shown["view"]
    assert submitted["legal_actions"] == match.legal(0)


def test_a_version_in_if_match(match: SeatedMatch) -> None:
    tag = match.seats[0].get(match.path).headers["ETag"]
    action = match.legal(0)["actions"][0]["action"]
    answered = match.submit(0, {"action": action}, **{"If-Match": tag})
    assert answered.status_code == 200
    again = match.submit(1, {"action": match.legal(1)["actions"][0]["action"]}, **{"If-Match": tag})
    assert again.status_code == 200, (
        "seats that choose at the same time do not make each other late"
    )


def test_the_end_has_a_result(api: Api) -> None:
    match = api.created(options={"deck": "small"})
    shown = match.play_out()
    conforms(shown, responses.MatchShown)
    result = shown["result"]
    assert sorted(seat for place in result["ranking"] for seat in place) == [0, 1]
    assert max(result["scores"]) == result["scores"][result["ranking"][0][0]]
    assert shown["to_act"] == []


def test_listings_show_public_matches_by_game_and_status_in_pages(api: Api) -> None:
    api.created()
    over = api.created(visibility="public", options={"deck": "small"})
    over.play_out()
    ids = [api.created(visibility="public").created["id"] for _ in range(4)]
    newest_first = [*reversed(ids), over.created["id"]]
    seen: list[str] = []
    cursor = None
    while True:
        params = {"limit": 2, "game": "veil", **({"cursor": cursor} if cursor else {})}
        page = api.get("/v1/matches", params=params).json()
        conforms(page, responses.MatchPage)
        seen += [match["id"] for match in page["matches"]]
        cursor = page["cursor"]
        if cursor is None:
            break
    assert seen == newest_first
    assert api.get("/v1/matches?game=montana").json()["matches"] == []
    finished = api.get("/v1/matches?status=over").json()["matches"]
    assert [match["id"] for match in finished] == [over.created["id"]]


def test_health(api: Api, settings: Settings) -> None:
    Store(settings).prepare()  # it is emptied before each test, and else would be found so
    conforms(api.get("/healthz").json(), common_responses.Health)
    ready = api.get("/readyz")
    assert ready.status_code == 200
    conforms(ready.json(), common_responses.Readiness)
    with redis.Redis.from_url(settings.redis_url) as client, with_options(client, appendonly="no"):
        warned = api.get("/readyz")
        assert warned.status_code == 200
        assert "append-only" in warned.json()["warnings"][0]
        with with_options(client, maxmemory_policy="allkeys-lru"):
            refused = api.get("/readyz")
        assert refused.status_code == 503
        assert "noeviction" in refused.json()["problems"][0]
        conforms(refused.json(), common_responses.Readiness)


def test_without_a_store(tmp_path: Path) -> None:
    with serving(f"unix://{tmp_path}/nothing.sock", RAILHEAD_CREATION_LIMIT="5/minute") as where:
        alone = Api(where)
        assert alone.get("/healthz").status_code == 200
        assert alone.get("/v1/games/veil").status_code == 200
        refused = alone.get("/readyz")
        assert refused.status_code == 503
        assert refused.json()["problems"]
        answered = alone.post("/v1/matches", json={"game": "veil", "seats": []})
        problem(answered, 503, "unavailable")
        assert int(answered.headers["Retry-After"]) >= 1
        problem(alone.holding("x" * 32).get("/v1/matches/abc"), 503, "unavailable")


def test_the_contract_has_the_games_of_this_service(api: Api) -> None:
    contract = api.get("/openapi.json").json()
    assert "NewVeilMatch" in contract["components"]["schemas"]


@pytest.mark.parametrize("slug", sorted(problem_types()))
def test_each_problem_type_is_explained_at_its_address(api: Api, slug: str) -> None:
    page = api.get(f"/problems/{slug}")
    assert page.status_code == 200
    assert problem_types()[slug].title in page.text.replace("&#x27;", "'")


def test_requests_can_be_told_apart(api: Api) -> None:
    first, second = api.get("/healthz"), api.get("/healthz")
    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]
    named = api.get("/healthz", headers={"X-Request-Id": "mine-17"})
    assert named.headers["X-Request-Id"] == "mine-17"
    strange = api.get("/healthz", headers={"X-Request-Id": "a b"})
    assert strange.headers["X-Request-Id"] != "a b"


@pytest.mark.full
def test_creation_is_limited_where_a_setting_says_so(store_url: str, settings: Settings) -> None:
    with serving(store_url, RAILHEAD_CREATION_LIMIT="2/hour") as where:
        limited = Api(where)
        limited.created()
        limited.created()
        answered = limited.post("/v1/matches", data=b"{")
        document = problem(answered, 429, "too-many-requests")
        assert 1 <= int(answered.headers["Retry-After"]) <= 3600
        assert document["retry_after"] == int(answered.headers["Retry-After"])
        assert limited.get("/v1/matches").status_code == 200


def created_from(limited: Api, address: str) -> int:
    body = {"game": "veil", "seats": [{"kind": "human"}, {"kind": "human"}]}
    headers = {"X-Forwarded-For": address}
    return limited.post("/v1/matches", json=body, headers=headers).status_code


@pytest.mark.full
def test_addresses_are_read_from_behind_as_many_proxies_as_there_are(
    store_url: str, settings: Settings
) -> None:
    with serving(store_url, RAILHEAD_CREATION_LIMIT="1/hour", RAILHEAD_PROXIES="1") as where:
        limited = Api(where)
        assert created_from(limited, "192.0.2.1") == 201
        assert created_from(limited, "192.0.2.2") == 201
        assert created_from(limited, "192.0.2.9, 192.0.2.2") == 429
    with serving(store_url, RAILHEAD_CREATION_LIMIT="1/hour") as where:
        direct = Api(where)
        assert created_from(direct, "192.0.2.3") == 201
        assert created_from(direct, "192.0.2.4") == 429


def test_a_change_is_seen_within_moments(match: SeatedMatch) -> None:
    version = match.shown(0)["version"]
    assert match.act(1).status_code == 200
    started = time.monotonic()
    assert match.changed(0, version)["version"] > version
    assert time.monotonic() - started < 5


def test_a_match_of_other_rules_is_listed_as_not_playable(api: Api, matches: Matches) -> None:
    kept, old = (api.created(visibility="public") for _ in range(2))
    made_old(matches, old.created["id"])
    listed = api.get("/v1/matches")
    assert listed.status_code == 200
    conforms(listed.json(), responses.MatchPage)
    assert {one["id"]: one["playable"] for one in listed.json()["matches"]} == {
        kept.created["id"]: True,
        old.created["id"]: False,
    }
    problem(api.get(old.path), 409, "rules-changed")
    assert api.get(kept.path).status_code == 200


def test_answers_without_a_body_are_of_no_media_type(api: Api, match: SeatedMatch) -> None:
    seat = match.seats[0]
    tag = {"If-None-Match": seat.get(match.path).headers["ETag"]}
    unchanging = {"If-None-Match": api.get("/v1/games").headers["ETag"]}
    answers = [
        seat.get(match.path, headers=tag),
        seat.get(f"{match.path}/legal-actions", headers=tag),
        api.get("/v1/games", headers=unchanging),
        api("OPTIONS", "/v1/games"),
        api.holding(match.created["owner_token"]).delete(match.path),
    ]
    assert [one.status_code for one in answers] == [304, 304, 304, 200, 204]
    for one in answers:
        assert "Content-Type" not in one.headers
        assert one.content == b""
