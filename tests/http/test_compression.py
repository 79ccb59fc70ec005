"""What is compressed for clients that take that, and what never is."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from railhead.service.features import ROUTES
from railhead.service.http.compression import LARGE, MOST_PADDING
from tests.http import boards
from tests.http.api import VEIL_SEATS, Api, SeatedMatch, raw
from tests.http.streams import FORMS

OPEN = {"kind": "open"}
READS = (
    *("", "?include=legal-actions", "/legal-actions", "/picture.svg", "/picture.svg?version=1"),
    *("/picture.svg?layout=narrow", "/versions/1", "/events", "/events?limit=7", "/undo"),
    *("/components", "/analyses"),
)


@pytest.fixture
def match(api: Api) -> SeatedMatch:
    """A match of Montana some decisions in, with an analysis."""
    made = api.created(game="montana", seats=VEIL_SEATS, seed=3, analyses="everybody")
    for _ in range(12):
        assert made.act(made.shown(0)["to_act"][0]).status_code == 200
    seat = made.shown(0)["to_act"][0]
    asked = made.seats[seat].post(f"{made.path}/analyses", json={"seconds": 1})
    assert asked.status_code == 202
    return made


def held(tag: str) -> dict[str, str]:
    return {"If-None-Match": tag}


@pytest.mark.sampled
@pytest.mark.parametrize("path", READS)
def test_what_is_read_of_a_match_is_the_same_compressed(match: SeatedMatch, path: str) -> None:
    seat, address = match.seats[0], match.path + path
    plain, body = raw(seat, address, "identity")
    packed, smaller = raw(seat, address, "br, GZIP;q=0.5")
    assert plain.status_code == packed.status_code == 200
    assert "Content-Encoding" not in plain.headers
    for answered in (plain, packed):
        assert "Accept-Encoding" in answered.headers["Vary"].split(", ")
    if len(body) < LARGE:
        assert "Content-Encoding" not in packed.headers
        assert smaller == body
        assert plain.headers.get("ETag") == packed.headers.get("ETag")
        return
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Length"] == str(len(smaller))
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"]
    assert gzip.decompress(smaller) == body
    assert len(smaller) < len(body) / 2
    for refusal in ("gzip;q=0, *", "*;q=0", "deflate", "", None):
        answered, whole = raw(seat, address, refusal)
        assert (answered.headers.get("Content-Encoding"), whole) == (None, body), refusal


@pytest.mark.sampled
@pytest.mark.parametrize("path", [path for path in READS if path not in ("/analyses", "/undo")])
def test_each_form_has_its_own_strong_tag_and_304_knows_both(match: SeatedMatch, path: str) -> None:
    seat, address = match.seats[0], match.path + path
    tags = [raw(seat, address, form)[0].headers["ETag"] for form in ("identity", "gzip")]
    if raw(seat, address, "gzip")[0].headers.get("Content-Encoding"):
        assert tags[1] == f'{tags[0][:-1]}-gzip"'
    for tag in tags:
        for form in ("identity", "gzip"):
            for value in (tag, f"W/{tag}", f'"other", {tag}'):
                again, nothing = raw(seat, address, form, headers=held(value))
                assert (again.status_code, nothing) == (304, b"")
                assert "Content-Encoding" not in again.headers
                assert again.headers["Vary"].startswith("Authorization, Accept-Encoding")
                if path != "/components":
                    assert again.headers["ETag"] == tag
    other = raw(match.owner, address, "gzip", headers=held(tags[1]))[0]
    if path not in ("/components", "/legal-actions"):
        assert other.status_code == 200, "a tag of other eyes"


def test_a_decision_may_name_the_tag_of_the_compressed_form(match: SeatedMatch) -> None:
    seat = match.shown(0)["to_act"][0]
    tag = raw(match.seats[seat], match.path, "gzip")[0].headers["ETag"]
    assert tag.endswith('-gzip"')
    action = match.legal(seat)["actions"][0]["action"]
    assert match.submit(seat, {"action": action}, **{"If-Match": tag}).status_code == 200
    assert raw(match.seats[seat], match.path, "gzip", headers=held(tag))[0].status_code == 200


def test_a_picture_is_a_sixth_of_itself_and_kept(match: SeatedMatch) -> None:
    address = f"{match.path}/picture.svg"
    _, body = raw(match.seats[0], address, "identity")
    first, packed = raw(match.seats[0], address, "gzip")
    assert len(packed) < len(body) / 6
    assert raw(match.seats[0], address, "gzip")[1] == packed, "it is compressed once"
    head, nothing = raw(match.seats[0], address, "gzip", "HEAD")
    assert nothing == b""
    for name in ("Content-Length", "Content-Encoding", "ETag"):
        assert head.headers[name] == first.headers[name]


def test_listings_are_compressed(api: Api) -> None:
    client = boards.client(api)
    for _ in range(8):
        client.created(seats=[{"kind": "human", "mine": True}, OPEN], visibility="public")
    for reader, address in ((api, "/v1/matches"), (client, "/v1/me/matches")):
        _, body = raw(reader, address, "identity")
        packed, smaller = raw(reader, address, "gzip")
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert gzip.decompress(smaller) == body
        assert len(smaller) < len(body) / 2


def test_lengths_are_blurred(match: SeatedMatch) -> None:
    address = f"{match.path}/versions/1"
    found = [raw(match.seats[0], address, "gzip")[1] for _ in range(40)]
    assert len({gzip.decompress(one) for one in found}) == 1
    lengths = sorted({len(one) for one in found})
    assert len(lengths) > 10
    assert MOST_PADDING / 2 < lengths[-1] - lengths[0] <= MOST_PADDING + 1


def test_nothing_that_gives_a_secret_away_is_compressed(api: Api, match: SeatedMatch) -> None:
    """Every answer that may have a token in it, and every problem, of whatever size."""
    client = boards.client(api)
    long = {"name": "a" * 40}
    made = api.created(seats=[*[{"kind": "human", **long}] * 3, OPEN])
    over = api.created(seed=2)
    over.play_out()
    exported = over.owner.get(f"{over.path}/export").json()
    seat = match.shown(0)["to_act"][0]
    seats = [{"kind": "human", **long}] * 4
    invited = {"invitation": made.created["seats"][3]["invitation"]}
    asked: list[tuple[str, Api, str, Any]] = [
        ("POST", api, "/v1/matches", {"game": "veil", "seats": seats}),
        ("POST", api, "/v1/matches", {"x" * 5000: 1}),
        ("POST", over.owner, f"{over.path}/forks", {"version": 0, "seats": VEIL_SEATS}),
        ("POST", over.owner, f"{over.path}/rematch", None),
        ("POST", api, "/v1/imports", exported),
        ("POST", api, "/v1/clients", long),
        ("POST", client, "/v1/me/token", None),
        ("PUT", made.seats[0], f"{made.path}/seats/0", OPEN),
        ("PUT", made.owner, f"{made.path}/seats/0", OPEN),
        ("POST", api, f"{made.path}/seats/3/claim", invited),
        ("POST", match.seats[seat], f"{match.path}/actions", {"action": "a" * 3000}),
        ("POST", match.seats[seat], f"{match.path}/actions?include={'x' * 2000}", {"action": "a"}),
        ("POST", match.seats[seat], f"{match.path}/actions?{'x' * 2000}=1", {"action": "a"}),
        ("GET", match.seats[0], f"{match.path}?{'x' * 2000}=1", None),
        ("GET", api, f"/v1/games/{'x' * 2000}", None),
    ]
    large = 0
    for method, caller, path, body in asked:
        answered, content = raw(caller, path, "gzip", method, json=body)
        assert "Content-Encoding" not in answered.headers, path
        assert content.startswith(b"{")
        large += len(content) >= LARGE
    assert large >= 3, "some of these would be compressed if anything of their kind were"
    for form in FORMS:
        headers = {"Accept": form, "Accept-Encoding": "gzip"}
        stream = over.owner.get(f"{over.path}/events", headers=headers)
        assert "Content-Encoding" not in stream.headers


def test_what_a_seat_is_answered_to_its_decision_is_compressed(match: SeatedMatch) -> None:
    seat = match.shown(0)["to_act"][0]
    legal = match.legal(seat)
    action = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    key = {"Idempotency-Key": "the-same-answer-twice"}
    where = match.seats[seat], f"{match.path}/actions?include=match,legal-actions"
    packed, smaller = raw(*where, "gzip", "POST", json=action, headers=key)
    plain, body = raw(*where, "identity", "POST", json=action, headers=key)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in packed.headers["Vary"].split(", ")
    tag = packed.headers["ETag"]
    assert (tag, plain.headers["ETag"]) == (tag, tag.replace("-gzip", ""))
    assert len(smaller) < len(body) / 2
    whole = gzip.decompress(smaller).decode()
    created = match.created
    tokens = [created["owner_token"], created["spectator_token"]]
    tokens += [one["token"] for one in created["seats"]]
    assert not [one for one in tokens if one in whole]
    held_tag = {"If-None-Match": tag}
    assert raw(match.seats[seat], match.path, "gzip", headers=held_tag)[0].status_code == 304


def test_no_compressed_answer_has_a_token_in_it(api: Api) -> None:
    """All that can be read by who was given tokens and invitations, with each of them."""
    client = api.holding(api.post("/v1/clients", json={"name": "bot"}).json()["token"])
    seats = [{"kind": "human", "mine": True}, {"kind": "human"}, OPEN, OPEN]
    made = client.created(game="montana", seats=seats, visibility="public", analyses="everybody")
    created = made.created
    claim = {"invitation": created["seats"][2]["invitation"]}
    claimed = api.post(f"{made.path}/seats/2/claim", json=claim).json()
    secrets = [created["owner_token"], created["spectator_token"], claimed["token"]]
    secrets += [created["seats"][1]["token"], *(one["invitation"] for one in created["seats"][2:])]
    secrets.append(client.session.headers["Authorization"].split()[1])
    read = 0
    for secret in (*secrets, None):
        reader = api if secret is None else api.holding(secret)
        for route in ROUTES:
            if route.method != "get":
                continue
            path = route.path.replace("{match}", created["id"]).replace("{version}", "0")
            answered, content = raw(reader, path.replace("{game}", "montana"), "gzip")
            if answered.headers.get("Content-Encoding") != "gzip":
                continue
            read += 1
            whole = gzip.decompress(content).decode()
            assert not [one for one in secrets if one in whole], path
    assert read > 30
