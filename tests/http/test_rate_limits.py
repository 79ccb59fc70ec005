"""How often one caller may ask for what costs something, over HTTP."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
import requests

from railhead.service.settings import Settings
from tests.http import boards
from tests.http.api import VEIL_SEATS, Api, SeatedMatch, problem, serving
from tests.http.limiting import HUMANS, MINE, SOME, limited, made_client, of_address
from tests.http.streams import FORMS, SERVER_SENT

SECONDS = 3
JSON = {"Content-Type": "application/json"}
DEFAULTS = {
    "action": (200, 1),
    "stream-opening": (600, 60),
    "data": (30, 60),
    "components": (120, 60),
    "webhook": (60, 60),
}
"""How many in how many seconds, where nothing else is set."""


def served(store_url: str, **limits: str) -> Iterator[Api]:
    with serving(store_url, RAILHEAD_PROXIES="1", **limits) as where:
        yield Api(where)


@pytest.fixture
def few_creations(store_url: str, settings: Settings) -> Iterator[Api]:
    """A server behind a proxy where two creations an hour are allowed."""
    yield from served(store_url, RAILHEAD_CREATION_LIMIT=f"{SOME}/hour")


@pytest.fixture
def few_actions(store_url: str, settings: Settings) -> Iterator[Api]:
    """A server where two actions an hour are allowed."""
    yield from served(store_url, RAILHEAD_ACTION_LIMIT=f"{SOME}/hour")


@pytest.fixture
def few_data(store_url: str, settings: Settings) -> Iterator[Api]:
    """A server that takes two documents an hour."""
    yield from served(store_url, RAILHEAD_DATA_LIMIT=f"{SOME}/hour")


@pytest.fixture
def few_streams(store_url: str, settings: Settings) -> Iterator[Api]:
    """A server where two streams an hour may be opened."""
    yield from served(store_url, RAILHEAD_STREAM_LIMIT=f"{SOME}/hour")


def left(answered: requests.Response, limit: str, quota: int, window: int) -> int:
    """How many requests an answer that was counted says are left."""
    assert answered.headers["RateLimit-Policy"] == f'"{limit}";q={quota};w={window}'
    found = re.fullmatch(rf'"{limit}";r=(\d+);t=(\d+)', answered.headers["RateLimit"])
    assert found is not None, answered.headers["RateLimit"]
    assert 1 <= int(found[2]) <= window
    return int(found[1])


def creation_limited(answered: requests.Response) -> None:
    limited(answered, "creation", SOME, 3600)


def action_limited(answered: requests.Response) -> None:
    limited(answered, "action", SOME, 3600)


# What is left.


def test_every_answer_under_a_limit_says_what_is_left(api: Api) -> None:
    """Whatever comes of a request: of the same limit as where it is reached."""
    client = made_client(api)
    board = boards.shipped(api, "montana")
    made = client.created(seats=[{"kind": "human", "mine": True}, {"kind": "open"}])
    match = SeatedMatch(client, made.created)
    seat, path = client, match.path
    version = seat.get(path).json()["version"]
    undo = {"to": 0, "version": version}
    change = {"kind": "bot", "level": "easy"}
    invited = {"invitation": made.created["seats"][1]["invitation"]}
    for status, limit, answered in (
        (200, "action", api.post(f"{path}/seats/1/claim", json=invited)),
        (409, "action", api.post(f"{path}/seats/1/claim", json=invited)),
        (400, "action", seat.post(f"{path}/actions", data=b"{", headers=JSON)),
        (422, "action", seat.post(f"{path}/actions", json={})),
        (415, "action", seat.post(f"{path}/actions", data=b"{}")),
        (409, "action", seat.post(f"{path}/undo", json=undo)),
        (200, "action", seat("PUT", f"{path}/seats/0", json=change)),
        (404, "action", seat("PUT", f"{path}/seats/9", json=change)),
        (200, "stream-opening", opened(seat, path, SERVER_SENT)),
        (200, "stream-opening", opened(seat, "/v1/me", SERVER_SENT)),
        (201, "data", client("PUT", boards.home("montana"), json=board)),
        (422, "data", client("PUT", boards.home("montana"), json={})),
        (200, "components", described(api, 37)),
        (422, "webhook", client("PUT", "/v1/me/webhook", json={})),
        (404, "webhook", client.post("/v1/me/webhook/test")),
        (404, "webhook", client.post("/v1/me/webhook/secret")),
        (404, "webhook", client.post("/v1/me/webhook/deliveries/x/replay")),
    ):
        assert answered.status_code == status, (limit, answered.text)
        quota, window = DEFAULTS[limit]
        assert 0 <= left(answered, limit, quota, window) < quota
    for answered in (
        seat.get(path),
        seat.get(f"{path}/events"),
        described(api, 37),
        api.get("/v1/matches"),
        api.post(f"{path}/actions", json={}),
    ):
        assert "RateLimit" not in answered.headers, "it counts for no limit"
        assert "RateLimit-Policy" not in answered.headers


def test_what_is_left_becomes_less_until_there_is_nothing(few_creations: Api) -> None:
    one, other = (of_address(few_creations, f"192.0.2.{number}") for number in (1, 2))
    assert left(one.post("/v1/matches", json=HUMANS), "creation", SOME, 3600) == SOME - 1
    assert left(one.post("/v1/matches", json={}), "creation", SOME, 3600) == SOME - 2
    creation_limited(one.post("/v1/matches", json=HUMANS))
    assert left(other.post("/v1/clients", json={"name": "x"}), "creation", SOME, 3600) == SOME - 1


def test_two_limits_are_both_told_and_of_each_the_scarcest(
    api: Api, store_url: str, settings: Settings
) -> None:
    made = api.created()
    made.play_out()
    exported = made.owner.get(f"{made.path}/export").json()
    limits = {"RAILHEAD_DATA_LIMIT": "5/hour", "RAILHEAD_CREATION_LIMIT": "90/day;7/hour"}
    with serving(store_url, **limits) as where:
        answered = Api(where).post("/v1/imports", json={**exported, "data": {"deck": {}}})
        policies = '"creation";q=7;w=3600, "data";q=5;w=3600'
        assert answered.headers["RateLimit-Policy"] == policies
        told = answered.headers["RateLimit"]
        assert re.fullmatch(r'"creation";r=6;t=\d+, "data";r=4;t=\d+', told), told


# Creations.


def test_all_that_creates_counts_together_for_an_address(few_creations: Api) -> None:
    one = of_address(few_creations, "192.0.2.1")
    match = one.created()
    fork = {"version": 0, "seats": VEIL_SEATS}
    assert one.post(f"{match.path}/forks", json=fork).status_code == 401
    owner = of_address(match.owner, "192.0.2.1")
    assert owner.post(f"{match.path}/forks", json=fork).status_code == 201
    creation_limited(owner.post(f"{match.path}/forks", json=fork))
    creation_limited(owner.post(f"{match.path}/rematch"))
    creation_limited(one.post("/v1/matches", json=HUMANS))
    creation_limited(one.post("/v1/imports", json={}))
    creation_limited(one.post("/v1/clients", json={"name": "bot"}))
    assert one.get("/v1/matches").status_code == 200
    assert of_address(few_creations, "192.0.2.2").post("/v1/matches", json=HUMANS).ok


def test_a_clients_creations_are_its_own_wherever_it_is(few_creations: Api) -> None:
    one = of_address(few_creations, "192.0.2.1")
    first, second = made_client(one), made_client(one)
    creation_limited(one.post("/v1/clients", json={"name": "bot"}))
    match = SeatedMatch(first, first.created(seats=MINE).created)
    fork = {"version": 0, "seats": VEIL_SEATS}
    assert of_address(first, "192.0.2.7").post(f"{match.path}/forks", json=fork).ok
    for address in ("192.0.2.1", "192.0.2.8"):
        creation_limited(of_address(first, address).post("/v1/matches", json=HUMANS))
    creation_limited(first.post(f"{match.path}/forks", json=fork))
    creation_limited(first.post(f"{match.path}/rematch"))
    creation_limited(first.post("/v1/imports", json={}))
    assert second.post("/v1/matches", json=HUMANS).status_code == 201


def test_what_is_refused_was_not_done_and_tokens_come_first(few_creations: Api) -> None:
    one = of_address(few_creations, "192.0.2.1")
    stranger = one.holding("x" * 32)
    for _ in range(SOME + 1):
        answered = of_address(stranger, "192.0.2.1").post("/v1/matches", json=HUMANS)
        problem(answered, 401, "unauthorized")
    public = {**HUMANS, "visibility": "public"}
    for _ in range(SOME):
        assert one.post("/v1/matches", json=public).status_code == 201
    creation_limited(one.post("/v1/matches", json=public))
    creation_limited(one.post("/v1/matches", data=b"{"))
    assert len(one.get("/v1/matches").json()["matches"]) == SOME


@pytest.mark.full
def test_creations_are_counted_by_all_processes_together(
    few_creations: Api, store_url: str
) -> None:
    for _ in range(SOME):
        few_creations.created()
    with serving(store_url, RAILHEAD_CREATION_LIMIT=f"{SOME}/hour") as where:
        creation_limited(Api(where).post("/v1/matches", json=HUMANS))


# Data.


@pytest.mark.full
def test_documents_are_counted_for_the_client(few_data: Api) -> None:
    first, second = boards.client(few_data), boards.client(few_data)
    path = boards.home("montana")
    document = boards.shipped(few_data, "montana")
    assert first("PUT", path, json=document).status_code == 201
    problem(first("PUT", path, json={}), 422, "invalid-data")
    limited(first("PUT", path, json=document), "data", SOME, 3600)
    assert second("PUT", path, json=document).status_code == 201
    problem(few_data("PUT", path, json=document), 401, "unauthorized")
    made = second.created(seats=VEIL_SEATS)
    made.play_out()
    exported = made.owner.get(f"{made.path}/export").json()
    for _ in range(SOME + 1):
        assert few_data.post("/v1/imports", json=exported).status_code == 201
    with_data = {**exported, "data": {"deck": {}}}
    for _ in range(SOME):
        problem(few_data.post("/v1/imports", json=with_data), 422, "import-refused")
    limited(few_data.post("/v1/imports", json=with_data), "data", SOME, 3600)


# Actions, undos and seats.


def asked(match: SeatedMatch, seat: int) -> requests.Response:
    """The answer to an action that no seat may take."""
    return match.submit(seat, {"action": "nothing", "version": 0})


def test_a_token_acts_so_often(few_actions: Api) -> None:
    match = few_actions.created()
    assert match.act(0).status_code == 200
    version = match.shown(0)["version"]
    problem(asked(match, 0), 409, "not-your-turn")
    action_limited(asked(match, 0))
    path = f"{match.path}/undo"
    action_limited(match.seats[0].post(path, json={"to": 0, "version": version}))
    change = {"kind": "bot", "level": "easy"}
    action_limited(match.seats[0]("PUT", f"{match.path}/seats/0", json=change))
    shown = match.shown(0)
    assert shown["version"] == version
    assert shown["seats"][0]["kind"] == "human"
    assert match.act(1).status_code == 200, "another seat is not concerned"
    stranger = few_actions.holding("x" * 32)
    for _ in range(SOME + 1):
        problem(stranger.post(f"{match.path}/actions", json={}), 404, "no-such-match")


def test_a_client_acts_so_often_in_all_its_matches(few_actions: Api) -> None:
    first, second = made_client(few_actions), made_client(few_actions)
    matches = [first.created(seats=MINE) for _ in range(SOME + 1)]
    own = [SeatedMatch(first, match.created) for match in matches]
    for match in own:
        match.seats[0] = first
    for match in own[:SOME]:
        assert match.act(0).status_code == 200
    action_limited(asked(own[SOME], 0))
    other = SeatedMatch(second, second.created(seats=MINE).created)
    other.seats[0] = second
    assert other.act(0).status_code == 200


@pytest.mark.full
def test_claims_are_counted_for_the_client_or_address(few_actions: Api) -> None:
    match = few_actions.created(seats=[VEIL_SEATS[0], {"kind": "open"}])
    claim = f"{match.path}/seats/1/claim"
    wrong, right = {"invitation": "x"}, {"invitation": match.created["seats"][1]["invitation"]}
    guesser = of_address(few_actions, "192.0.2.1")
    for _ in range(SOME):
        problem(guesser.post(claim, json=wrong), 404, "no-such-match")
    action_limited(guesser.post(claim, json=right))
    assert match.shown(0)["seats"][1]["kind"] == "open"
    client = made_client(few_actions)
    assert of_address(client, "192.0.2.1").post(claim, json=right).status_code == 200


@pytest.mark.full
def test_time_frees_it(store_url: str, settings: Settings) -> None:
    rate = f"{SOME}/{SECONDS} seconds"
    with serving(
        store_url,
        RAILHEAD_CREATION_LIMIT=rate,
        RAILHEAD_ACTION_LIMIT=rate,
        RAILHEAD_STREAM_LIMIT=rate,
        RAILHEAD_COMPONENT_LIMIT=rate,
        RAILHEAD_ANALYSIS_LIMIT=rate,
    ) as where:
        api = Api(where)
        match, limits = api.created(analyses="everybody"), iter(range(1, 100))
        asks: dict[str, Callable[[], requests.Response]] = {
            "creation": lambda: api.post("/v1/matches", json=HUMANS),
            "action": lambda: asked(match, 0),
            "stream-opening": lambda: opened(match.owner, match.path, SERVER_SENT),
            "components": lambda: described(api, next(limits)),
            "analysis": lambda: analysed(match.seats[0], match),
        }
        free = {}
        for limit, ask in asks.items():
            wait = limited(exhausted(ask), limit, SOME, SECONDS)
            free[limit] = time.monotonic() + wait
        for limit, when in sorted(free.items(), key=lambda item: item[1]):
            time.sleep(max(0.0, when - time.monotonic()))
            assert asks[limit]().status_code != 429


def exhausted(ask: Callable[[], requests.Response]) -> requests.Response:
    """The first answer that refuses, of more requests than two windows allow."""
    for _ in range(2 * SOME + 1):
        answered = ask()
        if answered.status_code == 429:
            return answered
    raise AssertionError("no limit is reached")


# Streams.


def opened(client: Api, path: str, form: str) -> requests.Response:
    """The answer to who opens a stream, and lets it go."""
    answered = client.get(f"{path}/events", headers={"Accept": form}, stream=True)
    if answered.status_code == 200:
        answered.close()
    return answered


@pytest.mark.sampled
@pytest.mark.parametrize("form", FORMS)
def test_a_caller_opens_so_many_streams(few_streams: Api, form: str) -> None:
    match = few_streams.created(visibility="public")
    for caller in (match.seats[0], match.owner, of_address(few_streams, "192.0.2.1")):
        for _ in range(SOME):
            assert opened(caller, match.path, form).status_code == 200
        limited(opened(caller, match.path, form), "stream-opening", SOME, 3600)
        assert caller.get(f"{match.path}/events").status_code == 200, "pages are no streams"
        head = caller("HEAD", f"{match.path}/events", headers={"Accept": form})
        assert head.status_code == 200
    assert opened(of_address(few_streams, "192.0.2.2"), match.path, form).status_code == 200


def test_a_client_opens_so_many_streams_of_all_kinds(few_streams: Api) -> None:
    first, second = made_client(few_streams), made_client(few_streams)
    match = first.created(seats=MINE)
    assert opened(first, match.path, SERVER_SENT).status_code == 200
    assert opened(first, "/v1/me", SERVER_SENT).status_code == 200
    for path in ("/v1/me", match.path):
        limited(opened(first, path, SERVER_SENT), "stream-opening", SOME, 3600)
    assert first.get("/v1/me/events").status_code == 200
    assert opened(second, "/v1/me", SERVER_SENT).status_code == 200


# Components.


def described(api: Api, number: int) -> requests.Response:
    """The components of Montana with a value of an option that differs by `number`."""
    return api.get(f"/v1/games/montana/components?round_limit={number}")


@pytest.mark.full
def test_only_what_has_to_be_made_counts(store_url: str, settings: Settings) -> None:
    for api in served(store_url, RAILHEAD_COMPONENT_LIMIT=f"{SOME}/hour"):
        one, other = (of_address(api, f"192.0.2.{number}") for number in (1, 2))
        for _ in range(SOME):
            assert [described(one, number).status_code for number in (20, 21)] == [200, 200]
        limited(described(one, 22), "components", SOME, 3600)
        assert described(one, 21).status_code == 200
        assert described(other, 22).status_code == 200
        assert described(one, 22).status_code == 200, "now it is at hand"


# Analyses.


def analysed(client: Api, match: SeatedMatch) -> requests.Response:
    """The answer to who asks for an analysis of a seat that there is not."""
    return client.post(f"{match.path}/analyses", json={"seat": 9, "version": 0})


@pytest.mark.full
@pytest.mark.usefixtures("settings")
def test_analyses_count_for_their_client_or_address(store_url: str) -> None:
    limits = {"RAILHEAD_PROXIES": "1", "RAILHEAD_ANALYSIS_LIMIT": f"{SOME}/hour"}
    with serving(store_url, **limits) as where:
        one = of_address(Api(where), "192.0.2.1")
        match = one.created(analyses="everybody")
        seats = [of_address(seat, "192.0.2.1") for seat in match.seats.values()]
        for number in range(SOME):
            problem(analysed(seats[number % 2], match), 404, "no-such-seat")
        for seat in seats:
            limited(analysed(seat, match), "analysis", SOME, 3600)
        elsewhere = of_address(match.seats[0], "192.0.2.2")
        problem(analysed(elsewhere, match), 404, "no-such-seat")
        problem(analysed(match.owner, match), 403, "forbidden")
