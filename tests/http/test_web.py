"""`/web/`: the files of the table in the browser, and what its pages may load."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from railhead.games.registry import rulesets, shipped_rulesets
from railhead.service.app import create_app
from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from tests.http.api import Api, SeatedMatch, problem
from tests.http.test_pages import directives

FOLDER = Path("web")
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
PAGES = [path.name for path in FILES if path.suffix == ".html"]
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_a_browser_is_led_to_the_table_and_others_are_told_the_addresses(api: Api) -> None:
    led = api.get("/", headers={"Accept": BROWSER}, allow_redirects=False)
    assert (led.status_code, led.headers["Location"]) == (302, "/web/")
    assert "Accept" in led.headers["Vary"]
    for accepted in ("*/*", "application/json", "application/json, text/html;q=0.5"):
        told = api.get("/", headers={"Accept": accepted}, allow_redirects=False)
        assert told.json()["table"] == "/web/"
        assert "Accept" in told.headers["Vary"]


def test_who_refuses_pages_is_not_led_to_one(api: Api) -> None:
    for accepted, status in (
        ('Text/HTML;level="1,2"', 302),
        ("text/html;charset=utf-8, application/json;q=0.9", 302),
        ("text/html;q=0", 200),
        ("text/html;q=0, text/*", 200),
        ("text/*", 200),
        ("text/html;q=0.5, application/json;charset=utf-8", 200),
    ):
        told = api.get("/", headers={"Accept": accepted}, allow_redirects=False)
        assert told.status_code == status, accepted


@pytest.mark.parametrize("path", FILES, ids=str)
def test_every_file_is_served_and_not_sent_again(api: Api, path: Path) -> None:
    address = f"/web/{path.relative_to(FOLDER)}"
    answered = api.get(address)
    assert answered.content == path.read_bytes()
    again = api.get(address, headers={"If-None-Match": answered.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_first_page_has_its_own_address(api: Api) -> None:
    assert api.get("/web/").content == (FOLDER / "index.html").read_bytes()
    assert api.get("/web", allow_redirects=False).headers["Location"] == "/web/"


@pytest.mark.parametrize("path", ["no.html", "../README.md", "%2e%2e/README.md", "style.css/"])
def test_nothing_else_is_served(api: Api, path: str) -> None:
    assert api.get(f"/web/{path}").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_and_runs_only_what_is_ours(api: Api, page: str) -> None:
    answered = api.get(f"/web/{page}")
    allowed = directives(answered)
    assert allowed["default-src"] == ["'none'"]
    assert allowed["script-src"] == allowed["style-src"] == ["'self'"]
    assert allowed["connect-src"] == ["'self'"]
    assert not re.search(r"\s(style|on\w+)\s*=|<style|<script(?![^>]*src=)", answered.text)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_is_not_sent_again_has_the_same_policy(api: Api, page: str) -> None:
    first = api.get(f"/web/{page}")
    again = api.get(f"/web/{page}", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert directives(again) == directives(first)


def test_a_page_for_another_service_may_talk_to_that_one_alone(api: Api) -> None:
    for named, origin in (
        ("https://railhead.example.com", "https://railhead.example.com"),
        ("http://127.0.0.1:8000/v1?x=1", "http://127.0.0.1:8000"),
    ):
        allowed = directives(api.get("/web/table.html", params={"api": named}))
        assert allowed["connect-src"] == allowed["img-src"] == ["'self'", origin]
        assert allowed["script-src"] == ["'self'"]


@pytest.mark.parametrize(
    "named",
    ["*", "https://*", "javascript:x", "https://a b", "https://a;script-src *", "//a.example",
     "https://me@a.example", "http://a.example:99999", "http://[", "https://ä.example", ""],
)  # fmt: skip
def test_what_is_no_origin_is_not_in_the_policy(api: Api, named: str) -> None:
    allowed = directives(api.get("/web/", params={"api": named}))
    assert allowed["connect-src"] == allowed["img-src"] == ["'self'"]
    assert set(allowed) == {
        *("default-src", "script-src", "style-src", "img-src", "connect-src"),
        "manifest-src",
        *("base-uri", "form-action", "frame-ancestors"),
    }


def test_an_operator_may_leave_other_services_out(matches: Matches) -> None:
    app = create_app(Settings(web_other_apis=False), matches, matches.catalogue)
    answered = app.test_client().get("/web/?api=https://railhead.example.com")
    assert "connect-src 'self';" in answered.headers["Content-Security-Policy"]


def test_the_page_can_be_installed(api: Api) -> None:
    answered = api.get("/web/manifest.webmanifest")
    assert answered.headers["Content-Type"] == "application/manifest+json"
    icons = {icon["src"] for icon in answered.json()["icons"]}
    assert icons == {"icon.svg", "icon-192.png", "icon-512.png"}
    for icon in icons:
        assert api.get(f"/web/{icon}").status_code == 200


def test_the_client_knows_no_game() -> None:
    names = {name.lower() for ruleset in rulesets().values() for name in (ruleset.id, ruleset.name)}
    names |= {name.replace("_", " ") for name in names}
    for path in FILES:
        if path.suffix in (".jpg", ".png"):
            continue
        text = path.read_text(encoding="utf-8").lower()
        found = [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)]
        assert not found, f"{path} names {found}"


@pytest.mark.parametrize("game", ["veil", *sorted(shipped_rulesets())])
def test_a_game_has_a_picture_that_is_the_same_each_time(api: Api, game: str) -> None:
    first = api.get(f"/v1/games/{game}/picture.svg")
    assert first.status_code == 200
    assert first.headers["Content-Type"] == "image/svg+xml"
    assert first.text.startswith("<svg ")
    assert api.get(f"/v1/games/{game}/picture.svg").content == first.content
    tag = {"If-None-Match": first.headers["ETag"]}
    assert api.get(f"/v1/games/{game}/picture.svg", headers=tag).status_code == 304


def test_a_game_that_is_not_there_has_no_picture(api: Api) -> None:
    problem(api.get("/v1/games/chess/picture.svg"), 404, "no-such-game")


def test_the_scores_over_time_are_told_after_the_end(api: Api, match: SeatedMatch) -> None:
    problem(match.seats[0].get(f"{match.path}/scores"), 409, "match-not-over")
    over = match.play_out()
    shown = match.seats[0].get(f"{match.path}/scores").json()
    assert shown["version"] == over["version"]
    versions = [at["version"] for at in shown["scores"]]
    assert versions == sorted(set(versions))
    assert versions[0] == 0
    assert shown["scores"][-1]["scores"] == over["result"]["scores"]
    before = [at["scores"] for at in shown["scores"]]
    assert all(one != other for one, other in pairwise(before))
    for reader in (match.owner, match.seats[1]):
        assert reader.get(f"{match.path}/scores").json() == shown
    problem(api.get(f"{match.path}/scores"), 401, "unauthorized")
    tag = {"If-None-Match": f'"{over["version"]}"'}
    assert match.owner.get(f"{match.path}/scores", headers=tag).status_code == 304


def test_the_scores_of_a_sealed_match_are_not_told(api: Api) -> None:
    made = api.created(seed=5, sealed=True)
    problem(made.owner.get(f"{made.path}/scores"), 409, "match-not-over")
    made.play_out()
    problem(made.owner.get(f"{made.path}/scores"), 403, "forbidden")
