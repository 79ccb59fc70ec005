"""The picture of a match as answered, and the targets of legal actions in it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from railhead.service.http.schemas import responses
from tests.http.api import Api, SeatedMatch, problem
from tests.http.shapes import conforms

SVG = "{http://www.w3.org/2000/svg}"
GAMES = {"montana": 2, "great_western_trail": 2, "santa_fe": 2, "steam": 3, "veil": 2}


def ids_of(svg: bytes) -> set[str]:
    return {one.attrib["id"] for one in ElementTree.fromstring(svg).iter() if "id" in one.attrib}


def size_of(svg: bytes) -> tuple[float, float]:
    """The width and the height of a picture."""
    picture = ElementTree.fromstring(svg)
    return float(picture.attrib["width"]), float(picture.attrib["height"])


def marked(svg: bytes) -> int:
    """How many strokes mark the last move."""
    return svg.count(b'pointer-events="none" stroke-linejoin="round"')


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_what_legal_actions_are_about_is_in_the_picture(api: Api, game: str) -> None:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    match = api.created(game=game, seats=seats, seed=5)
    about = 0
    for _ in range(12):
        (seat, *_) = match.shown(0)["to_act"] or [0]
        legal = match.legal(seat)
        conforms(legal, responses.LegalActions)
        ids = ids_of(match.seats[seat].get(f"{match.path}/picture.svg").content)
        targets = [target for action in legal["actions"] for target in action["targets"]]
        assert set(targets) <= ids
        about += len(targets)
        if not legal["actions"]:
            break
        assert match.act(seat, len(legal["actions"]) // 2).status_code == 200
    assert about > 6


def test_a_picture_is_svg_of_the_version_and_the_callers_alone(match: SeatedMatch) -> None:
    answered = match.seats[0].get(f"{match.path}/picture.svg")
    assert answered.status_code == 200
    assert answered.headers["Content-Type"] == "image/svg+xml"
    assert answered.headers["ETag"] == f'"{match.shown(0)["version"]}-0-gzip"'
    assert answered.headers["Cache-Control"] == "private, no-cache"
    assert answered.headers["Vary"] == "Authorization, Accept-Encoding"
    assert answered.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answered.headers["X-Content-Type-Options"] == "nosniff"
    picture = ElementTree.fromstring(answered.content)
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == "Veil"
    tag = {"If-None-Match": answered.headers["ETag"]}
    again = match.seats[0].get(f"{match.path}/picture.svg", headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    late = {"If-None-Match": '"99"'}
    refused = match.seats[0].get(f"{match.path}/picture.svg", headers=late)
    problem(refused, 409, "match-went-back")


def test_each_viewer_gets_a_picture_of_its_own(match: SeatedMatch) -> None:
    pictures = [
        client.get(f"{match.path}/picture.svg").content
        for client in (match.seats[0], match.seats[1], match.owner)
    ]
    assert len(set(pictures)) == 3
    problem(match.anybody.get(f"{match.path}/picture.svg"), 401, "unauthorized")
    stranger = match.anybody.holding("A" * 30).get(f"{match.path}/picture.svg")
    problem(stranger, 404, "no-such-match")


def test_names_are_text_and_nothing_else(api: Api) -> None:
    seats = [{"kind": "human", "name": '<b>&"x'}, {"kind": "bot", "level": "easy"}]
    match = api.created(seats=seats, visibility="public")
    svg = match.anybody.get(f"{match.path}/picture.svg").content
    said = [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert any(text.startswith('Seat 0 (<b>&"x)') for text in said)
    assert any(text.startswith("Seat 1 (easy bot)") for text in said)
    assert b"<b>" not in svg


def test_the_last_move_is_marked_as_far_as_its_viewer_may_see_it(match: SeatedMatch) -> None:
    fresh = match.seats[0].get(f"{match.path}/picture.svg").content
    assert marked(fresh) == 0
    assert match.act(0).status_code == 200
    assert marked(match.seats[0].get(f"{match.path}/picture.svg").content) > 0
    assert marked(match.seats[1].get(f"{match.path}/picture.svg").content) == 0
    assert marked(match.owner.get(f"{match.path}/picture.svg").content) == 0


def test_earlier_versions_are_drawn_as_the_caller_saw_them(match: SeatedMatch) -> None:
    where = f"{match.path}/picture.svg"
    version = match.shown(0)["version"]
    before = match.seats[1].get(where)
    assert match.act(0).status_code == 200
    assert match.act(1).status_code == 200
    assert match.seats[1].get(where).content != before.content
    then = match.seats[1].get(f"{where}?version={version}")
    assert (then.content, then.headers["ETag"]) == (before.content, before.headers["ETag"])
    problem(match.seats[1].get(f"{where}?version=999"), 404, "no-such-version")
    problem(match.seats[1].get(f"{where}?as=0"), 403, "forbidden")


@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_picture_has_the_same_elements_and_the_same_tag(api: Api, game: str) -> None:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    match = api.created(game=game, seats=seats, seed=5)
    where = f"{match.path}/picture.svg"
    wide = match.seats[0].get(where)
    narrow = match.seats[0].get(f"{where}?layout=narrow")
    assert match.seats[0].get(f"{where}?layout=wide").content == wide.content
    assert narrow.headers["ETag"] == wide.headers["ETag"]
    assert ids_of(narrow.content) == ids_of(wide.content)
    width, height = size_of(narrow.content)
    assert width < 500 < size_of(wide.content)[0]
    assert height > width or game == "veil"
    then = match.seats[0].get(f"{where}?layout=narrow&version={match.shown(0)['version']}")
    assert then.content == narrow.content


def test_the_last_move_is_marked_in_a_narrow_picture(match: SeatedMatch) -> None:
    assert match.act(0).status_code == 200
    where = f"{match.path}/picture.svg?layout=narrow"
    assert marked(match.seats[0].get(where).content) > 0
    assert marked(match.seats[1].get(where).content) == 0


def test_after_the_end_every_seat_can_be_looked_through(api: Api) -> None:
    match = api.created(options={"deck": "small"})
    match.play_out()
    where = f"{match.path}/picture.svg"
    seen = match.owner.get(f"{where}?as=1&version=6")
    assert seen.content == match.seats[1].get(f"{where}?version=6").content
    assert seen.content != match.owner.get(f"{where}?version=6").content


def test_moves_that_were_taken_back_are_not_marked(api: Api) -> None:
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}]
    match = api.created(game="montana", seats=seats, seed=5, undo="any")
    (seat, *_) = match.shown(0)["to_act"]
    version = match.shown(0)["version"]
    assert match.act(seat, 1).status_code == 200
    shown = match.shown(0)
    back = {"to": version, "version": shown["version"]}
    assert match.owner.post(f"{match.path}/undo", json=back).status_code == 200
    assert marked(match.seats[0].get(f"{match.path}/picture.svg").content) == 0


def test_a_parameter_is_refused(match: SeatedMatch) -> None:
    problem(match.owner.get(f"{match.path}/picture.svg?size=3"), 422, "invalid-request")
    refused = match.owner.get(f"{match.path}/picture.svg?layout=tall")
    assert problem(refused, 422, "invalid-request")["errors"] == [
        {"field": "layout", "problem": "must be wide or narrow"}
    ]
