"""Documents that were tampered with, over HTTP, and what may be imported as what."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import orjson
import pytest

from railhead.games.options import complete
from railhead.games.registry import rulesets
from railhead.service.core.matches import Matches
from tests.http.api import Api, SeatedMatch, fields_of, problem
from tests.service.forging import completed, forged
from tests.service.random_matches import Calendar, RandomMatch, as_imported, calendar, document_of
from tests.words_of_python import words_of_python

__all__ = ["calendar"]

FORGED = 50
EVENTFUL: list[bytes] = []
"""The document of one match, once it was found."""
KINDS = {"action", "forced", "chance", "undo", "seat", "clock"}
NAMED = re.compile(
    r"(match|origin|format|game|rules_version|options|setup|data|opening|line|auto_forced|clock"
    r"|undo|sealed|visibility|claims|absent_after|analyses|seats|created_at|ended_at|log|zzz|kind|seat|to|name)(\.|$)"
)
"""What a refusal names: a member of the document, or one that was added to it."""


def imported(api: Api, document: Any, query: str = "") -> SeatedMatch:
    answered = api.post(f"/v1/imports{query}", json=document)
    assert answered.status_code == 201, answered.text
    return SeatedMatch(api, {**answered.json(), "seats": []})


@pytest.fixture
def veil(matches: Matches, calendar: Calendar) -> dict[str, Any]:
    """The document of a match with moves taken back, seats that changed hands, a clock run out."""
    if not EVENTFUL:
        for seed in range(2196, 12_000, 12):  # the first of which has it all
            match = RandomMatch(matches, calendar, "veil", 3, seed).play(undos=12, changes=40)
            document = document_of(matches, match)
            log = orjson.loads(document)["log"]
            if {entry["kind"] for entry in log} == KINDS and log[3]["at"] > log[0]["at"]:
                EVENTFUL.append(document)
                break
    return dict(orjson.loads(EVENTFUL[0]))


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["veil", "montana", "santa_fe", "steam"])
def test_forged_documents_are_refused_by_name(
    api: Api, matches: Matches, calendar: Calendar, game: str
) -> None:
    random = Random(11)
    options = complete(rulesets()[game].options, {})
    taken = 0
    for seed in range(2):
        match = RandomMatch(matches, calendar, game, 3, seed).play()
        document = document_of(matches, match)
        for _ in range(FORGED):
            change = forged(document, random)
            answered = api.post("/v1/imports", data=orjson.dumps(change), headers=JSON)
            if answered.status_code == 201:
                taken += 1
                again = SeatedMatch(api, {**answered.json(), "seats": []})
                second = again.owner.get(f"{again.path}/export").json()
                whole = completed(change, options)
                kept = matches.match(again.created["id"])
                wanted = as_imported(orjson.dumps(whole), kept, whole["match"])
                assert second == orjson.loads(wanted)
                continue
            assert 400 <= answered.status_code < 500, answered.text
            refusal = answered.json()
            if refusal["type"] == "/problems/rules-changed":
                continue
            assert all(NAMED.match(field) for field in fields_of(refusal)), refusal
            said = " ".join(error["problem"] for error in refusal["errors"])
            assert not words_of_python(f"{said} {refusal['detail']}"), refusal
    assert taken


JSON = {"Content-Type": "application/json"}


def test_moves_are_taken_back_by_who_may(api: Api, veil: dict[str, Any]) -> None:
    log = veil["log"]
    number = next(n for n, entry in enumerate(log) if entry["kind"] == "undo")
    seats = [None, *range(len(veil["seats"]))]
    for seat in seats:
        entry = {**log[number], "seat": seat}
        for undo in ("any", "own", "off"):
            same = seat == log[number]["seat"] and undo == veil["undo"]
            change = {**veil, "undo": undo, "log": [*log[:number], entry, *log[number + 1 :]]}
            answered = api.post("/v1/imports", json=change)
            if same:
                assert answered.status_code == 201, answered.text
            elif undo == "off" or (seat is None and undo == "own"):
                fields = fields_of(problem(answered, 422, "import-refused"))
                assert fields == [f"log.{number}"]
    draw = next(n for n, entry in enumerate(log) if entry["kind"] == "chance" and n > 1)
    for seat in range(len(veil["seats"])):
        entry = {"kind": "undo", "seat": seat, "details": {"to": draw}, "at": log[draw]["at"]}
        repeated = [*log[: draw + 1], entry, *log[draw:]]
        answered = api.post("/v1/imports", json={**veil, "log": repeated})
        refused = problem(answered, 422, "import-refused")
        assert int(fields_of(refused)[0].removeprefix("log.")) <= draw + 1, refused


def test_forced_moves_and_actions_are_told_apart(api: Api, veil: dict[str, Any]) -> None:
    other = {"action": "forced", "forced": "action"}
    for number, entry in enumerate(veil["log"]):
        if entry["kind"] in other:
            log = [*veil["log"]]
            log[number] = {**entry, "kind": other[entry["kind"]]}
            refused = problem(
                api.post("/v1/imports", json={**veil, "log": log}), 422, "import-refused"
            )
            assert fields_of(refused) == [f"log.{number}"]
    answered = api.post("/v1/imports", json={**veil, "auto_forced": not veil["auto_forced"]})
    (field,) = fields_of(problem(answered, 422, "import-refused"))
    assert field.startswith("log.")


@pytest.mark.parametrize(
    ("member", "time", "named"),
    [
        ("created_at", "2026-02-30T12:00:00.000000Z", "created_at"),
        ("created_at", "1815-06-18T12:00:00.000000Z", "created_at"),
        ("created_at", "yesterday", "created_at"),
        ("created_at", "2026-01-31T12:00:00Z", "created_at"),
        ("created_at", "9999-01-01T00:00:00.000000Z", "created_at"),
        ("ended_at", "9999-01-01T00:00:00.000000Z", "ended_at"),
        ("ended_at", "1999-01-01T00:00:00.000000Z", "ended_at"),
        ("created_at", "<ended>", "log.0"),
        ("ended_at", "<created>", "ended_at"),
        ("at", "9999-01-01T00:00:00Z", "log.3"),
        ("at", "1999-01-01T00:00:00Z", "log.3"),
        ("at", "2026-13-01T00:00:00Z", "log.3.at"),
        ("at", "2026-01-31T12:00:00+01", "log.3.at"),
        ("at", None, "log.3"),
    ],
)
def test_times_are_possible_and_in_order(
    api: Api, veil: dict[str, Any], member: str, time: str | None, named: str
) -> None:
    if time == "<ended>":
        time = veil["ended_at"]
    elif time == "<created>":
        time = veil["created_at"]
    if member == "at":
        veil["log"][3]["at"] = time
    else:
        veil[member] = time
    answered = api.post("/v1/imports", json=veil)
    assert answered.status_code == 422, answered.text
    assert fields_of(answered.json()) == [named], answered.text


def test_clocks_run_out_as_agreed(api: Api, veil: dict[str, Any]) -> None:
    number = next(n for n, entry in enumerate(veil["log"]) if entry["kind"] == "clock")
    clock = veil["clock"]
    then = clock["then"]
    other = {"kind": "bot" if then["kind"] == "resign" else "resign", "level": then["level"]}
    for change in (
        None,
        {**clock, "then": other},
        {**clock, "then": {**then, "level": "hard"}},
        {**clock, "seconds": 30 * 24 * 3600},
    ):
        refused = problem(
            api.post("/v1/imports", json={**veil, "clock": change}), 422, "import-refused"
        )
        assert fields_of(refused) == [f"log.{number}"]


def test_old_documents_are_taken_for_what_they_say(api: Api, veil: dict[str, Any]) -> None:
    new = ("match", "origin", "line", "clock", "undo", "sealed", "visibility", "analyses")
    old = {name: value for name, value in veil.items() if name not in new}
    old["log"] = [
        {name: value for name, value in entry.items() if name != "at"} for entry in veil["log"]
    ]
    again = imported(api, old)
    document = again.owner.get(f"{again.path}/export").json()
    known = {name: value for name, value in veil.items() if name != "clock"}
    assert document == {
        **known,
        "match": again.created["id"],
        "origin": {"kind": "import", "match": None},
        "visibility": "private",
        "analyses": "alone",
        "undo": document["undo"],
        "log": [{**entry, "at": None} for entry in veil["log"]],
    }
    by_owner = any(entry["kind"] == "undo" and entry["seat"] is None for entry in veil["log"])
    assert document["undo"] == ("any" if by_owner else "own")
    assert "clock" not in document, "a clock has run out, but which it was nobody knows"
    assert {entry["at"] for entry in document["log"]} == {None}
    events = again.owner.get(f"{again.path}/events?limit=1000").json()["events"]
    assert {event["at"] for event in events[:-1]} == {None}
    third = imported(api, document)
    assert third.owner.get(f"{third.path}/export").json() == {
        **document,
        "match": third.created["id"],
        "origin": {"kind": "import", "match": again.created["id"]},
    }


def listed(api: Api) -> list[str]:
    return [match["id"] for match in api.get("/v1/matches").json()["matches"]]


def test_nothing_is_public_that_was_not_agreed_to_be(api: Api, veil: dict[str, Any]) -> None:
    private, public = {**veil, "visibility": "private"}, {**veil, "visibility": "public"}
    shown = imported(api, public)
    hidden = [
        imported(api, private),
        imported(api, public, "?visibility=private"),
        imported(api, {name: value for name, value in veil.items() if name != "visibility"}),
        imported(api, private, "?visibility=private"),
    ]
    assert listed(api) == [shown.created["id"]]
    for match in hidden:
        problem(api.get(match.path), 401, "unauthorized")
        assert match.owner.get(f"{match.path}/export").json()["visibility"] == "private"
    assert api.get(shown.path).status_code == 200
    imported(api, public, "?visibility=public")
    refused = api.post("/v1/imports?visibility=public", json=private)
    assert fields_of(problem(refused, 422, "import-refused")) == ["visibility"]
    refused = api.post("/v1/imports?visibility=all", json=private)
    assert fields_of(problem(refused, 422, "invalid-request")) == ["visibility"]
    refused = api.post("/v1/imports", json={**veil, "sealed": True})
    assert fields_of(problem(refused, 422, "import-refused")) == ["sealed"]


def test_dates_do_not_move_a_match_in_listings(api: Api, veil: dict[str, Any]) -> None:
    first = api.created(visibility="public").created["id"]
    old = imported(api, {**veil, "visibility": "public"}).created["id"]
    last = api.created(visibility="public").created["id"]
    assert listed(api) == [last, old, first]
    pages = [api.get("/v1/matches?limit=1").json()]
    while pages[-1]["cursor"]:
        pages.append(api.get(f"/v1/matches?limit=1&cursor={pages[-1]['cursor']}").json())
    assert [match["id"] for page in pages for match in page["matches"]] == [last, old, first]


def test_nobody_has_a_seat_in_the_rematch_of_an_import(api: Api) -> None:
    made = api.created(seed=5)
    made.play_out()
    again = imported(api, made.owner.get(f"{made.path}/export").json())
    answered = again.owner.post(f"{again.path}/rematch")
    assert answered.status_code in (200, 201), answered.text
    path = f"/v1/matches/{answered.json()['id']}"
    shown = again.owner.get(path).json()
    assert [seat["kind"] for seat in shown["seats"]] == ["open", "open"]
    number = shown["seats"][0]["seat"]
    invited = again.owner("PUT", f"{path}/seats/{number}", json={"kind": "open"}).json()
    body = {"invitation": invited["invitation"], "name": "Ann"}
    assert api.post(f"{path}/seats/{number}/claim", json=body).status_code == 200
