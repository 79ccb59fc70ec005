"""What a document of a match may say of its seats: what an export writes, and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from railhead.service.core.clocks import run_out
from railhead.service.core.matches import Matches
from railhead.service.model import Account, Seat
from railhead.service.model.event_text import seat_after
from tests.http.api import Api, SeatedMatch, fields_of, problem
from tests.http.test_clients import made_client

ANN = {"kind": "human", "name": "Ann"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "easy"}
OWN = ("match", "origin")
"""What two exports of one match differ by."""


@pytest.fixture
def document(api: Api) -> dict[str, Any]:
    """The export of a short match."""
    made = api.created(seed=5)
    made.play_out()
    exported: dict[str, Any] = made.owner.get(f"{made.path}/export").json()
    return exported


def claimed(made: SeatedMatch, seat: int, invitation: str, name: str) -> None:
    body = {"invitation": invitation, "name": name}
    answered = made.anybody.post(f"{made.path}/seats/{seat}/claim", json=body)
    made.seats[seat] = made.anybody.holding(answered.json()["token"])


def put(caller: Api, made: SeatedMatch, seat: int, body: dict[str, Any]) -> dict[str, Any]:
    answered = caller("PUT", f"{made.path}/seats/{seat}", json=body)
    assert answered.status_code == 200, answered.text
    changed: dict[str, Any] = answered.json()
    return changed


def eventful(api: Api, matches: Matches) -> SeatedMatch:
    """A match that is over, with entries of every kind about its seats."""
    clock = {"kind": "turn", "seconds": 60, "then": {"kind": "resign", "level": "easy"}}
    made = api.created(seats=[ANN, OPEN, OPEN], seed=4, undo="any", clock=clock)
    claimed(made, 1, made.created["seats"][1]["invitation"], "Bj\u00f6rn")
    put(made.owner, made, 2, BOT)
    invitation = put(made.owner, made, 2, OPEN)["invitation"]
    claimed(made, 2, invitation, "first")
    put(made.seats[2], made, 2, OPEN)
    claimed(made, 2, put(made.owner, made, 2, OPEN)["invitation"], "renamed")
    put(made.seats[0], made, 0, {"kind": "bot", "level": "hard"})
    put(made.seats[0], made, 0, {"kind": "human"})
    version = made.shown(0)["version"]
    for _ in range(2):
        assert made.act(made.shown(0)["to_act"][0]).status_code == 200
    body = {"to": version, "version": made.shown(0)["version"]}
    assert made.owner.post(f"{made.path}/undo", json=body).status_code == 200
    (out, *_) = made.shown(0)["to_act"]
    time_over(matches, made.created["id"], out)
    left = [seat for seat in made.seats if seat != out]
    put(made.seats[left[0]], made, left[0], {**BOT, "resign": True})
    for seat in (out, left[0]):
        del made.seats[seat]
    made.play_out()
    return made


def time_over(matches: Matches, match_id: str, seat: int) -> None:
    """Let the time of a seat be over, as its clock would."""

    def step(match: Any, progress: Any) -> None:
        times = {**match.times, seat: Account(0, 1, 1)}
        match.times = times
        assert run_out(match, progress, matches.store.clocks.now(match_id))

    matches.change(match_id, step)


@pytest.mark.usefixtures("bots")
def test_whatever_an_export_has_is_imported(api: Api, matches: Matches) -> None:
    made = eventful(api, matches)
    document = made.owner.get(f"{made.path}/export").json()
    kinds = Counter(entry["kind"] for entry in document["log"])
    assert kinds["undo"] == kinds["clock"] == 1
    assert kinds["seat"] >= 8
    said = [entry["details"] for entry in document["log"] if entry["kind"] in ("seat", "clock")]
    assert {one["kind"] for one in said} == {"human", "bot", "open"}
    assert sum("resigned" in one for one in said) == 2
    answered = api.post("/v1/imports", json=document)
    assert answered.status_code == 201, answered.text
    again = SeatedMatch(api, {**answered.json(), "seats": []})
    second = again.owner.get(f"{again.path}/export").json()
    assert {**second, **dict.fromkeys(OWN)} == {**document, **dict.fromkeys(OWN)}
    assert (
        again.owner.get(again.path).json()["result"] == made.owner.get(made.path).json()["result"]
    )
    logs = [one.owner.get(f"{one.path}/events?limit=1000").json() for one in (made, again)]
    labels = [[event["label"] for event in log["events"]] for log in logs]
    assert labels[0] == labels[1]


@pytest.mark.parametrize("name", ["my bot", "easy"])
def test_a_match_that_a_deleted_client_left_is_imported(api: Api, name: str) -> None:
    """Also where its name was that of the level of the bot that plays on."""
    _, client = made_client(api, name)
    made = client.created(seats=[{"kind": "human", "mine": True}, ANN])
    put(client, made, 0, BOT)
    assert client.delete("/v1/me").status_code == 204
    put(made.seats[1], made, 1, {**BOT, "resign": True})
    document = made.owner.get(f"{made.path}/export").json()
    assert sum(entry["kind"] == "seat" for entry in document["log"]) == 3
    assert api.post("/v1/imports", json=document).status_code == 201


def test_who_holds_a_seat_is_not_for_a_log_to_say() -> None:
    before = Seat(0, "human", "Ann", client="ann")
    said = {"kind": "bot", "level": "easy", "client": "ben", "token_hash": "00", "number": 1}
    assert seat_after(before, said) == Seat(0, "bot", "", "easy", client="ann")


def seated(**details: Any) -> dict[str, Any]:
    return {"kind": "seat", "seat": 0, "details": details}


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (seated(kind="human", zzz=1), "details.zzz"),
        (seated(kind="human", client="somebody"), "details.client"),
        (seated(kind="human", token_hash="00"), "details.token_hash"),
        (seated(kind="human", number=1), "details.number"),
        (seated(kind="bot", level={"name": "easy"}), "details.level"),
        (seated(kind="human", name=["x"]), "details.name"),
        (seated(kind="human", name="Ann\u200b"), "details.name"),
        (seated(kind="human", name=" "), "details.name"),
        (seated(kind="human", resigned=1), "details.resigned"),
        ({"kind": "undo", "seat": 0, "details": {"to": True}}, "details.to"),
        ({"kind": "undo", "seat": 0, "details": []}, "details"),
    ],
)
def test_details_of_another_form_are_refused(
    api: Api, document: dict[str, Any], entry: dict[str, Any], field: str
) -> None:
    answered = api.post("/v1/imports", json={**document, "log": [entry, *document["log"]]})
    assert fields_of(problem(answered, 422, "invalid-request")) == [f"log.0.{field}"]


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (seated(kind="bot", level="zzz"), "details.level"),
        (seated(kind="bot"), "details.level"),
        (seated(kind="human", level="easy"), "details.level"),
        (seated(kind="human", resigned=True), "details.resigned"),
        (seated(kind="human", to=0), "details.to"),
        (seated(name="Ann"), "details.kind"),
        ({**seated(kind="human"), "seat": None}, "seat"),
        ({**seated(kind="human"), "action": "keep"}, "action"),
        ({**seated(kind="human"), "kind": "clock"}, "details.kind"),
        ({"kind": "seat", "seat": 0}, "details.kind"),
        ({"kind": "undo", "seat": 0, "details": {"to": 0, "kind": "bot"}}, "details.kind"),
        ({"kind": "action", "seat": None, "action": "keep"}, "seat"),
        ({"kind": "chance", "seat": 0, "action": "keep"}, "seat"),
        ({"kind": "action", "seat": 0}, "action"),
        ({"kind": "action", "seat": 0, "action": "keep", "details": {"to": 0}}, "details"),
    ],
)
def test_an_entry_has_what_its_kind_has(
    api: Api, document: dict[str, Any], entry: dict[str, Any], field: str
) -> None:
    answered = api.post("/v1/imports", json={**document, "log": [entry, *document["log"]]})
    assert fields_of(problem(answered, 422, "import-refused")) == [f"log.0.{field}"]


@pytest.mark.parametrize(
    ("seat", "slug", "field"),
    [
        ({"kind": "bot", "level": "zzz"}, "import-refused", "level"),
        ({"kind": "bot", "level": None}, "import-refused", "level"),
        ({"kind": "human", "level": "easy"}, "import-refused", "level"),
        ({"name": "Ann\u202e"}, "invalid-request", "name"),
        ({"name": ""}, "invalid-request", "name"),
        ({"client": "somebody"}, "invalid-request", "client"),
    ],
)
def test_a_seat_is_one_that_there_may_be(
    api: Api, document: dict[str, Any], seat: dict[str, Any], slug: str, field: str
) -> None:
    first, *others = document["seats"]
    answered = api.post("/v1/imports", json={**document, "seats": [{**first, **seat}, *others]})
    assert fields_of(problem(answered, 422, slug)) == [f"seats.0.{field}"]
