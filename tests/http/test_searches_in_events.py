"""What events say of the searches of bots, over HTTP, with real workers."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.ai.search import levels
from railhead.service.bots.worker import TurnWorker
from railhead.service.core.matches import Matches
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.store.keys import match_key
from railhead.service.store.serialization import fold_log, unfold_log
from tests.http.api import Api, SeatedMatch, fields_of, problem
from tests.http.streams import FORMS, stream

BOT = {"kind": "bot", "level": "novice"}
MEMBERS = {"simulations", "seconds", "cut_short"}


def log_of(made: SeatedMatch) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = made.owner.get(f"{made.path}/events?limit=1000").json()["events"]
    return events


def by_bots(events: list[dict[str, Any]], bots: set[int]) -> list[dict[str, Any]]:
    return [one for one in events if one["kind"] == "action" and one["seat"] in bots]


def others(events: list[dict[str, Any]], bots: set[int]) -> list[dict[str, Any]]:
    return [one for one in events if one["kind"] != "action" or one["seat"] not in bots]


@pytest.mark.usefixtures("bots")
def test_each_decision_of_a_bot_says_what_its_search_took(api: Api) -> None:
    seats = [{"kind": "human", "name": "Ann"}, BOT]
    made = api.created(game="montana", seats=seats, options={"round_limit": 4})
    made.play_out()
    log = log_of(made)
    decided = by_bots(log, {1})
    assert decided
    for event in decided:
        assert event["search"].keys() == MEMBERS
        assert event["search"]["simulations"] >= 0
        assert event["search"]["seconds"] >= 0
        assert event["search"]["cut_short"] is False
    assert any(event["search"]["simulations"] > 0 for event in decided)
    assert not any("search" in event for event in others(log, {1}))


@pytest.mark.usefixtures("bots")
def test_a_stream_and_an_export_say_what_the_log_says(api: Api) -> None:
    seats = [{"kind": "human", "name": "Ann"}, BOT]
    made = api.created(game="montana", seats=seats, options={"round_limit": 2})
    made.play_out()
    log = log_of(made)
    for form in FORMS:
        with stream(made.owner, made.path, form) as events:
            assert events.take(len(log)) == log
    document = made.owner.get(f"{made.path}/export").json()
    assert [one.get("search") for one in document["log"]] == [one.get("search") for one in log]
    answered = api.post("/v1/imports", json=document)
    assert answered.status_code == 201, answered.text
    again = SeatedMatch(api, {**answered.json(), "seats": []})
    assert [one.get("search") for one in log_of(again)] == [one.get("search") for one in log]


@pytest.mark.usefixtures("bots")
def test_a_search_that_may_tell_what_is_hidden_is_its_own_seats_to_see(
    api: Api, matches: Matches
) -> None:
    """Whether a card was the only one is not for others to know."""
    made = api.created(game="veil", seats=[{"kind": "human", "name": "Ann"}, BOT], seed=3)
    made.play_out()
    record = matches.record(made.created["id"])
    types = matches.game(record).vocabulary.type_of
    state = matches.replay(record.id)
    stored = [one for one in matches.events(record.id) if one.kind == "action" and one.seat == 1]
    assert all(one.search is not None for one in stored)
    shown = {one["version"]: one for one in log_of(made)}
    secret = 0
    for event in stored:
        hidden = types(state.parse(event.notation)).secret or bool(event.seen)
        secret += hidden
        assert (1 in event.seen) is False
        assert ("search" in shown[event.version]) is not hidden
    assert 0 < secret < len(stored)


def test_a_search_that_ends_at_its_backstop_is_said_to_be_cut_short(
    api: Api, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "LEAST_BACKSTOP", 0.0)
    monkeypatch.setattr(levels, "BACKSTOP_FACTOR", 0.0)
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "hard"}]
    made = api.created(game="montana", seats=seats, seed=4)
    while 0 in made.shown(0)["to_act"]:
        assert made.act(0).status_code == 200
    worker = TurnWorker(matches.store.settings, WorkerProcess("here", 1, 1), bool, Heartbeat())
    worker.play(made.created["id"])
    worker.matches.close()
    searches = [one["search"] for one in by_bots(log_of(made), {1})]
    searched = [one for one in searches if one["simulations"]]
    assert searched
    assert all(one["cut_short"] for one in searched)


@pytest.mark.usefixtures("bots")
def test_a_log_of_before_says_nothing_of_searches(api: Api, matches: Matches) -> None:
    seats = [{"kind": "human", "name": "Ann"}, BOT]
    made = api.created(game="montana", seats=seats, options={"round_limit": 2})
    made.play_out()
    name = match_key(made.created["id"], "folded")
    log = log_of(made)
    assert any("search" in one for one in log)
    kept = matches.store.reader.get(name)
    assert isinstance(kept, bytes)
    lines = [entry.split(b"\n") for entry in unfold_log(kept)]
    old = [b"\n".join(line for line in entry if not line.startswith(b" ")) for entry in lines]
    matches.store.writer.set(name, fold_log(old))
    without = [{k: v for k, v in one.items() if k != "search"} for one in log]
    after = log_of(made)
    assert [one["action"] for one in after] == [one["action"] for one in without]
    assert not any("search" in one for one in after)


def human_move(document: dict[str, Any], kind: str) -> int:
    return next(
        number
        for number, one in enumerate(document["log"])
        if one["kind"] == kind and one["seat"] in (0, None)
    )


SEARCH = {"simulations": 3, "seconds": 0.5, "cut_short": False}


@pytest.mark.parametrize(
    ("kind", "search", "slug", "field"),
    [
        ("action", SEARCH, "import-refused", ""),
        ("chance", SEARCH, "import-refused", ".search"),
        ("action", {**SEARCH, "simulations": -1}, "invalid-request", ".search.simulations"),
        ("action", {**SEARCH, "seconds": "0.5"}, "invalid-request", ".search.seconds"),
        ("action", {**SEARCH, "seconds": -1}, "invalid-request", ".search.seconds"),
        ("action", {**SEARCH, "cut_short": 0}, "invalid-request", ".search.cut_short"),
        ("action", {**SEARCH, "zzz": 1}, "invalid-request", ".search.zzz"),
        ("action", {"simulations": 3}, "invalid-request", ".search.seconds"),
    ],
)
def test_a_document_says_nothing_of_a_persons_search(
    api: Api, kind: str, search: dict[str, Any], slug: str, field: str
) -> None:
    made = api.created(seed=3)
    made.play_out()
    document = made.owner.get(f"{made.path}/export").json()
    number = human_move(document, kind)
    document["log"][number]["search"] = search
    fields = fields_of(problem(api.post("/v1/imports", json=document), 422, slug))
    assert f"log.{number}{field}" in fields
