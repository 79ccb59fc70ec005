"""A client that is deleted leaves its matches, and those go on without it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import NewMatch, Seat
from railhead.service.seats.departures import AT_ONCE, Departures
from railhead.service.settings import Settings
from railhead.service.store.keys import client_key
from tests.http.api import Api, SeatedMatch, problem
from tests.service.conftest import Processes, eventually
from tests.service.test_rematches import once_before

ANN = {"kind": "human", "name": "Ann"}
MINE = {"kind": "human", "mine": True}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "easy"}


def made_client(api: Api, name: str = "guest") -> tuple[str, Api]:
    made = api.post("/v1/clients", json={"name": name}).json()
    return made["id"], api.holding(made["token"])


def joined(api: Api, client: Api, **members: Any) -> SeatedMatch:
    """A match of Ann's whose seat 1 a client has claimed."""
    made = api.created(seats=[ANN, OPEN], **members)
    body = {"invitation": made.created["seats"][1]["invitation"]}
    assert client.post(f"{made.path}/seats/1/claim", json=body).status_code == 200
    made.seats[1] = client
    return made


def nothing_is_left_of(matches: Matches, client_id: str) -> bool:
    parts = ("self", "matches", "data", "webhook", "told")
    kept = [client_key(client_id, part) for part in parts if _is_there(matches, client_id, part)]
    return not kept and not matches.store.leaving.offer_overdue(10)


def _is_there(matches: Matches, client_id: str, part: str) -> bool:
    return bool(matches.store.writer.exists(client_key(client_id, part)))


def test_its_seat_is_open_and_the_match_goes_on(api: Api, matches: Matches) -> None:
    client_id, client = made_client(api)
    made = joined(api, client)
    assert made.act(0).status_code == 200
    assert client.delete("/v1/me").status_code == 204
    shown = made.shown(0)
    assert (shown["status"], shown["seats"][1]) == ("open", {"seat": 1, "kind": "open"})
    label = made.owner.get(f"{made.path}/events").json()["events"][-1]["label"]
    assert label == "Seat 1 (guest) is open to be claimed"
    problem(client.get(made.path), 404, "no-such-match")
    renewed = made.owner("PUT", f"{made.path}/seats/1", json=OPEN).json()["invitation"]
    body = {"invitation": renewed, "name": "Cid"}
    made.seats[1] = api.holding(api.post(f"{made.path}/seats/1/claim", json=body).json()["token"])
    assert made.play_out()["status"] == "over"
    assert nothing_is_left_of(matches, client_id)


def test_the_owner_may_put_a_bot_in_at_once(api: Api) -> None:
    _, client = made_client(api)
    made = joined(api, client)
    assert client.delete("/v1/me").status_code == 204
    assert made.owner("PUT", f"{made.path}/seats/1", json=BOT).status_code == 200
    assert made.shown(0)["status"] == "active"


def test_its_invitation_of_before_lets_nobody_in(api: Api) -> None:
    _, client = made_client(api)
    made = joined(api, client)
    assert client.delete("/v1/me").status_code == 204
    body = {"invitation": made.created["seats"][1]["invitation"]}
    problem(api.post(f"{made.path}/seats/1/claim", json=body), 404, "no-such-match")


def test_a_bot_that_played_for_it_plays_on_for_nobody(api: Api) -> None:
    _, client = made_client(api)
    made = joined(api, client)
    assert client("PUT", f"{made.path}/seats/1", json=BOT).status_code == 200
    assert client.delete("/v1/me").status_code == 204
    shown = made.shown(0)
    assert (shown["status"], shown["seats"][1]) == ("active", {"seat": 1, **BOT})
    assert made.owner("PUT", f"{made.path}/seats/1", json=OPEN).status_code == 200


def test_a_seat_that_it_gave_up_stays_given_up(api: Api) -> None:
    _, client = made_client(api)
    made = joined(api, client)
    assert client("PUT", f"{made.path}/seats/1", json={**BOT, "resign": True}).status_code == 200
    version = made.shown(0)["version"]
    assert client.delete("/v1/me").status_code == 204
    assert made.shown(0)["version"] == version


def test_a_seat_that_was_kept_for_it_is_anybodys(api: Api) -> None:
    client_id, client = made_client(api)
    made = api.created(seats=[ANN, {"kind": "open", "client": client_id}])
    body = {"invitation": made.created["seats"][1]["invitation"]}
    problem(api.post(f"{made.path}/seats/1/claim", json=body), 409, "seat-taken")
    assert client.delete("/v1/me").status_code == 204
    assert api.post(f"{made.path}/seats/1/claim", json=body).status_code == 200


def test_what_is_over_stays_and_a_rematch_has_its_seat_open(api: Api) -> None:
    _, client = made_client(api)
    made = joined(api, client)
    over = made.play_out()
    assert client.delete("/v1/me").status_code == 204
    assert made.shown(0) == over
    again = made.seats[0].post(f"{made.path}/rematch").json()
    assert [seat["kind"] for seat in again["seats"]] == ["human", "open"]
    assert made.owner("PUT", f"/v1/matches/{again['id']}/seats/1", json=BOT).status_code == 200


def test_the_owner_token_of_its_own_matches_still_works(api: Api) -> None:
    _, client = made_client(api)
    made = client.created(seats=[MINE, ANN])
    assert client.delete("/v1/me").status_code == 204
    assert made.owner.get(made.path).json()["seats"][0]["kind"] == "open"
    assert made.owner("PUT", f"{made.path}/seats/0", json=BOT).status_code == 200
    assert made.shown(1)["status"] == "active"
    assert made.owner.delete(made.path).status_code == 204


def with_many(matches: Matches, count: int) -> tuple[Any, list[str]]:
    """A client with seats in so many matches, each against a person who has a token."""
    client, _ = matches.accounts.create("many", "")
    seats = [Seat(0, "human", "many", client=client.id), Seat(1, "human", "Ben")]
    new = NewMatch("veil", {}, seats)
    return client, [matches.create(new).match.record.id for _ in range(count)]


def left_in(matches: Matches, ids: list[str]) -> list[bool]:
    return [matches.match(one).seats[0].kind == "open" for one in ids]


@pytest.mark.full
def test_thousands_are_left_in_the_background(matches: Matches, processes: Processes) -> None:
    client, ids = with_many(matches, 3 * AT_ONCE + 7)
    Departures(matches).begin(client)
    assert sum(left_in(matches, ids)) == AT_ONCE, "no request takes longer than this many"
    processes.workers(matches)
    eventually(lambda: all(left_in(matches, ids)), pause=0.2)
    eventually(lambda: nothing_is_left_of(matches, client.id), pause=0.2)


def test_who_dies_on_the_way_is_followed_by_another(matches: Matches, settings: Settings) -> None:
    """After the mark, with a hold that nobody gives back, and between two matches."""
    client, ids = with_many(matches, 5)
    matches.accounts.revoke(client)
    assert not any(left_in(matches, ids))
    assert matches.store.leaving.lease(client.id, 300) is not None
    other = open_matches(settings)
    departures = Departures(other)
    departures.sweep()
    assert not any(left_in(matches, ids)), "another one has it"
    time.sleep(0.35)
    departures.sweep()
    assert all(left_in(matches, ids))
    assert nothing_is_left_of(matches, client.id)
    other.close()


def test_a_match_that_was_being_made_is_left_too(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Noted before the deletion and kept after it; and both after it."""
    departures = Departures(matches)
    for method in ("commit", "new_match_id"):
        client, _ = matches.accounts.create("quick", "")
        seats = [Seat(0, "human", "quick", client=client.id), Seat(1, "human", "Ben")]
        once_before(monkeypatch, method, lambda client=client: departures.begin(client))  # type: ignore[misc]
        made = matches.create(NewMatch("veil", {}, seats)).match.record.id
        assert left_in(matches, [made]) == [False]
        name = client_key(client.id, "matches")
        assert matches.store.writer.exists(name)
        matches.store.leaving.hasten(client.id)
        departures.sweep()
        assert left_in(matches, [made]) == [True]
        assert nothing_is_left_of(matches, client.id)


def test_an_action_that_comes_first_stands(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, (match_id,) = with_many(matches, 1)
    match = matches.match(match_id)
    action = match.game.vocabulary.notation(match.state.legal_actions(1)[0])
    holder = match.seats[1]

    def act() -> None:
        matches.submit(match_id, 1, action, match.version, holder=holder)

    once_before(monkeypatch, "commit", act)
    Departures(matches).begin(client)
    kinds = [event.kind for event in matches.events(match_id)][match.version :]
    assert kinds[0] == "action"
    assert kinds[-1] == "seat"
    assert left_in(matches, [match_id]) == [True]
    assert matches.replay(match_id).save() == matches.match(match_id).state.save()
